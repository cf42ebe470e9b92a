/* SPDX-License-Identifier: MIT */
/*
 * dhrystone.c - dhry2reg: Dhrystone 2.1 as UnixBench has it
 *
 * Method: the loop of Dhrystone 2.1 in its two halves (dhrystone.level.c,
 * dhrystone_rest.level.c), until the alarm rings; it is looked at every BATCH iterations.
 * The comparison of texts is vectorised as in the C libraries of distributions, see
 * dhrystone_strcmp.level.c. Afterwards every variable must have the value that follows
 * from the number of iterations.
 * Unit:   iterations ("Dhrystones") per second, "lps".
 * Error:  the compiler, where the loop lies in memory, and the processor's clock move it
 * by some 5 %; the C library's strcmp() by 30 %.
 * Source: R. P. Weicker, Dhrystone 2.1, 1988; UnixBench 6.0 "dhry2reg".
 */

#include "bench/system/dhrystone.h"
#include "bench/level.h"
#include "bench/system/alarm.h"
#include "bench/system/unixbench.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 1000 /* some 20 us */

struct record *dhrystone_record, *dhrystone_next_record;
int dhrystone_int, dhrystone_bool;
char dhrystone_char_1, dhrystone_char_2;
int dhrystone_array_1[50], dhrystone_array_2[50][50];
unsigned long dhrystone_count;

LEVELS_DECLARE(void, dhrystone_run, (unsigned long iterations))

static void (*const dhrystone_run[])(unsigned long iterations) = LEVELS_TABLE(dhrystone_run);

int dhrystone_reset(void)
{
	free(dhrystone_record);
	free(dhrystone_next_record);
	dhrystone_next_record = calloc(1, sizeof(*dhrystone_next_record));
	dhrystone_record = calloc(1, sizeof(*dhrystone_record));
	if (!dhrystone_record || !dhrystone_next_record)
		return -ENOMEM;
	dhrystone_record->next = dhrystone_next_record;
	dhrystone_record->discriminant = IDENT_1;
	dhrystone_record->variant.first.kind = IDENT_3;
	dhrystone_record->variant.first.number = 40;
	memcpy(dhrystone_record->variant.first.text, DHRYSTONE_STRING_4, DHRYSTONE_STRING_BYTES);
	dhrystone_int = 0;
	dhrystone_bool = 0;
	dhrystone_char_1 = dhrystone_char_2 = '\0';
	memset(dhrystone_array_1, 0, sizeof(dhrystone_array_1));
	memset(dhrystone_array_2, 0, sizeof(dhrystone_array_2));
	dhrystone_array_2[8][7] = 10;
	dhrystone_count = 0;
	return 0;
}

const char *dhrystone_wrong(long *found, long *expected)
{
	const struct record *record = dhrystone_record, *next = dhrystone_next_record;
	const struct {
		const char *name;
		long found, expected;
	} rows[] = {
		{ "Int_Glob", dhrystone_int, 5 },
		{ "Bool_Glob", dhrystone_bool, 1 },
		{ "Ch_1_Glob", dhrystone_char_1, 'A' },
		{ "Ch_2_Glob", dhrystone_char_2, 'B' },
		{ "Arr_1_Glob[8]", dhrystone_array_1[8], 7 },
		{ "Arr_1_Glob[9]", dhrystone_array_1[9], 7 },
		{ "Arr_1_Glob[38]", dhrystone_array_1[38], 8 },
		{ "Arr_2_Glob[8][7]", dhrystone_array_2[8][7], (int)(dhrystone_count + 10) },
		{ "Arr_2_Glob[8][8]", dhrystone_array_2[8][8], 8 },
		{ "Arr_2_Glob[8][9]", dhrystone_array_2[8][9], 8 },
		{ "Arr_2_Glob[28][8]", dhrystone_array_2[28][8], 7 },
		{ "Ptr_Glob->Ptr_Comp is Next_Ptr_Glob", record->next == next, 1 },
		{ "Ptr_Glob->Discr", record->discriminant, IDENT_1 },
		{ "Ptr_Glob->Enum_Comp", record->variant.first.kind, IDENT_3 },
		{ "Ptr_Glob->Int_Comp", record->variant.first.number, 17 },
		{ "Ptr_Glob->Str_Comp", strcmp(record->variant.first.text, DHRYSTONE_STRING_4), 0 },
		{ "Next_Ptr_Glob->Ptr_Comp is Next_Ptr_Glob", next->next == next, 1 },
		{ "Next_Ptr_Glob->Discr", next->discriminant, IDENT_1 },
		{ "Next_Ptr_Glob->Enum_Comp", next->variant.first.kind, IDENT_2 },
		{ "Next_Ptr_Glob->Int_Comp", next->variant.first.number, 18 },
		{ "Next_Ptr_Glob->Str_Comp", strcmp(next->variant.first.text, DHRYSTONE_STRING_4),
		  0 },
	};

	for (size_t i = 0; i < countof(rows); i++) {
		if (rows[i].found != rows[i].expected) {
			*found = rows[i].found;
			*expected = rows[i].expected;
			return rows[i].name;
		}
	}
	return NULL;
}

int dhrystone_copy(const struct copy *copy, struct count *count)
{
	void (*run)(unsigned long iterations) = dhrystone_run[copy->run->job->level - 1];
	long found = 0, expected = 0;
	const char *wrong;

	if (dhrystone_reset() < 0)
		return broken(copy->run, "no memory for two records");
	alarm_set(copy->duration_s);
	while (!alarm_rang)
		run(BATCH);
	count->count = (double)dhrystone_count;
	param_number(copy->run, "level", copy->run->job->level);
	param_text(copy->run, "strcmp", "vector");
	wrong = dhrystone_wrong(&found, &expected);
	if (wrong)
		return fail(copy->run, "Dhrystone: %s: %ld, not %ld, after %lu iterations", wrong,
		            found, expected, dhrystone_count);
	return 0;
}
