/* SPDX-License-Identifier: MIT */
/* iometer.c - assay iometer: loads of Iometer on disks and files, with more and more in flight */

#include "bench/commands/commands.h"
#include "bench/commands/iometer_out.h"
#include "bench/iometer/iometer_words.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"
#include "bench/report/announce.h"
#include "bench/report/table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct machine machine; /* large */
static struct iometer_request request;
static struct iometer_target targets[IOMETER_TARGETS_MAX];
static bool failed[IOMETER_TARGETS_MAX];

static int complain(int status, const char *why)
{
	fprintf(stderr, "assay: iometer: %s\n", why);
	return status;
}

static int print_help(void)
{
	printf(
	    "assay iometer [OPTION...] DISK|FILE...\n\n"
	    "A load on each disk with 1, 2, 4 ... 128 I/Os in flight: IOPS, MB/s, response "
	    "times,\n"
	    "the peak, and what it does at a response time of 15 ms. A load that writes destroys\n"
	    "what is on the disk or in the file: a disk has to be named for it by "
	    "--write=DISK@HOST\n"
	    "(a serial or WWN, and the serial or UUID of this machine); --write.limit=SIZE.\n\n"
	    "Options:\n");
	for (size_t i = 0; i < iometer_option_count; i++) {
		const struct iometer_option *option = &iometer_options[i];

		printf("  --%s%s%s\n        %s\n", option->name, option->form[0] ? "=" : "",
		       option->form, option->help);
	}
	printf("\nPROFILE:\n");
	for (size_t i = 0; i < iometer_profile_count; i++)
		printf("  %-12s %s\n", iometer_profiles[i].name, iometer_profiles[i].title);
	return EXIT_OK;
}

static bool any_writes(void)
{
	for (unsigned i = 0; i < request.profile_count; i++)
		if (request.profiles[i]->read_percent < 100)
			return true;
	return false;
}

static int open_targets(void)
{
	char why[256];

	for (unsigned i = 0; i < request.target_count; i++) {
		int rc =
		    iometer_target_open(&targets[i], &machine, request.targets[i], any_writes(),
		                        request.region_percent, why, sizeof(why));

		if (rc)
			return complain(rc == -EPERM || rc == -EBUSY || rc == -ESTALE ? EXIT_REFUSED
			                                                              : EXIT_USAGE,
			                why);
		if (targets[i].unwritten)
			fprintf(stderr,
			        "assay: iometer: %s: most of it was never written: reads of it "
			        "may be answered without reading\n",
			        targets[i].name);
	}
	return EXIT_OK;
}

/* Call @visit for each load of the request, in order, until it returns something else than 0. */
static int each_load(int (*visit)(struct iometer_load *load))
{
	int rc = 0;

	for (unsigned i = 0; i < request.profile_count; i++) {
		struct iometer_load load = { .profile = request.profiles[i],
			                     .workers = request.workers };
		uint32_t blocks[IOMETER_BLOCKS_MAX];
		unsigned count = iometer_request_blocks(&request, load.profile, blocks);

		for (unsigned j = 0; j < count && rc == 0; j++) {
			load.block_bytes = blocks[j];
			rc = visit(&load);
		}
	}
	return rc;
}

static unsigned measurements, writing_measurements;

/* Before anything is read or written: can each load be put on each target? */
static int check_load(struct iometer_load *load)
{
	unsigned depths = iometer_request_depths(&request, load->profile);
	char why[256];

	for (unsigned i = 0; i < request.target_count; i++)
		if (iometer_check(load, &targets[i], why, sizeof(why)))
			return complain(EXIT_USAGE, why);
	measurements += depths;
	writing_measurements += load->profile->read_percent < 100 ? depths : 0;
	return EXIT_OK;
}

static uint64_t share_bytes; /* of what may be written, for each measurement that writes */

/* Of a measurement that may not write a block of each worker, nothing could be said. */
static int check_limit(struct iometer_load *load)
{
	uint64_t least_bytes;
	char why[160];

	load->outstanding = 1;
	least_bytes = iometer_memory_bytes(load, 1);
	if (load->profile->read_percent == 100 || share_bytes >= least_bytes)
		return EXIT_OK;
	snprintf(why, sizeof(why),
	         "--write.limit: shared by %u measurements; expected %" PRIu64
	         " bytes for each at least",
	         writing_measurements, least_bytes);
	return complain(EXIT_USAGE, why);
}

/* Say how long it takes and how much is written, and keep to it. */
static void announce(uint64_t write_limit_bytes)
{
	unsigned runs = measurements * (request.together ? 1 : request.target_count);
	double seconds = runs * (double)(request.ramp_ns + request.run_ns) / 1e9;
	bool long_time = seconds > 120;
	char most[16], region[16], wear[ANNOUNCE_WEAR_BYTES];

	fprintf(stderr, "assay: iometer: %u measurements, about %.0f %s\n", runs,
	        long_time ? seconds / 60 : seconds, long_time ? "min" : "s");
	for (unsigned i = 0; i < request.target_count && writing_measurements; i++) {
		targets[i].write_bytes = share_bytes;
		fprintf(
		    stderr,
		    "assay: iometer: %s: at most %sB will be written, to the first %sB of it%s\n",
		    targets[i].name, table_si(most, sizeof(most), (double)write_limit_bytes),
		    table_si(region, sizeof(region), (double)targets[i].region_bytes),
		    announce_wear(targets[i].disk, wear));
	}
}

static void begin_sweep(struct iometer_sweep *sweep, const struct iometer_load *load,
                        const struct iometer_target *first, unsigned count)
{
	memset(sweep, 0, sizeof(*sweep));
	if (count == 1)
		text_copy(sweep->target, sizeof(sweep->target), first->name);
	else
		snprintf(sweep->target, sizeof(sweep->target), "%u together", count);
	for (unsigned i = 0; i < count; i++)
		sweep->region_bytes += first[i].region_bytes;
	sweep->target_count = request.together ? request.target_count : 1;
	sweep->load = *load;
	sweep->timing = (struct iometer_timing){ request.ramp_ns, request.run_ns, 1 };
	sweep->limit_ns = request.limit_ns;
}

/* sweeps[0] is of all @count targets; those of each follow, if there is more than one. */
static int measure(struct iometer_load *load, const struct iometer_target *first, unsigned count,
                   struct iometer_sweep *sweeps)
{
	struct iometer_outcome outcome;
	char why[256];
	int rc;

	rc = iometer_run(load, first, count, &sweeps[0].timing, &outcome, why, sizeof(why));
	if (rc == 0) {
		iometer_out_test(&machine, load, first, &outcome);
		iometer_point_make(&outcome, load, IOMETER_ALL,
		                   &sweeps[0].points[sweeps[0].point_count++]);
		for (unsigned i = 0; i < count && count > 1; i++)
			iometer_point_make(&outcome, load, i,
			                   &sweeps[i + 1].points[sweeps[i + 1].point_count++]);
	}
	iometer_outcome_free(&outcome);
	return rc ? complain(rc == -EIO || rc == -ETIMEDOUT ? EXIT_TEST_FAILED : EXIT_INTERNAL, why)
	          : EXIT_OK;
}

/* All depths of one load on @count targets at once. */
static int sweep_load(struct iometer_load *load, const struct iometer_target *first, unsigned count)
{
	static struct iometer_sweep sweeps[1 + IOMETER_TARGETS_MAX];
	unsigned depths = iometer_request_depths(&request, load->profile);
	unsigned each = count > 1 ? count : 0;
	int status = EXIT_OK;

	begin_sweep(&sweeps[0], load, first, count);
	for (unsigned i = 0; i < each; i++)
		begin_sweep(&sweeps[i + 1], load, &first[i], 1);
	for (unsigned i = 0; i < depths && status == EXIT_OK; i++) {
		load->outstanding = request.depths[i];
		if (iometer_memory_bytes(load, count) > machine.memory.available_bytes / 2) {
			fprintf(stderr,
			        "assay: iometer: %u and more in flight need %" PRIu64
			        " MiB of memory: left out\n",
			        load->outstanding, iometer_memory_bytes(load, count) >> 20);
			break;
		}
		status = measure(load, first, count, sweeps);
	}
	for (unsigned i = 0; i <= each; i++)
		iometer_out_sweep(&sweeps[i]);
	return status;
}

static int worst;

/* One disk that fails is left alone from then on; the others go on. */
static int run_load(struct iometer_load *load)
{
	if (request.together)
		return sweep_load(load, targets, request.target_count);
	for (unsigned i = 0; i < request.target_count; i++) {
		int status = failed[i] ? EXIT_OK : sweep_load(load, &targets[i], 1);

		failed[i] |= status != EXIT_OK;
		worst = exit_status_worse(worst, status);
	}
	return EXIT_OK;
}

int command_iometer(char **argv)
{
	struct settings settings;
	char why[256];
	int status = commands_grant(argv, &machine, &settings);

	if (status)
		return status;
	if (iometer_words_parse(&request, argv, why, sizeof(why)))
		return complain(EXIT_USAGE, why);
	if (request.help)
		return print_help();
	status = open_targets();
	if (status == EXIT_OK)
		status = each_load(check_load);
	if (status == EXIT_OK && writing_measurements) {
		share_bytes = settings.write_limit_bytes / writing_measurements;
		status = each_load(check_limit);
	}
	if (status == EXIT_OK)
		status = iometer_out_open(request.csv, request.json);
	if (status)
		return status;
	announce(settings.write_limit_bytes);
	status = each_load(run_load);
	status = exit_status_worse(status, worst);
	return exit_status_worse(status, iometer_out_close());
}
