/* SPDX-License-Identifier: MIT */
/* date.h - the time of day, as a web server tells it by the way */

#ifndef ASSAY_DATE_H
#define ASSAY_DATE_H

#include "bench/lib/base.h"

/*
 * Ask a web server for the time: the header Date of its answer to HEAD @url, whatever the answer
 * is. A certificate is not looked at, since whether it is valid depends on the very time.
 *
 * @offset_s  how much the wall clock of this machine lags behind, seconds; known to 1 s or so
 * Returns 0, -ETIMEDOUT or -EIO (no answer), -EBADMSG (no date in it).
 */
MUST_CHECK int date_ask(const char *url, uint64_t limit_ns, double *offset_s);

#endif
