/* SPDX-License-Identifier: MIT */
/* test_signature.c - what is on a disk, by the marks on it */

#include "tests/unit/check.h"

#include "bench/machine/signature.h"

#include <errno.h>
#include <string.h>

/* A medium in memory; beyond it there are zeros. */
static uint8_t content[MIB(3)];
static unsigned reads;

static int content_read(void *context, uint64_t offset, void *to, size_t size)
{
	uint64_t inside = offset < sizeof(content) ? sizeof(content) - offset : 0;

	(void)context;
	reads++;
	memset(to, 0, size);
	memcpy(to, content + (inside ? offset : 0), inside < size ? inside : size);
	return 0;
}

static const struct medium medium = { content_read, NULL, sizeof(content) };

struct row {
	const char *name;
	uint64_t offset;
	const char *bytes;
	size_t length;
};

#define ROW(name, offset, bytes)                       \
	{                                              \
		name, offset, bytes, sizeof(bytes) - 1 \
	}

static const struct row rows[] = {
	ROW("linux_raid_member", 0, "\xfc\x4e\x2b\xa9\1\0\0\0"),                /* 1.1 */
	ROW("linux_raid_member", 4096, "\xfc\x4e\x2b\xa9\1\0\0\0"),             /* 1.2 */
	ROW("linux_raid_member", MIB(3) - KIB(8), "\xfc\x4e\x2b\xa9\1\0\0\0"),  /* 1.0 */
	ROW("linux_raid_member", MIB(3) - KIB(64), "\xfc\x4e\x2b\xa9\0\0\0\0"), /* 0.90 */
	ROW("isw_raid_member", MIB(3) - 1024, "Intel Raid ISM Cfg Sig. 1.3.00"),
	ROW("ddf_raid_member", MIB(3) - 512, "\xde\x11\xde\x11"),
	ROW("ddf_raid_member", MIB(3) - 131584, "\xde\x11\xde\x11"),
	ROW("LVM2_member", 512, "LABELONE\1\0\0\0\0\0\0\0\0\0\0\0\x20\0\0\0LVM2 001"),
	ROW("crypto_LUKS", 0, "LUKS\xba\xbe\0\2"),
	ROW("crypto_LUKS", 0x4000, "SKUL\xba\xbe\0\2"),
	ROW("bcache", 4096 + 24,
	    "\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81"),
	ROW("zfs_member", KIB(128), "\x0c\xb1\xba\0\0\0\0\0"),
	ROW("zfs_member", KIB(255), "\0\0\0\0\0\xba\xb1\x0c"),
	ROW("zfs_member", MIB(3) - KIB(1), "\x0c\xb1\xba\0\0\0\0\0"),
	ROW("gpt", 512, "EFI PART"),
	ROW("gpt", 4096, "EFI PART"),
	ROW("gpt", MIB(3) - 512, "EFI PART"),
	ROW("exfat", 3, "EXFAT   "),
	ROW("ntfs", 3, "NTFS    "),
	ROW("vfat", 82, "FAT32   "),
	ROW("vfat", 54, "FAT16   "),
	ROW("dos", 510, "\x55\xaa"),
	ROW("xfs", 0, "XFSB"),
	ROW("btrfs", 0x10040, "_BHRfS_M"),
	ROW("gfs2", 0x10000, "\x01\x16\x19\x70"),
	ROW("iso9660", 0x8001, "CD001"),
	ROW("swap", 4086, "SWAPSPACE2"),
	ROW("swap", 65526, "SWAPSPACE2"),
	ROW("VMFS_volume_member", MIB(1), "\x0d\xd0\x01\xc0"),
	ROW("VMFS", MIB(2), "\x5e\xf1\xab\x2f"),
	ROW("", 0, "nothing that is known"),
};

static void knows_marks(void **state)
{
	char name[32];
	size_t i;

	(void)state;
	for (i = 0; i < countof(rows); i++) {
		memset(content, 0, sizeof(content));
		memcpy(content + rows[i].offset, rows[i].bytes, rows[i].length);
		assert_int_equal(signature_find(&medium, name, sizeof(name)),
		                 rows[i].name[0] != '\0');
		assert_string_equal(name, rows[i].name);
	}
}

static void reads_little(void **state)
{
	char name[32];

	(void)state;
	memset(content, 0, sizeof(content));
	reads = 0;
	assert_int_equal(signature_find(&medium, name, sizeof(name)), 0);
	assert_in_range(reads, 1, 200);
}

static void tells_generations_of_ext_apart(void **state)
{
	static const struct {
		const char *name;
		uint8_t compatible, incompatible, read_only_compatible;
	} generations[] = {
		{ "ext2", 0x38, 0x02, 0x03 }, { "ext3", 0x3c, 0x02, 0x03 },
		{ "ext3", 0x3c, 0x06, 0x03 }, /* to be recovered */
		{ "ext4", 0x3c, 0xc2, 0x7b }, { "jbd", 0x00, 0x08, 0x00 },
	};
	uint8_t *super = content + 1024;
	char name[32];
	size_t i;

	(void)state;
	for (i = 0; i < countof(generations); i++) {
		memset(content, 0, sizeof(content));
		super[0] = 1; /* inodes */
		super[24] = 2;
		super[56] = 0x53;
		super[57] = 0xef;
		super[92] = generations[i].compatible;
		super[96] = generations[i].incompatible;
		super[100] = generations[i].read_only_compatible;
		assert_int_equal(signature_find(&medium, name, sizeof(name)), 1);
		assert_string_equal(name, generations[i].name);
	}
	super[0] = 0; /* two bytes of magic alone are chance */
	assert_int_equal(signature_find(&medium, name, sizeof(name)), 0);
}

static void prefers_the_table_to_what_was_there_before(void **state)
{
	char name[32];

	(void)state;
	memset(content, 0, sizeof(content));
	memcpy(content + 0x10040, "_BHRfS_M", 8);
	content[446 + 4] = 0x83;
	content[446 + 12] = 1;
	content[510] = 0x55;
	content[511] = 0xaa;
	assert_int_equal(signature_find(&medium, name, sizeof(name)), 1);
	assert_string_equal(name, "dos");

	content[446] = 0x13; /* no such flag: boot code, not a table */
	assert_int_equal(signature_find(&medium, name, sizeof(name)), 1);
	assert_string_equal(name, "btrfs");
}

static void copes_with_any_size(void **state)
{
	static const uint64_t sizes[] = { 0, 1, 511, 512, 4096, KIB(256), MIB(1), UINT64_MAX };
	struct medium small = medium;
	char name[32];
	size_t i;

	(void)state;
	memset(content, 0, sizeof(content));
	for (i = 0; i < countof(sizes); i++) {
		small.bytes = sizes[i];
		assert_int_equal(signature_find(&small, name, sizeof(name)), 0);
	}
}

static int broken_read(void *context, uint64_t offset, void *to, size_t size)
{
	(void)context;
	(void)offset;
	(void)to;
	(void)size;
	reads++;
	return -EIO;
}

static void stops_at_the_first_error(void **state)
{
	static const struct medium broken = { broken_read, NULL, MIB(3) };
	char name[32] = "as it was";

	(void)state;
	reads = 0;
	assert_int_equal(signature_find(&broken, name, sizeof(name)), -EIO);
	assert_string_equal(name, "");
	assert_int_equal(reads, 1);
}

/* Put a GPT with one entry of @type at @number into the content. */
static void put_gpt(unsigned number, const char *type)
{
	uint8_t *header = content + 512;

	memset(content, 0, sizeof(content));
	memcpy(header, "EFI PART", 8);
	header[72] = 2;
	header[80] = 128;
	header[84] = 128;
	memcpy(content + 1024 + (number - 1) * 128, type, 16);
}

static void knows_partitions_by_their_type(void **state)
{
	static const char gpfs[] =
	    "\x90\xfc\xaf\x37\x7d\xef\x91\x4e\x96\xc3\x2d\x7a\xe0\x55\xb1\x74";
	char name[32];

	(void)state;
	put_gpt(3, gpfs);
	assert_int_equal(signature_of_gpt(&medium, 512, 3, name, sizeof(name)), 1);
	assert_string_equal(name, "GPFS");
	assert_int_equal(signature_of_gpt(&medium, 512, 2, name, sizeof(name)), 0);
	assert_int_equal(signature_of_gpt(&medium, 512, 0, name, sizeof(name)), 0);
	assert_int_equal(signature_of_gpt(&medium, 512, 129, name, sizeof(name)), 0);
	assert_int_equal(signature_of_gpt(&medium, 4096, 3, name, sizeof(name)), 0);
	assert_int_equal(signature_of_gpt(&medium, 0, 3, name, sizeof(name)), 0);

	memset(content + 512 + 72, 0xff, 8); /* entries far beyond the end */
	assert_int_equal(signature_of_gpt(&medium, 512, 3, name, sizeof(name)), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_marks),
		cmocka_unit_test(reads_little),
		cmocka_unit_test(tells_generations_of_ext_apart),
		cmocka_unit_test(prefers_the_table_to_what_was_there_before),
		cmocka_unit_test(copes_with_any_size),
		cmocka_unit_test(stops_at_the_first_error),
		cmocka_unit_test(knows_partitions_by_their_type),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
