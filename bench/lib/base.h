/* SPDX-License-Identifier: MIT */
/* base.h - the few macros every file may use */

#ifndef ASSAY_BASE_H
#define ASSAY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define countof(array) (sizeof(array) / sizeof((array)[0]))

#define KIB(n) ((uint64_t)(n) << 10)
#define MIB(n) ((uint64_t)(n) << 20)
#define GIB(n) ((uint64_t)(n) << 30)
#define MS(n) ((uint64_t)(n)*1000000u)         /* milliseconds in ns */
#define SECONDS(n) ((uint64_t)(n)*1000000000u) /* seconds in ns */

#define PRINTF_LIKE(string_at, args_at) __attribute__((format(printf, string_at, args_at)))
#define MUST_CHECK __attribute__((warn_unused_result))

#endif
