/* SPDX-License-Identifier: MIT */
/*
 * medium.c - assay.conf of the stick that carries this very image
 *
 * Which disk that is the inventory knows. Its file system is mounted read-only where only a
 * child process sees it. That child is not waited for when the disk does not answer.
 */

#include "bench/config/config.h"
#include "bench/lib/clock.h"
#include "bench/lib/lines.h"
#include "bench/lib/mounts.h"
#include "bench/lib/text.h"
#include "bench/machine/image.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define WITHIN_NS SECONDS(10)

/* What the child has found, in memory that it shares with its parent. */
struct finding {
	const char *build_id;
	const char *only;               /* device to look at; NULL = any */
	bool known;                     /* to be what was booted */
	char text[LINES_BYTES_MAX + 1]; /* of its assay.conf */
};

/* In the child. Returns the length of the text, or -errno. */
static int look(void *context, const char *folder)
{
	struct finding *finding = context;

	/* the name of the device may mean another one by now */
	if (!image_is_in(folder, finding->build_id))
		return -ENOENT;
	return text_read(folder, "/assay.conf", finding->text, sizeof(finding->text));
}

/* Look at one file system. Returns false if there is no assay.conf of ours. */
static bool take(struct config *config, struct finding *finding, const char *device,
                 const char *signature, const char *image)
{
	char path[64], name[64];
	struct mounts_visit visit = { .device = path,
		                      .type = "vfat",
		                      .within_ns = WITHIN_NS,
		                      .look = look,
		                      .context = finding };
	int length;

	if (strcmp(signature, visit.type) != 0 || strcmp(image, finding->build_id) != 0 ||
	    (finding->only && strcmp(finding->only, device) != 0))
		return false;
	snprintf(path, sizeof(path), "/dev/%s", device);
	length = mounts_visit(&visit);
	snprintf(name, sizeof(name), "assay.conf of %s, %s", device,
	         finding->known ? "the own medium" : "which carries this image");
	if (length >= 0 || length == -EFBIG)
		config_add(config, CONFIG_FROM_MEDIUM, finding->known, name, finding->text,
		           length < 0 ? sizeof(finding->text) : (size_t)length);
	else if (length != -ENOENT)
		config_complain(config, "%s: %s", name, strerror(-length));
	return length != -ENOENT;
}

/* Look at the disk, and at each partition of it. */
static bool take_disk(struct config *config, struct finding *finding, const struct disk *disk)
{
	if (take(config, finding, disk->name, disk->signature, disk->image))
		return true;
	for (size_t i = 0; i < PARTITIONS_MAX; i++) {
		const struct partition *partition = &disk->partitions[i];

		if (take(config, finding, partition->name, partition->signature, partition->image))
			return true;
	}
	return false;
}

void config_add_medium(struct config *config, const struct machine *machine, const char *build_id,
                       const char *word)
{
	struct image_place place;
	struct finding *finding;

	if (build_id[0] == '\0')
		return;
	finding =
	    mmap(NULL, sizeof(*finding), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (finding == MAP_FAILED)
		return;
	finding->build_id = build_id;
	finding->known = image_booted(machine, "", word, &place) == 1;
	finding->only = finding->known ? place.device : NULL;
	for (unsigned i = 0; i < machine->disk_count; i++)
		if (!machine->disks[i].silent && take_disk(config, finding, &machine->disks[i]))
			break;
	munmap(finding, sizeof(*finding));
}
