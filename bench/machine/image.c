/* SPDX-License-Identifier: MIT */
/* image.c - which build of Assay this is, and which one a disk carries */

#include "bench/machine/image.h"

#include "bench/lib/manifest.h"
#include "bench/lib/text.h"
#include "bench/machine/digest.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define FOLDER_BYTES 65536u /* of a root folder, that are looked at: it is 2,048 files long */
#define ISO_BLOCK_BYTES 2048u

void image_own(const char *root, char id[IMAGE_ID_BYTES])
{
	char path[PATH_MAX], sha256[SHA256_TEXT_BYTES];

	id[0] = '\0';
	if (text_path(path, sizeof(path), root, MANIFEST) == 0 && digest_file(path, sha256) == 0)
		snprintf(id, IMAGE_ID_BYTES, "%s", sha256);
}

/* Take what assay.id holds: it begins at @offset. Returns as image_find(). */
static int take_id(const struct medium *medium, uint64_t offset, char id[IMAGE_ID_BYTES])
{
	char text[IMAGE_ID_BYTES - 1];
	int rc = medium_read(medium, offset, text, sizeof(text));

	for (size_t i = 0; i < sizeof(text) && rc > 0; i++)
		rc = text[i] != '\0' && strchr("0123456789abcdef", text[i]) != NULL;
	if (rc > 0)
		snprintf(id, IMAGE_ID_BYTES, "%.*s", (int)sizeof(text), text);
	return rc;
}

/* Where the parts of a FAT begin, in bytes. */
struct fat {
	uint64_t table, folder, data;
	uint32_t cluster_bytes;
	uint32_t folder_bytes;   /* of FAT12 and FAT16; 0 = FAT32: */
	uint32_t folder_cluster; /* there it is a file as others */
};

static bool fat_describe(struct fat *fat, const uint8_t *sector)
{
	uint32_t bytes = little_u16(sector + 11), tables = sector[16];
	uint64_t table_bytes = little_u16(sector + 22);

	if (table_bytes == 0)
		table_bytes = little_u32(sector + 36);
	if (little_u16(sector + 510) != 0xaa55 || bytes < 512 || bytes > 4096 ||
	    (bytes & (bytes - 1)) != 0 || sector[13] == 0 || tables == 0 || table_bytes == 0)
		return false;
	fat->table = (uint64_t)little_u16(sector + 14) * bytes;
	fat->folder = fat->table + tables * table_bytes * bytes;
	fat->folder_bytes = little_u16(sector + 17) * 32;
	fat->data = fat->folder + fat->folder_bytes;
	fat->cluster_bytes = sector[13] * bytes;
	fat->folder_cluster = little_u32(sector + 44);
	return true;
}

static uint64_t fat_cluster(const struct fat *fat, uint32_t cluster)
{
	return fat->data + (uint64_t)(cluster - 2) * fat->cluster_bytes;
}

/* Look for the file in a piece of the folder. Returns 1 with its cluster, 0 or -errno. */
static int fat_look(const struct medium *medium, uint64_t offset, uint32_t bytes, uint32_t *cluster)
{
	uint8_t entry[32];
	int rc;

	for (; bytes >= sizeof(entry); bytes -= sizeof(entry), offset += sizeof(entry)) {
		rc = medium_read(medium, offset, entry, sizeof(entry));
		if (rc <= 0 || entry[0] == '\0')
			return rc < 0 ? rc : 0;
		*cluster = little_u16(entry + 26) | little_u16(entry + 20) << 16;
		/* neither a folder, nor a label, nor a piece of a long name */
		if (memcmp(entry, "ASSAY   ID ", 11) == 0 && (entry[11] & 0x18) == 0)
			return *cluster >= 2;
	}
	return 0;
}

/* The cluster that follows @cluster; 0 at the end. Returns 1, 0 or -errno. */
static int fat_next(const struct medium *medium, const struct fat *fat, uint32_t *cluster)
{
	uint8_t next[4];
	int rc = medium_read(medium, fat->table + (uint64_t)*cluster * 4, next, sizeof(next));

	*cluster = rc > 0 ? little_u32(next) & 0x0fffffff : 0;
	if (*cluster >= 0x0ffffff7) /* bad, or the end */
		*cluster = 0;
	return rc;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static int fat_find(const struct medium *medium, char id[IMAGE_ID_BYTES])
{
	uint8_t sector[512];
	uint32_t file = 0, folder, left = FOLDER_BYTES, piece;
	struct fat fat;
	int rc = medium_read(medium, 0, sector, sizeof(sector));

	if (rc <= 0 || !fat_describe(&fat, sector))
		return rc < 0 ? rc : 0;
	rc = fat_look(medium, fat.folder, smaller(fat.folder_bytes, left), &file);
	folder = fat.folder_bytes == 0 ? fat.folder_cluster : 0;
	for (; rc == 0 && folder >= 2 && left > 0; left -= piece) {
		piece = smaller(fat.cluster_bytes, left);
		rc = fat_look(medium, fat_cluster(&fat, folder), piece, &file);
		if (rc == 0 && fat_next(medium, &fat, &folder) < 0)
			return -EIO;
	}
	return rc > 0 ? take_id(medium, fat_cluster(&fat, file), id) : rc;
}

static int iso_find(const struct medium *medium, char id[IMAGE_ID_BYTES])
{
	static const char name[] = "ASSAY.ID;1";
	uint8_t record[33 + sizeof(name) - 1];
	uint64_t start;
	uint32_t at = 0, bytes;
	int rc = medium_has(medium, 0x8000, "\1CD001", 6);

	if (rc > 0) /* the record of the root folder */
		rc = medium_read(medium, 0x8000 + 156, record, 33);
	if (rc <= 0)
		return rc;
	start = (uint64_t)little_u32(record + 2) * ISO_BLOCK_BYTES;
	bytes = smaller(little_u32(record + 10), FOLDER_BYTES);
	while (at < bytes) {
		rc = medium_read(medium, start + at, record, sizeof(record));
		if (rc <= 0)
			return rc;
		if (record[32] == sizeof(name) - 1 &&
		    memcmp(record + 33, name, sizeof(name) - 1) == 0)
			return take_id(medium, (uint64_t)little_u32(record + 2) * ISO_BLOCK_BYTES,
			               id);
		/* no record crosses the end of a block: zeroes fill it up */
		at = record[0] ? at + record[0] : (at / ISO_BLOCK_BYTES + 1) * ISO_BLOCK_BYTES;
	}
	return 0;
}

int image_find(const struct medium *medium, char id[IMAGE_ID_BYTES])
{
	int rc;

	id[0] = '\0';
	rc = fat_find(medium, id);
	return rc != 0 ? rc : iso_find(medium, id);
}

bool image_is_on(const struct disk *disk, const char *id)
{
	bool found = strcmp(disk->image, id) == 0;

	for (size_t i = 0; i < PARTITIONS_MAX; i++)
		found = found || strcmp(disk->partitions[i].image, id) == 0;
	return found && id[0] != '\0';
}

bool image_is_in(const char *folder, const char *id)
{
	char found[64];

	return text_read(folder, "/assay.id", found, sizeof(found)) > 0 && strcmp(found, id) == 0;
}
