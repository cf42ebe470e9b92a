/* SPDX-License-Identifier: MIT */
/* test_measure.c - calibration and sampling, with a clock that we own */

#include "tests/unit/check.h"

#include "bench/run/measure.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define CALLS_MAX 256

static uint64_t now_ns, iteration_ns, calls, iterations_of[CALLS_MAX];
static int run_rc;

static uint64_t fake_now(void)
{
	return now_ns;
}

static int run_hook(struct run *run, uint64_t iterations)
{
	(void)run;
	iterations_of[calls++ % CALLS_MAX] = iterations;
	now_ns += iterations * iteration_ns;
	return run_rc;
}

static int run_slower_and_slower(struct run *run, uint64_t iterations)
{
	iteration_ns += iteration_ns / 5;
	return run_hook(run, iterations);
}

static int measure_one(const struct benchmark *benchmark, const struct pace *pace,
                       struct result *result)
{
	const struct job job = { .benchmark = benchmark };
	struct run run = { .job = &job, .pace = pace, .result = result };
	int rc;

	memset(result, 0, sizeof(*result));
	calls = 0;
	rc = measure(&run);
	result_finish(result, pace, false);
	return rc;
}

static const struct pace pace = { .sample_ns = MS(1), .samples = 5, .now = fake_now };

static void converts_to_the_unit(void **state)
{
	static const struct {
		enum unit unit;
		enum better better;
		uint64_t work;
		double value;
	} rows[] = {
		{ UNIT_NS, BETTER_LOWER, 1, 100 },
		{ UNIT_OPS_PER_S, BETTER_HIGHER, 1, 1e7 },
		{ UNIT_OPS_PER_S, BETTER_HIGHER, 5, 5e7 },
		{ UNIT_BYTES_PER_S, BETTER_HIGHER, 64, 6.4e8 },
	};

	(void)state;
	iteration_ns = 100;
	for (size_t i = 0; i < countof(rows); i++) {
		const struct benchmark benchmark = { .run = run_hook,
			                             .metric = "speed",
			                             .unit = rows[i].unit,
			                             .better = rows[i].better,
			                             .work = rows[i].work };
		struct result result;
		const struct metric *metric = &result.metrics[0];

		check_row(i, measure_one(&benchmark, &pace, &result) == 0);
		check_row(i, result.metric_count == 1);
		check_row(i, strcmp(metric->name, "speed") == 0);
		check_row(i, metric->unit == rows[i].unit && metric->better == rows[i].better);
		check_row(i, fabs(metric->value / rows[i].value - 1) < 1e-9);
		check_row(i, metric->sample_count == 5);
		check_row(i, metric->spread == 0);
		check_row(i, result.warnings == 0);
	}
}

static void takes_long_samples(void **state)
{
	static const uint64_t speeds_ns[] = { 1, 3, 100, 999999 };
	const struct benchmark benchmark = { .run = run_hook, .metric = "m", .work = 1 };
	struct result result;

	(void)state;
	for (size_t i = 0; i < countof(speeds_ns); i++) {
		iteration_ns = speeds_ns[i];
		check_row(i, measure_one(&benchmark, &pace, &result) == 0);
		check_row(i, calls > pace.samples && calls < 64); /* it also warms up */
		for (uint64_t c = 0; c < calls; c++)
			check_row(i, iterations_of[c] > 0);
		for (uint64_t c = calls - pace.samples; c < calls; c++) {
			check_row(i, iterations_of[c] * iteration_ns >= pace.sample_ns);
			check_row(i, iterations_of[c] * iteration_ns < 40 * pace.sample_ns);
		}
	}
}

/* One iteration takes an hour: no time to waste, but still some samples. */
static void slow_machines(void **state)
{
	const struct benchmark benchmark = {
		.run = run_hook, .metric = "m", .unit = UNIT_NS, .work = 1
	};
	struct result result;

	(void)state;
	iteration_ns = SECONDS(3600);
	assert_int_equal(measure_one(&benchmark, &pace, &result), 0);
	assert_true(calls <= pace.samples + 2u);
	assert_true(result.metrics[0].sample_count >= 1);
	assert_true(result.metrics[0].value == 3600e9);
	if (result.metrics[0].sample_count < pace.samples)
		assert_true(result.warnings & WARN_FEW_SAMPLES);
}

static void passes_errors_on(void **state)
{
	const struct benchmark benchmark = { .run = run_hook, .metric = "m", .work = 1 };
	struct result result;

	(void)state;
	iteration_ns = 100;
	run_rc = -ECANCELED;
	assert_int_equal(measure_one(&benchmark, &pace, &result), -ECANCELED);
	assert_int_equal(calls, 1);
	run_rc = 0;
}

static void stopped_clock(void **state)
{
	const struct benchmark benchmark = { .run = run_hook, .metric = "m", .work = 1 };
	struct result result;

	(void)state;
	iteration_ns = 0;
	assert_true(measure_one(&benchmark, &pace, &result) != 0);
	assert_int_equal(result.status, STATUS_BROKEN);
	assert_true(result.reason[0]);
}

static void flags_noise(void **state)
{
	const struct benchmark benchmark = {
		.run = run_slower_and_slower, .metric = "m", .unit = UNIT_NS, .work = 1
	};
	struct result result;

	(void)state;
	iteration_ns = 1000;
	assert_int_equal(measure_one(&benchmark, &pace, &result), 0);
	assert_true(result.warnings & WARN_NOISY);
	assert_true(result.metrics[0].spread > 0.05);
}

static void finishes_results(void **state)
{
	static const struct {
		unsigned count;
		double samples[5], value, spread;
		uint32_t warnings;
	} rows[] = {
		{ 5, { 100, 95, 105, 100, 100 }, 100, 0, 0 },
		{ 5, { 105, 95, 100, 95, 105 }, 100, 0.05, 0 }, /* not above 5 % */
		{ 5, { 106, 94, 100, 94, 106 }, 100, 0.06, WARN_NOISY },
		{ 3, { 1, 1, 1 }, 1, 0, WARN_FEW_SAMPLES },
		{ 1, { 7 }, 7, NAN, WARN_FEW_SAMPLES },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct result result = { .metric_count = 2 };

		for (unsigned m = 0; m < 2; m++) {
			result.metrics[m].sample_count = rows[i].count;
			memcpy(result.metrics[m].samples, rows[i].samples, sizeof(rows[i].samples));
		}
		result_finish(&result, &pace, false);
		check_row(i, result.warnings == rows[i].warnings);
		for (unsigned m = 0; m < 2; m++) {
			const struct metric *metric = &result.metrics[m];

			check_row(i, metric->value == rows[i].value);
			check_row(i, isnan(metric->spread) == isnan(rows[i].spread));
			check_row(i, isnan(metric->spread) ||
			                 fabs(metric->spread - rows[i].spread) < 1e-12);
			check_row(i, memcmp(metric->samples, rows[i].samples, /* in their order */
			                    sizeof(rows[i].samples)) == 0);
		}
	}
}

/* A warning that is there already stays. */
static void keeps_warnings(void **state)
{
	struct result result = { .warnings = WARN_STEAL };

	(void)state;
	result_finish(&result, &pace, false);
	assert_int_equal(result.warnings, WARN_STEAL);
	assert_int_equal(result.metric_count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(converts_to_the_unit), cmocka_unit_test(takes_long_samples),
		cmocka_unit_test(slow_machines),        cmocka_unit_test(passes_errors_on),
		cmocka_unit_test(stopped_clock),        cmocka_unit_test(flags_noise),
		cmocka_unit_test(finishes_results),     cmocka_unit_test(keeps_warnings),
	};

	alarm(30); /* a loop without end is a failure too */
	return cmocka_run_group_tests(tests, NULL, NULL);
}
