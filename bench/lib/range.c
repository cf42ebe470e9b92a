/* SPDX-License-Identifier: MIT */
/* range.c - the lists of the kernel: "0-3,8" */

#include "bench/lib/range.h"

#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 65535 /* no kernel counts so many CPUs or nodes: it is no list */

bool range_next(const char **list, unsigned *first, unsigned *last)
{
	const char *text = *list + strspn(*list, ", \n");
	char *end;

	if (text[0] < '0' || text[0] > '9')
		return false;
	*first = *last = (unsigned)strtoul(text, &end, 10);
	if (*end == '-')
		*last = (unsigned)strtoul(end + 1, &end, 10);
	*list = end;
	return *last >= *first && *last <= NUMBER_MAX;
}

unsigned range_count(const char *list)
{
	unsigned first, last, count = 0;

	while (range_next(&list, &first, &last))
		count += last - first + 1;
	return count;
}
