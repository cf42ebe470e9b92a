/* SPDX-License-Identifier: MIT */
/* offsets.h - which I/O comes next: its direction, its place and its size */

#ifndef ASSAY_IO_OFFSETS_H
#define ASSAY_IO_OFFSETS_H

#include "bench/io/io.h"
#include "bench/io/permutation.h"

struct io_place {
	enum io_direction direction;
	uint32_t bytes;
	uint64_t offset_bytes;
};

/* One size of a mix. */
struct offsets_size {
	uint32_t bytes;
	unsigned below;  /* drawn if a number from 0 to 99 is below this */
	uint64_t places; /* where in the region it fits */
};

struct offsets {
	uint64_t random; /* state of the generator */
	uint64_t start_bytes, end_bytes;
	uint32_t align_bytes, smallest_bytes;
	unsigned read_percent, random_percent;
	bool exactly_once, one_stream, repeat;
	uint64_t position_bytes[IO_DIRECTIONS]; /* where in-order I/O goes on */
	struct permutation permutation;
	struct offsets_size sizes[IO_DIRECTIONS][IO_SIZES_MAX];
};

/* Ready at the start of the region. Returns 0, or -EINVAL with one line in @why. */
MUST_CHECK int offsets_make(struct offsets *offsets, const struct io_work *work, char *why,
                            size_t why_size);

/* The next one; false when the region is used up and is not to be repeated. */
bool offsets_next(struct offsets *offsets, struct io_place *place);

/* The largest of the sizes, bytes. */
uint32_t offsets_largest(const struct io_work *work);

#endif
