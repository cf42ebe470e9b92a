/* SPDX-License-Identifier: MIT */
/*
 * cpu.float - double-precision speed of one core, data in the L1 or L2 cache
 *
 * Method: solve a dense system of 100 linear equations by Gaussian elimination
 * with partial pivoting, compiled for the level of the job. The coefficients are fixed
 * small integers, chosen so that the solution is exactly all ones. One iteration is one
 * solution, counted as 2/3 n^3 + 2 n^2 floating-point operations. Every solution must
 * have the same bits as the first one, and be within 1e-9 of the exact one.
 * Unit:   floating-point operations per second.
 * Error:  turbo and temperature move it by several percent. It is what a compiler makes
 * of plain C (SSE2, from level 3 AVX2 with FMA), not the peak of the vector units.
 * Source: LINPACK 100, Dongarra, Bunch, Moler and Stewart 1979,
 * https://www.netlib.org/benchmark/
 */

#include "bench/bench.h"
#include "bench/cpu/linear.h"

#include <math.h>
#include <string.h>

#define ORDER LINEAR_ORDER
#define OPERATIONS (2ull * ORDER * ORDER * ORDER / 3 + 2ull * ORDER * ORDER)
#define ERROR_MAX 1e-9

static void (*const solve[])(struct linear *system, double x[ORDER]) = LEVELS_TABLE(linear_solve);

static struct {
	double x[ORDER];     /* what was measured: a wrong solution stays here */
	double first[ORDER]; /* what every solution must be, bit by bit */
	struct linear system;
} lin;

/* The rows add up exactly: integers of up to 1000, one hundred of them. */
static void make_system(struct linear *system)
{
	uint32_t random = 1325; /* the seed that LINPACK's generator starts with */

	for (unsigned i = 0; i < ORDER; i++) {
		system->right[i] = 0;
		for (unsigned j = 0; j < ORDER; j++) {
			random = random * 1664525u + 1013904223u;
			system->matrix[i][j] = (int)(random >> 16) % 2001 - 1000;
			system->right[i] += system->matrix[i][j];
		}
	}
}

static int prepare_float(struct run *run)
{
	make_system(&lin.system);
	solve[run->job->level - 1](&lin.system, lin.first);
	memcpy(lin.x, lin.first, sizeof(lin.x));
	run->state = &lin;
	param_number(run, "level", run->job->level);
	param_number(run, "order", ORDER);
	param_number(run, "working_set_bytes", sizeof(lin.system.matrix) + sizeof(lin.system.work));
	return 0;
}

static int run_float(struct run *run, uint64_t iterations)
{
	double x[ORDER];

	while (iterations--) {
		solve[run->job->level - 1](&lin.system, x);
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
