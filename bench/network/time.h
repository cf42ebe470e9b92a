/* SPDX-License-Identifier: MIT */
/* time.h - set the wall clock of the image, for dates and certificates; nothing is measured by it
 */

#ifndef ASSAY_NETWORK_TIME_H
#define ASSAY_NETWORK_TIME_H

#include "bench/lib/base.h"

#define TIME_NOTE "/run/network/time" /* "SOURCE OFFSET": see time_settle() */

/*
 * Set the wall clock as well as can be known now, unless somebody has told the time already:
 * from the NTP servers that DHCP named, else from the answer of the web server at @url ("" =
 * none). A clock that stands before the date of this version is set to that. At most 15 s,
 * and at once if there is no network. Does nothing outside the image: the clock is not ours.
 *
 * Whose word it was is left in TIME_NOTE: "ntp", "http", "build" or "rtc", and how many seconds
 * the clock was behind.
 */
void time_settle(const char *url);

#endif
