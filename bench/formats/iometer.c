/* SPDX-License-Identifier: MIT */
/* iometer.c - results.csv of Iometer 1.1.0 */

#include "bench/formats/iometer_part.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"

#include <inttypes.h>
#include <string.h>

static const char columns[] =
    "'Target Type,Target Name,Access Specification Name,# Managers,# Workers,# Disks,"
    "IOps,Read IOps,Write IOps,MiBps (Binary),Read MiBps (Binary),Write MiBps (Binary),"
    "MBps (Decimal),Read MBps (Decimal),Write MBps (Decimal),"
    "Transactions per Second,Connections per Second,"
    "Average Response Time,Average Read Response Time,Average Write Response Time,"
    "Average Transaction Time,Average Connection Time,"
    "Maximum Response Time,Maximum Read Response Time,Maximum Write Response Time,"
    "Maximum Transaction Time,Maximum Connection Time,Errors,Read Errors,Write Errors,"
    "Bytes Read,Bytes Written,Read I/Os,Write I/Os,Connections,Transactions per Connection,"
    "Total Raw Read Response Time,Total Raw Write Response Time,Total Raw Transaction Time,"
    "Total Raw Connection Time,Maximum Raw Read Response Time,Maximum Raw Write Response Time,"
    "Maximum Raw Transaction Time,Maximum Raw Connection Time,Total Raw Run Time,"
    "Starting Sector,Maximum Size,Queue Depth,% CPU Utilization,% User Time,% Privileged Time,"
    "% DPC Time,% Interrupt Time,Processor Speed,Interrupts per Second,CPU Effectiveness,"
    "Packets/Second,Packet Errors,Segments Retransmitted/Second,"
    "0 to 50 uS,50 to 100 uS,100 to 200 uS,200 to 500 uS,0.5 to 1 mS,1 to 2 mS,2 to 5 mS,"
    "5 to 10 mS,10 to 15 mS,15 to 20 mS,20 to 30 mS,30 to 50 mS,50 to 100 mS,100 to 200 mS,"
    "200 to 500 mS,0.5 to 1 S,1 to 2 s,2 to 4.7 s,4.7 to 5 s,5 to 10 s, >= 10 s\n";

/* A comma in a name would begin another column. */
static void copy_name(char *to, size_t size, const char *from)
{
	text_copy(to, size, from);
	for (char *comma = to; (comma = strchr(comma, ','));)
		*comma = ' ';
}

static void put_rows(FILE *out, const struct iometer_test *test, const char *load)
{
	unsigned targets = test->outcome->target_count, workers = test->outcome->workers;
	char names[256], target[64];

	snprintf(names, sizeof(names), "ALL,All,%s,1,%u,%u", load, workers, targets);
	iometer_put_row(out, test, IOMETER_SCOPE_ALL, IOMETER_ALL, IOMETER_ALL, names);
	snprintf(names, sizeof(names), "MANAGER,%s,%s,,%u,%u", test->host, load, workers, targets);
	iometer_put_row(out, test, IOMETER_SCOPE_MANAGER, IOMETER_ALL, IOMETER_ALL, names);
	iometer_put_processors(out, test->outcome);
	for (unsigned w = 0; w < workers; w++) {
		snprintf(names, sizeof(names), "WORKER,Worker %u,%s,,,%u", w + 1, load, targets);
		iometer_put_row(out, test, IOMETER_SCOPE_WORKER, IOMETER_ALL, w, names);
		for (unsigned t = 0; t < targets; t++) {
			copy_name(target, sizeof(target), test->targets[t].name);
			snprintf(names, sizeof(names), "DISK,%s,,,,", target);
			iometer_put_row(out, test, IOMETER_SCOPE_DISK, t, w, names);
		}
	}
}

static void put_time_stamp(FILE *out, uint64_t wall_ns)
{
	char text[UTC_TEXT_BYTES];

	clock_utc(wall_ns, text); /* 2026-11-30T15:35:02.123Z */
	fprintf(out, "'Time Stamp\n%.10s %.8s:%.3s\n", text, text + 11, text + 20);
}

static void put_specification(FILE *out, const struct iometer_test *test, const char *load)
{
	const struct iometer_profile *profile = test->load->profile;
	struct io_size sizes[IOMETER_SIZES_MAX];
	uint32_t sector_bytes = test->targets[0].sector_bytes;
	unsigned count = iometer_sizes(test->load, sector_bytes, sizes);

	fprintf(out,
	        "'Access specifications\n"
	        "'Access specification name,default assignment\n%s,0\n"
	        "'size,%% of size,%% reads,%% random,delay,burst,align,reply\n",
	        load);
	for (unsigned i = 0; i < count; i++)
		fprintf(out, "%" PRIu32 ",%u,%u,%u,0,1,%" PRIu32 ",0,\n", sizes[i].bytes,
		        sizes[i].percent, profile->read_percent, profile->random_percent,
		        test->load->block_bytes ? test->load->block_bytes : sector_bytes);
	fprintf(out, "'End access specifications\n");
}

void iometer_csv_test(FILE *out, const struct iometer_test *test)
{
	char load[48];

	iometer_load_name(test->load, load, sizeof(load));
	fprintf(out, "'Test Type,Test Description\n0,%s\n'Version\n1.1.0\n",
	        test->load->profile->title);
	put_time_stamp(out, test->outcome->started_wall_ns);
	put_specification(out, test, load);
	fprintf(out, "'Results\n%s", columns);
	put_rows(out, test, load);
	put_time_stamp(out, test->outcome->ended_wall_ns);
}

void iometer_csv_end(FILE *out)
{
	fputs("'End Test\n", out);
}
