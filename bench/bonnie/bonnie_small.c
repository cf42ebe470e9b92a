/* SPDX-License-Identifier: MIT */
/* bonnie_small.c - bonnie++'s small files: created, looked at and removed */

#include "bench/bonnie/bonnie_set.h"

#include "bench/lib/random.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* With -b: a name that came or went is on the disk. */
static int sync_name(const struct bonnie_set *set, int directory, const char *name)
{
	char parent[8];
	int fd, rc = 0;

	if (!set->bonnie->options->fsync_each)
		return 0;
	if (directory != set->directory || !bonnie_set_is_split(set))
		return fsync(directory) < 0 ? -errno : 0;
	snprintf(parent, sizeof(parent), "%.5s", name);
	fd = openat(directory, parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fsync(fd) < 0)
		rc = -errno;
	close(fd);
	return rc;
}

static int create_file(struct bonnie_set *set, int directory, const char *name)
{
	const struct bonnie_options *options = set->bonnie->options;
	uint32_t range_bytes = options->file_bytes_max - options->file_bytes_min;
	uint32_t bytes = options->file_bytes_min;
	int fd = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600), rc = 0;

	if (fd < 0)
		return -errno;
	if (range_bytes)
		bytes += (uint32_t)(random_next(&set->bonnie->random) % (range_bytes + 1ull));
	while (bytes && rc == 0) {
		uint32_t now =
		    bytes < options->file_chunk_bytes ? bytes : options->file_chunk_bytes;

		if (options->random_data)
			bonnie_fill(set->bonnie, now);
		rc = bonnie_write_chunk(fd, set->bonnie->buffer, now);
		bytes -= now;
	}
	if (rc == 0 && options->fsync_each && fsync(fd) < 0)
		rc = -errno;
	if (close(fd) < 0 && rc == 0)
		rc = -errno;
	return rc;
}

/* Of links, the first is a file, and all others lead to it. */
static int create_one(struct bonnie_set *set, int directory, const char *name)
{
	enum bonnie_kind kind = set->bonnie->options->kind;
	char target[3 + BONNIE_PATH_BYTES];
	int rc;

	if (kind == BONNIE_FILES || name == set->paths[0])
		return create_file(set, directory, name);
	snprintf(target, sizeof(target), "%s%s", bonnie_set_is_split(set) ? "../" : "",
	         set->paths[0]);
	if (kind == BONNIE_LINKS)
		rc = linkat(directory, set->paths[0], directory, name, 0);
	else
		rc = symlinkat(target, directory, name);
	return rc < 0 ? -errno : sync_name(set, directory, name);
}

static int look_at(struct bonnie_set *set, int directory, const char *name)
{
	struct stat about;
	ssize_t done;
	int fd;

	if (fstatat(directory, name, &about, 0) < 0)
		return -errno;
	if (about.st_size == 0)
		return 0;
	fd = openat(directory, name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	for (off_t left = about.st_size; left > 0; left -= done) {
		done = read(fd, set->bonnie->buffer, set->bonnie->options->file_chunk_bytes);
		if (done <= 0) {
			int rc = done < 0 ? -errno : -EIO; /* it has become shorter */

			close(fd);
			return rc;
		}
	}
	close(fd);
	return 0;
}

static int remove_one(struct bonnie_set *set, int directory, const char *name)
{
	return unlinkat(directory, name, 0) < 0 ? -errno : sync_name(set, directory, name);
}

/* A phase: one thing done to every file. */
struct pass {
	enum bonnie_phase phase;
	bool listed;   /* in the order of the directory, else in that of set->paths */
	bool shuffled; /* these in a new order first */
	bool changes;  /* ends when the disks have it all */
	int (*operate)(struct bonnie_set *set, int directory, const char *name);
};

static int operate(struct bonnie_set *set, const struct pass *pass, struct bonnie_watch *watch,
                   int directory, const char *name)
{
	int rc = bonnie_stop ? -EINTR : pass->operate(set, directory, name);

	bonnie_watch_lap(watch);
	return rc;
}

/* Every file that the directory called @name lists; adds their number to @seen. */
static int walk_directory(struct bonnie_set *set, const struct pass *pass,
                          struct bonnie_watch *watch, const char *name, uint32_t *seen)
{
	int fd = openat(set->directory, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC), rc = 0;
	DIR *list = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;

	if (!list)
		return -errno;
	while (rc == 0 && (entry = readdir(list)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		rc = operate(set, pass, watch, fd, entry->d_name);
		++*seen;
	}
	closedir(list);
	return rc;
}

static int walk_listed(struct bonnie_set *set, const struct pass *pass, struct bonnie_watch *watch)
{
	const struct bonnie_options *options = set->bonnie->options;
	uint32_t seen = 0;
	char name[8];
	int rc = 0;

	for (uint32_t i = 0; i < options->directories && rc == 0; i++) {
		bonnie_set_subdirectory(name, i);
		rc = walk_directory(set, pass, watch, bonnie_set_is_split(set) ? name : ".", &seen);
	}
	return rc == 0 && seen != options->file_count ? -EIO : rc;
}

static int walk_paths(struct bonnie_set *set, const struct pass *pass, struct bonnie_watch *watch)
{
	int rc = 0;

	for (uint32_t i = 0; i < set->bonnie->options->file_count && rc == 0; i++)
		rc = operate(set, pass, watch, set->directory, set->paths[i]);
	return rc;
}

static int do_pass(struct bonnie_set *set, const struct pass *pass)
{
	struct bonnie_watch watch;
	int rc;

	if (pass->shuffled)
		bonnie_set_shuffle(set);
	rc = bonnie_begin(set->bonnie, pass->phase, &watch);
	if (rc)
		return rc;
	rc = pass->listed ? walk_listed(set, pass, &watch) : walk_paths(set, pass, &watch);
	if (rc == 0 && pass->operate == remove_one)
		rc = bonnie_set_remove_directories(set);
	if (rc == 0 && pass->changes)
		sync();
	bonnie_watch_end(&watch);
	if (rc == 0)
		bonnie_note(set->bonnie, pass->phase, &watch, set->bonnie->options->file_count);
	return rc ? bonnie_complain(set->bonnie, bonnie_phase_name(pass->phase), rc) : 0;
}

static int do_passes(struct bonnie_set *set)
{
	static const struct pass passes[2][3] = {
		{ { BONNIE_CREATE_SEQUENTIAL, false, false, true, create_one },
		  { BONNIE_STAT_SEQUENTIAL, true, false, false, look_at },
		  { BONNIE_DELETE_SEQUENTIAL, true, false, true, remove_one } },
		{ { BONNIE_CREATE_RANDOM, false, false, true, create_one },
		  { BONNIE_STAT_RANDOM, false, true, false, look_at },
		  { BONNIE_DELETE_RANDOM, false, true, true, remove_one } },
	};
	int rc;

	bonnie_set_name(set);
	bonnie_fill(set->bonnie, set->bonnie->options->file_chunk_bytes);
	rc = bonnie_set_make(set);
	if (rc)
		bonnie_complain(set->bonnie, set->name, rc);
	for (size_t i = 0; i < countof(passes[0]) && rc == 0; i++)
		rc = do_pass(set, &passes[set->random][i]);
	if (rc && set->made)
		bonnie_set_remove(set);
	if (set->directory >= 0)
		close(set->directory);
	return rc;
}

int bonnie_small(struct bonnie *bonnie, bool random)
{
	struct bonnie_set set = { .bonnie = bonnie, .directory = -1, .random = random };
	int rc;

	snprintf(set.name, sizeof(set.name), "Bonnie.%d", getpid());
	set.paths = calloc(bonnie->options->file_count, sizeof(*set.paths));
	if (!set.paths)
		return bonnie_complain(bonnie, "names of the files", -ENOMEM);
	rc = do_passes(&set);
	free(set.paths);
	return rc;
}
