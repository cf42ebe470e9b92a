/* SPDX-License-Identifier: MIT */
/* flags.h - does the CPU have an instruction set that belongs to no level? */

#ifndef ASSAY_CPU_FLAGS_H
#define ASSAY_CPU_FLAGS_H

#include "bench/bench.h"

/*
 * May the job use the instructions that /proc/cpuinfo calls @flag? Never at level 1: who asks
 * for that wants the code of a first x86-64.
 */
bool flags_allow(const struct run *run, const char *flag);

#endif
