/* SPDX-License-Identifier: MIT */
/*
 * fio_log.c - the logs of a job, each I/O or each window of time, and its rates
 *
 * The lines are those of fio 3.33: time in ms, value, direction, size, the place if asked for,
 * priority. Both hooks run in the thread that does the I/O.
 */

#include "bench/fio/fio_log.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LOG_BUCKETS (29u << HISTOGRAM_STEP_BITS) /* those of fio end at 17 s */
#define NS_PER_MS MS(1)

FILE *fio_file_create(const char *path)
{
	struct stat about;

	if (stat(path, &about) == 0 && S_ISBLK(about.st_mode)) {
		errno = EPERM; /* that is what the door is for */
		return NULL;
	}
	return fopen(path, "we");
}

static int open_log(FILE **file, const char *prefix, const char *kind, unsigned number, char *why,
                    size_t why_size)
{
	char path[320];

	if (prefix[0] == '\0')
		return 0;
	snprintf(path, sizeof(path), "%s_%s.%u.log", prefix, kind, number);
	*file = fio_file_create(path);
	if (*file)
		return 0;
	snprintf(why, why_size, "%s: %s; expected to write a log", path, strerror(errno));
	return -errno;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return b && (b < a || a == 0) ? b : a;
}

/* The largest step that leads to a and to b; 0 leads everywhere. */
static uint64_t common_step(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

int fio_sampler_open(struct fio_sampler *sampler, const struct fio_log_wish *wish, unsigned number,
                     char *why, size_t why_size)
{
	const struct {
		const char *prefix, *kind;
		FILE **file;
	} files[] = {
		{ wish->bw, "bw", &sampler->logs[FIO_LOG_BW].file },
		{ wish->iops, "iops", &sampler->logs[FIO_LOG_IOPS].file },
		{ wish->lat, "slat", &sampler->logs[FIO_LOG_SLAT].file },
		{ wish->lat, "clat", &sampler->logs[FIO_LOG_CLAT].file },
		{ wish->lat, "lat", &sampler->logs[FIO_LOG_LAT].file },
		{ wish->hist, "clat_hist", &sampler->hist },
	};
	int rc = 0;

	sampler->wish = wish;
	for (size_t i = 0; i < countof(files) && rc == 0; i++)
		rc = open_log(files[i].file, files[i].prefix, files[i].kind, number, why, why_size);
	if (rc)
		return rc;
	if (wish->bw[0] && wish->window_ms)
		sampler->bw.period_ns = least(sampler->bw.period_ns, MS(wish->window_ms));
	if (wish->iops[0] && wish->window_ms)
		sampler->iops.period_ns = least(sampler->iops.period_ns, MS(wish->window_ms));
	if (wish->hist[0])
		sampler->hist_series.period_ns = MS(wish->hist_window_ms);
	sampler->tick_ns = common_step(common_step(sampler->bw.period_ns, sampler->iops.period_ns),
	                               sampler->hist_series.period_ns);
	sampler->each = wish->lat[0] || ((wish->bw[0] || wish->iops[0]) && wish->window_ms == 0);
	if (!sampler->hist)
		return 0;
	sampler->last_hist = calloc(IO_DIRECTIONS, sizeof(*sampler->last_hist));
	snprintf(why, why_size, "no memory for the log of histograms");
	return sampler->last_hist ? 0 : -ENOMEM;
}

void fio_sampler_begin(struct fio_sampler *sampler, uint64_t now_ns)
{
	sampler->epoch_ns = sampler->bw.last_ns = sampler->iops.last_ns =
	    sampler->hist_series.last_ns = now_ns;
	for (unsigned i = 0; i < FIO_LOGS; i++)
		sampler->logs[i].next_ms = sampler->wish->window_ms;
}

static void print_line(const struct fio_sampler *sampler, FILE *file, uint64_t time_ms,
                       uint64_t value, unsigned direction, uint32_t bytes, uint64_t offset_bytes)
{
	fprintf(file, "%" PRIu64 ", %" PRIu64 ", %u, %" PRIu32, time_ms, value, direction, bytes);
	if (sampler->wish->offset)
		fprintf(file, ", %" PRIu64, offset_bytes);
	fputs(", 0\n", file);
}

/* End the window that @time_ms is beyond. */
static void close_window(const struct fio_sampler *sampler, struct fio_log *log, uint64_t time_ms)
{
	const struct fio_log_wish *wish = sampler->wish;
	uint64_t end_ms = time_ms - time_ms % wish->window_ms;

	for (unsigned direction = 0; direction < IO_DIRECTIONS; direction++) {
		struct fio_log_window *window = &log->windows[direction];
		double mean;

		if (window->count == 0)
			continue;
		mean = (double)window->sum / (double)window->count;
		print_line(sampler, log->file, end_ms,
		           wish->max_value ? window->max : (uint64_t)(mean + 0.5), direction, 0, 0);
		memset(window, 0, sizeof(*window));
	}
	log->next_ms = end_ms + wish->window_ms;
}

static void add_value(struct fio_sampler *sampler, enum fio_log_kind kind,
                      const struct io_event *event, uint64_t value)
{
	struct fio_log *log = &sampler->logs[kind];
	struct fio_log_window *window = &log->windows[event->direction];
	uint64_t time_ms = (event->end_ns - sampler->epoch_ns) / NS_PER_MS;

	if (!log->file)
		return;
	if (sampler->wish->window_ms == 0) {
		print_line(sampler, log->file, time_ms, value, event->direction, event->bytes,
		           event->offset_bytes);
		return;
	}
	window->count++;
	window->sum += value;
	if (value > window->max)
		window->max = value;
	if (time_ms >= log->next_ms)
		close_window(sampler, log, time_ms);
}

void fio_sampler_each(void *context, const struct io_event *event)
{
	struct fio_sampler *sampler = context;
	uint64_t lat_ns = event->end_ns - event->start_ns;
	uint64_t slat_ns = event->issue_ns - event->start_ns;

	if (!sampler->epoch_ns || event->end_ns < sampler->epoch_ns || event->result < 0)
		return;
	if (sampler->asynchronous)
		add_value(sampler, FIO_LOG_SLAT, event, slat_ns);
	add_value(sampler, FIO_LOG_CLAT, event, event->end_ns - event->issue_ns);
	add_value(sampler, FIO_LOG_LAT, event, lat_ns);
	if (sampler->wish->window_ms)
		return; /* rates of windows come with the ticks */
	add_value(sampler, FIO_LOG_BW, event,
	          (uint64_t)event->result * 1000000 / (lat_ns ? lat_ns : 1));
	add_value(sampler, FIO_LOG_IOPS, event, 1);
}

/* Is it time? Then @elapsed_ns is how long it was. */
static bool is_due(struct fio_series *series, uint64_t now_ns, uint64_t *elapsed_ns)
{
	*elapsed_ns = now_ns - series->last_ns;
	if (series->period_ns == 0 || *elapsed_ns < series->period_ns)
		return false;
	series->last_ns = now_ns;
	return true;
}

/* A rate of what @total has become; without progress there is none. */
static void add_rate(struct fio_sampler *sampler, enum fio_log_kind kind, unsigned direction,
                     uint64_t total, uint64_t elapsed_ns)
{
	struct fio_series *series = kind == FIO_LOG_BW ? &sampler->bw : &sampler->iops;
	struct fio_rates *rates = &sampler->rates[direction];
	uint64_t elapsed_ms = elapsed_ns / NS_PER_MS, done = total - series->last[direction];
	uint64_t rate = done * 1000 / (elapsed_ms ? elapsed_ms : 1);
	const struct fio_log *log = &sampler->logs[kind];

	series->last[direction] = total;
	if (done == 0)
		return;
	if (kind == FIO_LOG_BW)
		rate /= 1024;
	moments_add(kind == FIO_LOG_BW ? &rates->bw_kib_per_s : &rates->iops, rate);
	if (log->file && sampler->wish->window_ms)
		print_line(sampler, log->file, (series->last_ns - sampler->epoch_ns) / NS_PER_MS,
		           rate, direction, 0, 0);
}

/* What was added to a histogram since the line before; buckets come together by coarseness. */
static void print_histogram(struct fio_sampler *sampler, unsigned direction, uint64_t now_ns,
                            const struct histogram *histogram)
{
	struct histogram *last = &sampler->last_hist[direction];
	unsigned together = 1u << sampler->wish->coarseness;
	uint64_t sum = 0;

	if (histogram->count == last->count)
		return;
	fprintf(sampler->hist, "%" PRIu64 ", %u, %" PRIu64,
	        (now_ns - sampler->epoch_ns) / NS_PER_MS, direction,
	        sampler->block_bytes[direction]);
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		sum += histogram->buckets[i] - last->buckets[i];
		if (i + 1 < HISTOGRAM_BUCKETS && (i >= LOG_BUCKETS - 1 || (i + 1) % together != 0))
			continue; /* the last bucket of fio has all that is longer */
		fprintf(sampler->hist, ", %" PRIu64, sum);
		sum = 0;
	}
	fputc('\n', sampler->hist);
	*last = *histogram;
}

void fio_sampler_tick(void *context, uint64_t now_ns, const struct io_outcome *so_far)
{
	struct fio_sampler *sampler = context;
	uint64_t elapsed_ns;

	if (!sampler->epoch_ns)
		return;
	if (is_due(&sampler->bw, now_ns, &elapsed_ns))
		for (unsigned i = 0; i < IO_DIRECTIONS; i++)
			add_rate(sampler, FIO_LOG_BW, i, so_far->tally[i].bytes, elapsed_ns);
	if (is_due(&sampler->iops, now_ns, &elapsed_ns))
		for (unsigned i = 0; i < IO_DIRECTIONS; i++)
			add_rate(sampler, FIO_LOG_IOPS, i, so_far->tally[i].ios, elapsed_ns);
	if (is_due(&sampler->hist_series, now_ns, &elapsed_ns))
		for (unsigned i = 0; i < IO_DIRECTIONS; i++)
			print_histogram(sampler, i, now_ns, &so_far->tally[i].clat_histogram);
}

static void close_file(FILE *file, int *rc)
{
	bool failed;

	if (!file)
		return;
	failed = ferror(file) != 0;
	if (fclose(file) != 0 || failed)
		*rc = -EIO;
}

int fio_sampler_close(struct fio_sampler *sampler)
{
	int rc = 0;

	for (unsigned i = 0; i < FIO_LOGS; i++)
		close_file(sampler->logs[i].file, &rc);
	close_file(sampler->hist, &rc);
	free(sampler->last_hist);
	return rc;
}
