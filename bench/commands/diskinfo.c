/* SPDX-License-Identifier: MIT */
/* diskinfo.c - assay diskinfo: the options and the text of diskinfo */

#include "bench/formats/diskinfo.h"
#include "bench/commands/commands.h"
#include "bench/commands/diskinfo_request.h"
#include "bench/disk/door.h"
#include "bench/lib/status.h"
#include "bench/machine/disk.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct machine machine; /* large */
static struct settings settings;

static int complain(const char *path, const char *why)
{
	fprintf(stderr, "assay: diskinfo: %s: %s\n", path, why);
	return EXIT_TEST_FAILED;
}

/* The read or write that failed. */
static int complain_of_io(const char *path, const struct diskinfo *info, int rc, const char *what)
{
	char why[160];

	printf("\n");
	if (rc == -EDQUOT)
		snprintf(why, sizeof(why), "as much is written as --write.limit= allows");
	else if (rc != -EIO)
		snprintf(why, sizeof(why), "%s: %s", what, strerror(-rc));
	else if (info->failed_got < 0)
		snprintf(why, sizeof(why), "%s of %" PRIu32 " bytes at byte %" PRIu64 ": %s", what,
		         info->failed_bytes, info->failed_offset_bytes,
		         strerror(-info->failed_got));
	else
		snprintf(why, sizeof(why),
		         "%s of %" PRIu32 " bytes at byte %" PRIu64
		         ": only %d: too small for this test",
		         what, info->failed_bytes, info->failed_offset_bytes, info->failed_got);
	return complain(path, why);
}

static int run_overhead(struct diskinfo *info, const char *path)
{
	struct diskinfo_pass megas, sectors;
	int rc;

	if (!diskinfo_overhead_fits(info))
		return complain(path, "too small for -c: expected more than 10 MiB");
	diskinfo_print_overhead_title(stdout);
	rc = diskinfo_overhead(info, &megas, &sectors);
	if (rc)
		return complain_of_io(path, info, rc, "read");
	diskinfo_print_overhead(stdout, &megas, &sectors);
	diskinfo_print_end(stdout);
	return EXIT_OK;
}

static int run_seeks(struct diskinfo *info, const char *path)
{
	struct diskinfo_pass pass;
	int rc = 0;

	if (!diskinfo_fits(info))
		return complain(path,
		                "too small for -t: expected more than 1 MiB, and 2048 sectors");
	diskinfo_print_seek_title(stdout);
	for (unsigned i = 0; rc == 0 && i < DISKINFO_SEEKS; i++) {
		diskinfo_print_seek_label(stdout, diskinfo_seeks[i].label);
		fflush(stdout);
		rc = diskinfo_seek(info, i, &pass);
		if (rc == 0)
			diskinfo_print_seek(stdout, &pass);
	}
	if (rc == 0)
		diskinfo_print_transfer_title(stdout);
	for (unsigned i = 0; rc == 0 && i < DISKINFO_ZONES; i++) {
		diskinfo_print_transfer_label(stdout, diskinfo_zones[i]);
		fflush(stdout);
		rc = diskinfo_transfer(info, (enum diskinfo_zone)i, &pass);
		if (rc == 0)
			diskinfo_print_transfer(stdout, &pass);
	}
	if (rc)
		return complain_of_io(path, info, rc, "read");
	diskinfo_print_end(stdout);
	return EXIT_OK;
}

static int run_iops(struct diskinfo *info, const char *path)
{
	const uint32_t sizes[] = { info->sector_bytes, KIB(4), KIB(32), KIB(128) };
	struct diskinfo_pass pass;
	char why[160];

	if (info->bytes < KIB(128))
		return complain(path, "too small for -i: expected 128 KiB or more");
	diskinfo_print_iops_title(stdout);
	for (size_t i = 0; i < countof(sizes); i++) {
		if (i > 0 && sizes[i] <= info->sector_bytes)
			continue;
		diskinfo_print_iops_label(stdout, sizes[i], info->sector_bytes);
		fflush(stdout);
		if (diskinfo_iops(info, sizes[i], &pass, why, sizeof(why))) {
			printf("\n");
			return complain(path, why);
		}
		diskinfo_print_iops(stdout, &pass);
	}
	diskinfo_print_end(stdout);
	return EXIT_OK;
}

static int run_writes(struct diskinfo *info, const char *path)
{
	struct diskinfo_pass pass;

	if (info->may_write_bytes != UINT64_MAX)
		fprintf(stderr, "assay: diskinfo: at most %" PRIu64 " bytes go onto %s\n",
		        info->may_write_bytes, path);
	diskinfo_print_writes_title(stdout);
	for (uint32_t bytes = info->sector_bytes;
	     bytes <= DISKINFO_BUFFER_BYTES && bytes <= info->bytes; bytes *= 2) {
		int rc;

		diskinfo_print_writes_label(stdout, bytes);
		fflush(stdout);
		rc = diskinfo_writes(info, bytes, &pass);
		if (rc)
			return complain_of_io(path, info, rc, "write");
		diskinfo_print_writes(stdout, &pass, bytes);
	}
	return EXIT_OK;
}

static int run_tests(const struct diskinfo_request *request, struct diskinfo *info,
                     const char *path)
{
	int status = EXIT_OK;

	if (diskinfo_init(info))
		return complain(path, strerror(ENOMEM));
	info->pause_ns = SECONDS(request->pause_s);
	if (request->overhead)
		status = run_overhead(info, path);
	if (request->seeks)
		status = exit_status_worse(status, run_seeks(info, path));
	if (request->iops)
		status = exit_status_worse(status, run_iops(info, path));
	if (request->writes)
		status = exit_status_worse(status, run_writes(info, path));
	diskinfo_free(info);
	return status;
}

/* Past the page cache; where a file system has no such way, through it, and said so. */
static int open_medium(const struct diskinfo_request *request, const char *path,
                       const struct disk **disk)
{
	char why[256];
	int fd =
	    door_open_path(&machine, path, request->writes, DOOR_DIRECT, disk, why, sizeof(why));

	if (fd == -EINVAL) {
		fd = door_open_path(&machine, path, request->writes, 0, disk, why, sizeof(why));
		if (fd >= 0)
			complain(path, "no direct I/O there: the page cache answers");
	}
	if (fd < 0)
		fprintf(stderr, "assay: diskinfo: %s\n", why);
	return fd;
}

/* The disk that @fd has open, if the inventory was not taken; NULL = a file or a partition. */
static const struct disk *find_disk(int fd)
{
	static struct disk found; /* large */
	struct stat stat;

	if (fstat(fd, &stat) < 0 || !S_ISBLK(stat.st_mode) ||
	    disk_read_device(&found, stat.st_rdev) < 0)
		return NULL;
	return &found;
}

static int run(const struct diskinfo_request *request, const char *path)
{
	bool tests = request->overhead || request->seeks || request->iops || request->writes;
	struct diskinfo_about about;
	struct diskinfo info = { 0 };
	const struct disk *disk = NULL;
	int rc, status = EXIT_OK;

	info.fd = open_medium(request, path, &disk);
	if (info.fd < 0)
		return info.fd == -EPERM || info.fd == -EBUSY ? EXIT_REFUSED : EXIT_USAGE;
	if (!disk)
		disk = find_disk(info.fd);
	rc = diskinfo_look(&about, path, info.fd, disk, "");
	if (rc) {
		status = complain(path, strerror(-rc));
	} else if (request->address || request->serial) {
		printf("%s\n", request->address ? about.address : about.serial);
	} else {
		diskinfo_print_about(stdout, &about, request->verbose || tests);
		info.bytes = about.bytes;
		info.may_write_bytes = disk ? settings.write_limit_bytes : UINT64_MAX;
		info.sector_bytes = about.sector_bytes;
		if (tests)
			status = run_tests(request, &info, path);
	}
	close(info.fd);
	return status;
}

/* Only then the disks of this machine have to be looked at, each of them read for it. */
static bool may_write_a_disk(char *const *argv)
{
	for (; *argv; argv++)
		if (strncmp(*argv, "--write", 7) == 0 ||
		    (argv[0][0] == '-' && argv[0][1] != '-' && strchr(*argv, 'S')))
			return true;
	return false;
}

int command_diskinfo(char **argv)
{
	struct diskinfo_request request;
	int status = may_write_a_disk(argv) ? commands_grant(argv, &machine, &settings) : EXIT_OK;

	if (status == EXIT_OK)
		status = diskinfo_request_parse(&request, argv);
	if (status)
		return status;
	if (request.help)
		diskinfo_request_help();
	for (; *argv; argv++)
		status = exit_status_worse(status, run(&request, *argv));
	return status;
}
