/* SPDX-License-Identifier: MIT */
/* test_disk_rules.c - steady state, percentiles and their needs, slow zones, bottlenecks */

#include "tests/unit/check.h"

#include "bench/disk/bottleneck.h"
#include "bench/disk/forecast.h"
#include "bench/disk/steady.h"
#include "bench/disk/tail.h"
#include "bench/disk/zones.h"
#include "tests/unit/fake_run.h"

#include <math.h>
#include <string.h>

/* By hand: average, (greatest - least) / average, |sum((i - 2) * y) / 10| * 4 / average. */
static void five_rounds_are_judged(void **state)
{
	static const struct {
		double values[STEADY_ROUNDS];
		double average, excursion, slope;
		bool steady;
	} rows[] = {
		{ { 100, 100, 100, 100, 100 }, 100, 0, 0, true },
		/* the limits themselves are within */
		{ { 90, 110, 100, 110, 90 }, 100, 0.20, 0, true },
		{ { 95, 97.5, 100, 102.5, 105 }, 100, 0.10, 0.10, true },
		{ { 105, 102.5, 100, 102.5, 90 }, 100, 0.15, 0.12, false },
		/* just outside: by excursion alone, by slope alone, upward and downward */
		{ { 89.5, 110.25, 100, 110.25, 90 }, 100, 0.2075, 0.004, false },
		{ { 94.5, 97.5, 100, 102.5, 105.5 }, 100, 0.11, 0.108, false },
		{ { 105.5, 102.5, 100, 97.5, 94.5 }, 100, 0.11, 0.108, false },
		{ { 0, 0, 0, 0, 0 }, 0, 0, 0, false },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct steadiness s;

		check_row(i, steady_judge(rows[i].values, STEADY_ROUNDS, &s) == rows[i].steady);
		check_row(i, fabs(s.average - rows[i].average) < 1e-9);
		check_row(i, fabs(s.excursion - rows[i].excursion) < 1e-9);
		check_row(i, fabs(s.slope - rows[i].slope) < 1e-9);
	}
}

static void the_last_five_rounds_count(void **state)
{
	static const double values[] = { 900, 500, 300, 100, 101, 99, 100, 100 };
	struct steadiness s;

	(void)state;
	assert_false(steady_judge(values, 7, &s));
	assert_true(steady_judge(values, 8, &s));
	assert_true(fabs(s.average - 100) < 1e-9);
}

static void four_rounds_are_too_few(void **state)
{
	static const double values[] = { 100, 100, 100, 100, 100 };
	struct steadiness s = { 1, 1, 1 };

	(void)state;
	assert_false(steady_judge(values, 4, &s));
	assert_true(s.average == 0 && s.excursion == 0 && s.slope == 0);
}

static void percentiles_need_ten_values_beyond_them(void **state)
{
	static const struct {
		double percent;
		uint64_t needs;
	} rows[] = { { 50, 20 },      { 90, 100 },       { 99, 1000 },
		     { 99.9, 10000 }, { 99.99, 100000 }, { 99.999, 1000000 } };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++)
		check_row(i, tail_needs(rows[i].percent) == rows[i].needs);
	assert_int_equal(tail_wants(), 1000000);
}

static void percentiles_without_enough_values_are_left_out(void **state)
{
	static const struct {
		unsigned values;
		const char *last;
		unsigned count;
	} rows[] = { { 19, NULL, 0 },
		     { 20, "latency_p50", 1 },
		     { 999, "latency_p90", 2 },
		     { 1000, "latency_p99", 3 },
		     { 9999, "latency_p99", 3 },
		     { 10000, "latency_p999", 4 } };
	static struct fake_run fake;
	static struct histogram histogram;

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		fake_run_make(&fake, NULL);
		memset(&histogram, 0, sizeof(histogram));
		for (unsigned j = 1; j <= rows[i].values; j++)
			histogram_add(&histogram, j);
		tail_add(&fake.run, &histogram);
		check_row(i, fake.result.metric_count == rows[i].count);
		if (rows[i].count)
			check_row(i, strcmp(fake.result.metrics[rows[i].count - 1].name,
			                    rows[i].last) == 0);
	}
	assert_true(fabs(fake_run_metric(&fake, "latency_p999")->samples[0] - 9990) < 9990 * 0.01);
}

static void a_slow_zone_is_one_below_its_neighbours(void **state)
{
	double speeds[ZONES_MAX];

	(void)state;
	/* as a disk that turns: half as fast at its end, no zone is slow by that */
	for (int i = 0; i < ZONES_MAX; i++)
		speeds[i] = 200 - 100.0 * i / (ZONES_MAX - 1);
	for (unsigned i = 0; i < ZONES_MAX; i++)
		check_row(i, zone_share(speeds, ZONES_MAX, i) > ZONE_SLOW_SHARE);

	for (int i = 0; i < ZONES_MAX; i++)
		speeds[i] = 100;
	speeds[20] = 69;
	speeds[63] = 50;
	speeds[0] = 71;
	assert_true(fabs(zone_share(speeds, ZONES_MAX, 20) - 0.69) < 1e-9);
	assert_true(fabs(zone_share(speeds, ZONES_MAX, 63) - 0.50) < 1e-9);
	assert_true(fabs(zone_share(speeds, ZONES_MAX, 0) - 0.71) < 1e-9);
	assert_true(zone_share(speeds, ZONES_MAX, 19) == 1); /* the slow one does not count */
}

static void few_zones_have_few_neighbours(void **state)
{
	static const double one[] = { 5 }, two[] = { 100, 60 }, none[] = { 0, 7 };

	(void)state;
	assert_true(zone_share(one, 1, 0) == 1);
	assert_true(fabs(zone_share(two, 2, 1) - 0.6) < 1e-9);
	assert_true(zone_share(none, 2, 1) == 1);
}

static void a_bottleneck_is_named(void **state)
{
	static const struct {
		struct speeds speeds[4];
		double busy, ratio;
		const char *name;
	} rows[] = {
		{ { { "a", 100, 50 }, { "a", 100, 50 }, { "b", 100, 100 }, { "b", 100, 100 } },
		  0.3,
		  0.75,
		  "controller a: 50 % left" },
		{ { { "a", 100, 80 }, { "a", 100, 80 }, { "b", 100, 40 }, { "b", 100, 40 } },
		  0.3,
		  0.6,
		  "controller b: 40 % left" },
		/* one disk each, or none known: it is not the controllers */
		{ { { "a", 100, 50 }, { "b", 100, 50 }, { "c", 100, 50 }, { "d", 100, 50 } },
		  0.3,
		  0.5,
		  "above the controllers: PCI Express or memory" },
		{ { { "", 100, 50 }, { "", 100, 50 }, { "", 100, 50 }, { "", 100, 50 } },
		  0.3,
		  0.5,
		  "above the controllers: PCI Express or memory" },
		{ { { "a", 100, 50 }, { "a", 100, 50 }, { "b", 100, 50 }, { "b", 100, 50 } },
		  0.95,
		  0.5,
		  "the CPUs: 95 % busy" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		char text[64];

		check_row(i, fabs(bottleneck_ratio(rows[i].speeds, 4) - rows[i].ratio) < 1e-9);
		bottleneck_name(text, sizeof(text), rows[i].speeds, 4, rows[i].busy);
		check_row(i, strcmp(text, rows[i].name) == 0);
	}
}

/* By the interface, by what one thread hands over, by the answer of one block after the other. */
static void a_forecast_is_a_bound(void **state)
{
	static const struct {
		const char *transport;
		uint32_t block_bytes;
		unsigned depth;
		uint64_t time_ns, bytes;
	} rows[] = {
		{ "sata", MIB(1), 8, SECONDS(10), 6000000000 + 8 * MIB(1) },
		{ "nvme", MIB(1), 8, SECONDS(10), 160000000000 + 8 * MIB(1) },
		{ "nvme", 4096, 32, SECONDS(10), 81920000000 + 32 * 4096 },
		{ "nvme", 4096, 1, SECONDS(10), 8192000000 + 4096 },
		{ "virtio", 4096, 1, 0, 4096 },
		{ "scsi", MIB(1), 1, SECONDS(1), 8000000000 + MIB(1) },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct disk disk = { .bytes = GIB(1) };
		uint64_t bytes;

		strcpy(disk.transport, rows[i].transport);
		bytes = forecast_writes_bytes(&disk, rows[i].block_bytes, rows[i].depth,
		                              rows[i].time_ns);
		check_row(i, bytes + 1 >= rows[i].bytes && bytes <= rows[i].bytes + 1);
	}
}

static void a_forecast_is_a_guess(void **state)
{
	struct disk disk = { .rotational = true, .transport = "sata" };

	(void)state;
	assert_true(forecast_time_ns(&disk, 1500000000, MIB(1)) == SECONDS(10));
	assert_true(forecast_seeks_ns(&disk, 1000) == SECONDS(8));
	disk.rotational = false; /* 450 MB/s, and 0.1 ms for each block */
	assert_in_range(forecast_time_ns(&disk, 4500000000, 4500000), MS(10099), MS(10101));
	assert_true(forecast_seeks_ns(&disk, 1000) == MS(100));
	assert_true(forecast_time_ns(NULL, 500000000, 500000000) > SECONDS(1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(five_rounds_are_judged),
		cmocka_unit_test(the_last_five_rounds_count),
		cmocka_unit_test(four_rounds_are_too_few),
		cmocka_unit_test(percentiles_need_ten_values_beyond_them),
		cmocka_unit_test(percentiles_without_enough_values_are_left_out),
		cmocka_unit_test(a_slow_zone_is_one_below_its_neighbours),
		cmocka_unit_test(few_zones_have_few_neighbours),
		cmocka_unit_test(a_bottleneck_is_named),
		cmocka_unit_test(a_forecast_is_a_bound),
		cmocka_unit_test(a_forecast_is_a_guess),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
