/* SPDX-License-Identifier: MIT */
/* streams.h - the three descriptors that every program prints to and reads from */

#ifndef ASSAY_STREAMS_H
#define ASSAY_STREAMS_H

/*
 * Take the descriptors 0, 1 and 2 if they are closed: the first file that is opened would
 * get one of them, and what is printed would go into it.
 */
void streams_fill(void);

#endif
