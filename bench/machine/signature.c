/* SPDX-License-Identifier: MIT */
/* signature.c - what is on a disk, by the marks that file systems and their like leave on it */

#include "bench/machine/signature.h"
#include "bench/lib/text.h"

#include <string.h>

/* A mark at a fixed place, counted from the start. */
struct mark {
	const char *name;
	uint64_t offset;
	size_t length;
	const char *bytes;
};

#define MARK(name, offset, bytes)                      \
	{                                              \
		name, offset, sizeof(bytes) - 1, bytes \
	}

/* Members of something larger: what else is on the disk belongs to that. */
static const struct mark members[] = {
	MARK("linux_raid_member", 0, "\xfc\x4e\x2b\xa9\1\0\0\0"),
	MARK("linux_raid_member", 4096, "\xfc\x4e\x2b\xa9\1\0\0\0"),
	MARK("crypto_LUKS", 0, "LUKS\xba\xbe"),
	MARK("crypto_LUKS", 0x4000, "SKUL\xba\xbe"),
	MARK("LVM2_member", 0 * 512 + 24, "LVM2 001"),
	MARK("LVM2_member", 1 * 512 + 24, "LVM2 001"),
	MARK("LVM2_member", 2 * 512 + 24, "LVM2 001"),
	MARK("LVM2_member", 3 * 512 + 24, "LVM2 001"),
	MARK("bcache", 0x1018, "\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81"),
	MARK("VMFS_volume_member", 0x100000, "\x0d\xd0\x01\xc0"),
	MARK("VMFS", 0x200000, "\x5e\xf1\xab\x2f"),
	MARK("stratis", 512 + 4, "!Stra0tis\x86\xff\x02^\x41rh"),
	MARK("ceph_bluestore", 0, "bluestore block device"),
	MARK("oracleasm", 32, "ORCLDISK"),
};

/* These look like a DOS partition table as well: they end in 55 AA. */
static const struct mark boot_sectors[] = {
	MARK("exfat", 3, "EXFAT   "),     MARK("ntfs", 3, "NTFS    "),
	MARK("BitLocker", 3, "-FVE-FS-"), MARK("vfat", 54, "FAT12   "),
	MARK("vfat", 54, "FAT16   "),     MARK("vfat", 82, "FAT32   "),
};

static const struct mark filesystems[] = {
	MARK("xfs", 0, "XFSB"),
	MARK("btrfs", 0x10040, "_BHRfS_M"),
	MARK("gfs2", 0x10000, "\x01\x16\x19\x70"),
	MARK("ocfs2", 1024, "OCFSV2"),
	MARK("ocfs2", 2048, "OCFSV2"),
	MARK("ocfs2", 4096, "OCFSV2"),
	MARK("ocfs2", 8192, "OCFSV2"),
	MARK("f2fs", 1024, "\x10\x20\xf5\xf2"),
	MARK("squashfs", 0, "hsqs"),
	MARK("jfs", 0x8000, "JFS1"),
	MARK("reiserfs", 0x10034, "ReIsEr"),
	MARK("apfs", 32, "NXSB"),
	MARK("iso9660", 0x8001, "CD001"),
	MARK("udf", 0x8001, "BEA01"),
	MARK("swap", 4096 - 10, "SWAPSPACE2"),
	MARK("swap", 8192 - 10, "SWAPSPACE2"),
	MARK("swap", 16384 - 10, "SWAPSPACE2"),
	MARK("swap", 32768 - 10, "SWAPSPACE2"),
	MARK("swap", 65536 - 10, "SWAPSPACE2"),
};

static int mark_find(const struct medium *medium, const struct mark *marks, size_t count,
                     const char **name)
{
	int rc = 0;
	size_t i;

	for (i = 0; i < count && rc == 0; i++) {
		rc = medium_has(medium, marks[i].offset, marks[i].bytes, marks[i].length);
		*name = marks[i].name;
	}
	return rc;
}

static int find_member(const struct medium *medium, const char **name)
{
	return mark_find(medium, members, countof(members), name);
}

static int find_boot_sector(const struct medium *medium, const char **name)
{
	return mark_find(medium, boot_sectors, countof(boot_sectors), name);
}

static int find_filesystem(const struct medium *medium, const char **name)
{
	return mark_find(medium, filesystems, countof(filesystems), name);
}

/* RAID members that keep their mark near the end: md 0.90 and 1.0, Intel, DDF. */
static int find_raid(const struct medium *medium, const char **name)
{
	uint64_t end = medium->bytes;
	int rc;

	if (end < KIB(256))
		return 0;
	*name = "linux_raid_member";
	rc = medium_has(medium, (end & ~0xffffull) - KIB(64), "\xfc\x4e\x2b\xa9\0\0\0\0", 8);
	if (rc == 0)
		rc = medium_has(medium, (end - KIB(8)) & ~0xfffull, "\xfc\x4e\x2b\xa9\1\0\0\0", 8);
	if (rc == 0) {
		*name = "isw_raid_member";
		rc = medium_has(medium, end - 2 * 512, "Intel Raid ISM Cfg Sig. ", 24);
	}
	if (rc == 0) {
		*name = "ddf_raid_member";
		rc = medium_has(medium, end - 512, "\xde\x11\xde\x11", 4);
	}
	return rc != 0 ? rc : medium_has(medium, end - 257 * 512, "\xde\x11\xde\x11", 4);
}

/* An uberblock at any of 128 places, in the byte order of the machine that wrote it. */
static int zfs_label(const struct medium *medium, uint64_t label)
{
	uint8_t block[4096];
	unsigned at, i;
	int rc;

	for (at = 0; at < KIB(128); at += sizeof(block)) {
		rc = medium_read(medium, label + KIB(128) + at, block, sizeof(block));
		if (rc <= 0)
			return rc;
		for (i = 0; i < sizeof(block); i += 1024)
			if (memcmp(block + i, "\x0c\xb1\xba\0\0\0\0\0", 8) == 0 ||
			    memcmp(block + i, "\0\0\0\0\0\xba\xb1\x0c", 8) == 0)
				return 1;
	}
	return 0;
}

/* The first label and the last: a pool can be read with one of four. */
static int find_zfs(const struct medium *medium, const char **name)
{
	uint64_t end = medium->bytes & ~(KIB(256) - 1);
	int rc;

	*name = "zfs_member";
	if (end < MIB(1))
		return 0;
	rc = zfs_label(medium, 0);
	return rc != 0 ? rc : zfs_label(medium, end - KIB(256));
}

/* The header is in the second block and again in the last; blocks have 512 or 4096 bytes. */
static int find_gpt(const struct medium *medium, const char **name)
{
	uint64_t end = medium->bytes;
	uint64_t places[] = { 512, 4096, end - 512, end - 4096 };
	int rc = 0;
	size_t i;

	*name = "gpt";
	for (i = 0; i < countof(places) && rc == 0; i++)
		rc = medium_has(medium, places[i], "EFI PART", 8);
	return rc;
}

/* Is there an entry in this DOS partition table, and is it one at all? */
static bool dos_has_entries(const uint8_t *sector)
{
	const uint8_t *entry;
	bool some = false;

	for (entry = sector + 446; entry < sector + 510; entry += 16) {
		if (entry[0] != 0 && entry[0] != 0x80)
			return false;
		some |= entry[4] != 0 && little_u32(entry + 12) != 0;
	}
	return some;
}

static int find_dos(const struct medium *medium, const char **name)
{
	uint8_t sector[512];
	int rc = medium_read(medium, 0, sector, sizeof(sector));

	*name = "dos";
	return rc <= 0 ? rc : sector[510] == 0x55 && sector[511] == 0xaa && dos_has_entries(sector);
}

/* Some boot code and no table that is one: still, somebody wrote it. */
static int find_boot_code(const struct medium *medium, const char **name)
{
	*name = "dos";
	return medium_has(medium, 510, "\x55\xaa", 2);
}

/* Which of its generations it is, is in the features that it uses. */
static const char *ext_name(const uint8_t *super)
{
	uint32_t compatible = little_u32(super + 92), incompatible = little_u32(super + 96);
	uint32_t read_only_compatible = little_u32(super + 100);

	if (incompatible & 0x8)
		return "jbd"; /* a journal of another file system */
	if ((incompatible & ~0x16u) || (read_only_compatible & ~0x7u))
		return "ext4";
	return compatible & 0x4 ? "ext3" : "ext2";
}

static int find_ext(const struct medium *medium, const char **name)
{
	uint8_t super[128];
	int rc = medium_read(medium, 1024, super, sizeof(super));

	if (rc <= 0)
		return rc;
	*name = ext_name(super);
	/* two bytes of magic are few: inodes, and blocks of at most 64 KiB, must be there too */
	return little_u16(super + 56) == 0xef53 && little_u32(super) != 0 &&
	       little_u32(super + 24) <= 6;
}

int signature_find(const struct medium *medium, char *name, size_t size)
{
	static int (*const finders[])(const struct medium *medium, const char **name) = {
		find_raid, find_member,     find_zfs, find_gpt,       find_boot_sector,
		find_dos,  find_filesystem, find_ext, find_boot_code,
	};
	const char *found = "";
	int rc = 0;
	size_t i;

	for (i = 0; i < countof(finders) && rc == 0; i++)
		rc = finders[i](medium, &found);
	text_copy(name, size, rc > 0 ? found : "");
	return rc;
}
