/* SPDX-License-Identifier: MIT */
/* fuzz.h - what every fuzz target has: one function that must survive any bytes */

#ifndef ASSAY_FUZZ_H
#define ASSAY_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Called by libFuzzer, or by replay.c. Aborts when a rule is broken. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
