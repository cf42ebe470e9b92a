/* SPDX-License-Identifier: MIT */
/* dd_open.c - both sides of a copy: opened, checked, and put at their place */

#include "bench/dd/dd_open.h"

#include "bench/disk/door.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* What fstat() and a disk say of an open side. */
struct medium_size {
	bool device, file;
	uint64_t bytes;        /* UINT64_MAX = it has no end */
	uint32_t sector_bytes; /* of a device */
};

/* Where a complaint goes. */
struct complaint {
	char *text;
	size_t size;
};

static int complain(const struct complaint *why, int rc, const char *format, ...) PRINTF_LIKE(3, 4);

static int complain(const struct complaint *why, int rc, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why->text, why->size, format, args);
	va_end(args);
	return rc;
}

static unsigned door_flags(const struct dd_file *file)
{
	return (file->direct ? DOOR_DIRECT : 0u) | (file->sync ? DOOR_SYNC : 0u) |
	       (file->dsync ? DOOR_DATASYNC : 0u);
}

static const char *name_of(const struct dd_file *file, bool output)
{
	return file->path ? file->path : output ? "standard output" : "standard input";
}

static int size_of(int fd, const char *name, struct medium_size *size, const struct complaint *why)
{
	struct stat stat;
	int sector_bytes = 0;

	memset(size, 0, sizeof(*size));
	if (fstat(fd, &stat) < 0)
		return complain(why, -errno, "%s: %s", name, strerror(errno));
	size->file = S_ISREG(stat.st_mode);
	size->device = S_ISBLK(stat.st_mode);
	size->bytes = size->file ? (uint64_t)stat.st_size : UINT64_MAX;
	if (size->device &&
	    (ioctl(fd, BLKGETSIZE64, &size->bytes) < 0 || ioctl(fd, BLKSSZGET, &sector_bytes) < 0))
		return complain(why, -errno, "%s: %s", name, strerror(errno));
	size->sector_bytes = (uint32_t)sector_bytes;
	return 0;
}

/* Past the page cache a device takes whole sectors only. */
static int check_sectors(const struct dd_file *file, const struct medium_size *size,
                         const struct dd_side *side, const struct complaint *why)
{
	if (!file->direct || !size->device ||
	    (file->block_bytes % size->sector_bytes == 0 &&
	     side->offset_bytes % size->sector_bytes == 0))
		return 0;
	return complain(why, -EINVAL,
	                "%s: expected blocks and places of whole sectors of %" PRIu32
	                " bytes with direct, not %zu bytes at byte %" PRIu64,
	                file->path, size->sector_bytes, file->block_bytes, side->offset_bytes);
}

/* Go to the place that skip= or seek= says, from where the side stands. */
static int go_to_place(const struct dd_file *file, bool output, struct dd_side *side,
                       const struct medium_size *size, const struct complaint *why)
{
	uint64_t ahead_bytes = dd_amount_bytes(&file->skip, file->block_bytes);
	const char *name = name_of(file, output);
	off_t place;

	if (ahead_bytes > INT64_MAX)
		return complain(why, -EINVAL, "%s: its place is expected below 8 EiB", name);
	place = lseek(side->fd, (off_t)ahead_bytes, SEEK_CUR);
	if (place < 0 && ahead_bytes)
		return complain(why, -errno, "%s: it has no places to go to: expected no %s=", name,
		                output ? "seek" : "skip");
	side->offset_bytes = place < 0 ? 0 : (uint64_t)place;
	if (!output && side->offset_bytes > size->bytes)
		return complain(why, -EINVAL, "%s: skip: expected at most its %" PRIu64 " bytes",
		                name, size->bytes);
	return 0;
}

/* What is open can be used as it is asked to. */
static int check_side(const struct dd_file *file, bool output, struct dd_side *side,
                      struct medium_size *size, const struct complaint *why)
{
	int rc = size_of(side->fd, name_of(file, output), size, why);

	if (rc == 0 && output && !file->path && size->device)
		rc = complain(why, -EPERM,
		              "standard output is a disk: expected of=, which asks "
		              "whether it may be written");
	if (rc == 0)
		rc = go_to_place(file, output, side, size, why);
	return rc ? rc : check_sectors(file, size, side, why);
}

/* Open one side and go to its place. */
static int open_side(const struct dd_file *file, bool output, const struct machine *machine,
                     struct dd_side *side, struct medium_size *size, const struct disk **disk,
                     const struct complaint *why)
{
	int rc;

	*disk = NULL;
	*side = (struct dd_side){ .fd = output ? STDOUT_FILENO : STDIN_FILENO,
		                  .block_bytes = file->block_bytes,
		                  .direct = file->direct,
		                  .nocache = file->nocache };
	if (!file->path && door_flags(file))
		return complain(why, -EINVAL, "%s: expected %s= with direct, dsync and sync",
		                name_of(file, output), output ? "of" : "if");
	if (file->path)
		side->fd = door_open_path(machine, file->path, output, door_flags(file), disk,
		                          why->text, why->size);
	if (side->fd < 0)
		return side->fd;
	rc = check_side(file, output, side, size, why);
	if (rc && file->path)
		close(side->fd);
	return rc;
}

/* How much there is to copy; UINT64_MAX = as much as comes. */
static uint64_t plan_bytes(const struct dd_request *request, const struct dd_side *input,
                           const struct medium_size *size)
{
	uint64_t wanted = dd_amount_bytes(&request->count, request->input.block_bytes);
	uint64_t there = size->bytes == UINT64_MAX ? UINT64_MAX : size->bytes - input->offset_bytes;

	return wanted < there ? wanted : there;
}

/* Onto a device goes only what is known to fit and to be allowed, whatever the input becomes. */
static int check_target(const struct dd_request *request, struct dd_opened *opened,
                        const struct medium_size *size, uint64_t limit_bytes,
                        const struct complaint *why)
{
	uint64_t offset_bytes = opened->copy.output.offset_bytes;
	uint64_t room = offset_bytes < size->bytes ? size->bytes - offset_bytes : 0;
	const char *path = name_of(&request->output, true);

	if (!size->device)
		return 0;
	if (opened->planned_bytes == UINT64_MAX)
		return complain(why, -EINVAL, "%s: expected count=: the input has no end", path);
	if (opened->planned_bytes > room)
		return complain(why, -EINVAL,
		                "%s: expected at most %" PRIu64 " bytes from byte %" PRIu64
		                " on, not %" PRIu64,
		                path, room, offset_bytes, opened->planned_bytes);
	if (opened->planned_bytes > limit_bytes)
		return complain(why, -EINVAL,
		                "%s: expected at most %" PRIu64
		                " bytes, as --write.limit= says, not %" PRIu64,
		                path, limit_bytes, opened->planned_bytes);
	opened->copy.count_blocks = opened->planned_bytes / request->input.block_bytes;
	opened->copy.count_bytes = opened->planned_bytes % request->input.block_bytes;
	return 0;
}

/* conv=excl and conv=nocreat. */
static int check_existence(const struct dd_request *request, const struct complaint *why)
{
	const char *path = request->output.path;

	if (request->excl && access(path, F_OK) == 0)
		return complain(why, -EEXIST, "%s: is there already: conv=excl expects a new file",
		                path);
	if (request->nocreat && access(path, F_OK) < 0)
		return complain(why, -errno, "%s: conv=nocreat: %s", path, strerror(errno));
	return 0;
}

static enum dd_flush flush_of(const struct dd_request *request)
{
	if (request->fsync)
		return DD_FLUSH_ALL;
	return request->fdatasync ? DD_FLUSH_DATA : DD_FLUSH_NONE;
}

int dd_open(const struct dd_request *request, const struct machine *machine,
            uint64_t write_limit_bytes, struct dd_opened *opened, char *why, size_t why_size)
{
	const struct complaint complaint = { why, why_size };
	struct medium_size input_size, output_size;
	struct dd_copy *copy = &opened->copy;
	const struct disk *source;
	int rc;

	memset(opened, 0, sizeof(*opened));
	rc = open_side(&request->input, false, machine, &copy->input, &input_size, &source,
	               &complaint);
	if (rc)
		return rc;
	rc = check_existence(request, &complaint);
	if (rc == 0)
		rc = open_side(&request->output, true, machine, &copy->output, &output_size,
		               &opened->target, &complaint);
	if (rc) {
		if (request->input.path)
			close(copy->input.fd);
		return rc;
	}
	copy->reblock = request->reblock;
	copy->fullblock = request->fullblock;
	copy->flush = flush_of(request);
	copy->count_blocks = request->count.blocks;
	if (request->count.blocks != DD_NO_LIMIT)
		copy->count_blocks += request->count.bytes / request->input.block_bytes;
	copy->count_bytes = request->count.bytes % request->input.block_bytes;
	opened->planned_bytes = plan_bytes(request, &copy->input, &input_size);
	rc = check_target(request, opened, &output_size, write_limit_bytes, &complaint);
	if (rc == 0 && output_size.file && request->output.path && !request->notrunc &&
	    ftruncate(copy->output.fd, (off_t)copy->output.offset_bytes) < 0)
		rc = complain(&complaint, -errno, "%s: %s", request->output.path, strerror(errno));
	if (rc)
		dd_close(request, opened);
	return rc;
}

int dd_close(const struct dd_request *request, const struct dd_opened *opened)
{
	if (request->input.path)
		close(opened->copy.input.fd);
	return request->output.path && close(opened->copy.output.fd) < 0 ? -errno : 0;
}
