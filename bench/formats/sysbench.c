/* SPDX-License-Identifier: MIT */
/* sysbench.c - the text that sysbench prints, as the tools that read it know it */

#include "bench/formats/sysbench.h"

#include <inttypes.h>

static bool is_old(const struct sysbench_options *options)
{
	return options->generation == SYSBENCH_04;
}

/* The texts have milliseconds. */
static double ms(double ns)
{
	return ns / 1e6;
}

static double mib(const struct sysbench_options *options, double events)
{
	return events * (double)options->block_bytes / (1 << 20);
}

void sysbench_print_identity(FILE *out, enum sysbench_generation generation)
{
	fprintf(out, "assay %s (sysbench %s semantics)\n\n", ASSAY_VERSION,
	        generation == SYSBENCH_04 ? "0.4" : "1.0");
}

static void begin_04(FILE *out, const struct sysbench_options *options)
{
	static const char *const operations[] = { "write", "read", "none" };

	if (options->validate)
		fprintf(out, "Additional request validation enabled.\n\n");
	if (options->init_rng)
		fprintf(out, "Initializing random number generator from timer.\n\n");
	fprintf(out, "Random number generator seed is 0 and will be ignored\n\n\n");
	switch (options->kind) {
	case SYSBENCH_CPU: fprintf(out, "Doing CPU performance benchmark\n\n"); break;
	case SYSBENCH_MEMORY:
		fprintf(out,
		        "Doing memory operations speed test\n"
		        "Memory block size: %" PRIu64 "K\n\n"
		        "Memory transfer size: %" PRIu64 "M\n\n"
		        "Memory operations type: %s\n"
		        "Memory scope type: %s\n",
		        options->block_bytes >> 10, options->total_bytes >> 20,
		        operations[options->operation], options->local ? "local" : "global");
		break;
	case SYSBENCH_THREADS:
		fprintf(out,
		        "Doing thread subsystem performance test\n"
		        "Thread yields per test: %" PRIu64 " Locks used: %" PRIu64 "\n",
		        options->yields, options->locks);
		break;
	case SYSBENCH_MUTEX: fprintf(out, "Doing mutex performance test\n"); break;
	}
}

static void begin_10(FILE *out, const struct sysbench_options *options)
{
	static const char *const operations[] = { "write", "read", "none" };

	if (options->validate)
		fprintf(out, "Validation checks: on.\n\n");
	if (options->seed)
		fprintf(out, "Initializing random number generator from seed (%" PRIu64 ").\n\n\n",
		        options->seed);
	else
		fprintf(out, "Initializing random number generator from current time\n\n\n");
	if (options->kind == SYSBENCH_CPU)
		fprintf(out, "Prime numbers limit: %" PRIu64 "\n\n", options->max_prime);
	if (options->kind == SYSBENCH_MEMORY)
		fprintf(out,
		        "Running memory speed test with the following options:\n"
		        "  block size: %" PRIu64 "KiB\n"
		        "  total size: %" PRIu64 "MiB\n"
		        "  operation: %s\n"
		        "  scope: %s\n\n",
		        options->block_bytes >> 10, options->total_bytes >> 20,
		        operations[options->operation], options->local ? "local" : "global");
	fprintf(out, "Initializing worker threads...\n\n");
}

void sysbench_print_begin(FILE *out, const struct sysbench_options *options)
{
	sysbench_print_identity(out, options->generation);
	fprintf(out,
	        "Running the test with following options:\n"
	        "Number of threads: %" PRIu64 "\n",
	        options->threads);
	if (is_old(options))
		begin_04(out, options);
	else
		begin_10(out, options);
}

void sysbench_print_started(FILE *out, const struct sysbench_options *options)
{
	fprintf(out, is_old(options) ? "Threads started!\n" : "Threads started!\n\n");
}

static void fairness(FILE *out, const struct sysbench_outcome *outcome)
{
	fprintf(out,
	        "Threads fairness:\n"
	        "    events (avg/stddev):           %.4f/%.2f\n"
	        "    execution time (avg/stddev):   %.4f/%.2f\n\n",
	        outcome->events_average, outcome->events_deviation, outcome->time_average_s,
	        outcome->time_deviation_s);
}

/* Average duration in whole ns, as the originals have it. */
static double average_ns(const struct sysbench_outcome *outcome)
{
	return outcome->events ? (double)(outcome->sum_ns / outcome->events) : 0;
}

static void end_04(FILE *out, const struct sysbench_options *options,
                   const struct sysbench_outcome *outcome)
{
	if (outcome->threads_out_of_time)
		fprintf(out, "Time limit exceeded, exiting...\n");
	if (outcome->threads_out_of_time > 1)
		fprintf(out, "(last message repeated %u times)\n",
		        outcome->threads_out_of_time - 1);
	fprintf(out, "Done.\n\n");
	if (options->kind == SYSBENCH_CPU)
		fprintf(out, "Maximum prime number checked in CPU test: %" PRIu64 "\n\n",
		        options->max_prime);
	if (options->kind == SYSBENCH_MEMORY)
		fprintf(out,
		        "Operations performed: %" PRIu64 " (%8.2f ops/sec)\n\n"
		        "%4.2f MB transferred (%4.2f MB/sec)\n\n",
		        outcome->events, outcome->rate, mib(options, (double)outcome->events),
		        mib(options, outcome->rate));
	fprintf(out,
	        "\nTest execution summary:\n"
	        "    total time:                          %.4fs\n"
	        "    total number of events:              %" PRIu64 "\n"
	        "    total time taken by event execution: %.4f\n"
	        "    per-request statistics:\n"
	        "         min:                            %10.2fms\n"
	        "         avg:                            %10.2fms\n"
	        "         max:                            %10.2fms\n",
	        (double)outcome->total_ns / 1e9, outcome->events, (double)outcome->sum_ns / 1e9,
	        ms((double)outcome->min_ns), ms(average_ns(outcome)), ms((double)outcome->max_ns));
	if (outcome->events)
		fprintf(out, "         approx. %3u percentile:         %10.2fms\n",
		        (unsigned)options->percentile, ms(outcome->percentile_ns));
	fprintf(out, "\n");
}

static void end_10(FILE *out, const struct sysbench_options *options,
                   const struct sysbench_outcome *outcome)
{
	if (options->kind == SYSBENCH_CPU)
		fprintf(out, "CPU speed:\n    events per second: %8.2f\n", outcome->rate);
	if (options->kind == SYSBENCH_MEMORY)
		fprintf(out,
		        "Total operations: %" PRIu64 " (%8.2f per second)\n\n"
		        "%4.2f MiB transferred (%4.2f MiB/sec)\n\n",
		        outcome->events, outcome->rate, mib(options, (double)outcome->events),
		        mib(options, outcome->rate));
	fprintf(out,
	        "\nGeneral statistics:\n"
	        "    total time:                          %.4fs\n"
	        "    total number of events:              %" PRIu64 "\n\n"
	        "Latency (ms):\n"
	        "         min: %39.2f\n"
	        "         avg: %39.2f\n"
	        "         max: %39.2f\n",
	        (double)outcome->total_ns / 1e9, outcome->events, ms((double)outcome->min_ns),
	        ms(average_ns(outcome)), ms((double)outcome->max_ns));
	if (options->percentile)
		fprintf(out, "        %3uth percentile: %27.2f\n", (unsigned)options->percentile,
		        ms(outcome->percentile_ns));
	else
		fprintf(out, "         percentile stats:               disabled\n");
	fprintf(out, "         sum: %39.2f\n\n", ms((double)outcome->sum_ns));
}

void sysbench_print_end(FILE *out, const struct sysbench_options *options,
                        const struct sysbench_outcome *outcome)
{
	if (is_old(options))
		end_04(out, options, outcome);
	else
		end_10(out, options, outcome);
	fairness(out, outcome);
}
