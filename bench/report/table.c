/* SPDX-License-Identifier: MIT */
/* table.c - results as lines for people */

#include "bench/report/table.h"

#include "bench/bench.h"
#include "bench/lib/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TEST_WIDTH 21
#define TARGET_WIDTH 9
#define METRIC_WIDTH 14
#define VALUE_WIDTH 13 /* of "999.9 kops/s"; a flag of 9 letters ends at column 79 */

const char *table_si(char *text, size_t size, double value)
{
	static const char prefixes[] = "pnum kMGTPE"; /* 1e-12 to 1e18 */
	int step = 0, digits;

	if (value == 0 || !isfinite(value)) {
		snprintf(text, size, "%.0f ", value);
		return text;
	}
	while (fabs(value) >= 999.95 && step < 6) {
		value /= 1000;
		step++;
	}
	while (fabs(value) < 0.99995 && step > -4) {
		value *= 1000;
		step--;
	}
	digits = fabs(value) >= 99.995 ? 1 : fabs(value) >= 9.9995 ? 2 : 3;
	if (step == 0)
		snprintf(text, size, "%.*f ", digits, value);
	else
		snprintf(text, size, "%.*f %c", digits, value, prefixes[step + 4]);
	return text;
}

const char *table_heading(char text[ROW_BYTES])
{
	snprintf(text, ROW_BYTES, "%-*s %-*s %-*s %*s %7s  %s", TEST_WIDTH, "test", TARGET_WIDTH,
	         "disk", METRIC_WIDTH, "metric", VALUE_WIDTH, "median", "spread", "flags");
	return text;
}

/* The flags of a result, but "noisy" only where this very number is. */
static const char *flags_of(char *text, size_t size, const struct row *row)
{
	const char *list = row->warnings;
	char word[32];
	size_t used = 0;

	text[0] = '\0';
	while (text_next(&list, " ", word, sizeof(word)) && used < size)
		if (strcmp(word, warning_name(0)) != 0 || row->spread > NOISY_SPREAD)
			used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " " : "",
			                         word);
	return text;
}

const char *table_value(char *text, size_t size, double value, const char *unit)
{
	if (strcmp(unit, "1") == 0) {
		snprintf(text, size, "%.*f",
		         value == floor(value) ? 0
		         : fabs(value) < 10    ? 3
		                               : 1,
		         value);
		return text;
	}
	/* nanoseconds have their prefix in the unit: count in seconds */
	if (strcmp(unit, "ns") == 0) {
		value /= 1e9;
		unit = "s";
	}
	table_si(text, size, value);
	strncat(text, unit, size - strlen(text) - 1);
	return text;
}

const char *table_time(char text[TIME_BYTES], double s)
{
	unsigned whole = s > 0 ? (unsigned)(s + 0.5) : 0;

	if (whole < 120)
		snprintf(text, TIME_BYTES, "%u s", whole);
	else if (whole < 7200)
		snprintf(text, TIME_BYTES, "%u min", whole / 60);
	else
		snprintf(text, TIME_BYTES, "%u h", whole / 3600);
	return text;
}

const char *table_number(char text[ROW_BYTES], const struct row *row)
{
	char value[32], spread[16] = "", flags[64];
	size_t used;

	table_value(value, sizeof(value), row->value, row->unit);
	if (isfinite(row->spread))
		snprintf(spread, sizeof(spread), "+-%.1f%%", row->spread * 100);
	snprintf(text, ROW_BYTES, "%-*.*s %-*.*s %-*.*s %*s %7s  %s", TEST_WIDTH, TEST_WIDTH,
	         row->test, TARGET_WIDTH, TARGET_WIDTH, row->target, METRIC_WIDTH, METRIC_WIDTH,
	         row->metric, VALUE_WIDTH, value, spread, flags_of(flags, sizeof(flags), row));
	for (used = strlen(text); used > 0 && text[used - 1] == ' ';)
		text[--used] = '\0';
	return text;
}

const char *table_status(char text[ROW_BYTES], const char *test, const char *target,
                         const char *status, const char *reason)
{
	snprintf(text, ROW_BYTES, "%-*.*s %-*.*s %s: %s", TEST_WIDTH, TEST_WIDTH, test,
	         TARGET_WIDTH, TARGET_WIDTH, target, status, reason);
	return text;
}
