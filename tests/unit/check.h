/* SPDX-License-Identifier: MIT */
/* check.h - cmocka, and a check that names the row of a table; include it first */

#ifndef ASSAY_CHECK_H
#define ASSAY_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* These two words belong to bench.h. */
#undef skip
#undef fail

/* Like assert_true(), and says which row of the table it was. */
#define check_row(row, condition)                                                      \
	do {                                                                           \
		if (!(condition)) {                                                    \
			print_error("row %d: not true: %s\n", (int)(row), #condition); \
			_fail(__FILE__, __LINE__);                                     \
		}                                                                      \
	} while (0)

#endif
