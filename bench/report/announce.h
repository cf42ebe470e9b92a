/* SPDX-License-Identifier: MIT */
/* announce.h - what is about to happen, said before it does */

#ifndef ASSAY_ANNOUNCE_H
#define ASSAY_ANNOUNCE_H

#include "bench/report.h"

/* Print the machine, the plan with what it leaves out, and what will be written to which disk. */
void announce_run(const struct run_info *info);

#endif
