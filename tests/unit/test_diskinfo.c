/* SPDX-License-Identifier: MIT */
/* test_diskinfo.c - which places diskinfo reads, on disks of several sizes */

#include "tests/unit/check.h"

#include "bench/dd/diskinfo.h"

#include <errno.h>

#define READS_MAX 24000

/* What was asked of the disk. */
static struct {
	uint64_t offset_bytes;
	size_t bytes;
} reads[READS_MAX];
static unsigned read_count;
static uint64_t media_bytes, fail_at_bytes;
static uint64_t now_ns;

static uint64_t fake_clock(void)
{
	return now_ns;
}

/* A read takes 1 ns for each byte; the one at fail_at_bytes fails. */
static ssize_t recording_read(int fd, void *buffer, size_t bytes, off_t offset)
{
	(void)fd;
	(void)buffer;
	assert_true(read_count < READS_MAX);
	reads[read_count].offset_bytes = (uint64_t)offset;
	reads[read_count++].bytes = bytes;
	now_ns += bytes;
	if ((uint64_t)offset == fail_at_bytes) {
		errno = EIO;
		return -1;
	}
	return (uint64_t)offset + bytes <= media_bytes ? (ssize_t)bytes : 0;
}

static void make(struct diskinfo *info, uint64_t bytes, uint32_t sector_bytes)
{
	*info = (struct diskinfo){ .bytes = bytes, .sector_bytes = sector_bytes };
	assert_int_equal(diskinfo_init(info), 0);
	info->pause_ns = 0;
	info->flush = NULL;
	info->now = fake_clock;
	info->read = recording_read;
	media_bytes = bytes;
	fail_at_bytes = UINT64_MAX;
	read_count = 0;
}

/* Calculated by hand: step is the highest power of two up to sectors / 800, at most 16384. */
static const struct {
	uint64_t sectors;
	uint32_t sector_bytes;
	uint64_t step;
} disks[] = {
	{ 2050, 512, 2 },                     /* 2 */
	{ 131072, 512, 128 },                 /* 163 */
	{ 204800, 512, 256 },                 /* 256 */
	{ 204799, 512, 128 },                 /* 255 */
	{ 976773168, 512, 16384 },            /* 1220966: capped */
	{ 13107200, 512, 16384 },             /* 16384 */
	{ 13107199, 512, 8192 },              /* 16383 */
	{ 65536, 4096, 64 },                  /* 81 */
	{ (uint64_t)976754646, 4096, 16384 }, /* 4 TB, 4Kn */
};

static uint64_t expected_sector(unsigned seek, unsigned i, uint64_t sectors, uint64_t step)
{
	switch (seek) {
	case 0: return i % 2 == 0 ? i / 2 * step : sectors - step - i / 2 * step;
	case 1: return sectors / 4 + (i % 2 ? sectors / 2 : 0) + i / 2 * step;
	case 2: return sectors / 4 + (i % 2 ? sectors / 4 : 0) + i / 2 * step;
	case 3: return sectors / 2 + i * step;
	case 4: return sectors / 2 - i * step;
	case 5: return i;
	default: return sectors - 2048 + i;
	}
}

static void seeks_are_where_they_should_be(void **state)
{
	static const unsigned counts[DISKINFO_SEEKS] = { 250, 250, 500, 400, 400, 2048, 2048 };
	struct diskinfo info;
	struct diskinfo_pass pass;

	(void)state;
	for (size_t row = 0; row < countof(disks); row++) {
		uint32_t sector_bytes = disks[row].sector_bytes;

		make(&info, disks[row].sectors * sector_bytes, sector_bytes);
		check_row(row, diskinfo_fits(&info));
		for (unsigned seek = 0; seek < DISKINFO_SEEKS; seek++) {
			read_count = 0;
			check_row(row, diskinfo_seek(&info, seek, &pass) == 0);
			check_row(row, read_count == counts[seek] && pass.count == counts[seek]);
			check_row(row, pass.elapsed_ns == counts[seek] * (uint64_t)sector_bytes);
			check_row(row, pass.slowest_ns == sector_bytes);
			for (unsigned i = 0; i < read_count; i++) {
				check_row(row, reads[i].bytes == sector_bytes);
				check_row(row, reads[i].offset_bytes ==
				                   sector_bytes *
				                       expected_sector(seek, i, disks[row].sectors,
				                                       disks[row].step));
			}
		}
		diskinfo_free(&info);
	}
}

/* One sector first, then whole MiB from the next sector on, nothing else. */
static void transfers_are_where_they_should_be(void **state)
{
	static const struct {
		uint64_t bytes;
		uint32_t sector_bytes;
		uint64_t megas, first[DISKINFO_ZONES]; /* sectors that are read before the clock */
	} rows[] = {
		{ 500107862016, 512, 100, { 0, 488386584 - 102400 - 1, 976773168 - 204800 - 1 } },
		{ 4000787030016, 4096, 100, { 0, 488377323 - 12800 - 1, 976754646 - 25600 - 1 } },
		/* 64 MiB with the sector before them do not fit in as much */
		{ MIB(64), 512, 63, { 0, 65536 - 64512 - 1, 131072 - 129024 - 1 } },
		{ MIB(2), 512, 1, { 0, 2048 - 1024 - 1, 4096 - 2048 - 1 } },
	};
	struct diskinfo info;
	struct diskinfo_pass pass;

	(void)state;
	for (size_t row = 0; row < countof(rows); row++) {
		make(&info, rows[row].bytes, rows[row].sector_bytes);
		for (unsigned zone = 0; zone < DISKINFO_ZONES; zone++) {
			uint64_t at = rows[row].first[zone] * rows[row].sector_bytes;

			read_count = 0;
			check_row(row, diskinfo_transfer(&info, zone, &pass) == 0);
			check_row(row, pass.count == rows[row].megas);
			check_row(row, pass.elapsed_ns == MIB(pass.count)); /* of these alone */
			check_row(row, read_count == pass.count + 1);
			check_row(row, reads[0].offset_bytes == at);
			check_row(row, reads[0].bytes == rows[row].sector_bytes);
			for (unsigned i = 1; i < read_count; i++) {
				check_row(row, reads[i].bytes == MIB(1));
				check_row(row, reads[i].offset_bytes ==
				                   at + rows[row].sector_bytes + MIB(i - 1));
			}
		}
		diskinfo_free(&info);
	}
}

static void overhead_reads_10_mib_and_then_the_first_sector(void **state)
{
	struct diskinfo_pass megas, sectors;
	struct diskinfo info;

	(void)state;
	for (uint32_t sector_bytes = 512; sector_bytes <= 4096; sector_bytes *= 8) {
		make(&info, GIB(1), sector_bytes);
		assert_int_equal(diskinfo_overhead(&info, &megas, &sectors), 0);
		assert_int_equal(megas.count, 10);
		assert_int_equal(megas.elapsed_ns, MIB(10));
		assert_int_equal(sectors.count, 20480);
		assert_int_equal(sectors.elapsed_ns, 20480 * sector_bytes);
		assert_int_equal(read_count, 1 + 10 + 1 + 20480);
		for (unsigned i = 1; i <= 10; i++)
			check_row(i, reads[i].offset_bytes == sector_bytes + MIB(i - 1) &&
			                 reads[i].bytes == MIB(1));
		for (unsigned i = 11; i < read_count; i++)
			check_row(i, reads[i].offset_bytes == 0 && reads[i].bytes == sector_bytes);
		diskinfo_free(&info);
	}
}

/* A plan that shortens the classics reads a share, at the same places. */
static void a_share_of_the_reads(void **state)
{
	struct diskinfo_pass pass, sectors;
	struct diskinfo info;

	(void)state;
	make(&info, GIB(1), 512);
	info.share = 0.08;
	assert_int_equal(diskinfo_seek(&info, 0, &pass), 0);
	assert_int_equal(read_count, 20);
	assert_int_equal(reads[19].offset_bytes, 512 * expected_sector(0, 19, 2097152, 2048));
	assert_int_equal(diskinfo_transfer(&info, DISKINFO_OUTSIDE, &pass), 0);
	assert_int_equal(pass.count, 8);
	info.share = 0.001;
	assert_int_equal(diskinfo_seek(&info, 0, &pass), 0);
	assert_int_equal(pass.count, 2);
	assert_int_equal(diskinfo_overhead(&info, &pass, &sectors), 0);
	assert_int_equal(pass.count, 1);
	assert_int_equal(sectors.count, 2048);
	diskinfo_free(&info);
}

static void what_is_too_small(void **state)
{
	static const struct {
		uint64_t sectors;
		uint32_t sector_bytes;
		bool fits, overhead_fits;
	} rows[] = {
		{ 0, 512, false, false },     { 1, 512, false, false },
		{ 2047, 512, false, false },  { 2048, 512, false, false },
		{ 2049, 512, false, false },  { 2050, 512, true, false },
		{ 20481, 512, true, false },  { 20482, 512, true, true },
		{ 2047, 4096, false, false }, { 2048, 4096, true, false },
		{ 2562, 4096, true, true },
	};
	struct diskinfo info;

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		make(&info, rows[i].sectors * rows[i].sector_bytes, rows[i].sector_bytes);
		check_row(i, diskinfo_fits(&info) == rows[i].fits);
		check_row(i, diskinfo_overhead_fits(&info) == rows[i].overhead_fits);
		diskinfo_free(&info);
	}
}

static void a_read_that_fails_is_named(void **state)
{
	struct diskinfo_pass pass;
	struct diskinfo info;

	(void)state;
	make(&info, GIB(1), 512);
	fail_at_bytes = 5 * 512;
	assert_int_equal(diskinfo_seek(&info, 5, &pass), -EIO);
	assert_int_equal(read_count, 6);
	assert_int_equal(info.failed_offset_bytes, 5 * 512);
	assert_int_equal(info.failed_bytes, 512);
	assert_int_equal(info.failed_got, -EIO);
	fail_at_bytes = UINT64_MAX;
	media_bytes = MIB(100); /* it says 1 GiB and has less */
	assert_int_equal(diskinfo_transfer(&info, DISKINFO_MIDDLE, &pass), -EIO);
	assert_int_equal(info.failed_got, 0);
	diskinfo_free(&info);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seeks_are_where_they_should_be),
		cmocka_unit_test(transfers_are_where_they_should_be),
		cmocka_unit_test(overhead_reads_10_mib_and_then_the_first_sector),
		cmocka_unit_test(a_share_of_the_reads),
		cmocka_unit_test(what_is_too_small),
		cmocka_unit_test(a_read_that_fails_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
