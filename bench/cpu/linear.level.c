/* SPDX-License-Identifier: MIT */
/* linear.level.c - Gaussian elimination with partial pivoting */

#include "bench/cpu/linear.h"

#include <math.h>
#include <string.h>

#define ORDER LINEAR_ORDER

static unsigned find_pivot(double *const row[], unsigned column)
{
	unsigned best = column;

	for (unsigned i = column + 1; i < ORDER; i++)
		if (fabs(row[i][column]) > fabs(row[best][column]))
			best = i;
	return best;
}

/* to -= factor * from, the loop in which nearly all the time goes */
static void subtract(double *restrict to, const double *restrict from, double factor,
                     unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		to[i] -= factor * from[i];
}

static void swap_rows(double *row[], double *x, unsigned a, unsigned b)
{
	double *row_a = row[a], x_a = x[a];

	row[a] = row[b];
	row[b] = row_a;
	x[a] = x[b];
	x[b] = x_a;
}

void LEVEL(linear_solve)(struct linear *system, double x[ORDER])
{
	double *row[ORDER];

	memcpy(system->work, system->matrix, sizeof(system->work));
	memcpy(x, system->right, sizeof(system->right));
	for (unsigned i = 0; i < ORDER; i++)
		row[i] = system->work[i];

	for (unsigned k = 0; k < ORDER; k++) {
		swap_rows(row, x, k, find_pivot(row, k));
		for (unsigned i = k + 1; i < ORDER; i++) {
			double factor = row[i][k] / row[k][k];

			subtract(row[i] + k + 1, row[k] + k + 1, factor, ORDER - k - 1);
			x[i] -= factor * x[k];
		}
	}
	for (unsigned k = ORDER; k-- > 0;) {
		x[k] /= row[k][k];
		for (unsigned i = 0; i < k; i++)
			x[i] -= row[i][k] * x[k];
	}
}
