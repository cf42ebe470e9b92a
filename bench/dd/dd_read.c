/* SPDX-License-Identifier: MIT */
/*
 * dd.read - how fast a disk is read in order, one block at a time
 *
 * Method: dd if=DISK of=/dev/null bs=64K, 256K, 512K or 1M iflag=direct: 1 GiB from the start of
 * the disk, one read in flight, past the page cache; three passes, each one a sample. A plan
 * that shortens the classics reads less.
 * Unit:   bytes per second.
 * Error:  the start of a disk that turns is its fastest part. With one read in flight the disk
 * waits for us between two of them: the smaller the block, the more that counts, and this is
 * what the four sizes are to show. A pass that is shorter than 1 GiB is flagged as short-region.
 * Source: GNU dd 9.1, https://www.gnu.org/software/coreutils/
 */

#include "bench/dd/dd_pass.h"
#include "bench/disk/door.h"
#include "bench/disk/trial.h"

#include <unistd.h>

static int prepare_read(struct run *run)
{
	return trial_open(run, false, (uint32_t)run->job->benchmark->work);
}

static int measure_read(struct run *run)
{
	size_t block_bytes = run->job->benchmark->work;
	struct trial *trial = run->state;
	struct dd_copy copy = { .input = { trial->fd, .block_bytes = block_bytes, .direct = true },
		                .output = { .block_bytes = block_bytes } };
	char why[sizeof(run->result->reason)];
	int rc;

	copy.output.fd = door_open_path(run->machine, "/dev/null", true, 0, NULL, why, sizeof(why));
	if (copy.output.fd < 0)
		return broken(run, "%s", why);
	rc = dd_disk_passes(run, &copy, run->job->disk->bytes);
	close(copy.output.fd);
	return rc;
}

/* .work is the block. */
#define READS                                                                               \
	.target = TARGET_DISK, .timeout_s = 900, .classic = { .pass_s = 10, .passes = 3 },  \
	.estimate_ns = dd_disk_passes_ns, .prepare = prepare_read, .measure = measure_read, \
	.verify = trial_verify

const struct benchmark dd_read_64k = {
	.name = "dd.read.64k",
	.title = "Reads of 64 KiB in order, one at a time",
	.source = "dd bs=64K iflag=direct",
	.work = KIB(64),
	READS,
};

const struct benchmark dd_read_256k = {
	.name = "dd.read.256k",
	.title = "Reads of 256 KiB in order, one at a time",
	.source = "dd bs=256K iflag=direct",
	.work = KIB(256),
	READS,
};

const struct benchmark dd_read_512k = {
	.name = "dd.read.512k",
	.title = "Reads of 512 KiB in order, one at a time",
	.source = "dd bs=512K iflag=direct",
	.work = KIB(512),
	READS,
};

const struct benchmark dd_read_1m = {
	.name = "dd.read.1m",
	.title = "Reads of 1 MiB in order, one at a time",
	.source = "dd bs=1M iflag=direct",
	.work = MIB(1),
	READS,
};
