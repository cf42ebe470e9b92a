/* SPDX-License-Identifier: MIT */
/*
 * dhrystone.level.c - the first half of Dhrystone 2.1: the loop, and proc_1 to proc_5
 *
 * As in UnixBench, nothing looks at the final values of the local variables, and the
 * compiler leaves out what only they depend on: the division and proc_2. That is part of
 * the definition; a Dhrystone that keeps them is another one, and slower. A unit test
 * defines KEEP_LOCALS to see them.
 */

#include "bench/system/dhrystone.h"

#include <string.h>

#ifndef KEEP_LOCALS
#define KEEP_LOCALS(int_1, int_2, int_3, ident)
#endif

void proc_1(struct record *record)
{
	struct record *next = record->next;

	*record->next = *dhrystone_record;
	record->variant.first.number = 5;
	next->variant.first.number = record->variant.first.number;
	next->next = record->next;
	proc_3(&next->next);
	if (next->discriminant == IDENT_1) {
		next->variant.first.number = 6;
		proc_6(record->variant.first.kind, &next->variant.first.kind);
		next->next = dhrystone_record->next;
		proc_7(next->variant.first.number, 10, &next->variant.first.number);
	} else {
		*record = *record->next;
	}
}

void proc_2(int *number)
{
	int local = *number + 10;
	enum ident ident = IDENT_1; /* no matter what: the first turn sets it */

	do {
		if (dhrystone_char_1 == 'A') {
			local -= 1;
			*number = local - dhrystone_int;
			ident = IDENT_1;
		}
	} while (ident != IDENT_1);
}

void proc_3(struct record **record)
{
	if (dhrystone_record)
		*record = dhrystone_record->next;
	proc_7(10, dhrystone_int, &dhrystone_record->variant.first.number);
}

void proc_4(void)
{
	int is_a = dhrystone_char_1 == 'A';

	dhrystone_bool = is_a | dhrystone_bool;
	dhrystone_char_2 = 'B';
}

void proc_5(void)
{
	dhrystone_char_1 = 'A';
	dhrystone_bool = false;
}

void LEVEL(dhrystone_run)(unsigned long iterations)
{
	const unsigned long end = dhrystone_count + iterations;
	int int_1, int_2, int_3;
	char c, string_1[DHRYSTONE_STRING_BYTES], string_2[DHRYSTONE_STRING_BYTES];
	enum ident ident;

	memcpy(string_1, DHRYSTONE_STRING_1, sizeof(string_1));
	for (; dhrystone_count != end; dhrystone_count++) {
		proc_5();
		proc_4();
		int_1 = 2;
		int_2 = 3;
		memcpy(string_2, DHRYSTONE_STRING_2, sizeof(string_2));
		ident = IDENT_2;
		dhrystone_bool = !func_2(string_1, string_2);
		while (int_1 < int_2) {
			int_3 = 5 * int_1 - int_2;
			proc_7(int_1, int_2, &int_3);
			int_1 += 1;
		}
		proc_8(dhrystone_array_1, dhrystone_array_2, int_1, int_3);
		proc_1(dhrystone_record);
		for (c = 'A'; c <= dhrystone_char_2; c++) {
			if (ident == func_1(c, 'C')) {
				proc_6(IDENT_1, &ident);
				memcpy(string_2, DHRYSTONE_STRING_3, sizeof(string_2));
				int_2 = (int)dhrystone_count;
				dhrystone_int = (int)dhrystone_count;
			}
		}
		int_2 = int_2 * int_1;
		int_1 = int_2 / int_3;
		int_2 = 7 * (int_2 - int_3) - int_1;
		proc_2(&int_1);
		KEEP_LOCALS(int_1, int_2, int_3, ident);
	}
}
