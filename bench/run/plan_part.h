/* SPDX-License-Identifier: MIT */
/* plan_part.h - from one benchmark to its jobs */

#ifndef ASSAY_PLAN_PART_H
#define ASSAY_PLAN_PART_H

#include "bench/run/plan.h"

/* Add the jobs that @benchmark makes on @machine, or say why there is none. */
void plan_add_benchmark(struct plan *plan, const struct settings *settings,
                        const struct machine *machine, const struct benchmark *benchmark);

/* Note that @job is not run. */
void plan_leave_out(struct plan *plan, const struct job *job, const char *reason);

/* Can files be made in @directory? Returns 0, or -errno; -ENOENT for "". */
MUST_CHECK int plan_check_directory(const char *directory);

#endif
