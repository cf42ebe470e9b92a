/* SPDX-License-Identifier: MIT */
/* announce.h - what is about to happen, said before it does */

#ifndef ASSAY_ANNOUNCE_H
#define ASSAY_ANNOUNCE_H

#include "bench/report.h"

/* Print the machine, the plan with what it leaves out, and what will be written to which disk. */
void announce_run(const struct run_info *info);

#define ANNOUNCE_WEAR_BYTES 48

/*
 * What the inventory knows of it, for people who are about to write: ", 3 % of its endurance used
 * so far"; "" for a file, whose @disk is NULL. Returns @text.
 */
const char *announce_wear(const struct disk *disk, char text[ANNOUNCE_WEAR_BYTES]);

#endif
