/* SPDX-License-Identifier: MIT */
/* medium.c - the bytes of a disk or partition, wherever they are read from */

#include "bench/machine/medium.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int window_read(void *context, uint64_t offset, void *to, size_t size)
{
	const struct window *window = context;
	size_t used = 0;
	ssize_t got;

	memset(to, 0, size);
	while (used < size) {
		got = pread(window->fd, (char *)to + used, size - used,
		            (off_t)(window->start_bytes + offset + used));
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (got == 0)
			break;
		used += (size_t)got;
	}
	return 0;
}

int medium_read(const struct medium *medium, uint64_t offset, void *to, size_t size)
{
	int rc;

	if (size > medium->bytes || offset > medium->bytes - size)
		return 0;
	rc = medium->read(medium->context, offset, to, size);
	return rc < 0 ? rc : 1;
}

int medium_has(const struct medium *medium, uint64_t offset, const char *bytes, size_t length)
{
	char found[32];
	int rc = medium_read(medium, offset, found, length);

	return rc > 0 ? memcmp(found, bytes, length) == 0 : rc;
}

uint32_t little_u16(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8;
}

uint32_t little_u32(const uint8_t *at)
{
	return little_u16(at) | little_u16(at + 2) << 16;
}

uint64_t little_u64(const uint8_t *at)
{
	return little_u32(at) | (uint64_t)little_u32(at + 4) << 32;
}
