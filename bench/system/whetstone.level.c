/* SPDX-License-Identifier: MIT */
/*
 * whetstone.level.c - the eight sections of Whetstone in double precision
 *
 * Compiled with -ffast-math, as UnixBench does. With it the compiler deletes section 4,
 * whose result it knows, and folds the root in section 8: both are part of the number
 * that everybody has. Section 1 runs ten times as often as the definition says and counts
 * for a tenth, because it is short.
 */

#include "bench/system/whetstone.h"
#include "bench/lib/clock.h"

#include <math.h>

#define T0 0.49999975
#define T1 0.50000025
#define T2 2.0
#define SECTION_1_TIMES 10

static double seconds_since(uint64_t start_ns)
{
	return (double)(clock_now_ns() - start_ns) / 1e9;
}

static void pa(double e[4], double t, double t2)
{
	for (int i = 0; i < 6; i++) {
		e[0] = (e[0] + e[1] + e[2] - e[3]) * t;
		e[1] = (e[0] + e[1] - e[2] + e[3]) * t;
		e[2] = (e[0] - e[1] + e[2] + e[3]) * t;
		e[3] = (-e[0] + e[1] + e[2] + e[3]) / t2;
	}
}

static void po(double e[4], long j, long k, long l)
{
	e[j] = e[k];
	e[k] = e[l];
	e[l] = e[j];
}

static void p3(double *x, double *y, double *z, double t, double t1, double t2)
{
	*x = *y;
	*y = *z;
	*x = t * (*x + *y);
	*y = t1 * (*x + *y);
	*z = (*x + *y) / t2;
}

/* Sections 1 and 2: elements of an array, and an array as a parameter. */
static void arrays(long outer, long scale, struct whetstone *run)
{
	const long n1 = 12 * scale * SECTION_1_TIMES, n2 = 14 * scale;
	double e[4] = { 1, -1, -1, -1 }, t = T0;
	uint64_t start_ns = clock_now_ns();

	for (long pass = 0; pass < outer; pass++) {
		for (long i = 0; i < n1; i++) {
			e[0] = (e[0] + e[1] + e[2] - e[3]) * t;
			e[1] = (e[0] + e[1] - e[2] + e[3]) * t;
			e[2] = (e[0] - e[1] + e[2] + e[3]) * t;
			e[3] = (-e[0] + e[1] + e[2] + e[3]) * t;
		}
		t = 1 - t;
	}
	run->time_s[0] = seconds_since(start_ns) / SECTION_1_TIMES;
	run->answer[0] = e[3];

	t = T0;
	start_ns = clock_now_ns();
	for (long pass = 0; pass < outer; pass++) {
		for (long i = 0; i < n2; i++)
			pa(e, t, T2);
		t = 1 - t;
	}
	run->time_s[1] = seconds_since(start_ns);
	run->answer[1] = e[3];
}

/* Sections 3 and 4: conditional jumps, and integers. */
static void integers(long outer, long scale, struct whetstone *run)
{
	const long n3 = 345 * scale, n4 = 210 * scale;
	long j = 1, k = 2, l = 3;
	double e[4] = { 0 };
	uint64_t start_ns = clock_now_ns();

	for (long pass = 0; pass < outer; pass++) {
		for (long i = 0; i < n3; i++) {
			j = j == 1 ? 2 : 3;
			j = j > 2 ? 0 : 1;
			j = j < 1 ? 1 : 0;
		}
	}
	run->time_s[2] = seconds_since(start_ns);
	run->answer[2] = (double)j;

	j = 1;
	start_ns = clock_now_ns();
	for (long pass = 0; pass < outer; pass++) {
		for (long i = 0; i < n4; i++) {
			j = j * (k - j) * (l - k);
			k = l * k - (l - j) * k;
			l = (l - k) * (k + j);
			e[l - 2] = (double)(j + k + l);
			e[k - 2] = (double)(j * k * l);
		}
	}
	run->time_s[3] = seconds_since(start_ns);
	run->answer[3] = e[0] + e[1];
}

/* Sections 5 and 6: trigonometry, and procedure calls. */
static void procedures(long outer, long scale, struct whetstone *run)
{
	const long n5 = 32 * scale, n6 = 899 * scale;
	double x = 0.5, y = 0.5, z, t = T0;
	uint64_t start_ns = clock_now_ns();

	for (long pass = 0; pass < outer; pass++) {
		for (long i = 1; i < n5; i++) {
			x = t * atan(T2 * sin(x) * cos(x) / (cos(x + y) + cos(x - y) - 1));
			y = t * atan(T2 * sin(y) * cos(y) / (cos(x + y) + cos(x - y) - 1));
		}
		t = 1 - t;
	}
	run->time_s[4] = seconds_since(start_ns);
	run->answer[4] = y;

	t = T0;
	x = y = z = 1;
	start_ns = clock_now_ns();
	for (long pass = 0; pass < outer; pass++)
		for (long i = 0; i < n6; i++)
			p3(&x, &y, &z, t, T1, T2);
	run->time_s[5] = seconds_since(start_ns);
	run->answer[5] = z;
}

/* Sections 7 and 8: array references, and standard functions. */
static void functions(long outer, long scale, struct whetstone *run)
{
	const long n7 = 616 * scale, n8 = 93 * scale;
	double e[4] = { 1, 2, 3 }, x = 0.75;
	long j = 0, k = 1, l = 2;
	uint64_t start_ns = clock_now_ns();

	for (long pass = 0; pass < outer; pass++)
		for (long i = 0; i < n7; i++)
			po(e, j, k, l);
	run->time_s[6] = seconds_since(start_ns);
	run->answer[6] = e[2];

	start_ns = clock_now_ns();
	for (long pass = 0; pass < outer; pass++)
		for (long i = 0; i < n8; i++)
			x = sqrt(exp(log(x) / T1));
	run->time_s[7] = seconds_since(start_ns);
	run->answer[7] = x;
}

void LEVEL(whetstone_sections)(long outer, long scale, struct whetstone *run)
{
	arrays(outer, scale, run);
	integers(outer, scale, run);
	procedures(outer, scale, run);
	functions(outer, scale, run);
}
