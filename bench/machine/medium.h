/* SPDX-License-Identifier: MIT */
/* medium.h - the bytes of a disk or partition, wherever they are read from */

#ifndef ASSAY_MEDIUM_H
#define ASSAY_MEDIUM_H

#include "bench/lib/base.h"

struct medium {
	/* Fill @to from @offset; only asked for what is inside @bytes. Returns 0 or -errno. */
	int (*read)(void *context, uint64_t offset, void *to, size_t size);
	void *context;
	uint64_t bytes;
};

/* A part of an open disk or file, as the context of a medium. */
struct window {
	int fd;
	uint64_t start_bytes;
};

/* The read of a medium that is a window; where the file ends early there are zeros. */
int window_read(void *context, uint64_t offset, void *to, size_t size);

/* Returns 1 with @to filled, 0 if that is not wholly inside the medium, or -errno. */
MUST_CHECK int medium_read(const struct medium *medium, uint64_t offset, void *to, size_t size);

/* Are the @length bytes at @offset these? At most 32. Returns 1, 0 or -errno. */
MUST_CHECK int medium_has(const struct medium *medium, uint64_t offset, const char *bytes,
                          size_t length);

/* Numbers as they lie on disks: the lowest byte first. */
uint32_t little_u16(const uint8_t *at);
uint32_t little_u32(const uint8_t *at);
uint64_t little_u64(const uint8_t *at);

#endif
