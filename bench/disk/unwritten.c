/* SPDX-License-Identifier: MIT */
/* unwritten.c - would a disk be read where nothing was ever written? */

#include "bench/disk/unwritten.h"

#include "bench/lib/random.h"
#include "bench/machine/sysfs.h"

#include <stdlib.h>
#include <unistd.h>

#define PLACES 64
#define BLOCK_BYTES 4096u
#define SEED 0x3c6ef372fe94f82bu

static bool is_zero(const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (bytes[i])
			return false;
	return true;
}

bool disk_is_unwritten(const struct disk *disk, int fd, const char *root)
{
	uint32_t block_bytes =
	    disk->logical_block_bytes > BLOCK_BYTES ? disk->logical_block_bytes : BLOCK_BYTES;
	uint64_t random = SEED, blocks = disk->bytes / block_bytes;
	unsigned zero = 0;
	void *block;

	if (disk->rotational || blocks == 0 ||
	    sysfs_number(root, "/sys/block/%s/queue/discard_max_bytes", disk->name) == 0)
		return false;
	block = aligned_alloc(block_bytes, block_bytes);
	if (!block)
		return false;
	for (int i = 0; i < PLACES; i++) {
		off_t offset = (off_t)(random_next(&random) % blocks * block_bytes);

		zero += pread(fd, block, block_bytes, offset) == (ssize_t)block_bytes &&
		        is_zero(block, block_bytes);
	}
	free(block);
	return zero > PLACES / 2;
}
