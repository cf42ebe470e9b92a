/* SPDX-License-Identifier: MIT */
/* dhrystone_rest.level.c - the second half of Dhrystone 2.1: proc_6 to func_3 */

#include "bench/system/dhrystone.h"

void proc_6(enum ident value, enum ident *result)
{
	*result = value;
	if (!func_3(value))
		*result = IDENT_4;
	switch (value) {
	case IDENT_1: *result = IDENT_1; break;
	case IDENT_2: *result = dhrystone_int > 100 ? IDENT_1 : IDENT_4; break;
	case IDENT_3: *result = IDENT_2; break;
	case IDENT_4: break;
	case IDENT_5: *result = IDENT_3; break;
	}
}

void proc_7(int a, int b, int *result)
{
	int local = a + 2;

	*result = b + local;
}

void proc_8(int array_1[50], int array_2[50][50], int x, int y)
{
	int local = x + 5;

	array_1[local] = y;
	array_1[local + 1] = array_1[local];
	array_1[local + 30] = local;
	for (int i = local; i <= local + 1; i++)
		array_2[local][i] = local;
	array_2[local][local - 1] += 1;
	array_2[local + 20][local] = array_1[local];
	dhrystone_int = 5;
}

enum ident func_1(char a, char b)
{
	char local = a;

	if (local != b)
		return IDENT_1;
	dhrystone_char_1 = local;
	return IDENT_2;
}

int func_2(const char *a, const char *b)
{
	char letter = '\0';
	int i = 2;

	while (i <= 2) {
		if (func_1(a[i], b[i + 1]) == IDENT_1) {
			letter = 'A';
			i += 1;
		}
	}
	if (letter >= 'W' && letter < 'Z')
		i = 7;
	if (letter == 'R')
		return true;
	if (vector_strcmp(a, b) > 0) {
		i += 7;
		dhrystone_int = i;
		return true;
	}
	return false;
}

int func_3(enum ident value)
{
	return value == IDENT_3;
}
