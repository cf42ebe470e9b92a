/* SPDX-License-Identifier: MIT */
/* test_format_iometer.c - results.csv column by column */

#include "tests/unit/check.h"

#include "bench/formats/iometer.h"
#include "bench/lib/text.h"

#include <stdlib.h>
#include <string.h>

#define COLUMNS 80
#define EMPTY -2

/* Two disks, two workers: each work of its own numbers, so that every sum is another. */
static struct io_outcome works[4];
/* Of 4 x 2 s: 400 ms for users, 200 for the kernel, 80 and 320 for interrupts. */
static struct iometer_cpu cpus[4] = {
	{ 0, MS(400), MS(100), 0, MS(20) },
	{ 1, 0, MS(100), MS(80), MS(300) },
	{ 2, 0, 0, 0, 0 },
	{ 5, 0, 0, 0, 0 },
};
static struct iometer_outcome outcome = {
	.target_count = 2,
	.workers = 2,
	.works = works,
	.cpus = { .cpus = cpus, .count = 4, .interrupts = 3000 },
	.started_wall_ns = 1543591802123000000u, /* 2018-11-30 15:30:02.123 UTC */
	.ended_wall_ns = 1543591832456000000u,
};
static struct iometer_target targets[2] = {
	{ .name = "sda", .sector_bytes = 512, .region_bytes = MIB(1) },
	{ .name = "a,b", .sector_bytes = 512, .region_bytes = MIB(2) },
};
static struct iometer_load load;
static char *text;
static size_t text_length;

static void add_ios(struct io_tally *tally, unsigned ios, uint64_t ns)
{
	for (unsigned i = 0; i < ios; i++) {
		moments_add(&tally->clat, ns);
		histogram_add(&tally->clat_histogram, ns);
	}
	tally->ios += ios;
	tally->bytes += ios * KIB(4);
}

static int make(void **state)
{
	(void)state;
	load = (struct iometer_load){ .profile = iometer_profile_find("oltp"),
		                      .block_bytes = KIB(4),
		                      .workers = 2,
		                      .outstanding = 8 };
	for (unsigned i = 0; i < countof(works); i++) {
		works[i].elapsed_ns = SECONDS(2);
		works[i].user_ns = MS(100);
		works[i].system_ns = MS(50);
		add_ios(&works[i].tally[IO_READ], 200 * (i + 1), MS(3));
		add_ios(&works[i].tally[IO_WRITE], 100, MS(12));
	}
	add_ios(&works[3].tally[IO_READ], 1, SECONDS(11));
	return 0;
}

static int unmake(void **state)
{
	(void)state;
	free(text);
	text = NULL;
	return 0;
}

static void print_csv(void)
{
	const struct iometer_test test = {
		.load = &load, .targets = targets, .outcome = &outcome, .host = "SN1"
	};
	FILE *out = open_memstream(&text, &text_length);

	iometer_csv_test(out, &test);
	iometer_csv_end(out);
	fclose(out);
}

/* The line that begins with @start, cut at its end. */
static char *line_of(const char *start)
{
	char *line = strstr(text, start), *copy;

	assert_non_null(line);
	copy = strndup(line, strcspn(line, "\n"));
	assert_non_null(copy);
	return copy;
}

/* The field of the line that begins with @row below the title @column; empty ones count. */
static double field(const char *row, const char *column)
{
	char *titles = line_of("'Target Type,"), *line = line_of(row);
	char *rest = titles, *field_rest = line, *title, *value;
	double number = -1;

	while ((title = strsep(&rest, ",")) && (value = strsep(&field_rest, ",")))
		if (strcmp(title, column) == 0)
			number = value[0] ? strtod(value, NULL) : EMPTY;
	free(titles);
	free(line);
	return number;
}

static unsigned count_fields(const char *row)
{
	char *line = line_of(row);
	unsigned count = 1;

	for (const char *comma = line; (comma = strchr(comma, ',')); comma++)
		count++;
	free(line);
	return count;
}

static void has_the_sections_in_order(void **state)
{
	static const char *const lines[] = {
		"'Test Type,Test Description\n0,",
		"\n'Version\n1.1.0\n",
		"'Time Stamp\n2018-11-30 15:30:02:123\n",
		"'Access specifications\n'Access specification name,default assignment\noltp "
		"4K,0\n",
		"'size,% of size,% reads,% random,delay,burst,align,reply\n"
		"4096,100,67,100,0,1,4096,0,\n'End access specifications\n",
		"'Results\n'Target Type,Target Name,",
		"\nALL,All,oltp 4K,1,2,2,",
		"\nMANAGER,SN1,oltp 4K,,2,2,",
		"\nPROCESSOR,CPU 0,,",
		"\nPROCESSOR,CPU 1,,",
		"\nPROCESSOR,CPU 2,,",
		"\nPROCESSOR,CPU 5,,",
		"\nWORKER,Worker 1,oltp 4K,,,2,",
		"\nDISK,sda,,,,,",
		"\nDISK,a b,,,,,",
		"\nWORKER,Worker 2,",
		"'Time Stamp\n2018-11-30 15:30:32:456\n",
		"'End Test\n",
	};
	const char *rest;

	(void)state;
	print_csv();
	rest = text;
	for (size_t i = 0; i < countof(lines); i++) {
		const char *found = strstr(rest, lines[i]);

		check_row(i, found);
		rest = found + strlen(lines[i]) - 1;
	}
	assert_string_equal(rest, "\n");
	assert_int_equal(count_fields("'Target Type"), COLUMNS);
	assert_int_equal(count_fields("ALL,"), COLUMNS);
	assert_int_equal(count_fields("PROCESSOR,CPU 5,"), COLUMNS);
	assert_int_equal(count_fields("WORKER,Worker 2,"), COLUMNS);
	assert_int_equal(count_fields("DISK,a b,"), COLUMNS);
}

/* 2001 reads at 3 ms, but for one at 11 s; 400 writes at 12 ms; in 2 s. */
static const struct {
	const char *row, *column;
	double value;
} cells[] = {
	{ "ALL,", "# Managers", 1 },
	{ "ALL,", "# Workers", 2 },
	{ "ALL,", "# Disks", 2 },
	{ "ALL,", "IOps", 1200.5 },
	{ "ALL,", "Read IOps", 1000.5 },
	{ "ALL,", "Write IOps", 200 },
	{ "ALL,", "Write MiBps (Binary)", 0.78125 },
	{ "ALL,", "Write MBps (Decimal)", 0.8192 },
	{ "ALL,", "Read MBps (Decimal)", 4.098048 },
	{ "ALL,", "Transactions per Second", 1200.5 },
	{ "ALL,", "Connections per Second", 0 },
	{ "ALL,", "Average Write Response Time", 12 },
	{ "ALL,", "Average Read Response Time", 8.495752 },
	{ "ALL,", "Average Response Time", 9.079550 },
	{ "ALL,", "Maximum Response Time", 11000 },
	{ "ALL,", "Maximum Write Response Time", 12 },
	{ "ALL,", "Errors", 0 },
	{ "ALL,", "Bytes Read", 2001 * 4096 },
	{ "ALL,", "Bytes Written", 400 * 4096 },
	{ "ALL,", "Read I/Os", 2001 },
	{ "ALL,", "Write I/Os", 400 },
	{ "ALL,", "Transactions per Connection", -1 },
	{ "ALL,", "Total Raw Write Response Time", EMPTY },
	{ "ALL,", "Total Raw Run Time", EMPTY },
	{ "MANAGER,", "Total Raw Write Response Time", 400 * 12e6 },
	{ "MANAGER,", "Maximum Raw Read Response Time", 11e9 },
	{ "MANAGER,", "Total Raw Run Time", 2e9 },
	{ "ALL,", "Starting Sector", 0 },
	{ "ALL,", "Maximum Size", -1 }, /* not the same for both */
	{ "ALL,", "Queue Depth", 8 },
	{ "ALL,", "% CPU Utilization", 12.5 }, /* 1 s of 4 CPUs for 2 s */
	{ "ALL,", "% User Time", 5 },
	{ "ALL,", "% Privileged Time", 2.5 },
	{ "ALL,", "% DPC Time", 1 },
	{ "ALL,", "% Interrupt Time", 4 },
	{ "ALL,", "Processor Speed", EMPTY },
	{ "ALL,", "Interrupts per Second", 1500 },
	{ "ALL,", "CPU Effectiveness", 96.04 },
	{ "ALL,", "Packets/Second", 0 },
	{ "MANAGER,", "% CPU Utilization", 12.5 },
	{ "MANAGER,", "Processor Speed", 1e9 },
	{ "PROCESSOR,CPU 0,", "IOps", EMPTY },
	{ "PROCESSOR,CPU 0,", "Queue Depth", EMPTY },
	{ "PROCESSOR,CPU 0,", "% CPU Utilization", 26 },
	{ "PROCESSOR,CPU 0,", "% User Time", 20 },
	{ "PROCESSOR,CPU 1,", "% DPC Time", 4 },
	{ "PROCESSOR,CPU 1,", "% Interrupt Time", 15 },
	{ "PROCESSOR,CPU 5,", "% CPU Utilization", 0 },
	{ "PROCESSOR,CPU 5,", "Processor Speed", 1e9 },
	{ "PROCESSOR,CPU 5,", " >= 10 s", EMPTY },
	{ "WORKER,Worker 1,", "% CPU Utilization", EMPTY },
	{ "WORKER,Worker 1,", "Processor Speed", 1e9 },
	{ "WORKER,Worker 1,", "Packets/Second", EMPTY },
	{ "ALL,", "0 to 50 uS", 0 },
	{ "ALL,", "2 to 5 mS", 2000 },
	{ "ALL,", "10 to 15 mS", 400 },
	{ "ALL,", "5 to 10 s", 0 },
	{ "ALL,", " >= 10 s", 1 },
	{ "WORKER,Worker 1,", "Read I/Os", 200 + 600 },
	{ "WORKER,Worker 2,", "Read I/Os", 400 + 801 },
	{ "DISK,sda,", "Read I/Os", 200 }, /* of the first worker */
	{ "DISK,a b,", "Read I/Os", 600 },
	{ "DISK,a b,", "Starting Sector", 0 },
	{ "DISK,a b,", "Maximum Size", 4096 },
};

static void has_a_value_below_each_title(void **state)
{
	(void)state;
	print_csv();
	for (size_t i = 0; i < countof(cells); i++) {
		double got = field(cells[i].row, cells[i].column);

		check_row(i, got > cells[i].value - 1e-5 && got < cells[i].value + 1e-5);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(has_the_sections_in_order, unmake),
		cmocka_unit_test_teardown(has_a_value_below_each_title, unmake),
	};

	return cmocka_run_group_tests(tests, make, NULL);
}
