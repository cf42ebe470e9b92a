/* SPDX-License-Identifier: MIT */
/* test_format_diskinfo.c - the text of diskinfo, blank by blank */

#include "tests/unit/check.h"

#include "bench/formats/diskinfo.h"

#include <stdio.h>
#include <string.h>

static char text[2048];

static FILE *begin(void)
{
	memset(text, 0, sizeof(text));
	return fmemopen(text, sizeof(text), "w");
}

static void check_text(FILE *out, const char *expected)
{
	fclose(out);
	assert_string_equal(text, expected);
}

static struct diskinfo_pass pass(uint64_t count, uint64_t elapsed_ns)
{
	return (struct diskinfo_pass){ .count = count, .elapsed_ns = elapsed_ns };
}

/* The sample of the specification. */
static void seeks_and_transfers(void **state)
{
	static const uint64_t seeks_ns[DISKINFO_SEEKS] = { 4839223000, 3508410000, 5621344000,
		                                           2304312000, 2280111000, 194203000,
		                                           190021000 };
	static const uint64_t zones_ns[DISKINFO_ZONES] = { 686412000, 842610000, 1349801000 };
	FILE *out = begin();

	(void)state;
	diskinfo_print_seek_title(out);
	for (unsigned i = 0; i < DISKINFO_SEEKS; i++) {
		struct diskinfo_pass seek = pass(diskinfo_seeks[i].reads, seeks_ns[i]);

		diskinfo_print_seek_label(out, diskinfo_seeks[i].label);
		diskinfo_print_seek(out, &seek);
	}
	diskinfo_print_transfer_title(out);
	for (unsigned i = 0; i < DISKINFO_ZONES; i++) {
		struct diskinfo_pass zone = pass(100, zones_ns[i]);

		diskinfo_print_transfer_label(out, diskinfo_zones[i]);
		diskinfo_print_transfer(out, &zone);
	}
	diskinfo_print_end(out);
	check_text(out, "Seek times:\n"
	                "\tFull stroke:\t  250 iter in   4.839223 sec =   19.357 msec\n"
	                "\tHalf stroke:\t  250 iter in   3.508410 sec =   14.034 msec\n"
	                "\tQuarter stroke:\t  500 iter in   5.621344 sec =   11.243 msec\n"
	                "\tShort forward:\t  400 iter in   2.304312 sec =    5.761 msec\n"
	                "\tShort backward:\t  400 iter in   2.280111 sec =    5.700 msec\n"
	                "\tSeq outer:\t 2048 iter in   0.194203 sec =    0.095 msec\n"
	                "\tSeq inner:\t 2048 iter in   0.190021 sec =    0.093 msec\n"
	                "\n"
	                "Transfer rates:\n"
	                "\toutside:       102400 kbytes in   0.686412 sec =   149182 kbytes/sec\n"
	                "\tmiddle:        102400 kbytes in   0.842610 sec =   121527 kbytes/sec\n"
	                "\tinside:        102400 kbytes in   1.349801 sec =    75863 kbytes/sec\n"
	                "\n");
}

static void overhead(void **state)
{
	struct diskinfo_pass megas = pass(10, 98640000), sectors = pass(20480, 2046098000);
	FILE *out = begin();

	(void)state;
	diskinfo_print_overhead_title(out);
	diskinfo_print_overhead(out, &megas, &sectors);
	diskinfo_print_end(out);
	check_text(out, "I/O command overhead:\n"
	                "\ttime to read 10MB block      0.098640 sec\t=    0.005 msec/sector\n"
	                "\ttime to read 20480 sectors   2.046098 sec\t=    0.100 msec/sector\n"
	                "\tcalculated command overhead\t\t\t=    0.095 msec/sector\n"
	                "\n");
}

static void random_reads(void **state)
{
	static const uint32_t sizes[] = { 512, 4096, 32768, 131072 };
	FILE *out = begin();

	(void)state;
	diskinfo_print_iops_title(out);
	for (size_t i = 0; i < countof(sizes); i++) {
		struct diskinfo_pass reads = pass(30000, 3000000000);

		diskinfo_print_iops_label(out, sizes[i], 512);
		diskinfo_print_iops(out, &reads);
	}
	diskinfo_print_iops_label(out, 4096, 4096);
	check_text(out, "Asynchronous random reads:\n"
	                "\tsectorsize:     30000 ops in    3.000000 sec =    10000 IOPS\n"
	                "\t4 kbytes:       30000 ops in    3.000000 sec =    10000 IOPS\n"
	                "\t32 kbytes:      30000 ops in    3.000000 sec =    10000 IOPS\n"
	                "\t128 kbytes:     30000 ops in    3.000000 sec =    10000 IOPS\n"
	                "\tsectorsize:  ");
}

static void random_writes(void **state)
{
	static const uint32_t sizes[] = { 512, 1024, 131072, 8388608 };
	FILE *out = begin();

	(void)state;
	diskinfo_print_writes_title(out);
	for (size_t i = 0; i < countof(sizes); i++) {
		struct diskinfo_pass writes = pass(1000, 1000000000);

		diskinfo_print_writes_label(out, sizes[i]);
		diskinfo_print_writes(out, &writes, sizes[i]);
	}
	check_text(out, "Synchronous random writes:\n"
	                "\t 0.5 kbytes:   1000.0 usec/IO =      0.5 Mbytes/s\n"
	                "\t   1 kbytes:   1000.0 usec/IO =      1.0 Mbytes/s\n"
	                "\t 128 kbytes:   1000.0 usec/IO =    125.0 Mbytes/s\n"
	                "\t8192 kbytes:   1000.0 usec/IO =   8000.0 Mbytes/s\n");
}

static const struct diskinfo_about about = { .name = "/dev/sda",
	                                     .bytes = 500107862016,
	                                     .sector_bytes = 512,
	                                     .stripe_bytes = 4096,
	                                     .cylinders = 60801,
	                                     .heads = 255,
	                                     .sectors = 63,
	                                     .model = "WDC WD5003ABYZ",
	                                     .serial = "WD-1",
	                                     .address = "0000:00:1f.2",
	                                     .is_disk = true,
	                                     .rotation = "7200",
	                                     .zones = "Not_Zoned" };

static void facts_line_by_line(void **state)
{
	FILE *out = begin();

	(void)state;
	diskinfo_print_about(out, &about, true);
	check_text(out, "/dev/sda\n"
	                "\t512         \t# sectorsize\n"
	                "\t500107862016\t# mediasize in bytes (466G)\n"
	                "\t976773168   \t# mediasize in sectors\n"
	                "\t4096        \t# stripesize\n"
	                "\t0           \t# stripeoffset\n"
	                "\t60801       \t# Cylinders according to firmware.\n"
	                "\t255         \t# Heads according to firmware.\n"
	                "\t63          \t# Sectors according to firmware.\n"
	                "\tWDC WD5003ABYZ\t# Disk descr.\n"
	                "\tWD-1        \t# Disk ident.\n"
	                "\t0000:00:1f.2\t# Physical path\n"
	                "\tNo          \t# TRIM/UNMAP support\n"
	                "\t7200        \t# Rotation rate in RPM\n"
	                "\tNot_Zoned   \t# Zone Mode\n"
	                "\n");
}

static void facts_in_one_line(void **state)
{
	struct diskinfo_about no_geometry = about;
	FILE *out = begin();

	(void)state;
	diskinfo_print_about(out, &about, false);
	no_geometry.cylinders = no_geometry.heads = no_geometry.sectors = 0;
	diskinfo_print_about(out, &no_geometry, false);
	check_text(out, "/dev/sda\t512\t500107862016\t976773168\t4096\t0\t60801\t255\t63\n"
	                "/dev/sda\t512\t500107862016\t976773168\t4096\t0\n");
}

/* At most four characters, powers of 1024. */
static void sizes(void **state)
{
	static const struct {
		uint64_t bytes;
		const char *text;
	} rows[] = {
		{ 0, "0B" },
		{ 512, "512B" },
		{ 999, "999B" },
		{ 1000, "1.0K" },
		{ 1474560, "1.4M" },
		{ MIB(256), "256M" },
		{ MIB(1000), "1.0G" },
		{ 500107862016, "466G" },
		{ 4000787030016, "3.6T" },
		{ (uint64_t)995 << 30, "995G" },
		{ (uint64_t)10 << 40, "10T" },
	};
	char size[16];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++)
		check_row(
		    i, strcmp(diskinfo_size(size, sizeof(size), rows[i].bytes), rows[i].text) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seeks_and_transfers),
		cmocka_unit_test(overhead),
		cmocka_unit_test(random_reads),
		cmocka_unit_test(random_writes),
		cmocka_unit_test(facts_line_by_line),
		cmocka_unit_test(facts_in_one_line),
		cmocka_unit_test(sizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
