/* SPDX-License-Identifier: MIT */
/*
 * array.c - make an md array of disks that may be written, without a mark on them; undo it
 *
 * Source: Documentation/admin-guide/md.rst of Linux.
 */

#include "bench/disk/array.h"

#include "bench/disk/door.h"
#include "bench/lib/clock.h"
#include "bench/lib/keeper.h"
#include "bench/lib/text.h"
#include "bench/machine/sysfs.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NEW_ARRAY "/sys/module/md_mod/parameters/new_array"
#define NAME_FIRST 100
#define NAME_LAST 227
#define STOP_MS 10000 /* what still holds it may take so long to go */
#define LOOK_MS 20

/* How the kernel numbers the ways of laying out data: near copies, parity that rotates left. */
static unsigned layout_of(const struct array *array)
{
	switch (array->level) {
	case 10: return 0x102;
	case 5: return 2;
	default: return 0;
	}
}

int array_check(const struct array *array, char *why, size_t why_size)
{
	unsigned least = array->level == 5 ? 3 : 2;

	if (array->disk_count < least || array->disk_count > ARRAY_MEMBERS_MAX) {
		snprintf(why, why_size, "RAID %u needs %u to %d disks that may be written, not %u",
		         array->level, least, ARRAY_MEMBERS_MAX, array->disk_count);
		return -EINVAL;
	}
	if (array->level == 10 && array->disk_count % 2) {
		snprintf(why, why_size, "RAID 10 needs an even number of disks, not %u",
		         array->disk_count);
		return -EINVAL;
	}
	for (unsigned i = 0; i < array->disk_count; i++) {
		if (array->component_kib > 0 &&
		    array->component_kib <= array->disks[i]->bytes / 1024)
			continue;
		snprintf(why, why_size, "%s is too small to be a member: %" PRIu64 " bytes",
		         array->disks[i]->name, array->disks[i]->bytes);
		return -EINVAL;
	}
	return 0;
}

/* Write one value below /sys/block/NAME/md. */
static int set(const struct array *array, const char *file, const char *format, ...)
    PRINTF_LIKE(3, 4);

static int set(const struct array *array, const char *file, const char *format, ...)
{
	char path[PATH_MAX], value[64];
	va_list args;

	snprintf(path, sizeof(path), "/sys/block/%s/md/%s", array->name, file);
	va_start(args, format);
	vsnprintf(value, sizeof(value), format, args);
	va_end(args);
	return text_write(array->root, path, value);
}

/* Have the kernel make an empty array, of a number that none has. Returns 0 or -errno. */
static int take_name(struct array *array)
{
	int rc = -EEXIST;

	for (int number = NAME_FIRST; number <= NAME_LAST && rc == -EEXIST; number++) {
		snprintf(array->name, sizeof(array->name), "md%d", number);
		rc = text_write(array->root, NEW_ARRAY, array->name);
	}
	return rc;
}

static int set_shape(const struct array *array)
{
	int rc = set(array, "metadata_version", "none");

	if (rc == 0)
		rc = set(array, "level", "raid%u", array->level);
	if (rc == 0)
		rc = set(array, "raid_disks", "%u", array->disk_count);
	if (rc == 0 && array->level != 1)
		rc = set(array, "chunk_size", "%" PRIu64, KIB(array->chunk_kib));
	if (rc == 0 && layout_of(array))
		rc = set(array, "layout", "%u", layout_of(array));
	if (rc == 0)
		rc = set(array, "component_size", "%" PRIu64, array->component_kib);
	return rc;
}

static int add_member(const struct array *array, unsigned slot)
{
	const struct disk *disk = array->disks[slot];
	char file[sizeof("dev-") + sizeof(disk->name) + sizeof("/size")];
	int rc = set(array, "new_dev", "%u:%u", disk->major, disk->minor);

	snprintf(file, sizeof(file), "dev-%s/size", disk->name);
	if (rc == 0)
		rc = set(array, file, "%" PRIu64, array->component_kib);
	snprintf(file, sizeof(file), "dev-%s/slot", disk->name);
	if (rc == 0)
		rc = set(array, file, "%u", slot);
	return rc;
}

/* What the keeper does. */
static void stop(void *context)
{
	struct array *array = context;
	uint64_t limit_ns = clock_now_ns() + MS(STOP_MS);
	int rc;

	while ((rc = set(array, "array_state", "clear")) == -EBUSY && clock_now_ns() < limit_ns)
		clock_sleep_ns(MS(LOOK_MS));
	if (rc && rc != -ENOENT)
		fprintf(stderr, "assay: cannot stop the array %s: %s\n", array->name,
		        strerror(-rc));
}

static int fill_and_start(const struct array *array, char *why, size_t why_size)
{
	int rc = set_shape(array);

	if (rc) {
		snprintf(why, why_size, "RAID %u: the kernel does not take its shape: %s",
		         array->level, strerror(-rc));
		return rc;
	}
	for (unsigned i = 0; i < array->disk_count; i++) {
		rc = add_member(array, i);
		if (rc == 0)
			continue;
		snprintf(why, why_size, "RAID %u: %s cannot be a member: %s", array->level,
		         array->disks[i]->name, strerror(-rc));
		return rc;
	}
	if (array->level != 0)
		rc = set(array, "resync_start", "none");
	if (rc == 0)
		rc = set(array, "array_state", "active");
	if (rc)
		snprintf(why, why_size, "RAID %u cannot be started: %s", array->level,
		         strerror(-rc));
	return rc;
}

int array_assemble(struct array *array, const char *root, char *why, size_t why_size)
{
	int rc;

	array->root = root;
	rc = take_name(array);
	if (rc) {
		snprintf(why, why_size, "this kernel makes no md arrays: %s", strerror(-rc));
		return rc;
	}
	array->keeper = keeper_start(stop, array);
	rc = array->keeper < 0 ? array->keeper : fill_and_start(array, why, why_size);
	if (array->keeper < 0)
		snprintf(why, why_size, "cannot start what would stop the array: %s",
		         strerror(-rc));
	if (rc)
		array_end(array);
	return rc;
}

int array_make(struct array *array, const char *root, char *why, size_t why_size)
{
	int fds[ARRAY_MEMBERS_MAX], fd, rc;
	unsigned open_count = 0;

	rc = array_check(array, why, why_size);
	while (rc == 0 && open_count < array->disk_count) {
		fd = disk_open_for_write(array->disks[open_count], root, 0, why, why_size);
		rc = fd < 0 ? fd : door_share(fd, why, why_size);
		if (fd >= 0)
			close(fd); /* md claims it for itself */
		if (rc >= 0) {
			fds[open_count++] = rc;
			rc = 0;
		}
	}
	if (rc == 0)
		rc = array_assemble(array, root, why, why_size);
	while (open_count > 0)
		close(fds[--open_count]);
	return rc;
}

uint64_t array_settle(const struct array *array)
{
	uint64_t start_ns = clock_now_ns();
	char action[32];

	while (text_readf(array->root, action, sizeof(action), "/sys/block/%s/md/sync_action",
	                  array->name) > 0 &&
	       strcmp(action, "idle") != 0)
		clock_sleep_ns(MS(LOOK_MS));
	return clock_now_ns() - start_ns;
}

uint64_t array_bytes(const struct array *array)
{
	return 512 * sysfs_number(array->root, "/sys/block/%s/size", array->name);
}

void array_end(struct array *array)
{
	stop(array);
	keeper_end(array->keeper);
	array->keeper = 0;
}
