/* SPDX-License-Identifier: MIT */
/* test_io_group.c - several threads at once, one of which hangs; sums of what they counted */

#include "tests/unit/check.h"

#include "bench/lib/clock.h"
#include "tests/unit/fake_io.h"

#include <errno.h>
#include <semaphore.h>
#include <string.h>
#include <unistd.h>

#define COUNT 3

static struct io_work works[COUNT];
static struct io_outcome outcomes[COUNT];
static int rcs[COUNT];
static sem_t stuck;
static volatile bool came_back;

/* Each its own engine, on the same file; nothing is shared. */
static void make_works(void)
{
	static const enum io_engine engines[COUNT] = { IO_URING, IO_PSYNC, IO_LIBAIO };

	memset(outcomes, 0, sizeof(outcomes));
	memset(rcs, 0x55, sizeof(rcs));
	for (unsigned i = 0; i < COUNT; i++) {
		works[i] = fake_io_work(engines[i]);
		works[i].each = NULL;
		works[i].seed = i + 1;
	}
}

static struct io_group *open_group(void)
{
	struct io_group *group;
	char why[160];

	assert_int_equal(io_group_open(&group, works, COUNT, why, sizeof(why)), 0);
	return group;
}

static void all_do_their_work(void **state)
{
	struct io_group *group;

	(void)state;
	make_works();
	works[1].repeat = works[2].repeat = true;
	works[2].limit_bytes = 100 * BLOCK;
	group = open_group();
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(io_group_run(group, MS(5), outcomes, rcs), 0);
	assert_int_equal(io_group_drain(group, outcomes, NULL), 0);
	io_group_close(group);
	assert_int_equal(outcomes[0].tally[IO_READ].ios, BLOCKS);
	assert_int_equal(outcomes[2].tally[IO_READ].ios, 100);
	assert_true(outcomes[0].done && !outcomes[1].done && outcomes[2].done);
	assert_true(outcomes[1].elapsed_ns >= MS(15));
	for (unsigned i = 0; i < COUNT; i++)
		check_row(i, rcs[i] == 0 && outcomes[i].error_count == 0);
}

static void an_error_is_of_its_thread_only(void **state)
{
	struct io_group *group;

	(void)state;
	make_works();
	works[1].fd = -1;
	group = open_group();
	assert_int_equal(io_group_run(group, LONG, outcomes, rcs), -EIO);
	io_group_close(group);
	assert_true(rcs[0] == 0 && rcs[1] == -EIO && rcs[2] == 0);
	assert_int_equal(outcomes[1].errors[0].error, EBADF);
	assert_true(outcomes[0].done && outcomes[2].done);
}

static void hang_at_block_5(void *context, const struct io_event *event)
{
	(void)context;
	if (event->offset_bytes != 5 * BLOCK)
		return;
	sem_wait(&stuck);
	came_back = true;
}

/* A thread that the kernel does not give back is left behind; the others finish. */
static void a_thread_that_hangs_is_left_behind(void **state)
{
	struct io_group *group;
	uint64_t start_ns = clock_now_ns();

	(void)state;
	sem_init(&stuck, 0, 0);
	make_works();
	works[1].each = hang_at_block_5;
	works[1].deadline_ns = MS(10);
	group = open_group();
	assert_int_equal(io_group_run(group, MS(50), outcomes, rcs), -ETIMEDOUT);
	assert_true(rcs[0] == 0 && rcs[1] == -ETIMEDOUT && rcs[2] == 0);
	assert_true(outcomes[1].hung);
	assert_int_equal(outcomes[1].hung_offset_bytes, 5 * BLOCK);
	assert_int_equal(outcomes[0].tally[IO_READ].ios, BLOCKS);
	assert_int_equal(outcomes[2].tally[IO_READ].ios, BLOCKS);
	assert_int_equal(io_group_drain(group, outcomes, rcs), -ETIMEDOUT);
	assert_true(rcs[0] == 0 && rcs[1] == -ETIMEDOUT);
	io_group_close(group); /* and nothing of it is touched when the thread comes back */
	sem_post(&stuck);
	while (!came_back && clock_now_ns() - start_ns < LONG)
		clock_sleep_ns(MS(1));
	assert_true(came_back);
}

static void a_work_that_makes_no_sense_is_refused(void **state)
{
	struct io_group *group;
	char why[160];

	(void)state;
	make_works();
	works[2].depth = 0;
	assert_int_equal(io_group_open(&group, works, COUNT, why, sizeof(why)), -EINVAL);
	assert_string_equal(why, "depth 0: expected 1 to 1024");
}

static void outcomes_are_added_up(void **state)
{
	static struct io_outcome sum;
	struct io_group *group;

	(void)state;
	make_works();
	works[1].fd = -1;
	works[1].errors_max = BLOCKS;
	group = open_group();
	assert_int_equal(io_group_run(group, LONG, outcomes, NULL), 0);
	io_group_close(group);
	outcomes[0].elapsed_ns = 7;
	outcomes[1].elapsed_ns = 9;
	outcomes[2].elapsed_ns = 8;
	memset(&sum, 0, sizeof(sum));
	for (unsigned i = 0; i < COUNT; i++)
		io_outcome_merge(&sum, &outcomes[i]);
	assert_int_equal(sum.elapsed_ns, 9);
	assert_int_equal(sum.error_count, BLOCKS);
	assert_int_equal(sum.errors[7].error, EBADF);
	assert_int_equal(sum.tally[IO_READ].ios, 2 * BLOCKS);
	assert_int_equal(sum.tally[IO_READ].bytes, 2 * BLOCKS * BLOCK);
	assert_int_equal(sum.tally[IO_READ].clat.count, 2 * BLOCKS);
	assert_int_equal(sum.tally[IO_READ].clat.sum,
	                 outcomes[0].tally[IO_READ].clat.sum + outcomes[2].tally[IO_READ].clat.sum);
	assert_int_equal(sum.tally[IO_READ].clat_histogram.count, 2 * BLOCKS);
	assert_int_equal(sum.user_ns + sum.system_ns,
	                 outcomes[0].user_ns + outcomes[1].user_ns + outcomes[2].user_ns +
	                     outcomes[0].system_ns + outcomes[1].system_ns + outcomes[2].system_ns);
	for (unsigned i = 0; i < 7; i++) {
		check_row(i, sum.depths[i] == outcomes[0].depths[i] + outcomes[1].depths[i] +
		                                  outcomes[2].depths[i]);
		check_row(i, sum.submits[i] == outcomes[0].submits[i] + outcomes[1].submits[i] +
		                                   outcomes[2].submits[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_do_their_work),
		cmocka_unit_test(an_error_is_of_its_thread_only),
		cmocka_unit_test(a_thread_that_hangs_is_left_behind),
		cmocka_unit_test(a_work_that_makes_no_sense_is_refused),
		cmocka_unit_test(outcomes_are_added_up),
	};

	return cmocka_run_group_tests(tests, fake_io_make_file, fake_io_remove_file);
}
