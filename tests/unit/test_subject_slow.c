/* SPDX-License-Identifier: MIT */
/* test_subject_slow.c - an I/O that takes longer than a slice is no rate of nothing */

#include "tests/unit/check.h"

#include "bench/disk/subject.h"
#include "tests/unit/fake_group.h"
#include "tests/unit/fake_run.h"

#include <math.h>
#include <unistd.h>

/* Two disks that end five I/Os a second each; a slice is 20 ms. */
static void each_sample_has_an_io_of_each_part(void **state)
{
	static const struct load load = { "rread", true, false, KIB(4), 1, 0, 7 };
	static struct fake_run fake;
	struct subject subject = { .names = { "one", "two" },
		                   .count = 2,
		                   .width = 1,
		                   .write_share = 1,
		                   .region_bytes = MIB(1) };
	struct figure figure;

	(void)state;
	fake_run_make(&fake, NULL);
	fake.pace.sample_ns = MS(80);
	fake_group.most_iops = 10;
	assert_int_equal(subject_load(&fake.run, &subject, &load, &figure), 0);
	assert_int_equal(figure.sample_count, fake.pace.samples);
	for (unsigned i = 0; i < figure.sample_count; i++) {
		check_row(i, fabs(figure.samples[i] - 10) < 0.01);
		check_row(i, fabs(figure.least[i] - 5) < 0.01);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_sample_has_an_io_of_each_part),
	};

	alarm(60);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
