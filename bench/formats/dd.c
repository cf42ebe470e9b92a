/* SPDX-License-Identifier: MIT */
/* dd.c - the lines that dd ends with, as the tools that read them know them */

#include "bench/formats/dd.h"

#include <inttypes.h>

#define SECOND_NS 1000000000u

/* Powers of what, and how they are called. */
struct scale {
	unsigned base;
	const char *units[7];
};

static const struct scale si = { 1000, { "B", "kB", "MB", "GB", "TB", "PB", "EB" } };
static const struct scale iec = { 1024, { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" } };

/* To nearest, ties to even. */
static unsigned divide(unsigned __int128 amount, unsigned __int128 by)
{
	unsigned __int128 whole = amount / by, twice = amount % by * 2;

	return (unsigned)whole + (twice > by || (twice == by && whole % 2 == 1));
}

/* Write @amount / @unit, as "1.5 MB". Returns how many times it was scaled. */
static unsigned print_exact(char *text, size_t size, unsigned __int128 amount,
                            unsigned __int128 unit, const struct scale *scale)
{
	unsigned power = 0, whole, tenths;

	while (power + 1 < countof(scale->units) && amount >= unit * scale->base) {
		unit *= scale->base;
		power++;
	}
	whole = divide(amount, unit);
	tenths = divide(amount * 10, unit);
	if (whole == scale->base && power + 1 < countof(scale->units)) {
		tenths = 10;
		power++;
	}
	if (power > 0 && tenths < 100)
		snprintf(text, size, "%u.%u %s", tenths / 10, tenths % 10, scale->units[power]);
	else
		snprintf(text, size, "%u %s", whole, scale->units[power]);
	return power;
}

static void print_rate(char *text, size_t size, uint64_t bytes, uint64_t elapsed_ns)
{
	long double rate, unit = si.base;
	unsigned power = 1;

	if (elapsed_ns == 0) {
		snprintf(text, size, "Infinity B");
		return;
	}
	if (SECOND_NS % elapsed_ns == 0 || elapsed_ns % SECOND_NS == 0) {
		print_exact(text, size, (unsigned __int128)bytes * SECOND_NS, elapsed_ns, &si);
		return;
	}
	rate = (long double)bytes * (SECOND_NS / (long double)elapsed_ns);
	while (power + 1 < countof(si.units) && rate >= unit * si.base) {
		unit *= si.base;
		power++;
	}
	/* one decimal, unless it would take more than four characters */
	if (snprintf(text, size, "%.1Lf %s", rate / unit, si.units[power]) > 7)
		snprintf(text, size, "%.0Lf %s", rate / unit, si.units[power]);
}

void dd_print_records(FILE *out, const struct dd_outcome *outcome)
{
	fprintf(out,
	        "%" PRIu64 "+%" PRIu64 " records in\n"
	        "%" PRIu64 "+%" PRIu64 " records out\n",
	        outcome->input_full, outcome->input_partial, outcome->output_full,
	        outcome->output_partial);
}

char *dd_line(char *text, size_t size, enum dd_style style, uint64_t bytes, uint64_t elapsed_ns,
              bool underway)
{
	char decimal[16], binary[16], sizes[40] = "", rate[24];
	unsigned decimal_power = print_exact(decimal, sizeof(decimal), bytes, 1, &si);
	unsigned binary_power = print_exact(binary, sizeof(binary), bytes, 1, &iec);

	if (style == DD_OLD || (decimal_power > 0 && binary_power == 0))
		snprintf(sizes, sizeof(sizes), " (%s)", decimal);
	else if (decimal_power > 0)
		snprintf(sizes, sizeof(sizes), " (%s, %s)", decimal, binary);
	print_rate(rate, sizeof(rate), bytes, elapsed_ns);
	snprintf(text, size,
	         underway ? "%" PRIu64 " byte%s%s copied, %.0f s, %s/s"
	                  : "%" PRIu64 " byte%s%s copied, %g s, %s/s",
	         bytes, bytes == 1 ? "" : "s", sizes, (double)elapsed_ns / SECOND_NS, rate);
	return text;
}
