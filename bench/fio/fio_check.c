/* SPDX-License-Identifier: MIT */
/* fio_check.c - what the options of a job may be, but not together */

#include "bench/fio/fio_words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define DIRECT_BYTES 512 /* what O_DIRECT asks for, or more */

static bool logs_anything(const struct fio_log_wish *log)
{
	return log->bw[0] || log->lat[0] || log->iops[0] || log->hist[0];
}

/* An unescaped colon is how fio separates several files. */
static bool has_colon(const char *filename)
{
	for (const char *colon = filename; (colon = strchr(colon, ':')); colon++)
		if (colon == filename || colon[-1] != '\\')
			return true;
	return false;
}

bool fio_is_once(const struct fio_job *job)
{
	uint32_t bytes = job->sizes[IO_READ].sizes[0].bytes;

	if (!FIO_RANDOM(job) || job->no_random_map || job->random_percent < 100)
		return false;
	for (unsigned direction = 0; direction < IO_DIRECTIONS; direction++)
		if (fio_least_bytes(&job->sizes[direction]) != bytes ||
		    fio_most_bytes(&job->sizes[direction]) != bytes)
			return false;
	return job->align_bytes == 0 || job->align_bytes == bytes;
}

/* Blocks must be read as they were written: all of the same size, each of them once. */
static bool cannot_verify(const struct fio_job *job)
{
	bool alone = job->numjobs == 1 || !job->filename[0];

	return job->verify &&
	       (job->time_based || job->loops > 1 || job->ramp_ns ||
	        (FIO_READS(job) && FIO_WRITES(job)) || job->peak ||
	        (FIO_RANDOM(job) && !fio_is_once(job)) || (FIO_WRITES(job) && !alone));
}

static bool is_unaligned(const struct fio_job *job)
{
	uint64_t all = job->align_bytes;

	for (unsigned i = 0; i < IO_DIRECTIONS; i++)
		for (unsigned n = 0; n < job->sizes[i].count; n++)
			all |= job->sizes[i].sizes[n].bytes;
	return job->direct && all % DIRECT_BYTES != 0;
}

/* What is wrong with a job, or NULL. */
static const char *find_fault(const struct fio_job *job)
{
	const bool uring = job->engine == IO_URING;
	const struct {
		bool wrong;
		const char *expected;
	} rules[] = {
		{ !job->name[0], "expected a name" },
		{ job->time_based && !job->runtime_ns,
		  "time_based: expected runtime=TIME with it" },
		{ has_colon(job->filename), "filename: expected one file; write \\: for a colon" },
		{ job->filename[0] == '/' && job->directory[0],
		  "filename: expected no / at its beginning with directory=" },
		{ job->submit_batch > job->depth, "iodepth_batch: expected at most iodepth" },
		{ !uring && (job->poll || job->fixed_buffers || job->fixed_files),
		  "hipri, fixedbufs, registerfiles: expected ioengine=io_uring with them" },
		{ job->poll && !job->direct, "hipri: expected direct=1 with it" },
		{ job->random_percent < 100 && !FIO_RANDOM(job),
		  "percentage_random: expected a random rw with it" },
		{ job->zero_buffers && (job->refill_buffers || job->compress_percent),
		  "zero_buffers: expected no refill_buffers, no buffer_compress_percentage" },
		{ job->verify && (job->zero_buffers || job->refill_buffers),
		  "verify: expected no zero_buffers, no refill_buffers: it writes its own "
		  "content" },
		{ cannot_verify(job), "verify: expected reading or writing each block once by one "
		                      "thread: no mix, no time_based, no loops, no ramp_time, one "
		                      "block size, random with its map, numjobs=1" },
		{ job->log.hist[0] && !job->log.hist_window_ms,
		  "write_hist_log: expected log_hist_msec=MS with it" },
		{ job->peak && (logs_anything(&job->log) || job->lat_percentiles ||
		                job->slat_percentiles || job->max_latency_ns),
		  "gtod_reduce: expected no logs, no percentiles, no max_latency with it" },
		{ job->max_latency_ns && !uring && job->engine != IO_LIBAIO,
		  "max_latency: expected ioengine=io_uring or libaio with it" },
		{ is_unaligned(job), "direct: expected sizes that are multiples of 512" },
		{ job->engine == IO_NULL && job->size.bytes == 0,
		  "ioengine=null: expected size=BYTES with it" },
	};

	for (size_t i = 0; i < countof(rules); i++)
		if (rules[i].wrong)
			return rules[i].expected;
	return NULL;
}

/* What the layout of 1.59 has no place for. */
static bool wants_percentiles(const struct fio_request *request, const struct fio_job *job)
{
	return job->lat_percentiles || job->slat_percentiles ||
	       (job->clat_percentiles && (fio_job_has(job, "clat_percentiles") ||
	                                  fio_job_has(&request->defaults, "clat_percentiles")));
}

int fio_check(const struct fio_request *request, char *why, size_t why_size)
{
	uint64_t threads = 0;

	for (unsigned i = 0; i < request->job_count; i++) {
		const struct fio_job *job = &request->jobs[i];
		const char *fault = find_fault(job);

		if (!fault && request->old_layout && wants_percentiles(request, job))
			fault = "--output-layout=1.59: expected no percentiles with it";
		threads += job->numjobs;
		if (fault) {
			snprintf(why, why_size, "%s: %s", job->name[0] ? job->name : "a job",
			         fault);
			return -EINVAL;
		}
	}
	if (threads <= FIO_THREADS_MAX)
		return 0;
	snprintf(why, why_size, "numjobs: %" PRIu64 " threads in all; expected at most %d", threads,
	         FIO_THREADS_MAX);
	return -EINVAL;
}

const char *fio_note(const struct fio_job *job, unsigned number)
{
	const struct {
		bool applies;
		const char *text;
	} notes[] = {
		{ job->depth > 1 && (job->engine == IO_PSYNC || job->engine == IO_SYNC),
		  "iodepth: this ioengine does one I/O at a time" },
		{ FIO_RANDOM(job) && !job->no_random_map && !fio_is_once(job),
		  "sizes differ, or not all places are random: a block may come twice" },
	};

	for (size_t i = 0; i < countof(notes); i++)
		if (notes[i].applies && number-- == 0)
			return notes[i].text;
	return NULL;
}

const char *fio_rw_name(const struct fio_job *job)
{
	static const char *const names[] = { "read",      "write", "randread",
		                             "randwrite", "rw",    "randrw" };

	return names[job->rw];
}
