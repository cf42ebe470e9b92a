/* SPDX-License-Identifier: MIT */
/*
 * fake_engine.h - an I/O engine and a clock that are made up, for the benchmarks of one disk
 *
 * For a test that is linked with --wrap of disk_open_for_write and of the calls below, as the
 * Makefile says.
 */

#ifndef ASSAY_FAKE_ENGINE_H
#define ASSAY_FAKE_ENGINE_H

#include "bench/io/io.h"
#include "tests/unit/fake_run.h"

#define FAKE_DISK_BYTES MIB(64)

/* Its I/Os take 100 ns each, and as many of them fit into a second as rate() says. */
struct fake_engine {
	struct io_work work; /* that was opened last */
	unsigned opened, closed, runs;
	uint64_t now_ns;
	uint64_t written_bytes; /* by all works */
	uint64_t work_bytes;    /* by this one */
	double (*rate)(const struct fake_engine *engine);
	void (*misbehave)(struct io_outcome *outcome); /* NULL = it does not */
	int rc;                                        /* of io_run() */
};

extern struct fake_engine fake_engine;

int __wrap_io_open(struct io **io, const struct io_work *work, char *why, size_t why_size);
int __wrap_io_run(struct io *io, uint64_t duration_ns, struct io_outcome *outcome);
int __wrap_io_drain(struct io *io, struct io_outcome *outcome);
void __wrap_io_close(struct io *io);

/* Make the file that stands for the disk, and remove it: of a group of tests. */
int fake_engine_setup(void **state);
int fake_engine_teardown(void **state);

/*
 * A new engine that does 1,000 I/Os per second, and @benchmark prepared on it with leave to
 * write: 5 samples of 100 ms, one pass of 1 s for a benchmark that has a time of its own.
 */
void fake_engine_prepare(struct fake_run *fake, const struct benchmark *benchmark);

#endif
