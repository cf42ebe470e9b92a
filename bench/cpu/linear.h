/* SPDX-License-Identifier: MIT */
/* linear.h - the linear equations of cpu.float */

#ifndef ASSAY_CPU_LINEAR_H
#define ASSAY_CPU_LINEAR_H

#include "bench/level.h"
#include "bench/lib/base.h"

#define LINEAR_ORDER 100

struct linear {
	double matrix[LINEAR_ORDER][LINEAR_ORDER];
	double right[LINEAR_ORDER];
	double work[LINEAR_ORDER][LINEAR_ORDER]; /* where the matrix is taken apart */
};

/* Solve matrix * @x = right: Gaussian elimination with partial pivoting. */
LEVELS_DECLARE(void, linear_solve, (struct linear * system, double x[LINEAR_ORDER]))

#endif
