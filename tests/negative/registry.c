/* SPDX-License-Identifier: MIT */
/* registry.c - the registry of build/assay-negative: the tests that end badly on purpose */

#define ASSAY_BENCHMARKS "tests/negative/benchmarks.def"
#include "bench/registry.c"
