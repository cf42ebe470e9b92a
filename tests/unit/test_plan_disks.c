/* SPDX-License-Identifier: MIT */
/* test_plan_disks.c - which jobs write, to what, and never more than the user allows */

#include "tests/unit/check.h"

#include "bench/run/plan_part.h"

#include "bench/lib/text.h"
#include "tests/unit/fake_files.h"

#include <stdio.h>
#include <string.h>

static struct machine machine;
static struct plan plan;
static struct settings settings;

static uint64_t writes_ten_gb(const struct run *run)
{
	assert_ptr_equal(run->machine, &machine);
	assert_non_null(run->job->benchmark);
	assert_ptr_equal(run->pace, &plan.kind->pace);
	return 10000000000;
}

static uint64_t takes_a_minute(const struct run *run)
{
	assert_ptr_equal(run->machine, &machine);
	assert_ptr_equal(run->pace, &plan.kind->pace);
	return SECONDS(60);
}

static int measure_nothing(struct run *run)
{
	(void)run;
	return 0;
}

#define BENCHMARK(of_name, of_target)                                                \
	{                                                                            \
		.name = of_name, .target = of_target, .writes_bytes = writes_ten_gb, \
		.measure = measure_nothing                                           \
	}

static const struct benchmark write_each = BENCHMARK("fake.write", TARGET_WRITE);
static const struct benchmark in_store = BENCHMARK("fake.store", TARGET_STORE);
static const struct benchmark in_array = BENCHMARK("fake.array", TARGET_ARRAY);
static const struct benchmark all_disks = { .name = "fake.together",
	                                    .target = TARGET_DISKS,
	                                    .measure = measure_nothing };
static const struct benchmark a_minute = { .name = "fake.minute",
	                                   .target = TARGET_MACHINE,
	                                   .classic = { .pass_s = 5, .passes = 1 },
	                                   .estimate_ns = takes_a_minute,
	                                   .measure = measure_nothing };
static const struct benchmark each_disk = { .name = "fake.read",
	                                    .target = TARGET_DISK,
	                                    .measure = measure_nothing };

/* Disks sd0, sd1, ...: those whose bit is set in @writable may be written. */
static void begin(unsigned disks, unsigned writable)
{
	memset(&machine, 0, sizeof(machine));
	memset(&plan, 0, sizeof(plan));
	settings_default(&settings);
	plan.kind = plan_kind_find("smoke");
	machine.disk_count = disks;
	for (unsigned i = 0; i < disks; i++) {
		snprintf(machine.disks[i].name, sizeof(machine.disks[i].name), "sd%u", i);
		snprintf(machine.disks[i].serial, sizeof(machine.disks[i].serial), "SN%u", i);
		machine.disks[i].may_write = writable >> i & 1;
	}
}

static void add(const struct benchmark *benchmark)
{
	plan_add_benchmark(&plan, &settings, &machine, benchmark);
}

/* The targets of all jobs, space-separated. */
static const char *targets(void)
{
	static char text[512];
	size_t used = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < plan.job_count; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s", used ? " " : "",
		                         job_target(&plan.jobs[i]));
	return text;
}

static void makes_jobs_of_targets(void **state)
{
	static const struct {
		const struct benchmark *benchmark;
		unsigned disks, writable;
		const char *disk; /* the setting */
		const char *targets;
		const char *reason; /* if nothing runs */
	} rows[] = {
		{ &each_disk, 3, 2, "", "sd0 sd1 sd2", "" },
		{ &write_each, 3, 5, "", "sd0 sd2", "" },
		{ &write_each, 3, 5, "SN2", "sd2", "" },
		{ &write_each, 3, 5, "SN1", "", "write=SERIAL@HOST" },
		{ &write_each, 3, 0, "", "", "no disk may be written: write=SERIAL@HOST" },
		{ &write_each, 0, 0, "", "", "no disk may be written" },
		{ &in_store, 3, 4, "", "sd2", "" },
		{ &in_store, 3, 0, "", "", "directory= names a place, write= a disk" },
		{ &all_disks, 3, 0, "", "3 disks", "" },
		{ &all_disks, 3, 0, "SN0,SN2", "2 disks", "" },
		{ &all_disks, 3, 0, "SN0", "", "it takes two disks or more" },
		{ &all_disks, 1, 1, "", "", "it takes two disks or more" },
		{ &in_array, 3, 7, "", "3 disks", "" },
		{ &in_array, 3, 7, "SN0,SN1", "2 disks", "" },
		{ &in_array, 3, 4, "", "", "two disks that may be written" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		begin(rows[i].disks, rows[i].writable);
		snprintf(settings.disk, sizeof(settings.disk), "%s", rows[i].disk);
		add(rows[i].benchmark);
		check_row(i, strcmp(targets(), rows[i].targets) == 0);
		check_row(i, plan.left_out_count == (rows[i].reason[0] != '\0'));
		check_row(i, strstr(plan.left_out[0].reason, rows[i].reason));
		for (unsigned j = 0; j < plan.job_count; j++)
			check_row(i, plan.jobs[j].write_limit_bytes ==
			                 (rows[i].benchmark->writes_bytes ? 10000000000 : 0));
	}
}

static void writes_into_the_directory(void **state)
{
	struct fake_files files;

	(void)state;
	fake_files_make(&files);
	begin(2, 3);
	snprintf(settings.directory, sizeof(settings.directory), "%s", files.root);
	add(&in_store);
	add(&write_each);
	assert_string_equal(targets(), "directory sd0 sd1");
	assert_string_equal(plan.jobs[0].directory, files.root);
	assert_null(plan.jobs[0].disk);
	assert_true(plan.directory_writes.bytes == 10000000000);
	assert_true(plan.directory_writes.estimate_ns == plan.jobs[0].estimate_ns);
	fake_files_put(&files, "/file", "", 0);
	snprintf(settings.directory, sizeof(settings.directory), "%.200s/file", files.root);
	begin(2, 3);
	snprintf(settings.directory, sizeof(settings.directory), "%.200s/file", files.root);
	add(&in_store); /* not onto a disk instead */
	assert_string_equal(targets(), "");
	assert_string_equal(plan.left_out[0].reason, "directory= names none that can be written");
	fake_files_remove(&files);
}

static void keeps_below_the_limit(void **state)
{
	(void)state;
	begin(3, 3);
	settings.write_limit_bytes = 29999999999;
	add(&write_each);
	add(&in_array);
	assert_string_equal(targets(), "sd0 sd1 2 disks");
	add(&write_each); /* 30 GB would be one byte more */
	assert_string_equal(targets(), "sd0 sd1 2 disks");
	assert_int_equal(plan.left_out_count, 2);
	assert_string_equal(plan.left_out[1].target, "sd1");
	assert_string_equal(plan.left_out[1].reason,
	                    "would write 10.0 GB to sd1 after 20.0 GB; write.limit=29999999999");
	assert_true(plan.writes[0].bytes == 20000000000 && plan.writes[1].bytes == 20000000000);
	assert_true(plan.writes[2].bytes == 0);

	begin(2, 3);
	settings.write_limit_bytes = 0;
	add(&write_each);
	add(&all_disks); /* reading goes on */
	assert_string_equal(targets(), "2 disks");
	begin(2, 3);
	settings.write_limit_bytes = UINT64_MAX;
	add(&write_each);
	assert_int_equal(plan.job_count, 2);
}

/* So that preconditioning and rounds of any disk fit in, and all else beside them. */
static void the_limit_follows_the_capacity(void **state)
{
	static const struct {
		uint64_t setting_bytes, disk_bytes, limit_bytes;
	} rows[] = {
		{ BYTES_AUTO, MIB(64), 1000000000000 },
		{ BYTES_AUTO, 41000000000, 1000000000000 },
		{ BYTES_AUTO, 42000000000, 24 * 42000000000 },
		{ BYTES_AUTO, 4000000000000, 96000000000000 },
		{ 500000000000, 4000000000000, 500000000000 },
		{ 0, 4000000000000, 0 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		const struct disk disk = { .bytes = rows[i].disk_bytes };

		settings_default(&settings);
		if (rows[i].setting_bytes != BYTES_AUTO)
			settings.write_limit_bytes = rows[i].setting_bytes;
		check_row(i, plan_write_limit(&settings, &disk) == rows[i].limit_bytes);
	}
	settings_default(&settings);
	assert_true(plan_write_limit(&settings, NULL) == 1000000000000);
}

static void all_tests_of_the_full_plan_fit_into_it(void **state)
{
	static const struct {
		const char *transport;
		uint64_t disk_bytes, memory_bytes;
	} rows[] = {
		{ "virtio", 500000000, GIB(2) },       { "sata", 64000000000, GIB(8) },
		{ "sata", 250000000000, GIB(64) },     { "nvme", 2000000000000, GIB(512) },
		{ "sata", 20000000000000, GIB(2048) }, { "nvme", 30000000000000, GIB(64) },
	};

	(void)state;
	for (size_t row = 0; row < countof(rows); row++) {
		begin(2, 3);
		strcpy(settings.plan, "full");
		machine.memory.total_bytes = rows[row].memory_bytes;
		for (unsigned i = 0; i < 2; i++) {
			machine.disks[i].bytes = rows[row].disk_bytes;
			machine.disks[i].logical_block_bytes = 512;
			strcpy(machine.disks[i].transport, rows[row].transport);
		}
		plan_make(&plan, &settings, &machine, NULL, NULL);
		for (unsigned i = 0; i < plan.left_out_count; i++)
			check_row(row, !strstr(plan.left_out[i].reason, "write.limit"));
		check_row(row, plan.writes[1].bytes > 0);
		check_row(row,
		          plan.writes[1].bytes <= plan_write_limit(&settings, &machine.disks[1]));
	}
}

static void takes_the_time_that_a_test_expects(void **state)
{
	(void)state;
	begin(1, 1);
	plan.kind = plan_kind_find("full");
	add(&a_minute);
	assert_int_equal(plan.job_count, 1);
	assert_true(plan.estimate_ns >= SECONDS(60) && plan.estimate_ns < SECONDS(61));
}

static void leaves_out_what_takes_long(void **state)
{
	static const struct plan_kind kind = { .name = "k",
		                               .tests = "",
		                               .without = "fake.w*",
		                               .pace = { .sample_ns = 1, .samples = 1 },
		                               .limit_s = 10 };

	(void)state;
	begin(1, 1);
	plan.kind = &kind;
	add(&write_each);
	add(&each_disk);
	assert_int_equal(plan.job_count, 1);
	assert_ptr_equal(plan.jobs[0].benchmark, &each_disk);
	assert_string_equal(plan.left_out[0].test, "fake.write");
	assert_non_null(strstr(plan.left_out[0].reason, "only="));
	assert_int_equal(text_copy(settings.only, sizeof(settings.only), "fake.write"), 0);
	add(&write_each);
	assert_int_equal(plan.job_count, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(makes_jobs_of_targets),
		cmocka_unit_test(writes_into_the_directory),
		cmocka_unit_test(keeps_below_the_limit),
		cmocka_unit_test(the_limit_follows_the_capacity),
		cmocka_unit_test(all_tests_of_the_full_plan_fit_into_it),
		cmocka_unit_test(takes_the_time_that_a_test_expects),
		cmocka_unit_test(leaves_out_what_takes_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
