/* SPDX-License-Identifier: MIT */
/* test_bench_memory.c - the memory benchmarks fit a small machine and notice wrong data */

#include "tests/unit/check.h"

#include "bench/memory/region.h"
#include "tests/unit/fake_run.h"

#include <stdlib.h>
#include <string.h>

extern const struct benchmark memory_read, memory_copy, memory_latency, memory_curve;

static struct fake_run fake;

static void wants_more_than_the_caches_hold(void **state)
{
	(void)state;
	fake_run_make(&fake, &memory_copy);
	assert_int_equal(region_wanted_bytes(&fake.machine), MIB(64));

	fake.machine.cpu.caches[0] = (struct cache){ .level = 1, .bytes = KIB(48) };
	fake.machine.cpu.caches[1] = (struct cache){ .level = 3, .bytes = MIB(33) };
	fake.machine.cpu.cache_count = 2;
	assert_int_equal(region_wanted_bytes(&fake.machine), MIB(132));

	fake.machine.cpu.caches[1].shared_by_threads = 8; /* 24 threads have three of them */
	fake.machine.cpu.threads = 24;
	assert_int_equal(region_wanted_by_all_bytes(&fake.machine), 3 * MIB(132));
	fake.machine.cpu.cache_count = 0;
	assert_int_equal(region_wanted_by_all_bytes(&fake.machine), MIB(64));
}

static void takes_what_there_is(void **state)
{
	static const struct {
		const struct benchmark *benchmark;
		uint64_t available_bytes;
		const char *param;
		uint64_t bytes;
		bool is_short, is_brief;
	} rows[] = {
		{ &memory_copy, GIB(1), "region_bytes", MIB(64), false, false },
		{ &memory_copy, MIB(70), "region_bytes", MIB(17), true, false },
		{ &memory_copy, MIB(1), "region_bytes", MIB(1), true, false },
		{ &memory_copy, GIB(1), "region_bytes", MIB(2), true, true },
		{ &memory_read, GIB(1), "region_bytes", MIB(64), false, false },
		{ &memory_read, MIB(70), "region_bytes", MIB(35), true, false },
		{ &memory_read, 0, "region_bytes", MIB(1), true, false },
		{ &memory_read, GIB(1), "region_bytes", MIB(4), true, true },
		{ &memory_latency, MIB(200), "working_set_bytes", MIB(64), false, false },
		{ &memory_latency, MIB(70), "working_set_bytes", MIB(35), true, false },
		{ &memory_latency, 0, "working_set_bytes", KIB(64), true, false },
		{ &memory_latency, GIB(1), "working_set_bytes", MIB(4), true, true },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		const char *text;

		fake_run_make(&fake, rows[i].benchmark);
		fake.pace.sample_ns = rows[i].is_brief ? MS(99) : MS(100);
		fake.machine.memory.available_bytes = rows[i].available_bytes;
		check_row(i, rows[i].benchmark->prepare(&fake.run) == 0);
		text = fake_run_param(&fake, rows[i].param);
		check_row(i, strtoull(text, NULL, 10) == rows[i].bytes);
		check_row(i, !!(fake.result.warnings & WARN_SHORT_REGION) == rows[i].is_short);
		check_row(i, rows[i].benchmark->run(&fake.run, 3) == 0);
		check_row(i, rows[i].benchmark->verify(&fake.run) == 0);
	}
}

static void copies_the_whole_region_and_over_again(void **state)
{
	(void)state;
	fake_run_make(&fake, &memory_copy); /* 64 MiB available: two regions of 16 */
	fake.pace.sample_ns = MS(100);
	assert_int_equal(memory_copy.prepare(&fake.run), 0);
	assert_int_equal(memory_copy.run(&fake.run, 10), 0);
	assert_int_equal(memory_copy.run(&fake.run, 9), 0);
	assert_int_equal(memory_copy.verify(&fake.run), 0);
	for (uint64_t offset = 0; offset < MIB(16); offset += MIB(1))
		check_row(offset >> 20, (*(uint64_t **)fake.run.state)[offset / 8] != 0);
}

static void a_wrong_copy_is_found(void **state)
{
	unsigned char *to;

	(void)state;
	fake_run_make(&fake, &memory_copy);
	assert_int_equal(memory_copy.prepare(&fake.run), 0);
	assert_int_equal(memory_copy.run(&fake.run, 2), 0);
	to = *(unsigned char **)fake.run.state;
	to[MIB(1) + 16] ^= 0x40;
	assert_int_not_equal(memory_copy.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_non_null(strstr(fake.result.reason, "byte 1048592 of the copy: "));
}

static void a_wrong_word_that_was_read_is_found(void **state)
{
	uint64_t *words;

	(void)state;
	fake_run_make(&fake, &memory_read); /* a brief plan: 4 MiB, 4 iterations */
	assert_int_equal(memory_read.prepare(&fake.run), 0);
	assert_int_equal(memory_read.run(&fake.run, 9), 0);
	assert_int_equal(memory_read.verify(&fake.run), 0);
	words = *(uint64_t **)fake.run.state;
	words[MIB(3) / 8 + 5] ^= 1ull << 40;
	assert_int_equal(memory_read.run(&fake.run, 4), 0);
	assert_int_not_equal(memory_read.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_string_equal(fake.result.reason, "byte 3145768 of the region: 0000010000060005, "
	                                        "not 0000000000060005");

	words[MIB(3) / 8 + 5] ^= 1ull << 40; /* a bit that was wrong once, and is right again */
	assert_int_not_equal(memory_read.verify(&fake.run), 0);
	assert_string_equal(fake.result.reason,
	                    "the sum of the MiB at byte 3145728 was wrong once");
}

static void the_curve_ends_where_memory_does(void **state)
{
	static const struct {
		uint64_t available_bytes, sample_ns;
		unsigned sizes;
		const char *last;
	} rows[] = {
		{ MIB(64), MS(100), 8, "latency_16MiB" }, /* half of it: 32 MiB */
		{ GIB(4), MS(1), 7, "latency_4MiB" },     /* brief */
		{ KIB(80), MS(1), 3, "latency_32KiB" },
		{ 0, MS(1), 1, "latency_4KiB" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		fake_run_make(&fake, &memory_curve);
		fake.machine.memory.available_bytes = rows[i].available_bytes;
		fake.pace.sample_ns = rows[i].sample_ns;
		check_row(i, memory_curve.prepare(&fake.run) == 0);
		check_row(i, memory_curve.measure(&fake.run) == 0);
		check_row(i, fake.result.metric_count == rows[i].sizes);
		check_row(i, fake_run_metric(&fake, rows[i].last));
		check_row(i, fake.result.warnings == WARN_SHORT_REGION);
	}
}

static void a_broken_cycle_is_found(void **state)
{
	static const struct {
		size_t from, to; /* this line is made to point there, in words of a pointer */
		const char *reason;
	} rows[] = {
		{ 0, 0, "is broken after 1" },      /* a cycle of one */
		{ 8, 8, "is broken after 524288" }, /* caught in another one: all steps */
		{ 0, 3, "line 0 of the cycle points outside of it" },
		{ 0, MIB(64), "line 0 of the cycle points outside of it" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		void **lines;

		fake_run_make(&fake, &memory_latency);
		fake.pace.sample_ns = MS(100);
		check_row(i, memory_latency.prepare(&fake.run) == 0);
		check_row(i, memory_latency.run(&fake.run, 1000) == 0);
		lines = *(void ***)fake.run.state;
		lines[rows[i].from] = lines + rows[i].to;
		check_row(i, memory_latency.verify(&fake.run) != 0);
		check_row(i, fake.result.status == STATUS_FAILED);
		check_row(i, strstr(fake.result.reason, rows[i].reason));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wants_more_than_the_caches_hold),
		cmocka_unit_test(takes_what_there_is),
		cmocka_unit_test(copies_the_whole_region_and_over_again),
		cmocka_unit_test(a_wrong_copy_is_found),
		cmocka_unit_test(a_wrong_word_that_was_read_is_found),
		cmocka_unit_test(the_curve_ends_where_memory_does),
		cmocka_unit_test(a_broken_cycle_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
