/* SPDX-License-Identifier: MIT */
/*
 * dhrystone.h - the program that Dhrystone 2.1 is: what its two halves share
 *
 * The names proc_1 to func_3 are the ones under which everybody knows these procedures.
 * Each half is compiled for itself at each level, and so is the comparison of texts:
 * what is called across them is a real call, and part of the work.
 */

#ifndef ASSAY_SYSTEM_DHRYSTONE_H
#define ASSAY_SYSTEM_DHRYSTONE_H

#include "bench/lib/base.h"

#define DHRYSTONE_STRING_BYTES 31
#define DHRYSTONE_STRING_1 "DHRYSTONE PROGRAM, 1'ST STRING"
#define DHRYSTONE_STRING_2 "DHRYSTONE PROGRAM, 2'ND STRING"
#define DHRYSTONE_STRING_3 "DHRYSTONE PROGRAM, 3'RD STRING"
#define DHRYSTONE_STRING_4 "DHRYSTONE PROGRAM, SOME STRING"

enum ident { IDENT_1, IDENT_2, IDENT_3, IDENT_4, IDENT_5 };

/* 56 bytes. Only the first variant is in use; all of them are copied. */
struct record {
	struct record *next;
	enum ident discriminant;
	union {
		struct {
			enum ident kind;
			int number;
			char text[DHRYSTONE_STRING_BYTES];
		} first;
		struct {
			enum ident kind;
			char text[DHRYSTONE_STRING_BYTES];
		} second;
	} variant;
};

extern struct record *dhrystone_record, *dhrystone_next_record;
extern int dhrystone_int, dhrystone_bool;
extern char dhrystone_char_1, dhrystone_char_2;
extern int dhrystone_array_1[50], dhrystone_array_2[50][50];

/* Iterations that are complete; stored in memory after each of them. */
extern unsigned long dhrystone_count;

/* Put everything into the state before the first iteration. Returns 0 or -ENOMEM. */
MUST_CHECK int dhrystone_reset(void);

/*
 * The name of the variable that is not what it has to be after dhrystone_count
 * iterations, with the numbers found and expected; NULL if all are right.
 */
const char *dhrystone_wrong(long *found, long *expected);

#ifdef ASSAY_LEVEL

#include "bench/level.h"

#define proc_1 LEVEL(dhrystone_proc_1)
#define proc_2 LEVEL(dhrystone_proc_2)
#define proc_3 LEVEL(dhrystone_proc_3)
#define proc_4 LEVEL(dhrystone_proc_4)
#define proc_5 LEVEL(dhrystone_proc_5)
#define proc_6 LEVEL(dhrystone_proc_6)
#define proc_7 LEVEL(dhrystone_proc_7)
#define proc_8 LEVEL(dhrystone_proc_8)
#define func_1 LEVEL(dhrystone_func_1)
#define func_2 LEVEL(dhrystone_func_2)
#define func_3 LEVEL(dhrystone_func_3)
#define vector_strcmp LEVEL(dhrystone_strcmp)

void LEVEL(dhrystone_run)(unsigned long iterations);
void proc_1(struct record *record);
void proc_2(int *number);
void proc_3(struct record **record);
void proc_4(void);
void proc_5(void);
void proc_6(enum ident value, enum ident *result);
void proc_7(int a, int b, int *result);
void proc_8(int array_1[50], int array_2[50][50], int x, int y);
enum ident func_1(char a, char b);
int func_2(const char *a, const char *b);
int func_3(enum ident value);

/* As strcmp(), which the compiler knows in the same way. */
__attribute__((pure, nothrow, leaf)) int vector_strcmp(const char *a, const char *b);

#endif

#endif
