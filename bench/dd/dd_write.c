/* SPDX-License-Identifier: MIT */
/*
 * dd.write - how fast a disk is written in order, one block at a time
 *
 * Method: dd of=DISK bs=64K, 256K, 512K or 1M oflag=direct conv=fdatasync: 1 GiB from the start
 * of the disk, one write in flight, past the page cache, and the cache of the disk is flushed
 * before the clock stops; three passes, each one a sample. Not from /dev/zero: the data cannot be
 * compressed, and no two sectors are alike. A plan that shortens the classics writes less.
 * Unit:   bytes per second.
 * Error:  the start of a disk that turns is its fastest part, and 1 GiB may fit into the fast part
 * of a solid-state disk. A pass that is shorter than 1 GiB is flagged as short-region.
 * Source: GNU dd 9.1, https://www.gnu.org/software/coreutils/
 */

#include "bench/dd/dd_pass.h"
#include "bench/disk/trial.h"
#include "bench/lib/random.h"

#define PASSES 3
#define SEED 0xd1342543de82ef95u

static uint64_t writes_bytes(const struct run *run)
{
	uint64_t bytes = dd_pass_wanted_bytes(run), disk_bytes = run->job->disk->bytes;

	return classic_passes(run) * (bytes < disk_bytes ? bytes : disk_bytes);
}

static int prepare_write(struct run *run)
{
	return trial_open(run, true, (uint32_t)run->job->benchmark->work);
}

static int measure_write(struct run *run)
{
	size_t block_bytes = run->job->benchmark->work;
	struct trial *trial = run->state;
	struct dd_copy copy = { .input = { DD_NO_INPUT, .block_bytes = block_bytes },
		                .output = { trial->fd, .block_bytes = block_bytes, .direct = true },
		                .flush = DD_FLUSH_DATA };
	uint64_t limit_bytes = run->job->write_limit_bytes / classic_passes(run), random = SEED;
	int rc = run_alloc(run, block_bytes, &copy.content);

	if (rc)
		return rc;
	for (uint64_t *word = copy.content; word < (uint64_t *)copy.content + block_bytes / 8;
	     word++)
		*word = random_next(&random);
	if (limit_bytes > run->job->disk->bytes)
		limit_bytes = run->job->disk->bytes;
	return dd_disk_passes(run, &copy, limit_bytes);
}

/* .work is the block. */
#define WRITES                                                                                    \
	.target = TARGET_WRITE, .timeout_s = 900, .classic = { .pass_s = 10, .passes = PASSES },  \
	.estimate_ns = dd_disk_passes_ns, .writes_bytes = writes_bytes, .prepare = prepare_write, \
	.measure = measure_write

const struct benchmark dd_write_64k = {
	.name = "dd.write.64k",
	.title = "Writes of 64 KiB in order, one at a time",
	.source = "dd bs=64K oflag=direct conv=fdatasync",
	.work = KIB(64),
	WRITES,
};

const struct benchmark dd_write_256k = {
	.name = "dd.write.256k",
	.title = "Writes of 256 KiB in order, one at a time",
	.source = "dd bs=256K oflag=direct conv=fdatasync",
	.work = KIB(256),
	WRITES,
};

const struct benchmark dd_write_512k = {
	.name = "dd.write.512k",
	.title = "Writes of 512 KiB in order, one at a time",
	.source = "dd bs=512K oflag=direct conv=fdatasync",
	.work = KIB(512),
	WRITES,
};

const struct benchmark dd_write_1m = {
	.name = "dd.write.1m",
	.title = "Writes of 1 MiB in order, one at a time",
	.source = "dd bs=1M oflag=direct conv=fdatasync",
	.work = MIB(1),
	WRITES,
};
