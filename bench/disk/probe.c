/* SPDX-License-Identifier: MIT */
/* probe.c - does a disk give the same bytes when it is asked twice */

#include "bench/disk/probe.h"

#include "bench/lib/random.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#define BLOCKS 16
#define BLOCK_BYTES 4096u
#define SEED 0x5851f42d4c957f2du

int read_check(struct run *run, uint64_t offset, uint32_t bytes, int got)
{
	if (got < 0)
		return fail(run, "read of %" PRIu32 " bytes at byte %" PRIu64 ": %s", bytes, offset,
		            strerror(-got));
	if ((uint32_t)got != bytes)
		return fail(run, "read of %" PRIu32 " bytes at byte %" PRIu64 ": got only %d",
		            bytes, offset, got);
	return 0;
}

/* The next place of the probe: the same ones each time, from the same seed. */
static uint64_t next_offset(const struct run *run, const struct probe *probe, uint64_t *random)
{
	uint64_t blocks = run->job->disk->bytes / probe->block_bytes;

	return random_next(random) % blocks * probe->block_bytes;
}

static int read_blocks(struct run *run, int fd, const struct probe *probe, unsigned char *to)
{
	uint64_t random = SEED;
	int rc = 0;

	for (unsigned i = 0; rc == 0 && i < BLOCKS; i++) {
		uint64_t offset = next_offset(run, probe, &random);
		ssize_t got = pread(fd, to, probe->block_bytes, (off_t)offset);

		rc = read_check(run, offset, probe->block_bytes, got < 0 ? -errno : (int)got);
		to += probe->block_bytes;
	}
	return rc;
}

int probe_take(struct run *run, int fd, struct probe *probe)
{
	uint32_t logical_bytes = run->job->disk->logical_block_bytes;
	size_t bytes;
	void *memory;
	int rc;

	probe->block_bytes = logical_bytes > BLOCK_BYTES || run->job->disk->bytes < BLOCK_BYTES
	                         ? logical_bytes
	                         : BLOCK_BYTES;
	bytes = (size_t)BLOCKS * probe->block_bytes;
	rc = run_alloc(run, 2 * bytes, &memory);
	if (rc)
		return rc;
	probe->before = memory;
	probe->after = probe->before + bytes;
	return read_blocks(run, fd, probe, probe->before);
}

int probe_compare(struct run *run, int fd, const struct probe *probe)
{
	uint64_t random = SEED;
	int rc;

	if (run->job->disk->in_use_because[0] != '\0')
		return 0;
	rc = read_blocks(run, fd, probe, probe->after);
	for (unsigned i = 0; rc == 0 && i < BLOCKS; i++) {
		const unsigned char *before = probe->before + (size_t)i * probe->block_bytes;
		const unsigned char *after = probe->after + (size_t)i * probe->block_bytes;
		uint64_t offset = next_offset(run, probe, &random);
		uint32_t at = 0;

		while (at < probe->block_bytes && before[at] == after[at])
			at++;
		if (at < probe->block_bytes)
			rc = fail(run, "two reads of byte %" PRIu64 " differ: %02x, then %02x",
			          offset + at, before[at], after[at]);
	}
	return rc;
}
