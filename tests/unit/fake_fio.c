/* SPDX-License-Identifier: MIT */
/* fake_fio.c - a run of fio whose numbers are made up */

#include "tests/unit/fake_fio.h"

#include "bench/fio/fio_words.h"
#include "bench/lib/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fake_fio_words(const char *line, char *words[FAKE_FIO_WORDS + 1])
{
	static char texts[FAKE_FIO_WORDS][512];

	memset(words, 0, (FAKE_FIO_WORDS + 1) * sizeof(*words));
	for (size_t i = 0; i < FAKE_FIO_WORDS; i++)
		if (text_next(&line, " ", texts[i], sizeof(texts[i])))
			words[i] = texts[i];
}

int fake_fio_plan(struct fake_fio *fake, const char *line, char *why, size_t why_size)
{
	char *words[FAKE_FIO_WORDS + 1];

	fake_fio_words(line, words);
	if (fio_words_parse(&fake->request, words, why, why_size) != 0) {
		fprintf(stderr, "%s\n", why);
		abort();
	}
	fake->request.write_limit_bytes = GIB(1);
	why[0] = '\0';
	return fio_plan(&fake->run, &fake->request, NULL, why, why_size);
}

void fake_fio_make(struct fake_fio *fake, const char *line)
{
	char why[640];

	if (fake_fio_plan(fake, line, why, sizeof(why)) == 0)
		return;
	fprintf(stderr, "%s\n", why);
	abort();
}

void fake_fio_add(struct fio_thread *thread, enum io_direction direction, uint64_t count,
                  uint32_t bytes, uint64_t clat_ns)
{
	struct io_tally *tally = &thread->outcome.tally[direction];

	for (uint64_t i = 0; i < count; i++) {
		tally->ios++;
		tally->bytes += bytes;
		moments_add(&tally->clat, clat_ns);
		moments_add(&tally->lat, clat_ns + 100);
		histogram_add(&tally->clat_histogram, clat_ns);
	}
	thread->outcome.depths[0] += count;
	thread->outcome.submits[1] += count;
	thread->outcome.completes[1] += count;
}

void fake_fio_report(struct fake_fio *fake)
{
	if (fio_report_make(&fake->report, &fake->run) != 0)
		abort();
	fake->report.version = "fio-3.33";
	fake->report.wall_ns = SECONDS(1796065040); /* Mon Nov 30 18:57:20 2026 UTC */
	fake->report.elapsed_s = 3;
}

static void add_rates(struct fio_thread *thread, uint64_t bw, uint64_t bw_off, uint64_t iops,
                      uint64_t iops_off)
{
	moments_add(&thread->rates[IO_READ].bw_kib_per_s, bw - bw_off);
	moments_add(&thread->rates[IO_READ].bw_kib_per_s, bw + bw_off);
	moments_add(&thread->rates[IO_READ].iops, iops - iops_off);
	moments_add(&thread->rates[IO_READ].iops, iops + iops_off);
}

void fake_fio_sample(struct fake_fio *fake, const char *line)
{
	struct fio_thread *threads;
	struct fio_stat_source *stat;

	setenv("TZ", "UTC", 1);
	fake_fio_make(fake, line);
	threads = fake->run.threads;
	fake_fio_add(&threads[0], IO_READ, 1000, 4096, 50000);
	fake_fio_add(&threads[1], IO_READ, 1000, 4096, 150000);
	fake_fio_add(&threads[0], IO_WRITE, 500, 4096, 3000000);
	threads[0].runtime_ms[IO_READ] = threads[0].runtime_ms[IO_WRITE] = 2000;
	threads[1].runtime_ms[IO_READ] = 2001;
	threads[0].elapsed_ms = 2000;
	threads[1].elapsed_ms = 2001;
	threads[0].tid = 41;
	threads[0].outcome.user_ns = 400100000;
	threads[0].outcome.switches = 7;
	threads[0].outcome.major_faults = 1;
	threads[0].outcome.minor_faults = 2;
	add_rates(&threads[0], 2000, 100, 500, 20);
	add_rates(&threads[1], 2000, 200, 500, 30);
	stat = &fake->run.stats[fake->run.stat_count++];
	*stat = (struct fio_stat_source){ .name = "sdx",
		                          .sum = { .ios = { 12, 34 },
		                                   .merges = { 5, 6 },
		                                   .ticks_ms = { 78, 90 },
		                                   .busy_ms = 1000,
		                                   .queue_ms = 168,
		                                   .elapsed_ms = 2000 } };
	fake_fio_report(fake);
}

void fake_fio_free(struct fake_fio *fake)
{
	fio_report_free(&fake->report);
	fio_end(&fake->run);
}
