/* SPDX-License-Identifier: MIT */
/* lz_expand.c - the way back, with every number checked */

#include "bench/cpu/lz.h"

#include <errno.h>
#include <string.h>

struct input {
	const uint8_t *at, *end;
};

static int get_byte(struct input *input)
{
	return input->at < input->end ? *input->at++ : -EINVAL;
}

/* The number that begins with half a byte; larger than any input if it does not end. */
static size_t get_number(struct input *input, unsigned half)
{
	size_t number = half;
	int byte = 255;

	if (half < 15)
		return number;
	while (byte == 255) {
		byte = get_byte(input);
		if (byte < 0)
			return SIZE_MAX;
		number += (unsigned)byte;
	}
	return number;
}

static int copy_literals(struct input *input, uint8_t *to, size_t room, size_t count)
{
	if (count > room || count > (size_t)(input->end - input->at))
		return -EINVAL;
	memcpy(to, input->at, count);
	input->at += count;
	return 0;
}

int lz_expand(uint8_t *to, size_t room, const uint8_t *from, size_t bytes)
{
	struct input input = { from, from + bytes };
	size_t used = 0;

	for (;;) {
		int both = get_byte(&input), low, high;
		size_t count, length;

		if (both < 0)
			return -EINVAL;
		count = get_number(&input, (unsigned)both >> 4);
		if (copy_literals(&input, to + used, room - used, count) < 0)
			return -EINVAL;
		used += count;
		if (input.at == input.end)
			return (int)used;

		low = get_byte(&input);
		high = get_byte(&input);
		length = get_number(&input, (unsigned)both & 15);
		if (high < 0 || length > room - used || length + LZ_MATCH_MIN > room - used ||
		    (low | high << 8) == 0 || (size_t)(low | high << 8) > used)
			return -EINVAL;
		length += LZ_MATCH_MIN;
		for (; length > 0; length--, used++) /* may overlap: byte by byte */
			to[used] = to[used - (size_t)(low | high << 8)];
	}
}
