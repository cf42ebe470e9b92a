/* SPDX-License-Identifier: MIT */
/*
 * whetstone.c - whetstone-double: Whetstone in double precision, as UnixBench has it
 *
 * Method: eight sections of arithmetic, jumps and functions of libm (whetstone.level.c).
 * More and more outer passes show how many fill the time, then one run is measured. The
 * first run must give the known answers; the one measured those that do not depend on
 * how many passes there were.
 * Unit:   million Whetstone instructions per second, "MWIPS".
 * Error:  the processor's clock; half of the time is spent in libm. musl's is as fast as
 * glibc's on some processors and 6 % faster on others, which is 3 % of the whole.
 * Source: H. J. Curnow, B. A. Wichmann, A synthetic benchmark, 1976; UnixBench 6.0
 * "whetstone-double".
 */

#include "bench/system/whetstone.h"

#include "bench/level.h"
#include "bench/system/unixbench.h"

#include <math.h>

#define SCALE 100
#define CALIBRATIONS_MAX 10
#define CALIBRATION_SHARE 0.05 /* of the time asked for: half a second of ten */
#define CALIBRATION_STEP 5

/*
 * The answers after one outer pass, in double precision. All levels give them to 1e-12:
 * fused multiply-add and the liberties of -ffast-math change the last digits, and no
 * section lets such an error grow. After more passes the answers of 1, 2 and 5 alternate
 * between two values, those of 6 and 8 creep towards 0 and 1.
 */
static const struct {
	double answer, tolerance_many; /* relative, after more than one pass */
} expected[WHETSTONE_SECTIONS] = {
	{ -1.1239825566739, 0.02 }, { -1.1218707988928, 0.02 }, { 1, 0 }, { 12, 0 },
	{ 0.4990293728152, 0.02 },  { 0.9999998789077, 0.01 },  { 3, 0 }, { 0.7510016301845, 0.35 },
};
#define TOLERANCE_ONE 1e-10

LEVELS_DECLARE(void, whetstone_sections, (long outer, long scale, struct whetstone *run))

static void (*const whetstone_sections[])(long outer, long scale,
                                          struct whetstone *run) = LEVELS_TABLE(whetstone_sections);

unsigned whetstone_wrong(const struct whetstone *run, long outer)
{
	for (unsigned i = 0; i < WHETSTONE_SECTIONS; i++) {
		double tolerance = outer == 1 ? TOLERANCE_ONE : expected[i].tolerance_many;
		double off = fabs(run->answer[i] / expected[i].answer - 1);

		if (!(off <= tolerance)) /* NAN too */
			return i + 1;
	}
	return 0;
}

/* Run all sections; @time_s is what counts. Returns 0 or the value of fail(). */
static int run_sections(const struct copy *copy, long outer, double *time_s)
{
	struct whetstone run;
	unsigned wrong;

	whetstone_sections[copy->run->job->level - 1](outer, SCALE, &run);
	*time_s = 0;
	for (unsigned i = 0; i < WHETSTONE_SECTIONS; i++)
		*time_s += run.time_s[i];
	wrong = whetstone_wrong(&run, outer);
	if (wrong)
		return fail(copy->run, "Whetstone: section %u gave %.13g, not %.13g", wrong,
		            run.answer[wrong - 1], expected[wrong - 1].answer);
	return 0;
}

int whetstone_copy(const struct copy *copy, struct count *count)
{
	double time_s = 0;
	long outer = 1;
	int rc;

	for (unsigned i = 1;; i++) {
		rc = run_sections(copy, outer, &time_s);
		if (rc)
			return rc;
		if (time_s > CALIBRATION_SHARE * copy->duration_s || i == CALIBRATIONS_MAX)
			break;
		outer *= CALIBRATION_STEP;
	}
	outer = (long)(copy->duration_s * (double)outer / time_s);
	if (outer < 1)
		outer = 1;
	rc = run_sections(copy, outer, &time_s);
	if (rc)
		return rc;
	count->count = (double)outer * SCALE / (10 * time_s);
	count->time_s = time_s;
	param_number(copy->run, "level", copy->run->job->level);
	return 0;
}
