/* SPDX-License-Identifier: MIT */
/* fake_io.c - a file of 64 blocks to do I/O on, and what was seen of it */

#include "tests/unit/check.h"

#include "tests/unit/fake_io.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char fake_io_path[] = "/var/tmp/assay-XXXXXX";
int fake_io_file;
struct io_outcome fake_io_outcome;
unsigned fake_io_counts[BLOCKS];

int fake_io_make_file(void **state)
{
	(void)state;
	fake_io_file = mkstemp(fake_io_path);
	return fake_io_file < 0 || ftruncate(fake_io_file, BLOCKS * BLOCK) < 0 ? -1 : 0;
}

int fake_io_remove_file(void **state)
{
	(void)state;
	close(fake_io_file);
	return unlink(fake_io_path);
}

static void count_event(void *context, const struct io_event *event)
{
	(void)context;
	assert_true(event->start_ns <= event->issue_ns && event->issue_ns <= event->end_ns);
	if (event->result == (int)event->bytes)
		fake_io_counts[event->offset_bytes / BLOCK]++;
}

struct io_work fake_io_work(enum io_engine engine)
{
	return (struct io_work){
		.engine = engine,
		.fd = fake_io_file,
		.depth = 8,
		.region_bytes = BLOCKS * BLOCK,
		.random_percent = 100,
		.exactly_once = true,
		.read_percent = 100,
		.sizes = { { { BLOCK, 100 } }, { { BLOCK, 100 } } },
		.size_count = { 1, 1 },
		.each = count_event,
	};
}

int fake_io_run(const struct io_work *work, uint64_t duration_ns)
{
	struct io *io;
	char why[160];
	int rc, rest;

	memset(&fake_io_outcome, 0, sizeof(fake_io_outcome));
	memset(fake_io_counts, 0, sizeof(fake_io_counts));
	rc = io_open(&io, work, why, sizeof(why));
	if (rc) {
		print_error("%s\n", why);
		return rc;
	}
	rc = io_run(io, duration_ns, &fake_io_outcome);
	rest = io_drain(io, &fake_io_outcome);
	io_close(io);
	return rc ? rc : rest;
}
