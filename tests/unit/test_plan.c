/* SPDX-License-Identifier: MIT */
/* test_plan.c - which jobs a plan makes of settings and a machine */

#include "tests/unit/check.h"

#include "bench/lib/text.h"
#include "bench/run/plan.h"

#include <stdio.h>
#include <string.h>

static struct machine machine;
static struct plan plan;
static unsigned complaint_count;
static char complaints[4096]; /* all of them, one a line */

static void complain(void *context, const char *why)
{
	size_t used = strlen(complaints);

	assert_ptr_equal(context, &plan);
	assert_null(strchr(why, '\n'));
	complaint_count++;
	snprintf(complaints + used, sizeof(complaints) - used, "%s\n", why);
}

static void give_disks(unsigned count)
{
	memset(&machine, 0, sizeof(machine));
	for (unsigned i = 0; i < count; i++) {
		struct disk *disk = &machine.disks[i];

		snprintf(disk->name, sizeof(disk->name), "sd%u", i);
		snprintf(disk->serial, sizeof(disk->serial), "SERIAL%u", i);
		snprintf(disk->wwn, sizeof(disk->wwn), "naa.5000c500%08x", i);
		disk->bytes = GIB(1);
	}
	machine.disk_count = count;
}

static void make(const char *name, const char *only, const char *disk)
{
	struct settings settings;

	settings_default(&settings);
	if (name)
		assert_int_equal(text_copy(settings.plan, sizeof(settings.plan), name), 0);
	assert_int_equal(text_copy(settings.only, sizeof(settings.only), only), 0);
	assert_int_equal(text_copy(settings.disk, sizeof(settings.disk), disk), 0);
	complaint_count = 0;
	complaints[0] = '\0';
	plan_make(&plan, &settings, &machine, complain, &plan);
}

static bool is_without(const struct plan_kind *kind, const char *only,
                       const struct benchmark *benchmark)
{
	return only[0] == '\0' && kind->without[0] != '\0' &&
	       text_matches(kind->without, benchmark->name);
}

/* Jobs and tests left out that match @only on @disks disks, none to be written, without limit. */
static unsigned wanted(const struct plan_kind *kind, const char *only, unsigned disks)
{
	unsigned count = 0;

	for (size_t i = 0; i < benchmark_count; i++)
		if (text_matches(kind->tests, benchmarks[i]->name) &&
		    text_matches(only, benchmarks[i]->name))
			count += benchmarks[i]->target == TARGET_DISK &&
			                 !is_without(kind, only, benchmarks[i])
			             ? disks
			             : 1;
	return count;
}

static size_t place_of(const struct benchmark *benchmark)
{
	size_t place = 0;

	while (place < benchmark_count && benchmarks[place] != benchmark)
		place++;
	return place;
}

/* What is true of every plan. */
static void check_is_sound(void)
{
	uint64_t sum_ns = 0;

	assert_true(plan.job_count <= JOBS_MAX);
	for (unsigned i = 0; i < plan.job_count; i++) {
		const struct job *job = &plan.jobs[i];

		check_row(i, place_of(job->benchmark) < benchmark_count);
		check_row(i, (job->disk != NULL) == (job->benchmark->target == TARGET_DISK));
		check_row(i, job->wanted);
		check_row(i, job->estimate_ns > 0);
		check_row(i, i == 0 ||
		                 place_of(job->benchmark) >= place_of(plan.jobs[i - 1].benchmark));
		for (unsigned j = 0; j < i; j++)
			check_row(i, job->benchmark != plan.jobs[j].benchmark ||
			                 job->disk != plan.jobs[j].disk);
		sum_ns += job->estimate_ns;
	}
	assert_true(plan.estimate_ns == sum_ns);
	assert_true(plan.estimate_ns <= SECONDS(plan.kind->limit_s));
	for (unsigned i = 0; i < plan.left_out_count && i < LEFT_OUT_MAX; i++)
		check_row(i, plan.left_out[i].test[0] && plan.left_out[i].reason[0]);
}

static void names_plans(void **state)
{
	(void)state;
	assert_null(plan_kind_find("nope"));
	assert_null(plan_kind_find(""));
	assert_non_null(plan_kind_find("quick"));
	assert_non_null(plan_kind_find("smoke"));
	for (size_t i = 0; i < plan_kind_count; i++) {
		const struct plan_kind *kind = &plan_kinds[i];

		assert_ptr_equal(plan_kind_find(kind->name), kind);
		assert_true(kind->title[0] && kind->limit_s > 0);
		assert_true(kind->pace.samples >= 1 && kind->pace.samples <= SAMPLES_MAX);
		assert_true(kind->pace.sample_ns > 0 && kind->pace.now);
	}
}

static void plans_small_machines(void **state)
{
	(void)state;
	for (size_t i = 0; i < plan_kind_count; i++)
		for (unsigned disks = 0; disks <= 4; disks++) {
			give_disks(disks);
			make(plan_kinds[i].name, "", "");
			assert_ptr_equal(plan.kind, &plan_kinds[i]);
			check_is_sound();
			assert_int_equal(complaint_count, 0);
			assert_int_equal(plan.job_count + plan.left_out_count,
			                 wanted(plan.kind, "", disks));
		}
	make(NULL, "", "");
	assert_string_equal(plan.kind->name, "quick");
	assert_true(plan.estimate_ns <= SECONDS(300)); /* on four disks */
	for (unsigned i = 0; i < plan.left_out_count; i++)
		check_row(i, !strstr(plan.left_out[i].reason, "plan ends after"));
}

/* 256 disks, every test of a disk: what does not fit is counted, and said. */
static void plans_huge_machines(void **state)
{
	(void)state;
	give_disks(DISKS_MAX);
	for (size_t i = 0; i < plan_kind_count; i++) {
		if (plan_kinds[i].tests[0] != '\0')
			continue; /* these are about few tests */
		make(plan_kinds[i].name, "disk.*", "");
		check_is_sound();
		assert_true(wanted(plan.kind, "disk.*", DISKS_MAX) >= 768);
		assert_true(plan.job_count > 0);
		assert_int_equal(plan.job_count + plan.left_out_count,
		                 wanted(plan.kind, "disk.*", DISKS_MAX));
	}
}

static void takes_the_default_for_strangers(void **state)
{
	(void)state;
	give_disks(1);
	make("qiuck", "", "");
	assert_string_equal(plan.kind->name, "quick");
	assert_int_equal(complaint_count, 1);
	assert_non_null(strstr(complaints, "qiuck"));
	assert_non_null(strstr(complaints, "smoke")); /* what there is instead */
	check_is_sound();
	assert_true(plan.job_count > 0);
}

static void selects_tests(void **state)
{
	static const struct {
		const char *only;
		unsigned complaints;
		const char *named;
	} rows[] = {
		{ "memory.*", 0, "" },
		{ "cpu.*,memory.copy", 0, "" },
		{ "memory.*,nope.*", 1, "nope.*" },
		{ "nope,cpu.*,no?e", 2, "no?e" },
		{ "nope", 1, "nope" },
	};

	(void)state;
	give_disks(2);
	for (size_t i = 0; i < countof(rows); i++) {
		make("smoke", rows[i].only, "");
		check_is_sound();
		check_row(i, plan.job_count + plan.left_out_count ==
		                 wanted(plan.kind, rows[i].only, 2));
		for (unsigned j = 0; j < plan.job_count; j++)
			check_row(i, text_matches(rows[i].only, plan.jobs[j].benchmark->name));
		check_row(i, complaint_count == rows[i].complaints);
		check_row(i, strstr(complaints, rows[i].named));
	}
	assert_int_equal(plan.job_count, 0);
}

static void selects_disks(void **state)
{
	static const struct {
		const char *disk, *first;
		unsigned disks, complaints;
	} rows[] = {
		{ "SERIAL2", "sd2", 1, 0 },     { "naa.5000c50000000001", "sd1", 1, 0 },
		{ "sd3", "sd3", 1, 0 },         { "SERIAL3,SERIAL1", "sd1", 2, 0 },
		{ "sd1,SERIAL1", "sd1", 1, 0 }, { "SERIAL2,SERIAL9", "sd2", 1, 1 },
		{ "SERIAL", NULL, 0, 1 },
	};

	(void)state;
	give_disks(4);
	for (size_t i = 0; i < countof(rows); i++) {
		const struct job *first = NULL;
		unsigned disk_jobs = 0;

		make("smoke", "disk.*", rows[i].disk);
		check_is_sound();
		for (unsigned j = 0; j < plan.job_count; j++) {
			disk_jobs += plan.jobs[j].disk != NULL;
			if (plan.jobs[j].disk && !first)
				first = &plan.jobs[j];
		}
		check_row(i, plan.job_count + plan.left_out_count ==
		                 wanted(plan.kind, "disk.*", rows[i].disks));
		check_row(i, (disk_jobs > 0) == (rows[i].disks > 0));
		check_row(i, !rows[i].first ||
		                 (first && strcmp(first->disk->name, rows[i].first) == 0));
		check_row(i, complaint_count == rows[i].complaints);
	}
	assert_non_null(strstr(complaints, "SERIAL"));
}

/* A serial is no proof: all that have it are meant, but a name means one. */
static void takes_every_disk_of_a_serial(void **state)
{
	static const struct {
		const char *disk;
		unsigned disks;
	} rows[] = { { "SERIAL2", 3 }, { "sd0", 1 }, { "naa.5000c50000000003", 2 }, { "", 4 } };

	(void)state;
	give_disks(4);
	snprintf(machine.disks[0].serial, sizeof(machine.disks[0].serial), "SERIAL2");
	snprintf(machine.disks[1].serial, sizeof(machine.disks[1].serial), "SERIAL2");
	snprintf(machine.disks[1].wwn, sizeof(machine.disks[1].wwn), "naa.5000c50000000003");
	for (size_t i = 0; i < countof(rows); i++) {
		make("smoke", "disk.read.latency", rows[i].disk);
		check_row(i, plan.job_count == rows[i].disks);
		check_row(i, complaint_count == 0);
	}
	memset(machine.disks[3].serial, 0, sizeof(machine.disks[3].serial));
	assert_false(machine_names(&machine, "", &machine.disks[3]));
}

static void complains_to_nobody(void **state)
{
	struct settings settings;

	(void)state;
	give_disks(DISKS_MAX);
	settings_default(&settings);
	assert_int_equal(text_copy(settings.plan, sizeof(settings.plan), "nope"), 0);
	memset(settings.only, 'x', sizeof(settings.only) - 1);
	memset(settings.disk, 'y', sizeof(settings.disk) - 1);
	plan_make(&plan, &settings, &machine, NULL, NULL);
	check_is_sound();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_plans),
		cmocka_unit_test(plans_small_machines),
		cmocka_unit_test(plans_huge_machines),
		cmocka_unit_test(takes_the_default_for_strangers),
		cmocka_unit_test(selects_tests),
		cmocka_unit_test(selects_disks),
		cmocka_unit_test(takes_every_disk_of_a_serial),
		cmocka_unit_test(complains_to_nobody),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
