/* SPDX-License-Identifier: MIT */
/* fake_engine.c - an I/O engine and a clock that are made up, for the benchmarks of one disk */

#include "tests/unit/check.h"

#include "tests/unit/fake_engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fake_engine fake_engine;
static char path[] = "/var/tmp/assay-XXXXXX"; /* for a descriptor: the engine does not use it */

int __wrap_io_open(struct io **io, const struct io_work *work, char *why, size_t why_size)
{
	(void)why;
	(void)why_size;
	fake_engine.work = *work;
	fake_engine.work_bytes = 0;
	fake_engine.opened++;
	*io = (struct io *)&fake_engine;
	return 0;
}

/* The I/Os of one direction; those beyond a limit are not made. */
static void make_ios(enum io_direction direction, double ios, struct io_outcome *outcome)
{
	const uint32_t bytes = fake_engine.work.sizes[direction][0].bytes;
	struct io_tally *tally = &outcome->tally[direction];

	for (uint64_t i = 0; i < (uint64_t)ios; i++) {
		bool is_write = direction == IO_WRITE;
		uint64_t limit_bytes =
		    fake_engine.work.limit_bytes ? fake_engine.work.limit_bytes : UINT64_MAX;

		if (fake_engine.work_bytes + bytes > limit_bytes ||
		    (is_write &&
		     fake_engine.work_bytes + bytes > fake_engine.work.write_limit_bytes)) {
			outcome->done = true;
			break;
		}
		fake_engine.work_bytes += bytes;
		fake_engine.written_bytes += is_write ? bytes : 0;
		tally->ios++;
		tally->bytes += bytes;
		histogram_add(&tally->clat_histogram, 100);
		moments_add(&tally->clat, 100);
	}
}

int __wrap_io_run(struct io *io, uint64_t duration_ns, struct io_outcome *outcome)
{
	double ios = fake_engine.rate(&fake_engine) * (double)duration_ns / 1e9;

	(void)io;
	fake_engine.runs++;
	fake_engine.now_ns += duration_ns;
	outcome->elapsed_ns += duration_ns;
	make_ios(IO_READ, ios * fake_engine.work.read_percent / 100, outcome);
	make_ios(IO_WRITE, ios * (100 - fake_engine.work.read_percent) / 100, outcome);
	if (fake_engine.misbehave)
		fake_engine.misbehave(outcome);
	return fake_engine.rc;
}

int __wrap_io_drain(struct io *io, struct io_outcome *outcome)
{
	(void)io;
	(void)outcome;
	return 0;
}

void __wrap_io_close(struct io *io)
{
	(void)io;
	fake_engine.closed++;
}

static uint64_t engine_now_ns(void)
{
	return fake_engine.now_ns;
}

static double thousand(const struct fake_engine *engine)
{
	(void)engine;
	return 1000;
}

int fake_engine_setup(void **state)
{
	int fd = mkstemp(path);

	(void)state;
	return fd < 0 || ftruncate(fd, FAKE_DISK_BYTES) < 0 || close(fd) < 0 ? -1 : 0;
}

int fake_engine_teardown(void **state)
{
	(void)state;
	return unlink(path);
}

void fake_engine_prepare(struct fake_run *fake, const struct benchmark *benchmark)
{
	char name[32];
	double own_s = benchmark->classic.pass_s;

	fake_engine = (struct fake_engine){ .rate = thousand, .now_ns = SECONDS(1) };
	snprintf(name, sizeof(name), "..%s", path);
	fake_run_make(fake, benchmark);
	fake_run_disk(fake, name, FAKE_DISK_BYTES);
	fake->machine.disks[0].may_write = true;
	fake->pace = (struct pace){ .sample_ns = MS(100),
		                    .samples = 5,
		                    .classic_share = own_s > 0 ? 1 / own_s : 1,
		                    .classic_passes = 1,
		                    .now = engine_now_ns };
	fake->job.write_limit_bytes =
	    benchmark->writes_bytes ? benchmark->writes_bytes(&fake->run) : 0;
	if (benchmark->prepare(&fake->run) == 0)
		return;
	print_message("%s\n", fake->result.reason);
	if (strstr(fake->result.reason, strerror(EINVAL))) /* no direct reading here */
		_skip(__FILE__, __LINE__);
	_fail(__FILE__, __LINE__);
}
