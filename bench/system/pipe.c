/* SPDX-License-Identifier: MIT */
/*
 * system.pipe - how fast one process writes to a pipe and reads it back
 *
 * Method: write() 512 bytes to a pipe and read() them back, in one process, so that
 * no switch of processes takes part. Every block carries its own number, which must
 * come back; of the last block all bytes are compared.
 * Unit:   operations (one write and one read) per second.
 * Error:  mitigations of the CPU in the kernel move it by tens of percent; they are
 * among the facts of the report.
 * Source: UnixBench "pipe throughput", Byte magazine 1990.
 */

#include "bench/bench.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_BYTES 512

static struct loop {
	uint64_t received[BLOCK_BYTES / sizeof(uint64_t)];
	uint64_t sent[BLOCK_BYTES / sizeof(uint64_t)];
	int ends[2]; /* as of pipe(): read here, write there */
} loop;

static int prepare_pipe(struct run *run)
{
	if (pipe(loop.ends) < 0)
		return broken(run, "no pipe: %s", strerror(errno));
	for (unsigned i = 0; i < countof(loop.sent); i++)
		loop.sent[i] = i * 0x0101010101010101u;
	run->state = &loop;
	param_number(run, "block_bytes", BLOCK_BYTES);
	return 0;
}

static int run_pipe(struct run *run, uint64_t iterations)
{
	struct loop *l = run->state;

	while (iterations--) {
		l->sent[0]++;
		if (write(l->ends[1], l->sent, BLOCK_BYTES) != BLOCK_BYTES)
			return broken(run, "write to a pipe: %s", strerror(errno));
		if (read(l->ends[0], l->received, BLOCK_BYTES) != BLOCK_BYTES)
			return broken(run, "read from a pipe: %s", strerror(errno));
		if (l->received[0] != l->sent[0])
			return fail(run, "a pipe gave back another block than was written");
	}
	return 0;
}

static int verify_pipe(struct run *run)
{
	const struct loop *l = run->state;

	if (memcmp(l->received, l->sent, BLOCK_BYTES) != 0)
		return fail(run, "a pipe gave back other bytes than were written");
	return 0;
}

const struct benchmark system_pipe = {
	.name = "system.pipe",
	.title = "512 bytes through a pipe and back, one process",
	.source = "UnixBench pipe throughput",
	.metric = "rate",
	.unit = UNIT_OPS_PER_S,
	.better = BETTER_HIGHER,
	.work = 1,
	.prepare = prepare_pipe,
	.run = run_pipe,
	.verify = verify_pipe,
};
