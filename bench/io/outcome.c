/* SPDX-License-Identifier: MIT */
/* outcome.c - count what becomes of I/Os, and add up what several threads have counted */

#include "bench/io/engine.h"

#include <string.h>

/* The class of a depth: 1 2- 4- 8- 16- 32- 64- */
static unsigned depth_class(unsigned depth)
{
	unsigned power = 31 - (unsigned)__builtin_clz(depth);

	return power < 6 ? power : 6;
}

/* The class of a call: 0 1-4 5-8 9-16 17-32 33-64 65- */
static unsigned batch_class(unsigned count)
{
	unsigned power;

	if (count <= 4)
		return count > 0;
	power = 31 - (unsigned)__builtin_clz(count - 1);
	return power < 6 ? power : 6;
}

void outcome_batch(uint64_t classes[7], unsigned count)
{
	classes[batch_class(count)]++;
}

void outcome_issued(struct io *io, struct io_outcome *outcome, unsigned count)
{
	outcome_batch(outcome->submits, count);
	outcome->depths[depth_class(io->in_flight)] += count;
	if (io->work.mode == IO_PEAK || io->driver->one_by_one)
		return;
	for (unsigned i = 0; i < count; i++) {
		const struct io_request *request = io->queue[i];
		struct io_tally *tally = &outcome->tally[request->place.direction];
		uint64_t slat_ns = request->issue_ns - request->start_ns;

		moments_add(&tally->slat, slat_ns);
		if (io->work.slat_histogram)
			histogram_add(&tally->slat_histogram, slat_ns);
	}
}

void outcome_ended(struct io *io, struct io_outcome *outcome, const struct io_request *request)
{
	struct io_tally *tally = &outcome->tally[request->place.direction];
	uint64_t clat_ns = io->now_ns - request->issue_ns;
	uint64_t lat_ns = io->now_ns - request->start_ns;

	tally->ios++;
	tally->bytes += (unsigned)request->result;
	if (io->work.mode == IO_PEAK)
		return;
	if (io->driver->one_by_one)
		lat_ns = clat_ns;
	moments_add(&tally->clat, clat_ns);
	histogram_add(&tally->clat_histogram, clat_ns);
	moments_add(&tally->lat, lat_ns);
	if (io->work.lat_histogram)
		histogram_add(&tally->lat_histogram, lat_ns);
}

void outcome_error(struct io *io, struct io_outcome *outcome, const struct io_request *request,
                   uint64_t offset_bytes, int error)
{
	if (outcome->error_count < IO_ERRORS_MAX)
		outcome->errors[outcome->error_count] = (struct io_error){
			.direction = request->place.direction,
			.offset_bytes = offset_bytes,
			.bytes = request->place.bytes,
			.error = error,
			.got_bytes = request->result > 0 ? (uint32_t)request->result : 0,
		};
	outcome->error_count++;
	io->error_count++;
}

static void merge_counts(uint64_t *sum, const uint64_t *more, size_t count)
{
	for (size_t i = 0; i < count; i++)
		sum[i] += more[i];
}

static void merge_tally(struct io_tally *sum, const struct io_tally *more)
{
	sum->ios += more->ios;
	sum->bytes += more->bytes;
	sum->short_ios += more->short_ios;
	moments_merge(&sum->slat, &more->slat);
	moments_merge(&sum->clat, &more->clat);
	moments_merge(&sum->lat, &more->lat);
	histogram_merge(&sum->slat_histogram, &more->slat_histogram);
	histogram_merge(&sum->clat_histogram, &more->clat_histogram);
	histogram_merge(&sum->lat_histogram, &more->lat_histogram);
	if (more->elapsed_ns > sum->elapsed_ns)
		sum->elapsed_ns = more->elapsed_ns;
}

void io_outcome_merge(struct io_outcome *sum, const struct io_outcome *more)
{
	for (enum io_direction direction = IO_READ; direction < IO_DIRECTIONS; direction++)
		merge_tally(&sum->tally[direction], &more->tally[direction]);
	moments_merge(&sum->sync, &more->sync);
	histogram_merge(&sum->sync_histogram, &more->sync_histogram);
	if (more->elapsed_ns > sum->elapsed_ns)
		sum->elapsed_ns = more->elapsed_ns;
	sum->user_ns += more->user_ns;
	sum->system_ns += more->system_ns;
	sum->switches += more->switches;
	sum->major_faults += more->major_faults;
	sum->minor_faults += more->minor_faults;
	merge_counts(sum->depths, more->depths, countof(sum->depths));
	merge_counts(sum->submits, more->submits, countof(sum->submits));
	merge_counts(sum->completes, more->completes, countof(sum->completes));
	for (uint64_t i = 0; i < more->error_count && i < IO_ERRORS_MAX; i++) {
		if (sum->error_count + i < IO_ERRORS_MAX)
			sum->errors[sum->error_count + i] = more->errors[i];
	}
	sum->error_count += more->error_count;
	if (more->hung && !sum->hung)
		sum->hung_offset_bytes = more->hung_offset_bytes;
	sum->hung |= more->hung;
	sum->polled |= more->polled;
	sum->done |= more->done;
}
