/* SPDX-License-Identifier: MIT */
/*
 * cpu.float - double-precision speed of one core, data in the L1 or L2 cache
 *
 * Method: solve a dense system of 100 linear equations by Gaussian elimination
 * with partial pivoting. The coefficients are fixed small integers, chosen so that
 * the solution is exactly all ones. One iteration is one solution, counted as
 * 2/3 n^3 + 2 n^2 floating-point operations. Every solution must have the same bits
 * as the first one, and be within 1e-9 of the exact one.
 * Unit:   floating-point operations per second.
 * Error:  turbo and temperature move it by several percent. It is what a compiler
 * makes of plain C for the baseline x86-64 (SSE2), not the peak of the vector units.
 * Source: LINPACK 100, Dongarra, Bunch, Moler and Stewart 1979,
 * https://www.netlib.org/benchmark/
 */

#include "bench/bench.h"

#include <math.h>
#include <string.h>

#define ORDER 100
#define OPERATIONS (2ull * ORDER * ORDER * ORDER / 3 + 2ull * ORDER * ORDER)
#define ERROR_MAX 1e-9

static struct {
	double x[ORDER];     /* what was measured: a wrong solution stays here */
	double first[ORDER]; /* what every solution must be, bit by bit */
	double matrix[ORDER][ORDER];
	double right[ORDER];
	double work[ORDER][ORDER];
} lin;

/* The rows add up exactly: integers of up to 1000, one hundred of them. */
static void make_system(void)
{
	uint32_t random = 1325; /* the seed that LINPACK's generator starts with */

	for (unsigned i = 0; i < ORDER; i++) {
		lin.right[i] = 0;
		for (unsigned j = 0; j < ORDER; j++) {
			random = random * 1664525u + 1013904223u;
			lin.matrix[i][j] = (int)(random >> 16) % 2001 - 1000;
			lin.right[i] += lin.matrix[i][j];
		}
	}
}

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

static void solve(double x[ORDER])
{
	double *row[ORDER];

	memcpy(lin.work, lin.matrix, sizeof(lin.work));
	memcpy(x, lin.right, sizeof(lin.right));
	for (unsigned i = 0; i < ORDER; i++)
		row[i] = lin.work[i];

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

static int prepare_float(struct run *run)
{
	make_system();
	solve(lin.first);
	memcpy(lin.x, lin.first, sizeof(lin.x));
	run->state = &lin;
	param_number(run, "order", ORDER);
	param_number(run, "working_set_bytes", sizeof(lin.matrix) + sizeof(lin.work));
	return 0;
}

static int run_float(struct run *run, uint64_t iterations)
{
	double x[ORDER];

	(void)run;
	while (iterations--) {
		solve(x);
		keep((uintptr_t)x);
		if (memcmp(x, lin.first, sizeof(x)) != 0)
			memcpy(lin.x, x, sizeof(x));
	}
	return 0;
}

static int verify_float(struct run *run)
{
	for (unsigned i = 0; i < ORDER; i++)
		if (!(fabs(lin.x[i] - 1) <= ERROR_MAX))
			return fail(run, "unknown %u of the equations is %.17g, not 1", i,
			            lin.x[i]);
	if (memcmp(lin.x, lin.first, sizeof(lin.x)) != 0)
		return fail(run, "the same equations gave two different solutions");
	return 0;
}

const struct benchmark cpu_float = {
	.name = "cpu.float",
	.title = "100 linear equations in double precision, one core",
	.source = "LINPACK 100, Dongarra et al. 1979",
	.metric = "rate",
	.unit = UNIT_OPS_PER_S,
	.better = BETTER_HIGHER,
	.work = OPERATIONS,
	.prepare = prepare_float,
	.run = run_float,
	.verify = verify_float,
};
