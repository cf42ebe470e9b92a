/* SPDX-License-Identifier: MIT */
/* test_result.c - what a benchmark's hooks say: numbers, parameters, reasons, memory */

#include "tests/unit/check.h"

#include "bench/bench.h"
#include "bench/run/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct machine machine;
static struct result result;
static struct run run = { .machine = &machine, .result = &result };

static int start(void **state)
{
	(void)state;
	memset(&machine, 0, sizeof(machine));
	memset(&result, 0, sizeof(result));
	return 0;
}

static void ends_early(void **state)
{
	char long_text[1000];

	(void)state;
	assert_int_not_equal(skip(&run, "no %s", "luck"), 0);
	assert_int_equal(result.status, STATUS_SKIPPED);
	assert_string_equal(result.reason, "no luck");
	assert_int_not_equal(fail(&run, "2 + 2 = %d", 5), 0);
	assert_int_equal(result.status, STATUS_FAILED);
	assert_string_equal(result.reason, "2 + 2 = 5");
	assert_int_not_equal(broken(&run, "oh"), 0);
	assert_int_equal(result.status, STATUS_BROKEN);

	memset(long_text, 'x', sizeof(long_text));
	long_text[sizeof(long_text) - 1] = '\0';
	assert_int_not_equal(fail(&run, "%s", long_text), 0);
	assert_int_equal(strlen(result.reason), sizeof(result.reason) - 1);
}

static void gives_memory(void **state)
{
	void *memory = NULL;
	const char *bytes;

	(void)state;
	assert_int_equal(run_alloc(&run, 10000, &memory), 0);
	assert_int_equal((uintptr_t)memory % 4096, 0);
	bytes = memory;
	for (size_t i = 0; i < 10000; i++)
		assert_int_equal(bytes[i], 0);
	assert_int_not_equal(run_alloc(&run, (size_t)1 << 60, &memory), 0);
	assert_int_equal(result.status, STATUS_BROKEN);
	assert_true(result.reason[0]);
}

static void bounds_memory(void **state)
{
	static const struct {
		uint64_t available_bytes, wanted_bytes;
		double share;
		uint64_t most_bytes;
		bool is_short;
	} rows[] = {
		{ MIB(100), MIB(10), 0.5, MIB(10), false },
		{ MIB(100), MIB(50), 0.5, MIB(50), false },
		{ MIB(100), MIB(80), 0.5, MIB(50), true },
		{ MIB(100), UINT64_MAX, 1, MIB(100), true },
		{ 1000001, MIB(1), 0.5, 500000, true },
		{ MIB(100), 12288, 0.5, 12288, false },
		{ MIB(100), 10000, 0.5, 12288, false }, /* a multiple of 4096 */
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		size_t bytes;

		memset(&result, 0, sizeof(result));
		machine.memory.available_bytes = rows[i].available_bytes;
		bytes = run_memory_bytes(&run, rows[i].wanted_bytes, rows[i].share);
		check_row(i, bytes > 0 && bytes % 4096 == 0);
		check_row(i, bytes <= rows[i].most_bytes && bytes + 8192 > rows[i].most_bytes);
		check_row(i, !!(result.warnings & WARN_SHORT_REGION) == rows[i].is_short);
	}
}

static void notes_parameters(void **state)
{
	char name[100], *end;

	(void)state;
	param_number(&run, "block_bytes", 65536);
	param_number(&run, "share", 0.1);
	param_text(&run, "engine", "io_uring");
	assert_int_equal(result.param_count, 3);
	assert_string_equal(result.params[0].name, "block_bytes");
	assert_true(result.params[0].number && strtod(result.params[0].text, &end) == 65536);
	assert_string_equal(end, "");
	assert_true(result.params[1].number && strtod(result.params[1].text, &end) == 0.1);
	assert_string_equal(result.params[2].text, "io_uring");
	assert_false(result.params[2].number);

	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	for (int i = 0; i < 2 * PARAMS_MAX; i++)
		param_text(&run, name, name);
	assert_int_equal(result.param_count, PARAMS_MAX);
	assert_string_equal(result.params[0].name, "block_bytes");
	assert_int_equal(strlen(result.params[PARAMS_MAX - 1].name), 31);
	assert_int_equal(strlen(result.params[PARAMS_MAX - 1].text), 63);
}

static void takes_metrics(void **state)
{
	struct metric *metric, *last = NULL;

	(void)state;
	metric = metric_add(&run, "latency", UNIT_NS, BETTER_LOWER);
	assert_ptr_equal(metric, &result.metrics[0]);
	assert_int_equal(result.metric_count, 1);
	assert_string_equal(metric->name, "latency");
	assert_int_equal(metric->unit, UNIT_NS);
	assert_int_equal(metric->better, BETTER_LOWER);
	assert_int_equal(metric->sample_count, 0);
	for (int i = 0; i < 2 * SAMPLES_MAX; i++)
		metric_sample(metric, i);
	assert_int_equal(metric->sample_count, SAMPLES_MAX);
	assert_true(metric->samples[SAMPLES_MAX - 1] == SAMPLES_MAX - 1);

	for (int i = 1; i < METRICS_MAX; i++)
		last = metric_add(&run, "more", UNIT_COUNT, BETTER_HIGHER);
	assert_string_equal(result.reason, "");
	assert_ptr_equal(metric_add(&run, "one too many", UNIT_NS, BETTER_LOWER), last);
	assert_int_equal(result.metric_count, METRICS_MAX);
	assert_int_equal(result.status, STATUS_BROKEN);
	assert_true(result.reason[0]);
}

static void takes_grids(void **state)
{
	struct grid *grid, *last = NULL;

	(void)state;
	grid = grid_add(&run, "matrix", UNIT_NS, 64, 64);
	assert_ptr_equal(grid, &result.grids[0]);
	assert_string_equal(grid->name, "matrix");
	assert_true(isnan(grid->values[0]) && isnan(grid->values[64 * 64 - 1]));
	for (int i = 1; i < GRIDS_MAX; i++)
		last = grid_add(&run, "curve", UNIT_BYTES_PER_S, GRID_VALUES_MAX, 1);
	assert_int_equal(result.grid_count, GRIDS_MAX);
	assert_string_equal(result.reason, "");
	assert_ptr_equal(grid_add(&run, "one too many", UNIT_NS, 1, 1), last);
	assert_string_equal(result.reason, "no room for 1 x 1 values of one too many");

	result.grid_count = 0;
	result.status = STATUS_OK;
	grid_add(&run, "large", UNIT_NS, GRID_VALUES_MAX / 2 + 1, 2);
	assert_int_equal(result.grid_count, 0);
	assert_int_equal(result.status, STATUS_BROKEN);
}

static void notes_what_is_written(void **state)
{
	static const struct benchmark each = { .target = TARGET_WRITE };
	static const struct benchmark store = { .target = TARGET_STORE };
	static const struct benchmark array = { .target = TARGET_ARRAY };
	const struct {
		const struct benchmark *benchmark;
		const struct disk *disk;
		const char *wanted;
		uint64_t bytes;
		const char *text; /* NULL = no such parameter */
	} rows[] = {
		{ &each, &machine.disks[0], "", 1, "SN0" },
		{ &each, &machine.disks[1], "", 1, "naa.5000" },
		{ &each, &machine.disks[0], "", 0, NULL },
		{ &store, NULL, "", 1, "directory" },
		{ &store, &machine.disks[0], "", 1, "SN0" },
		{ &array, NULL, "", 1, "SN0,naa.5000" },
		{ &array, NULL, "SN0", 1, "SN0" },
	};

	(void)state;
	machine.disk_count = 3;
	strcpy(machine.disks[0].serial, "SN0");
	strcpy(machine.disks[1].wwn, "naa.5000");
	strcpy(machine.disks[2].serial, "SN2");
	machine.disks[0].may_write = machine.disks[1].may_write = true;
	for (size_t i = 0; i < countof(rows); i++) {
		const struct job job = { .benchmark = rows[i].benchmark,
			                 .disk = rows[i].disk,
			                 .wanted = rows[i].wanted,
			                 .write_limit_bytes = rows[i].bytes };

		result.param_count = 0;
		run.job = &job;
		result_note_writes(&run);
		check_row(i, result.param_count == (rows[i].text != NULL));
		check_row(i, !rows[i].text || (strcmp(result.params[0].name, "writes") == 0 &&
		                               strcmp(result.params[0].text, rows[i].text) == 0));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(ends_early, start),
		cmocka_unit_test_setup(gives_memory, start),
		cmocka_unit_test_setup(bounds_memory, start),
		cmocka_unit_test_setup(notes_parameters, start),
		cmocka_unit_test_setup(takes_metrics, start),
		cmocka_unit_test_setup(takes_grids, start),
		cmocka_unit_test_setup(notes_what_is_written, start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
