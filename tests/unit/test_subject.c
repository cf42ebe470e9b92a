/* SPDX-License-Identifier: MIT */
/* test_subject.c - loads stay within region and limit, and come out as numbers */

#include "tests/unit/check.h"

#include "bench/disk/subject.h"
#include "tests/unit/fake_files.h"
#include "tests/unit/fake_run.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PARTS 2
#define REGION_BYTES KIB(256)

static const struct load in_order = { "write", false, true, KIB(64), 2, GIB(64), 0 };
static const struct load anywhere = { "rwrite", true, true, KIB(4), 4, GIB(64), 7 };
static const struct load read_again = { "rread", true, false, KIB(4), 4, 0, 7 };

extern const struct benchmark raid_0, fs_raw;

static struct fake_files files;
static struct fake_run fake;
static struct subject subject;
static struct figure figure;

static int setup(void **state)
{
	static const char *const names[PARTS] = { "one", "two" };
	char path[PATH_MAX];

	(void)state;
	fake_files_make(&files);
	fake_run_make(&fake, NULL);
	subject = (struct subject){
		.count = PARTS, .width = 1, .write_share = 1, .region_bytes = REGION_BYTES
	};
	for (unsigned i = 0; i < PARTS; i++) {
		snprintf(path, sizeof(path), "%s/%s", files.root, names[i]);
		subject.names[i] = names[i];
		subject.fds[i] = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		assert_true(subject.fds[i] >= 0);
		assert_int_equal(ftruncate(subject.fds[i], 2 * REGION_BYTES), 0);
	}
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	for (unsigned i = 0; i < PARTS; i++)
		close(subject.fds[i]);
	fake_files_remove(&files);
	return 0;
}

/* How many of the blocks of 4 KiB from @from to @to are not all zero. */
static unsigned blocks_written(unsigned part, uint64_t from, uint64_t to)
{
	static const unsigned char zeroes[4096];
	unsigned char block[4096];
	unsigned count = 0;

	for (uint64_t at = from; at < to; at += sizeof(block)) {
		assert_int_equal(pread(subject.fds[part], block, sizeof(block), (off_t)at),
		                 sizeof(block));
		count += memcmp(block, zeroes, sizeof(block)) != 0;
	}
	return count;
}

/* Some kernels and containers have no io_uring. */
static void load_or_skip(const struct load *load)
{
	if (subject_load(&fake.run, &subject, load, &figure) == 0)
		return;
	if (fake.result.status == STATUS_SKIPPED)
		_skip(__FILE__, __LINE__);
	assert_string_equal(fake.result.reason, "");
}

static void a_load_in_order_covers_the_region_and_no_more(void **state)
{
	double least = 0;

	(void)state;
	load_or_skip(&in_order);
	assert_int_equal(figure.sample_count, fake.pace.samples);
	for (unsigned i = 0; i < PARTS; i++) {
		assert_int_equal(subject.written_bytes[i], REGION_BYTES);
		assert_int_equal(blocks_written(i, 0, REGION_BYTES), REGION_BYTES / 4096);
		assert_int_equal(blocks_written(i, REGION_BYTES, 2 * REGION_BYTES), 0);
	}
	for (unsigned i = 0; i < figure.sample_count; i++)
		assert_true(figure.samples[i] > 0);
	/* of two parts the slower one does half at most, or both had slices of different length */
	for (unsigned i = 0; i < figure.sample_count; i++)
		assert_true(figure.least[i] <= figure.samples[i]);
	assert_true(figure.busy >= 0);
	/* each part has its own mean, the slowest is no faster than any */
	for (unsigned i = 0; i < figure.sample_count; i++)
		least += figure.least[i] / figure.sample_count;
	for (unsigned i = 0; i < PARTS; i++)
		assert_true(figure.parts[i] >= 0.999 * least && figure.parts[i] > 0);
}

static void never_more_is_written_than_may_be(void **state)
{
	const struct load limited = { "write", false, true, KIB(64), 1, KIB(128), 0 };

	(void)state;
	/* no sample is left when the warm-up has used up all: that is said */
	if (subject_load(&fake.run, &subject, &limited, &figure) &&
	    fake.result.status == STATUS_SKIPPED)
		_skip(__FILE__, __LINE__);
	for (unsigned i = 0; i < PARTS; i++)
		assert_true(blocks_written(i, 0, 2 * REGION_BYTES) <= KIB(128) / 4096);
}

static void what_is_read_was_written(void **state)
{
	(void)state;
	for (unsigned i = 0; i < PARTS; i++) {
		assert_int_equal(ftruncate(subject.fds[i], KIB(64)), 0);
		subject.written_bytes[i] = KIB(64);
	}
	load_or_skip(&read_again); /* behind the end of the file it would fail */
	for (unsigned i = 0; i < PARTS; i++)
		assert_int_equal(blocks_written(i, 0, KIB(64)), 0);
	load_or_skip(&anywhere);
	for (unsigned i = 0; i < PARTS; i++) {
		struct stat about;

		assert_int_equal(fstat(subject.fds[i], &about), 0);
		assert_int_equal(about.st_size, KIB(64));
	}
}

static void an_error_names_the_part(void **state)
{
	(void)state;
	close(subject.fds[1]);
	subject.fds[1] = open("/dev/full", O_RDWR | O_CLOEXEC);
	if (subject_load(&fake.run, &subject, &in_order, &figure) == 0 ||
	    fake.result.status == STATUS_SKIPPED)
		_skip(__FILE__, __LINE__);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_memory_equal(fake.result.reason, "two: write of 65536 bytes at byte ", 34);
	assert_non_null(strstr(fake.result.reason, "No space left on device"));
}

static void figures_become_metrics(void **state)
{
	const struct metric *rate, *busy;

	(void)state;
	figure = (struct figure){
		.sample_count = 2, .samples = { 5, 7 }, .least = { 1, 2 }, .busy = 0.25
	};
	subject_note(&fake.run, &anywhere, "rwrite_disks", &figure);
	subject_note(&fake.run, &in_order, "write", &figure);
	rate = fake_run_metric(&fake, "rwrite_disks");
	busy = fake_run_metric(&fake, "rwrite_disks_cpu");
	assert_int_equal(rate->unit, UNIT_OPS_PER_S);
	assert_int_equal(rate->sample_count, 2);
	assert_true(rate->samples[1] == 7);
	assert_int_equal(busy->unit, UNIT_COUNT);
	assert_int_equal(busy->better, BETTER_LOWER);
	assert_true(busy->samples[0] == 0.25);
	assert_int_equal(fake_run_metric(&fake, "write")->unit, UNIT_BYTES_PER_S);
	subject_note_least(&fake.run, &in_order, "write_least", &figure);
	rate = fake_run_metric(&fake, "write_least");
	assert_int_equal(rate->sample_count, 2);
	assert_true(rate->samples[0] == 1 && rate->samples[1] == 2);
}

/*
 * Six slices of 20 ms on SATA: 72 MB and 8 x 1 MiB in flight in order, 32 x 4 KiB at random, twice
 * for an array; a file system adds 1/32 of 1 GiB and 16 MiB. In the full plan 4 and 1 GiB.
 */
static void what_is_written_follows_the_pace(void **state)
{
	static const struct pace paces[] = {
		{ .sample_ns = MS(20), .samples = 5 },
		{ .sample_ns = MS(500), .samples = 31 },
	};
	static const char *const transports[] = { "sata", "nvme" };
	static const uint64_t raid_bytes[] = { 2 * (80388608 + 72131072), 2 * GIB(5) };
	static const uint64_t fs_bytes[] = { 80388608 + MIB(48), GIB(4) + MIB(48) };

	(void)state;
	for (size_t i = 0; i < countof(paces); i++) {
		fake.pace = paces[i];
		fake.machine.disk_count = 3;
		for (unsigned j = 0; j < 3; j++) {
			fake.machine.disks[j].bytes = GIB(1000);
			fake.machine.disks[j].may_write = j < 2;
			strcpy(fake.machine.disks[j].transport, j < 2 ? transports[i] : "nvme");
		}
		fake.job.disk = NULL;
		fake.job.benchmark = &raid_0;
		check_row(i, raid_0.writes_bytes(&fake.run) + 4 >= raid_bytes[i]);
		check_row(i, raid_0.writes_bytes(&fake.run) <= raid_bytes[i]);
		fake.job.disk = &fake.machine.disks[0];
		fake.job.benchmark = &fs_raw;
		check_row(i, fs_raw.writes_bytes(&fake.run) + 1 >= fs_bytes[i]);
		check_row(i, fs_raw.writes_bytes(&fake.run) <= fs_bytes[i]);
	}
	/* eight loads of 32 slices of 125 ms, and what making an array takes */
	fake.job.benchmark = &raid_0;
	assert_int_equal(raid_0.estimate_ns(&fake.run), SECONDS(33));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_load_in_order_covers_the_region_and_no_more,
		                                setup, teardown),
		cmocka_unit_test_setup_teardown(never_more_is_written_than_may_be, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_read_was_written, setup, teardown),
		cmocka_unit_test_setup_teardown(an_error_names_the_part, setup, teardown),
		cmocka_unit_test_setup_teardown(figures_become_metrics, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_written_follows_the_pace, setup, teardown),
	};

	alarm(60);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
