/* SPDX-License-Identifier: MIT */
/* trial_error.c - say what went wrong with the I/O of a trial, and where */

#include "bench/disk/trial_error.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_places(const void *a, const void *b)
{
	const struct io_error *first = a, *second = b;

	return first->offset_bytes < second->offset_bytes
	           ? -1
	           : first->offset_bytes > second->offset_bytes;
}

static int fail_at(struct run *run, const struct io_error *error, uint64_t count)
{
	char what[64], rest[48] = "";

	if (error->error == EBADMSG)
		snprintf(what, sizeof(what), "other bytes than were written");
	else if (error->error)
		snprintf(what, sizeof(what), "%s", strerror(error->error));
	else
		snprintf(what, sizeof(what), "got only %" PRIu32, error->got_bytes);
	if (count > 1)
		snprintf(rest, sizeof(rest), "; %" PRIu64 " bad in all", count);
	return fail(run, "%s of %" PRIu32 " bytes at byte %" PRIu64 ": %s%s",
	            error->direction == IO_READ ? "read" : "write", error->bytes,
	            error->offset_bytes, what, rest);
}

/* Put the places in order, each once. Returns how many there are. */
static unsigned sort_places(struct io_error *errors, unsigned count)
{
	unsigned kept = 0;

	qsort(errors, count, sizeof(errors[0]), compare_places);
	for (unsigned i = 0; i < count; i++)
		if (kept == 0 || errors[kept - 1].offset_bytes != errors[i].offset_bytes)
			errors[kept++] = errors[i];
	return kept;
}

static int fail_for_places(struct run *run, const struct io_outcome *outcome)
{
	struct io_error errors[IO_ERRORS_MAX];
	uint64_t count = outcome->error_count;
	unsigned kept;

	memcpy(errors, outcome->errors, sizeof(errors));
	kept = sort_places(errors, count < IO_ERRORS_MAX ? (unsigned)count : IO_ERRORS_MAX);
	if (count <= IO_ERRORS_MAX)
		count = kept;
	param_number(run, "bad_blocks", (double)count);
	for (unsigned i = 0; i < kept; i++) {
		char name[32];

		snprintf(name, sizeof(name), "bad_byte_%u", i + 1);
		param_number(run, name, (double)errors[i].offset_bytes);
	}
	return fail_at(run, &errors[0], count);
}

int trial_error(struct run *run, const struct stimulus *stimulus, const struct io_outcome *outcome,
                int rc)
{
	const char *verb = stimulus->read_percent == 100 ? "read"
	                   : stimulus->read_percent == 0 ? "write"
	                                                 : "I/O";

	if (outcome->error_count > 0)
		return fail_for_places(run, outcome);
	if (rc == -ETIMEDOUT)
		return end_early(run, STATUS_TIMED_OUT,
		                 "%s of %" PRIu32 " bytes at byte %" PRIu64
		                 ": no answer after %u s",
		                 verb, stimulus->block_bytes, outcome->hung_offset_bytes,
		                 (unsigned)(TRIAL_DEADLINE_NS / SECONDS(1)));
	return rc ? broken(run, "%s: %s", verb, strerror(-rc)) : 0;
}
