/* SPDX-License-Identifier: MIT */
/*
 * medium.c - the results on the stick that this machine was booted from
 *
 * It is the one thing that is ever written there, and goes through its file system, which is
 * mounted for that alone, where only a child process sees it. A stick that does not answer
 * holds up nobody.
 */

#include "bench/deliver/medium.h"

#include "bench/deliver.h"
#include "bench/lib/clock.h"
#include "bench/lib/mounts.h"
#include "bench/lib/status.h"
#include "bench/machine/image.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WITHIN_NS SECONDS(60) /* a journal of hours, on a stick of USB 1.1 */

/* Returns how many bytes there were, or -errno. */
static int copy(int from, int to)
{
	char block[65536];
	ssize_t got, put, done;
	int total = 0;

	while ((got = read(from, block, sizeof(block))) > 0) {
		for (done = 0; done < got; done += put) {
			put = write(to, block + done, (size_t)(got - done));
			if (put < 0)
				return -errno;
		}
		total += (int)got;
	}
	return got < 0 ? -errno : total;
}

/* One file, under another name until it is whole. Returns as copy(). */
static int put_file(int from_folder, int to_folder, const char *name)
{
	char part[32];
	int from, to, rc;

	snprintf(part, sizeof(part), "%s.part", name);
	from = openat(from_folder, name, O_RDONLY | O_CLOEXEC);
	if (from < 0)
		return -errno;
	to = openat(to_folder, part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	rc = to < 0 ? -errno : copy(from, to);
	if (rc >= 0 && fsync(to) < 0)
		rc = -errno;
	if (to >= 0)
		close(to);
	close(from);
	if (rc >= 0 && (renameat(to_folder, part, to_folder, name) < 0 || fsync(to_folder) < 0))
		rc = -errno;
	if (rc < 0 && to >= 0)
		unlinkat(to_folder, part, 0);
	return rc;
}

/* Make the next folder below @path, and add it there. Returns 0 or -errno. */
static int make_folder(char *path, size_t size, const char *name)
{
	size_t used = strlen(path);

	if ((size_t)snprintf(path + used, size - used, "/%s", name) >= size - used)
		return -ENAMETOOLONG;
	return mkdir(path, 0755) < 0 && errno != EEXIST ? -errno : 0;
}

int medium_put(const char *folder, int from, const struct parcel *parcel)
{
	int to, total = 0, rc;
	char path[512];

	snprintf(path, sizeof(path), "%s", folder);
	rc = make_folder(path, sizeof(path), "results");
	if (rc == 0)
		rc = make_folder(path, sizeof(path), parcel->machine);
	if (rc == 0)
		rc = make_folder(path, sizeof(path), parcel->run);
	if (rc)
		return rc;
	to = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (to < 0)
		return -errno;
	for (size_t i = 0; i < PARCEL_FILES && rc >= 0; i++) {
		rc = put_file(from, to, parcel_files[i].name);
		total += rc < 0 ? 0 : rc;
	}
	if (rc >= 0 && syncfs(to) < 0) /* the folders that are new, too */
		rc = -errno;
	close(to);
	if (rc < 0)
		rmdir(path); /* if there is nothing in it */
	return rc < 0 ? rc : total;
}

const char *medium_why(int rc)
{
	switch (-rc) {
	case EEXIST: return "others carry this image, too: which one was booted is not known";
	case EROFS:
	case EACCES: return "it is read-only";
	case ENOSPC: return "it is full";
	case ETIMEDOUT: return "it does not answer";
	case ENOENT:
	case ENODEV:
	case ENXIO:
	case ENOMEDIUM: return "it is gone";
	case EINVAL: return "there is no FAT on it that can be mounted";
	case ESTALE: return "it is another one by now";
	default: return strerror(-rc);
	}
}

/* What the child needs to know. */
struct trip {
	const struct parcel *parcel;
	char own[IMAGE_ID_BYTES];
	int from;
};

/* In the child. */
static int check(void *context, const char *folder)
{
	const struct trip *trip = context;

	return image_is_in(folder, trip->own) ? 0 : -ESTALE;
}

/* In the child. */
static int put(void *context, const char *folder)
{
	const struct trip *trip = context;

	return image_is_in(folder, trip->own) ? medium_put(folder, trip->from, trip->parcel)
	                                      : -ESTALE;
}

static int go(const char *device, const struct parcel *parcel)
{
	struct trip trip = { .parcel = parcel };
	char path[64];
	struct mounts_visit visit = {
		.device = path,
		.type = "vfat",
		.within_ns = WITHIN_NS,
		.look = check,
		.context = &trip,
	};
	int rc;

	snprintf(path, sizeof(path), "/dev/%s", device);
	image_own("", trip.own);
	/* its name may lead elsewhere where the child is */
	trip.from = open(parcel->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (trip.from < 0)
		return -errno;
	/* mounting it to write changes it already: not before it is known for what it is */
	rc = mounts_visit(&visit);
	visit.writable = true;
	visit.options = "flush";
	visit.look = put;
	if (rc == 0)
		rc = mounts_visit(&visit);
	close(trip.from);
	return rc;
}

/* One line on the console, and in the report. */
static void PRINTF_LIKE(2, 3) complain(const char *directory, const char *format, ...)
{
	char line[256];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	printf("assay: deliver: %s\n", line);
	fflush(stdout);
	report_add_note(directory, line);
}

/* Something was booted that could take the results, and is not among the disks? */
static bool is_missing(const struct machine *machine, const char *word)
{
	char own[IMAGE_ID_BYTES];

	image_own("", own);
	return image_is_awaited(machine, "", word) && !image_is_on_cd("", own);
}

/* As image_booted(), by what is there now: after a reset of USB a stick has another name. */
static int find_again(const struct machine *then, const char *word, struct image_place *place)
{
	static struct machine now; /* large */
	struct image_place here;
	int was = image_booted(then, "", word, place), rc;

	if (was == 0 && !is_missing(then, word))
		return 0;
	disk_probe(&now, "");
	rc = image_booted(&now, "", word, &here);
	if (rc != 0)
		*place = here;
	else if (was == 0)
		*place = (struct image_place){ NULL, "that was booted" };
	if (rc)
		return rc;
	for (unsigned i = 0; i < now.disk_count && place->disk; i++)
		if (now.disks[i].silent && strcmp(now.disks[i].name, place->disk->name) == 0)
			return -ETIMEDOUT;
	return -ENODEV;
}

int deliver_to_medium(const struct machine *machine, const struct settings *settings,
                      const char *directory)
{
	struct image_place place;
	struct parcel parcel;
	char line[256];
	int rc = find_again(machine, settings->medium, &place);

	if (rc == 0)
		return EXIT_OK;
	/* a run that crashed left a journal, but no whole report */
	if (parcel_open(&parcel, directory) &&
	    (report_write(directory) || parcel_open(&parcel, directory)))
		return EXIT_INTERNAL;
	if (rc > 0)
		rc = go(place.device, &parcel);
	if (rc < 0) {
		complain(directory, "the results are not on the own medium %s (serial %s): %s",
		         place.device,
		         place.disk && place.disk->serial[0] ? place.disk->serial : "none",
		         medium_why(rc));
		return rc == -EROFS || rc == -EACCES ? EXIT_OK : EXIT_NOT_DELIVERED;
	}
	snprintf(line, sizeof(line), "the own medium %s, results/%s/%s", place.device,
	         parcel.machine, parcel.run);
	printf("assay: deliver: the results are on %s: %d bytes\n", line, rc);
	fflush(stdout);
	if (parcel_mark(directory, ON_MEDIUM_MARK, line))
		return EXIT_INTERNAL;
	return EXIT_OK;
}
