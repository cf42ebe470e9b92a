/* SPDX-License-Identifier: MIT */
/* fake_run.c - what a hook of a benchmark is given, without a runner */

#include "tests/unit/fake_run.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"

#include <string.h>

void fake_run_make(struct fake_run *fake, const struct benchmark *benchmark)
{
	memset(fake, 0, sizeof(*fake));
	fake->machine.memory.available_bytes = MIB(64);
	fake->job = (struct job){ .benchmark = benchmark, .wanted = "", .copies = 1, .level = 1 };
	fake->pace = (struct pace){ .sample_ns = MS(1), .samples = 3, .now = clock_now_ns };
	fake->result.status = STATUS_BROKEN; /* as the runner leaves it */
	fake->run = (struct run){ .machine = &fake->machine,
		                  .job = &fake->job,
		                  .pace = &fake->pace,
		                  .result = &fake->result };
}

void fake_run_disk(struct fake_run *fake, const char *path, uint64_t bytes)
{
	struct disk *disk = &fake->machine.disks[0];

	fake->machine.disk_count = 1;
	fake->job.disk = disk;
	text_copy(disk->name, sizeof(disk->name), path);
	disk->bytes = bytes;
	disk->logical_block_bytes = 512;
}

struct fake_shown fake_shown;

static void show(const struct run *run)
{
	fake_shown.count++;
	fake_shown.metrics = run->result->metric_count;
}

static uint64_t hasty_now(void)
{
	static uint64_t now_ns;

	return now_ns += SECONDS(2);
}

void fake_run_watch(struct fake_run *fake)
{
	fake_shown = (struct fake_shown){ 0 };
	fake->run.show = show;
	fake->pace.now = hasty_now;
}

const struct metric *fake_run_metric(const struct fake_run *fake, const char *name)
{
	for (unsigned i = 0; i < fake->result.metric_count; i++)
		if (strcmp(fake->result.metrics[i].name, name) == 0)
			return &fake->result.metrics[i];
	return NULL;
}

const char *fake_run_param(const struct fake_run *fake, const char *name)
{
	for (unsigned i = 0; i < fake->result.param_count; i++)
		if (strcmp(fake->result.params[i].name, name) == 0)
			return fake->result.params[i].text;
	return "";
}
