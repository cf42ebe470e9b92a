/* SPDX-License-Identifier: MIT */
/* bonnie_part.h - what the table and the CSV of bonnie++ have in common */

#ifndef ASSAY_FORMATS_BONNIE_PART_H
#define ASSAY_FORMATS_BONNIE_PART_H

#include "bench/formats/bonnie.h"

/* A phase of which @figure says nothing: too short for a rate. */
bool bonnie_is_short(const struct bonnie_figure *figure);

/* "99s", "123ms", "456us": as the original cuts it; "" for 0. Returns @text. */
const char *bonnie_latency(char text[16], uint64_t ns);

/* "256M", "16G". Returns @text. */
const char *bonnie_size(char text[24], uint64_t size_mib);

#endif
