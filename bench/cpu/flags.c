/* SPDX-License-Identifier: MIT */
/* flags.c - does the CPU have an instruction set that belongs to no level? */

#include "bench/cpu/flags.h"

#include "bench/lib/text.h"

#include <string.h>

bool flags_allow(const struct run *run, const char *flag)
{
	const char *rest = run->machine->cpu.flags;
	char word[32];

	if (run->job->level < 2)
		return false;
	while (text_next(&rest, " ", word, sizeof(word)))
		if (strcmp(word, flag) == 0)
			return true;
	return false;
}
