/* SPDX-License-Identifier: MIT */
/* test_team.c - lists of CPUs in the order of cores, and threads that work on each */

#include "tests/unit/check.h"

#include "bench/lib/cpus.h"
#include "bench/lib/range.h"
#include "bench/lib/team.h"
#include "tests/unit/fake_machine.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

static struct cpus cpus;

static void put_siblings(const struct fake_files *files, unsigned cpu, const char *list)
{
	fake_machine_put(files, list, "/sys/devices/system/cpu/cpu%u/topology/core_cpus_list", cpu);
}

static void cores_come_before_their_second_threads(void **state)
{
	static const struct {
		unsigned count, siblings[4][2]; /* threads of a core, by CPU */
		unsigned order[4], cores;
	} rows[] = {
		{ 4, { { 0, 1 }, { 0, 1 }, { 2, 3 }, { 2, 3 } }, { 0, 2, 1, 3 }, 2 },
		{ 4, { { 0, 2 }, { 1, 3 }, { 0, 2 }, { 1, 3 } }, { 0, 1, 2, 3 }, 2 },
		{ 4, { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 3 } }, { 0, 1, 2, 3 }, 4 },
		{ 1, { { 0, 0 } }, { 0 }, 1 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct fake_files files;
		char list[16];

		fake_files_make(&files);
		cpus.count = rows[i].count;
		for (unsigned cpu = 0; cpu < cpus.count; cpu++) {
			cpus.ids[cpu] = cpu;
			snprintf(list, sizeof(list), "%u,%u", rows[i].siblings[cpu][0],
			         rows[i].siblings[cpu][1]);
			put_siblings(&files, cpu, list);
		}
		cpus_order(&cpus, files.root);
		check_row(i, cpus.count == rows[i].count && cpus.cores == rows[i].cores);
		check_row(i, memcmp(cpus.ids, rows[i].order, cpus.count * sizeof(*cpus.ids)) == 0);
		fake_files_remove(&files);
	}
}

/* The other thread of a core that may not be used makes nobody the second one. */
static void only_allowed_threads_count(void **state)
{
	struct fake_files files;

	(void)state;
	fake_files_make(&files);
	put_siblings(&files, 1, "0-1");
	put_siblings(&files, 2, "2-3");
	cpus = (struct cpus){ .count = 3, .ids = { 1, 2, 9 } }; /* of the last nothing is known */
	cpus_order(&cpus, files.root);
	assert_int_equal(cpus.cores, 3);
	fake_files_remove(&files);
}

static void keeps_what_is_on_the_list(void **state)
{
	(void)state;
	cpus = (struct cpus){ .count = 4, .cores = 2, .ids = { 0, 2, 1, 3 } };
	cpus_keep(&cpus, "2-3,70000");
	assert_int_equal(cpus.count, 2);
	assert_int_equal(cpus.cores, 1);
	assert_int_equal(cpus.ids[0], 2);
	assert_int_equal(cpus.ids[1], 3);
	cpus_keep(&cpus, "");
	assert_int_equal(cpus.count, 0);
}

static void finds_the_cpus_of_this_process(void **state)
{
	(void)state;
	cpus_find(&cpus);
	assert_true(cpus.count > 0 && cpus.cores > 0 && cpus.cores <= cpus.count);
}

#define MEMBERS 8

/* What each member of a team has seen. */
static struct seen {
	int works, cpu, works_of_all;
} seen[MEMBERS];

static void look(struct team *team, unsigned number)
{
	seen[number].works++;
	seen[number].cpu = sched_getcpu();
	team_wait(team);
	for (unsigned i = 0; i < team->count; i++)
		seen[number].works_of_all += seen[i].works;
}

static void each_works_once_on_its_cpu(void **state)
{
	struct team team = { .context = NULL };

	(void)state;
	cpus_find(&cpus);
	for (unsigned i = cpus.count; i < MEMBERS; i++)
		cpus.ids[i] = cpus.ids[0]; /* several may share one */
	team.cpus = cpus.ids;
	for (team.count = 1; team.count <= MEMBERS; team.count++) {
		memset(seen, 0, sizeof(seen));
		assert_int_equal(team_run(&team, look), 0);
		for (unsigned i = 0; i < team.count; i++) {
			check_row(i, seen[i].works == 1);
			check_row(i, seen[i].cpu == (int)cpus.ids[i]);
			check_row(i, seen[i].works_of_all == (int)team.count);
		}
	}
}

static void a_cpu_that_is_not_there_is_an_error(void **state)
{
	const unsigned ids[] = { CPUS_MAX - 1, CPUS_MAX - 2 };
	struct team team = { .cpus = ids, .count = 2 };

	(void)state;
	memset(seen, 0, sizeof(seen));
	assert_true(team_run(&team, look) < 0);
	assert_int_equal(seen[1].works_of_all, 2); /* nobody waits for ever */
}

static void counts_ranges(void **state)
{
	static const struct {
		const char *list;
		unsigned count;
	} rows[] = { { "", 0 }, { "0", 1 }, { "0-3,8", 5 }, { "5-2", 0 }, { "x", 0 } };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++)
		check_row(i, range_count(rows[i].list) == rows[i].count);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cores_come_before_their_second_threads),
		cmocka_unit_test(only_allowed_threads_count),
		cmocka_unit_test(keeps_what_is_on_the_list),
		cmocka_unit_test(finds_the_cpus_of_this_process),
		cmocka_unit_test(each_works_once_on_its_cpu),
		cmocka_unit_test(a_cpu_that_is_not_there_is_an_error),
		cmocka_unit_test(counts_ranges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
