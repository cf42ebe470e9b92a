/* SPDX-License-Identifier: MIT */
/* bonnie_number.c - numbers of bonnie++'s command line: "300", "1G", "64:8k::5" */

#include "bench/bonnie/bonnie_number.h"

#include "bench/lib/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int bonnie_expected(const struct bonnie_complaint *why, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why->text, why->size, format, args);
	va_end(args);
	return -EINVAL;
}

/* How many units a K, M or G at the end stands for; 1 = there is none, 0 = it may not be there. */
static uint64_t letter_factor(char letter, uint64_t unit)
{
	static const char letters[] = "kKmMgG";
	const char *at = letter && unit ? strchr(letters, letter) : NULL;

	if (letter == '\0')
		return 1;
	return at ? (KIB(1) << 10 * ((at - letters) / 2)) / unit : 0;
}

/* Returns 0, -EINVAL or -ERANGE. */
static int parse_number(const char *text, const struct bonnie_range *range, uint64_t *number)
{
	size_t length = strspn(text, "0123456789");
	uint64_t factor = letter_factor(text[length], range->unit), parsed;
	char digits[24];
	int rc;

	if (length >= sizeof(digits))
		return -ERANGE;
	if (factor == 0 || (text[length] && text[length + 1]))
		return -EINVAL;
	memcpy(digits, text, length);
	digits[length] = '\0';
	rc = text_parse_u64(digits, &parsed);
	if (rc)
		return rc;
	if (__builtin_mul_overflow(parsed, factor, &parsed) || parsed < range->least ||
	    parsed > range->most)
		return -ERANGE;
	*number = parsed;
	return 0;
}

int bonnie_take_number(const struct bonnie_complaint *why, char option, const char *text,
                       const struct bonnie_range *range, uint64_t *number)
{
	const char *unit = "";

	if (parse_number(text, range, number) == 0)
		return 0;
	if (range->unit)
		unit = range->unit == 1 ? " bytes, or with k, M or G" : " MiB, or with M or G";
	return bonnie_expected(why, "-%c %s: expected %s from %" PRIu64 " to %" PRIu64 "%s", option,
	                       text, range->name, range->least, range->most, unit);
}

int bonnie_take_list(const struct bonnie_complaint *why, char option, const char *text,
                     const struct bonnie_range *ranges, uint64_t *const *numbers, size_t most)
{
	for (size_t i = 0; i < most; i++) {
		size_t length = strcspn(text, ":");
		char part[32];

		if (length >= sizeof(part))
			return bonnie_expected(why, "-%c %s: expected a shorter number", option,
			                       text);
		memcpy(part, text, length);
		part[length] = '\0';
		if (length && bonnie_take_number(why, option, part, &ranges[i], numbers[i]))
			return -EINVAL;
		if (text[length] == '\0')
			return 0;
		text += length + 1;
	}
	return bonnie_expected(why, "-%c ...:%s: expected %zu numbers at most", option, text, most);
}
