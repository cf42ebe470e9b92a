/* SPDX-License-Identifier: MIT */
/* shell_data.h - the text that the shell tests sort, dump and search: made, not shipped */

#ifndef ASSAY_SYSTEM_SHELL_DATA_H
#define ASSAY_SYSTEM_SHELL_DATA_H

#include "bench/lib/base.h"

#define SHELL_DATA_BYTES 8546
#define SHELL_DATA_LINES 362

/* What "grep the | wc" finds in it. */
#define SHELL_DATA_FOUND_LINES 35
#define SHELL_DATA_FOUND_WORDS 146
#define SHELL_DATA_FOUND_BYTES 924

/*
 * Write the text into @text: the same bytes every time, with the figures above and the
 * lengths of lines, words and repeated lines of the text of UnixBench, so that the tools
 * have the same work with it.
 */
void shell_data_make(char text[SHELL_DATA_BYTES]);

#endif
