/* SPDX-License-Identifier: MIT */
/* test_dhrystone.c - the state that Dhrystone leaves behind, and its strcmp() at page ends */

#include "tests/unit/check.h"

#include "bench/lib/random.h"
#include "bench/system/unixbench.h"
#include "tests/unit/fake_run.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>

/* The first half once more, as level 5, to see the local variables that nobody else looks at. */
#define ASSAY_LEVEL 5
#define KEEP_LOCALS(a, b, c, d) (locals[0] = (a), locals[1] = (b), locals[2] = (c), locals[3] = (d))
static int locals[4];
static unsigned cpu_levels; /* that this CPU can run */
#include "bench/system/dhrystone.level.c"
#include "bench/system/dhrystone_rest.level.c"

LEVELS_DECLARE(void, dhrystone_run, (unsigned long iterations))
LEVELS_DECLARE(int, dhrystone_strcmp, (const char *a, const char *b))

static void (*const runs[])(unsigned long iterations) = LEVELS_TABLE(dhrystone_run);
static int (*const compares[])(const char *a, const char *b) = LEVELS_TABLE(dhrystone_strcmp);

int dhrystone_strcmp_v5(const char *a, const char *b)
{
	return strcmp(a, b);
}

static void state_follows_from_the_count(void **state)
{
	static const unsigned long rows[] = { 1, 2, 1000 };
	long found, expected;

	(void)state;
	for (size_t i = 0; i < countof(rows) * cpu_levels; i++) {
		unsigned long count = rows[i % countof(rows)];
		size_t level = i / countof(rows);

		assert_int_equal(dhrystone_reset(), 0);
		runs[level](count);
		check_row(i, dhrystone_count == count);
		check_row(i, dhrystone_wrong(&found, &expected) == NULL);
		check_row(i, dhrystone_array_2[8][7] == (int)count + 10);
		check_row(i, dhrystone_next_record->variant.first.number == 18);
	}
	assert_int_equal(sizeof(struct record), 56);
}

static void locals_are_right(void **state)
{
	static const int expected[] = { 5, 13, 7, IDENT_2 };

	(void)state;
	assert_int_equal(dhrystone_reset(), 0);
	dhrystone_run_v5(3);
	assert_memory_equal(locals, expected, sizeof(expected));
}

static void wrong_variable_is_named(void **state)
{
	long found, expected;

	(void)state;
	assert_int_equal(dhrystone_reset(), 0);
	dhrystone_run_v1(7);
	dhrystone_array_2[8][7]++;
	assert_string_equal(dhrystone_wrong(&found, &expected), "Arr_2_Glob[8][7]");
	assert_int_equal(found, 18);
	assert_int_equal(expected, 17);
	dhrystone_array_2[8][7]--;
	dhrystone_next_record->variant.first.text[29] ^= 1;
	assert_string_equal(dhrystone_wrong(&found, &expected), "Next_Ptr_Glob->Str_Comp");
	dhrystone_next_record->variant.first.text[29] ^= 1;
	assert_null(dhrystone_wrong(&found, &expected));
}

static void copy_counts(void **state)
{
	struct fake_run fake;
	struct copy copy = { .run = &fake.run, .duration_s = 0.02 };
	struct count count = { 0 };

	(void)state;
	fake_run_make(&fake, unixbench_find("dhry2reg")->benchmark);
	fake.job.level = 1;
	assert_int_equal(dhrystone_copy(&copy, &count), 0);
	assert_true(count.count >= 1000);
	assert_true(count.time_s == 0);
	assert_string_equal(fake_run_param(&fake, "strcmp"), "vector");
	assert_string_equal(fake_run_param(&fake, "level"), "1");
}

static void flip_bit(int signal_number)
{
	(void)signal_number;
	dhrystone_record->variant.first.text[0] ^= 1;
}

/* A bit that changes while the loop runs. */
static void flipped_bit_is_found(void **state)
{
	struct itimerval soon = { .it_value.tv_usec = 5000 };
	struct fake_run fake;
	struct copy copy = { .run = &fake.run, .duration_s = 0.1 };
	struct count count = { 0 };

	(void)state;
	fake_run_make(&fake, unixbench_find("dhry2reg")->benchmark);
	signal(SIGVTALRM, flip_bit);
	setitimer(ITIMER_VIRTUAL, &soon, NULL);
	assert_int_not_equal(dhrystone_copy(&copy, &count), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_non_null(strstr(fake.result.reason, "Dhrystone: Ptr_Glob->Str_Comp: "));
}

static int sign(int value)
{
	return (value > 0) - (value < 0);
}

/* A page with one behind it that must not be touched. */
static char *guarded_page(void)
{
	char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(page != MAP_FAILED);
	assert_int_equal(mprotect(page + 4096, 4096, PROT_NONE), 0);
	return page;
}

/* Two texts of two letters, often alike at their start, that end near the end of their pages. */
static void compares_as_libc(void **state)
{
	char *left = guarded_page(), *right = guarded_page();
	uint64_t random = 1;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		size_t length = random_next(&random) % 100, other = length;
		char *a = left + 4095 - length, *b;

		if (i % 2)
			other = random_next(&random) % 100;
		if (i % 3)
			a -= random_next(&random) % 64;
		b = right + 4095 - other - (i % 5 ? random_next(&random) % 64 : 0);
		memset(a, 'a', length);
		memset(b, 'a', other);
		a[length] = b[other] = '\0';
		if (length > 0 && i % 7)
			a[random_next(&random) % length] = (char)(random_next(&random) | 1);
		for (size_t level = 0; level < cpu_levels; level++)
			check_row(i, sign(compares[level](a, b)) == sign(strcmp(a, b)));
	}
	munmap(left, 8192);
	munmap(right, 8192);
}

int main(void)
{
	static struct machine machine;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(state_follows_from_the_count), cmocka_unit_test(locals_are_right),
		cmocka_unit_test(wrong_variable_is_named),      cmocka_unit_test(copy_counts),
		cmocka_unit_test(flipped_bit_is_found),         cmocka_unit_test(compares_as_libc),
	};

	cpu_probe(&machine, "");
	cpu_levels = machine.cpu.level;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
