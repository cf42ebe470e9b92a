/* SPDX-License-Identifier: MIT */
/* offsets.c - which I/O comes next: its direction, its place and its size */

#include "bench/io/offsets.h"

#include "bench/lib/random.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#define FIXED_SEED 0x9e3779b97f4a7c15u /* of a work without one */

static const char *const direction_names[] = { "reading", "writing" };

/* Below @limit, each as likely as any other, without a division. */
static inline uint64_t draw(struct offsets *offsets, uint64_t limit)
{
	return (uint64_t)((unsigned __int128)random_next(&offsets->random) * limit >> 64);
}

static bool is_used(const struct io_work *work, enum io_direction direction)
{
	return direction == IO_READ ? work->read_percent > 0 : work->read_percent < 100;
}

/* Take over the sizes of one direction. */
static int take_sizes(struct offsets *offsets, const struct io_work *work,
                      enum io_direction direction, char *why, size_t why_size)
{
	const struct io_size *sizes = work->sizes[direction];
	unsigned count = work->size_count[direction], below = 0;
	const char *name = direction_names[direction];

	if (count == 0 || count > IO_SIZES_MAX) {
		snprintf(why, why_size, "%s: expected 1 to %d block sizes, got %u", name,
		         IO_SIZES_MAX, count);
		return -EINVAL;
	}
	for (unsigned i = 0; i < count; i++) {
		below += sizes[i].percent;
		if (sizes[i].bytes == 0 || sizes[i].bytes > work->region_bytes) {
			snprintf(why, why_size,
			         "%s: block size %" PRIu32 ": expected 1 to %" PRIu64
			         ", the size of the region",
			         name, sizes[i].bytes, work->region_bytes);
			return -EINVAL;
		}
		offsets->sizes[direction][i] =
		    (struct offsets_size){ .bytes = sizes[i].bytes, .below = below };
		if (sizes[i].bytes < offsets->smallest_bytes)
			offsets->smallest_bytes = sizes[i].bytes;
	}
	if (count > 1 && below != 100) {
		snprintf(why, why_size, "%s: the block sizes add up to %u %%, expected 100", name,
		         below);
		return -EINVAL;
	}
	offsets->sizes[direction][count - 1].below = 100;
	return 0;
}

static int check_exactly_once(const struct offsets *offsets, const struct io_work *work, char *why,
                              size_t why_size)
{
	if (work->random_percent != 100) {
		snprintf(why, why_size, "exactly once: expected 100 %% random, got %u",
		         work->random_percent);
		return -EINVAL;
	}
	for (enum io_direction direction = IO_READ; direction < IO_DIRECTIONS; direction++) {
		if (is_used(work, direction) &&
		    (work->size_count[direction] > 1 ||
		     offsets->sizes[direction][0].bytes != offsets->align_bytes)) {
			snprintf(why, why_size, "exactly once: expected a single block size");
			return -EINVAL;
		}
	}
	return 0;
}

static void count_places(struct offsets *offsets, const struct io_work *work)
{
	uint64_t bytes = offsets->end_bytes - offsets->start_bytes;

	for (enum io_direction direction = IO_READ; direction < IO_DIRECTIONS; direction++) {
		for (unsigned i = 0; i < work->size_count[direction]; i++) {
			struct offsets_size *size = &offsets->sizes[direction][i];

			size->places =
			    size->bytes ? (bytes - size->bytes) / offsets->align_bytes + 1 : 0;
		}
	}
}

int offsets_make(struct offsets *offsets, const struct io_work *work, char *why, size_t why_size)
{
	int rc = 0;

	*offsets = (struct offsets){
		.random = work->seed ? work->seed : FIXED_SEED,
		.start_bytes = work->region_start_bytes,
		.end_bytes = work->region_start_bytes + work->region_bytes,
		.smallest_bytes = UINT32_MAX,
		.read_percent = work->read_percent,
		.random_percent = work->random_percent,
		.exactly_once = work->exactly_once,
		.one_stream = work->one_stream,
		.repeat = work->repeat,
		.position_bytes = { work->region_start_bytes, work->region_start_bytes },
	};
	if (work->read_percent > 100 || work->random_percent > 100) {
		snprintf(why, why_size, "reads and random: expected at most 100 %%");
		return -EINVAL;
	}
	for (enum io_direction direction = IO_READ; direction < IO_DIRECTIONS && rc == 0;
	     direction++) {
		if (is_used(work, direction))
			rc = take_sizes(offsets, work, direction, why, why_size);
	}
	if (rc)
		return rc;
	offsets->align_bytes = work->align_bytes ? work->align_bytes : offsets->smallest_bytes;
	if (work->exactly_once)
		rc = check_exactly_once(offsets, work, why, why_size);
	count_places(offsets, work);
	if (rc == 0 && work->exactly_once)
		permutation_begin(&offsets->permutation, work->region_bytes / offsets->align_bytes,
		                  offsets->random);
	return rc;
}

uint32_t offsets_largest(const struct io_work *work)
{
	uint32_t largest = 0;

	for (enum io_direction direction = IO_READ; direction < IO_DIRECTIONS; direction++) {
		for (unsigned i = 0; is_used(work, direction) && i < work->size_count[direction];
		     i++) {
			if (work->sizes[direction][i].bytes > largest)
				largest = work->sizes[direction][i].bytes;
		}
	}
	return largest;
}

static enum io_direction next_direction(struct offsets *offsets)
{
	if (offsets->read_percent == 100)
		return IO_READ;
	if (offsets->read_percent == 0)
		return IO_WRITE;
	return draw(offsets, 100) < offsets->read_percent ? IO_READ : IO_WRITE;
}

static const struct offsets_size *next_size(struct offsets *offsets, enum io_direction direction)
{
	const struct offsets_size *size = offsets->sizes[direction];

	if (size->below < 100) {
		uint64_t number = draw(offsets, 100);

		while (size->below <= number)
			size++;
	}
	return size;
}

/* Each block of the region once; then, if it is to be repeated, in another order. */
static bool next_once(struct offsets *offsets, uint64_t *block)
{
	struct permutation *permutation = &offsets->permutation;

	if (permutation_next(permutation, block))
		return true;
	if (!offsets->repeat)
		return false;
	permutation_begin(permutation, permutation->count, random_next(&offsets->random));
	return permutation_next(permutation, block);
}

bool offsets_next(struct offsets *offsets, struct io_place *place)
{
	enum io_direction direction = next_direction(offsets);
	const struct offsets_size *size = next_size(offsets, direction);
	uint64_t *position = &offsets->position_bytes[offsets->one_stream ? 0 : direction];
	uint64_t block;

	place->direction = direction;
	place->bytes = size->bytes;
	if (offsets->exactly_once) {
		if (!next_once(offsets, &block))
			return false;
		place->offset_bytes = offsets->start_bytes + block * offsets->align_bytes;
	} else if (offsets->random_percent == 100 ||
	           (offsets->random_percent && draw(offsets, 100) < offsets->random_percent)) {
		block = draw(offsets, size->places);
		place->offset_bytes = offsets->start_bytes + block * offsets->align_bytes;
	} else {
		if (size->bytes > offsets->end_bytes - *position) {
			if (!offsets->repeat)
				return false;
			*position = offsets->start_bytes;
		}
		place->offset_bytes = *position;
	}
	*position = place->offset_bytes + size->bytes;
	return true;
}
