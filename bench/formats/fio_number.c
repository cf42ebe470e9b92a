/* SPDX-License-Identifier: MIT */
/* fio_number.c - numbers as fio writes them */

#include "bench/formats/fio_part.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static unsigned digits_of(uint64_t value)
{
	unsigned digits = 1;

	while (value >= 10) {
		value /= 10;
		digits++;
	}
	return digits;
}

/* A number of at most @digits characters. Returns the power of its prefix. */
static unsigned shorten(char *text, size_t size, uint64_t value, unsigned digits, uint64_t base)
{
	static const double tens[] = { 1, 10, 100, 1000, 10000, 100000 };
	uint64_t rest = 0;
	unsigned power = 0, whole, decimals;
	double fraction;

	for (; digits_of(value) > digits && power < 6; power++) {
		rest = value % base;
		value /= base;
	}
	whole = digits_of(value);
	if (power == 0 || whole + 2 > digits) {
		value += power && rest >= base / 2;
		snprintf(text, size, "%" PRIu64, value);
		return power;
	}
	decimals = digits - whole - 1;
	fraction = rint((double)rest / (double)base * tens[decimals]);
	if (fraction >= tens[decimals]) {
		fraction = 0;
		value++;
	}
	snprintf(text, size, "%" PRIu64 ".%0*.0f", value, (int)decimals, fraction);
	return power;
}

const char *fio_number(char text[FIO_NUMBER_BYTES], uint64_t value, unsigned digits, bool binary,
                       const char *unit)
{
	static const char *const prefixes[2][7] = { { "", "k", "M", "G", "T", "P", "E" },
		                                    { "", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei" } };
	char number[24];
	unsigned power = shorten(number, sizeof(number), value, digits, binary ? 1024 : 1000);

	snprintf(text, FIO_NUMBER_BYTES, "%s%s%s", number, prefixes[binary][power], unit);
	return text;
}

const char *fio_old_number(char text[FIO_NUMBER_BYTES], uint64_t value, bool binary)
{
	static const char prefixes[] = " KMGTPE";
	char number[24];
	unsigned power = shorten(number, sizeof(number), value, 6, binary ? 1024 : 1000);

	snprintf(text, FIO_NUMBER_BYTES, "%s%c", number, prefixes[power]);
	return text;
}

const char *fio_old_size(char text[FIO_NUMBER_BYTES], uint64_t bytes)
{
	static const char prefixes[] = " KMG";
	unsigned power = 0;

	for (; power < 3 && bytes && bytes % 1024 == 0; power++)
		bytes /= 1024;
	snprintf(text, FIO_NUMBER_BYTES, "%" PRIu64 "%c", bytes, prefixes[power]);
	return text;
}

static struct fio_scale scale(uint64_t min, uint64_t max, double deviation)
{
	if (min > 2000000 && max > 99999999 && deviation > 1000000)
		return (struct fio_scale){ "msec", 1000000 };
	if (min > 2000 && max > 99999 && deviation > 1000)
		return (struct fio_scale){ "usec", 1000 };
	return (struct fio_scale){ "nsec", 1 };
}

struct fio_scale fio_scale_of(const struct moments *moments)
{
	return scale(moments->min, moments->max, moments_deviation(moments));
}

struct fio_scale fio_percentiles_of(const struct histogram *histogram, const struct fio_job *job,
                                    uint64_t values[FIO_PERCENTILES_MAX])
{
	for (unsigned i = 0; i < job->percentile_count; i++)
		values[i] = (uint64_t)histogram_percentile(histogram, job->percentiles[i]);
	return scale(values[0], values[job->percentile_count - 1], INFINITY);
}

uint64_t fio_unit_ios(const struct fio_unit *unit)
{
	return unit->outcome->tally[IO_READ].ios + unit->outcome->tally[IO_WRITE].ios;
}
