/* SPDX-License-Identifier: MIT */
/* test_image.c - which image a disk carries: read from a real FAT and a real ISO 9660 */

#include "tests/unit/check.h"

#include "bench/machine/image.h"
#include "bench/machine/signature.h"
#include "tests/unit/fake_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ID "0123456789abcdef0123456789abcdef"

static struct fake_files files;

static int begin(void **state)
{
	(void)state;
	fake_files_make(&files);
	return 0;
}

static int end(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

/* Run a line of the shell in the folder of the test. */
static void run(const char *line)
{
	char command[PATH_MAX + 1024];

	snprintf(command, sizeof(command),
	         "cd '%s' && export MTOOLS_SKIP_CHECK=1 && { %s; } >log 2>&1", files.root, line);
	if (system(command) != 0)
		_fail(line, __LINE__);
}

static int open_file(const char *name)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", files.root, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	return fd;
}

/* What is found on the file @name there. */
static int find(const char *name, char id[IMAGE_ID_BYTES])
{
	struct window window = { .start_bytes = 0 };
	struct medium medium = { window_read, &window, 0 };
	int rc;

	window.fd = open_file(name);
	medium.bytes = (uint64_t)lseek(window.fd, 0, SEEK_END);
	memset(id, 'x', IMAGE_ID_BYTES);
	rc = image_find(&medium, id);
	close(window.fd);
	return rc;
}

#define FAT(size, options) "truncate -s " size " x; mformat -i x " options " ::"
#define FAT32 FAT("40M", "-F -v ASSAY")
#define PUT "; mcopy -i x assay.id ::"
#define FILL "; i=0; while [ $i -lt 40 ]; do echo >file$i; i=$((i + 1)); done; mcopy -i x file* ::"

static void finds_what_is_in_assay_id(void **state)
{
	static const struct {
		const char *make;
		int rc;
	} rows[] = {
		{ "echo " ID " >assay.id; " FAT32 PUT, 1 },
		{ "echo " ID " >assay.id; " FAT("1440K", "-f 1440") PUT, 1 },
		{ "echo " ID " >assay.id; " FAT("32M", "") PUT, 1 },
		/* the folder goes on in other clusters; another label; upper case as DOS writes it
		 */
		{ "echo " ID " >assay.id; " FAT32 FILL PUT, 1 },
		{ "echo " ID " >assay.id; " FAT("40M", "-F -v STICK") PUT, 1 },
		{ "echo " ID " >ASSAY.ID; " FAT32 "; mcopy -i x ASSAY.ID ::", 1 },
		/* one that was deleted and written again */
		{ "echo " ID " >assay.id; " FAT32 PUT "; mdel -i x ::assay.id" FILL PUT, 1 },
		{ "mkdir d; echo " ID " >d/assay.id; xorriso -as mkisofs -o x -R -J d", 1 },
		{ "mkdir d; echo " ID " >d/assay.id; for i in 1 2 3 4 5 6 7 8 9; do "
		  "touch d/a_name_that_is_long_enough_to_fill_a_block_with_few_of_them_$i; done; "
		  "xorriso -as mkisofs -o x -iso-level 3 -R d",
		  1 },
		{ FAT32, 0 },
		{ FAT32 FILL, 0 },
		{ "echo " ID " >assay.id; " FAT32 PUT "; mdel -i x ::assay.id", 0 },
		{ "echo " ID " >assay.id; " FAT32 "; mmd -i x ::a; mcopy -i x assay.id ::a", 0 },
		{ FAT32 "; mmd -i x ::assay.id", 0 },
		{ "echo not an id >assay.id; " FAT32 PUT, 0 },
		{ "echo 0123456789ABCDEF0123456789abcdef >assay.id; " FAT32 PUT, 0 },
		{ "true >assay.id; " FAT32 PUT, 0 },
		{ "mkdir d; touch d/assay.ie; xorriso -as mkisofs -o x -R d", 0 },
		{ "truncate -s 40M x", 0 },
		{ "truncate -s 100 x", 0 },
		{ "echo " ID " >assay.id; " FAT32 PUT "; truncate -s 8K x", 0 },
	};
	char id[IMAGE_ID_BYTES];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		run("rm -rf *");
		run(rows[i].make);
		check_row(i, find("x", id) == rows[i].rc);
		check_row(i, strcmp(id, rows[i].rc ? ID : "") == 0);
	}
}

/* A folder whose clusters form a ring has an end all the same. */
static void a_ring_of_clusters_ends(void **state)
{
	char id[IMAGE_ID_BYTES];

	(void)state;
	run(FAT32 FILL);
	/* the second entry of the table is the root folder's: let it follow itself */
	run("printf '\\002\\000\\000\\000' | dd of=x bs=1 seek=$((32 * 512 + 8)) conv=notrunc");
	assert_int_equal(find("x", id), 0);
}

static int refuse(void *context, uint64_t offset, void *to, size_t size)
{
	unsigned *left = context;

	memset(to, 0, size);
	if (offset == 0) { /* the first sector of a FAT32 with an empty root folder */
		memcpy(to, "xxxxxxxxxxx\0\2\1\1\0\1\0\0\0\0\0\1\0", 24);
		((char *)to)[44] = 2;
		memcpy((char *)to + 510, "\x55\xaa", 2);
	}
	return (*left)-- > 0 ? 0 : -EIO;
}

static void an_error_is_passed_on(void **state)
{
	char id[IMAGE_ID_BYTES];

	(void)state;
	for (unsigned reads = 0; reads <= 4; reads++) { /* there are four */
		unsigned left = reads;
		struct medium medium = { refuse, &left, MIB(64) };

		check_row(reads, image_find(&medium, id) == (reads < 4 ? -EIO : 0));
		check_row(reads, id[0] == '\0');
	}
}

static void knows_the_file_where_it_is_mounted(void **state)
{
	(void)state;
	assert_false(image_is_in(files.root, ID));
	fake_files_put(&files, "/assay.id", ID "\n", strlen(ID) + 1);
	assert_true(image_is_in(files.root, ID));
	assert_false(image_is_in(files.root, "0123456789abcdef0123456789abcdee"));
}

/* UEFI 2.10, appendix A: the first three fields have their lowest byte first. */
static void reads_the_uuid_of_a_partition(void **state)
{
	static uint8_t disk[4096];
	struct window window = { .start_bytes = 0 };
	struct medium medium = { window_read, &window, sizeof(disk) };
	char uuid[PARTITION_UUID_BYTES];
	uint8_t *entry = disk + 1024 + 128;

	(void)state;
	memcpy(disk + 512, "EFI PART", 8);
	disk[512 + 72] = 2;   /* the block of the first entry */
	disk[512 + 80] = 4;   /* entries */
	disk[512 + 84] = 128; /* bytes of each */
	memcpy(entry + 16, "\x33\x22\x11\x00\x55\x44\x77\x66\x88\x99\xaa\xbb\xcc\xdd\xee\xff", 16);
	fake_files_put(&files, "/disk", disk, sizeof(disk));
	window.fd = open_file("disk");
	assert_int_equal(gpt_uuid(&medium, 512, 2, uuid), 1);
	assert_string_equal(uuid, "00112233-4455-6677-8899-aabbccddeeff");
	assert_int_equal(gpt_uuid(&medium, 512, 5, uuid), 0);
	assert_string_equal(uuid, "");
	assert_int_equal(gpt_uuid(&medium, 1024, 2, uuid), 0);
	close(window.fd);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(finds_what_is_in_assay_id),     TEST(a_ring_of_clusters_ends),
		TEST(an_error_is_passed_on),         TEST(knows_the_file_where_it_is_mounted),
		TEST(reads_the_uuid_of_a_partition),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
