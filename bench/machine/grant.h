/* SPDX-License-Identifier: MIT */
/* grant.h - which disks the user allows to be written: the only place that sets may_write */

#ifndef ASSAY_GRANT_H
#define ASSAY_GRANT_H

#include "bench/machine.h"

/*
 * Apply the words of the setting write: DISK@HOST or blank, comma-separated.
 *
 * DISK  serial or WWN of a disk, never a kernel name
 * HOST  serial or UUID of this machine, as firmware says them: a word meant for another
 *       machine allows nothing here, and is no fault
 * blank every disk that is empty: no signature known; its first and last 16 MiB and 1,024
 *       random pieces of 64 KiB all zero; with a serial or WWN; not on USB
 *
 * A disk that is in use, holds something, is read-only, removable, silent, a virtual medium or
 * seen twice is refused, named or not. Each word that allows nothing is told to @complain in
 * one line that names it and the reason; so is a DISK that is missing or that two disks answer
 * to, and a disk that blank passes over for what the inventory does not say.
 *
 * @root  "" = this machine
 * Returns 0, or -ENODEV if a DISK that was named is not there or was refused: the run is then
 * to end as refused, never with another disk in its place.
 */
MUST_CHECK int grant_apply(struct machine *machine, const char *root, const char *write,
                           void (*complain)(void *context, const char *why), void *context);

#endif
