/* SPDX-License-Identifier: MIT */
/* fake_journal.c - the journal of a made-up run, with every nasty text that a machine can say */

#include "tests/unit/fake_journal.h"

#include "bench/report.h"

#include <math.h>
#include <stdio.h>

#define NASTY "\"quote\\ \x1b[m\x7f\xff\xc3( \xe2\x82" /* and a character that is cut off */

const char *const fake_journal_types[FAKE_JOURNAL_LINES] = { "run",    "machine", "plan",
	                                                     "result", "result",  "event",
	                                                     "result", "end" };

static const struct benchmark speed = { .name = "memory.copy", .target = TARGET_MACHINE };
static const struct benchmark reading = { .name = "disk.read", .target = TARGET_DISK };
static const struct plan_kind kind = { .name = "smoke", .title = "a " NASTY };

static const struct machine machine = {
	.cpu = { .cache_count = 1 },
	.memory = { .node_count = 1, .dimm_count = 1, .dimms = { { .part = NASTY } } },
	.disk_count = 1,
	.disks = { { .name = "sda",
	             .model = NASTY,
	             .bytes = UINT64_MAX,
	             .partition_count = PARTITIONS_MAX + 9 } },
	.nic_count = 1,
	.nics = { { .speed_mbps = -1 } },
	.firmware = { .secure_boot = -1 },
	.fact_count = 1,
	.facts = { { .name = NASTY, .value = NASTY } },
	.orphan_count = 1,
};

static const struct plan plan = {
	.kind = &kind,
	.job_count = 3,
	.jobs = { { .benchmark = &speed, .estimate_ns = SECONDS(2), .wanted = "" },
	          { .benchmark = &reading, .disk = &machine.disks[0], .wanted = "" },
	          { .benchmark = &reading, .disk = &machine.disks[0], .wanted = "" } },
	.left_out_count = 2,
	.left_out = { { .test = "cpu.a", .reason = NASTY }, { .test = "cpu.b", .reason = "time" } },
};

static const struct result good = {
	.status = STATUS_OK,
	.warnings = WARN_CACHED | WARN_FEW_SAMPLES,
	.metric_count = 2,
	.metrics = { { .name = "throughput",
	               .unit = UNIT_BYTES_PER_S,
	               .value = 1e300,
	               .spread = 0.25,
	               .sample_count = 3,
	               .samples = { 5e-324, 1e300, 1.7976931348623157e308 } },
	             { .name = "name\"",
	               .unit = UNIT_NS,
	               .better = BETTER_LOWER,
	               .value = 7,
	               .spread = NAN,
	               .sample_count = 1,
	               .samples = { 7 } } },
	.param_count = 3,
	.params = { { .name = "depth", .text = "4", .number = true },
	            { .name = "text", .text = NASTY },
	            { .name = NASTY, .text = "0.5", .number = true } },
	.grid_count = 2,
	.grids = { { .name = "profile",
	             .unit = UNIT_BYTES_PER_S,
	             .x_name = "offset_bytes",
	             .columns = 3,
	             .rows = 1,
	             .x = { 0, 4096, 8192 },
	             .values = { 1, NAN, 3.5 } },
	           { .name = "matrix",
	             .unit = UNIT_NS,
	             .x_name = "cpu",
	             .y_name = "cpu",
	             .columns = 2,
	             .rows = 2,
	             .x = { 0, 5 },
	             .y = { 0, 5 },
	             .values = { NAN, 40, 41, NAN } } },
	.started_wall_ns = SECONDS(1796052903),
	.elapsed_ns = MS(1500),
};

void fake_journal_write(const struct fake_files *files)
{
	const struct run_outcome outcome = { .exit_status = 1,
		                             .counts = { 1, 0, 1, 0, 1 },
		                             .ended_wall_ns = SECONDS(1796052999),
		                             .elapsed_ns = SECONDS(97) };
	const struct event event = { EVENT_HARDWARE, SECONDS(1796052950), "I/O error " NASTY };
	struct result bad = { .status = STATUS_FAILED, .reason = NASTY };
	struct settings settings;
	struct run_info info = { .id = "123e4567-e89b-42d3-a456-426614174000",
		                 .identity = "SERIAL1",
		                 .started_wall_ns = SECONDS(1796052902),
		                 .directory = files->root,
		                 .settings = &settings,
		                 .machine = &machine,
		                 .plan = &plan };

	settings_default(&settings);
	snprintf(settings.only, sizeof(settings.only), "%s", NASTY);
	sink_journal.begin(&info);
	sink_journal.result(1, &plan.jobs[0], &good);
	sink_journal.result(2, &plan.jobs[1], &bad);
	sink_journal.event(&event);
	bad.status = STATUS_TIMED_OUT;
	sink_journal.result(3, &plan.jobs[2], &bad);
	sink_journal.end(&outcome);
}
