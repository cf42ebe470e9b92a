/* SPDX-License-Identifier: MIT */
/* dd_pass.c - what the benchmarks that copy as dd does have in common */

#include "bench/dd/dd_pass.h"

#include "bench/disk/forecast.h"
#include "bench/disk/trial.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

uint64_t dd_pass_wanted_bytes(const struct run *run)
{
	uint64_t bytes = (uint64_t)(run->pace->classic_share * (double)DD_PASS_BYTES);

	return bytes < MIB(1) ? MIB(1) : bytes - bytes % MIB(1);
}

uint64_t dd_pass_bytes(struct run *run, uint64_t most_bytes)
{
	uint64_t bytes = dd_pass_wanted_bytes(run);

	if (bytes > most_bytes)
		bytes = most_bytes - most_bytes % MIB(1);
	if (bytes < DD_PASS_BYTES)
		run->result->warnings |= WARN_SHORT_REGION;
	return bytes;
}

uint64_t dd_disk_passes_ns(const struct run *run)
{
	uint64_t bytes = dd_pass_wanted_bytes(run), disk_bytes = run->job->disk->bytes;

	if (bytes > disk_bytes)
		bytes = disk_bytes;
	return classic_passes(run) *
	       forecast_time_ns(run->job->disk, bytes, (uint32_t)run->job->benchmark->work);
}

int dd_pass(struct run *run, struct dd_copy *copy, uint64_t bytes, const char *input,
            const char *output, struct metric *throughput, struct dd_outcome *outcome)
{
	char why[sizeof(run->result->reason)];

	copy->count_blocks = bytes / copy->input.block_bytes;
	/* the kernel may give less of /dev/zero than was asked for, on a busy machine */
	copy->fullblock = true;
	if (dd_run(copy, outcome)) {
		dd_explain(outcome, input, output, why, sizeof(why));
		/* others had the room meanwhile: no fault of the disk */
		return outcome->error == -ENOSPC ? skip(run, "%s", why) : fail(run, "%s", why);
	}
	if (outcome->bytes != bytes)
		return fail(run, "%s ended after %" PRIu64 " of %" PRIu64 " bytes", input,
		            outcome->bytes, bytes);
	if (outcome->elapsed_ns == 0)
		return broken(run, "the clock does not advance");
	metric_sample(throughput, (double)bytes * 1e9 / (double)outcome->elapsed_ns);
	return 0;
}

int dd_disk_passes(struct run *run, struct dd_copy *copy, uint64_t most_bytes)
{
	struct metric *throughput = metric_add(run, "throughput", UNIT_BYTES_PER_S, BETTER_HIGHER);
	uint64_t bytes = dd_pass_bytes(run, most_bytes);
	const char *name = run->job->disk->name;
	struct trial *trial = run->state;
	struct dd_outcome outcome;
	int rc = 0;

	if (bytes == 0)
		return skip(run, "%s: expected room for 1 MiB, not %" PRIu64 " bytes", name,
		            most_bytes);
	param_number(run, "block_bytes", (double)copy->input.block_bytes);
	param_number(run, "depth", 1);
	param_number(run, "region_bytes", (double)bytes);
	cost_look(&trial->start, "");
	for (unsigned i = 0; rc == 0 && i < classic_passes(run); i++) {
		run_rest(run);
		if (lseek(trial->fd, 0, SEEK_SET) < 0)
			return broken(run, "%s: %s", name, strerror(errno));
		rc = dd_pass(run, copy, bytes, name, name, throughput, &outcome);
		trial->ios += copy->count_blocks;
	}
	cost_add(&trial->spent, &trial->start, "");
	return rc ? rc : trial_finish(run);
}
