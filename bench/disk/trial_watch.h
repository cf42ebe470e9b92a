/* SPDX-License-Identifier: MIT */
/* trial_watch.h - what a disk says of itself while it is under load */

#ifndef ASSAY_DISK_TRIAL_WATCH_H
#define ASSAY_DISK_TRIAL_WATCH_H

#include "bench/disk/trial.h"

/* Ask for its temperature, and set when to ask again: it is a command, not for each slice. */
void trial_watch(struct run *run);

#endif
