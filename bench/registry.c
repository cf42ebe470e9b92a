/* SPDX-License-Identifier: MIT */
/* registry.c - benchmarks.def as a table, and the texts of the enums */

#include "bench/bench.h"

/* The negative tests build assay with a list of their own. */
#ifndef ASSAY_BENCHMARKS
#define ASSAY_BENCHMARKS "bench/benchmarks.def"
#endif

#define BENCHMARK(symbol) extern const struct benchmark symbol;
#include ASSAY_BENCHMARKS
#undef BENCHMARK

#define BENCHMARK(symbol) &symbol,
const struct benchmark *const benchmarks[] = {
#include ASSAY_BENCHMARKS
};
#undef BENCHMARK

const size_t benchmark_count = countof(benchmarks);

const char *job_target(const struct job *job)
{
	if (job->target[0])
		return job->target;
	return job->disk ? job->disk->name : "";
}

const char *unit_name(enum unit unit)
{
	switch (unit) {
	case UNIT_OPS_PER_S: return "ops/s";
	case UNIT_BYTES_PER_S: return "B/s";
	case UNIT_NS: return "ns";
	case UNIT_BYTES: return "B";
	case UNIT_COUNT: return "1";
	case UNIT_WATTS: return "W";
	case UNIT_JOULES: return "J";
	case UNIT_HZ: return "Hz";
	}
	return "?";
}

const char *better_name(enum better better)
{
	return better == BETTER_HIGHER ? "higher" : "lower";
}

const char *status_name(enum status status)
{
	switch (status) {
	case STATUS_OK: return "ok";
	case STATUS_SKIPPED: return "skipped";
	case STATUS_FAILED: return "failed";
	case STATUS_BROKEN: return "broken";
	case STATUS_TIMED_OUT: return "timed-out";
	}
	return "?";
}

const char *warning_name(unsigned bit)
{
	static const char *const names[WARNING_COUNT] = {
		"noisy",        "throttled",     "power-limited", "ecc-corrected",
		"pcie-aer",     "link-degraded", "disk-retried",  "cached",
		"short-region", "clock-stepped", "steal",         "few-samples",
		"other-load",   "unwritten",     "not-purged",    "not-steady",
	};

	return bit < WARNING_COUNT ? names[bit] : "?";
}
