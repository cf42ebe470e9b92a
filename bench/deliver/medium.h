/* SPDX-License-Identifier: MIT */
/* medium.h - the results on the stick that this machine was booted from */

#ifndef ASSAY_DELIVER_MEDIUM_H
#define ASSAY_DELIVER_MEDIUM_H

#include "bench/deliver/parcel.h"

/*
 * Put the files of @parcel into results/MACHINE/RUN/ of @folder, each as a whole or not at all.
 * What is there already stays, but for those very files.
 *
 * @from  descriptor of the directory that they are in
 * Returns how many bytes they have, or -errno.
 */
MUST_CHECK int medium_put(const char *folder, int from, const struct parcel *parcel);

/* Why that did not work, for people. */
const char *medium_why(int rc);

#endif
