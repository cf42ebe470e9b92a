/* SPDX-License-Identifier: MIT */
/* test_diskinfo_media.c - diskinfo on a file: random reads and writes, and what it says of a disk
 */

#include "tests/unit/check.h"

#include "bench/dd/diskinfo.h"
#include "bench/dd/diskinfo_about.h"
#include "bench/lib/clock.h"
#include "tests/unit/fake_files.h"
#include "tests/unit/fake_machine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct fake_files files;

static int open_file(off_t bytes)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/disk", files.root);
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, bytes), 0);
	return fd;
}

static void make(struct diskinfo *info, uint64_t bytes, uint64_t file_bytes)
{
	*info = (struct diskinfo){ .fd = open_file((off_t)file_bytes),
		                   .bytes = bytes,
		                   .sector_bytes = 512 };
	assert_int_equal(diskinfo_init(info), 0);
	info->pause_ns = 0;
	info->flush = NULL;
}

static void end(struct diskinfo *info)
{
	diskinfo_free(info);
	close(info->fd);
}

/* A second passes each time it is read. */
static uint64_t clock_of_seconds(void)
{
	static uint64_t now_ns;

	return now_ns += SECONDS(1);
}

/* What is written stays inside, in whole blocks, and is no more than may be. */
static void random_writes(void **state)
{
	static const uint32_t sizes[] = { 512, KIB(128), KIB(256), MIB(1) };
	struct diskinfo_pass pass;
	struct diskinfo info;
	struct stat about;

	(void)state;
	for (size_t i = 0; i < countof(sizes); i++) {
		make(&info, MIB(1) + 512, 0);
		info.now = clock_of_seconds;
		info.may_write_bytes = sizes[i] * 250;
		check_row(i, diskinfo_writes(&info, sizes[i], &pass) == 0);
		check_row(i, pass.count == 250 && pass.elapsed_ns == SECONDS(1));
		check_row(i, info.may_write_bytes == 0);
		check_row(i, fstat(info.fd, &about) == 0);
		check_row(i, about.st_size % sizes[i] == 0);
		check_row(i, about.st_size <= (off_t)info.bytes);
		check_row(i,
		          about.st_size >= (off_t)info.bytes / 2); /* of 250 places one is there */
		check_row(i, diskinfo_writes(&info, 512, &pass) == -EDQUOT);
		end(&info);
	}
}

static void a_write_that_fails_is_named(void **state)
{
	struct diskinfo_pass pass;
	struct diskinfo info;

	(void)state;
	make(&info, KIB(512), 0);
	close(info.fd);
	info.fd = open("/dev/full", O_WRONLY);
	info.may_write_bytes = UINT64_MAX;
	assert_int_equal(diskinfo_writes(&info, KIB(512), &pass), -EIO);
	assert_int_equal(info.failed_got, -ENOSPC);
	assert_int_equal(info.failed_offset_bytes, 0);
	assert_int_equal(info.failed_bytes, KIB(128)); /* in pieces */
	end(&info);
}

static void random_reads_are_counted(void **state)
{
	struct diskinfo_pass pass;
	struct diskinfo info;
	char why[160] = "";

	(void)state;
	make(&info, MIB(1), MIB(1));
	info.share = 0.01;
	assert_int_equal(diskinfo_iops(&info, 4096, &pass, why, sizeof(why)), 0);
	assert_true(pass.count >= DISKINFO_DEPTH && pass.elapsed_ns >= MS(30));
	end(&info);

	make(&info, MIB(1), 0); /* it says that it has 1 MiB */
	info.share = 0.01;
	assert_int_not_equal(diskinfo_iops(&info, 4096, &pass, why, sizeof(why)), 0);
	assert_non_null(strstr(why, "read of 4096 bytes at byte "));
	end(&info);
}

static void facts_of_a_disk(void **state)
{
	static const struct {
		bool rotational;
		const char *page, *rotation; /* bytes 4 and 5 of VPD page B1h */
	} rows[] = {
		{ true, "\1\xb1\1\74\x1c\x20", "7200" }, { true, "\1\xb1\1\74\4\1", "1025" },
		{ true, "\1\xb1\1\74\1\1", "Invalid" },  { true, "\1\xb1\1\74\xff\xff", "Invalid" },
		{ false, "\1\xb1\1\74\x1c\x20", "0" },
	};
	struct diskinfo_about about;
	struct disk disk = { .name = "sda", .model = "M", .serial = "S", .controller = "C" };
	int fd;

	(void)state;
	fake_machine_put(&files, "4096", "/sys/block/sda/queue/discard_max_bytes");
	fake_machine_put(&files, "host-managed", "/sys/block/sda/queue/zoned");
	fake_machine_put(&files, "", "/sys/block/sda/device/vpd_pgb1");
	fd = open_file(5000);
	for (size_t i = 0; i < countof(rows); i++) {
		fake_files_put(&files, "/sys/block/sda/device/vpd_pgb1", rows[i].page, 6);
		disk.rotational = rows[i].rotational;
		check_row(i, diskinfo_look(&about, "name", fd, &disk, files.root) == 0);
		check_row(i, strcmp(about.rotation, rows[i].rotation) == 0);
	}
	assert_true(about.is_disk && about.discards);
	assert_string_equal(about.zones, "Host_Managed");
	assert_string_equal(about.model, "M");
	assert_string_equal(about.serial, "S");
	assert_string_equal(about.address, "C");
	assert_int_equal(about.bytes, 5000);
	assert_int_equal(about.sector_bytes, 512);
	assert_int_equal(diskinfo_look(&about, "name", fd, NULL, files.root), 0);
	assert_true(!about.is_disk && about.serial[0] == '\0');
	close(fd);
}

static int make_files(void **state)
{
	(void)state;
	fake_files_make(&files);
	return 0;
}

static int remove_files(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_writes),
		cmocka_unit_test(a_write_that_fails_is_named),
		cmocka_unit_test(random_reads_are_counted),
		cmocka_unit_test(facts_of_a_disk),
	};

	return cmocka_run_group_tests(tests, make_files, remove_files);
}
