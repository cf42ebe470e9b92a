/* SPDX-License-Identifier: MIT */
/* shell_files.h - the directory of the shell tests: two scripts and the text they work on */

#ifndef ASSAY_SYSTEM_SHELL_FILES_H
#define ASSAY_SYSTEM_SHELL_FILES_H

#include "bench/bench.h"

/*
 * Make the working directory of this process one below @parent that all copies of this pass
 * share, with the files "multi", "tst", "check" and "data". Returns 0, or the value of skip().
 */
MUST_CHECK int shell_files_make(struct run *run, const char *parent);

/* Leave it. The copy that leaves last removes it with all that is in it. */
void shell_files_remove(void);

#endif
