/* SPDX-License-Identifier: MIT */
/*
 * fio - the two loads that fio is asked for most, as jobs of a plan
 *
 * Method: fio.rw: eight threads go through one file of 1 GiB at the same time, past the page cache,
 * each from its start to its end, reading and writing in turn at random, half of each, for 30 s at
 * most. fio.randwrite: eight threads write 4 KiB blocks through the page cache, each every block
 * of a file of its own, once, in random order; all files together are twice the memory, 80 GiB at
 * most. Nothing is flushed at the end, as fio does not. The files are in the directory that the
 * user named, or on an ext4 of our own. Where there is less room, or a plan shortens the classics,
 * files are smaller and the time is shorter: flagged as short-region.
 * Unit:   bytes and I/Os a second over the time of the slowest thread; latency from handing over to
 *         completion, ns; CPU time of the threads for each I/O, ns.
 * Error:  one pass, so no spread; percentiles within 1 %. The threads of fio.rw read the same
 *         places nearly together, so a cache of the drive or the controller makes it faster; what
 *         fio.randwrite measures is in part memory.
 * Source: fio 3.33 and 1.59, direct=1 rw=rw numjobs=8 size=1G runtime=30 and rw=randwrite
 *         bs=4k numjobs=8 size=10g
 */

#include "bench/disk/forecast.h"
#include "bench/disk/store.h"
#include "bench/fio/fio_report.h"
#include "bench/fio/fio_words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define CLONES 8
#define ROOM_SHARE 0.9     /* of the free space */
#define SHORT_MIB_PER_S 64 /* of a plan that shortens, and its samples */
#define RW_BYTES GIB(1)
#define RANDWRITE_BYTES GIB(10) /* of each clone */

/* One load: what differs between them. */
struct load {
	const char *block, *rw;
	bool shared; /* one file for all clones, past the page cache */
};

static uint64_t full_bytes(const struct load *load, const struct machine *machine)
{
	uint64_t bytes = 2 * machine->memory.total_bytes / CLONES / MIB(1) * MIB(1);

	if (load->shared)
		return RW_BYTES;
	return bytes < RANDWRITE_BYTES ? bytes : RANDWRITE_BYTES;
}

/* The bytes of a file, as the plan wants them. */
static uint64_t wanted_bytes(const struct run *run, const struct load *load)
{
	const struct pace *pace = run->pace;
	uint64_t bytes = full_bytes(load, run->machine);
	uint64_t short_bytes =
	    pace->sample_ns * pace->samples / MS(1) * MIB(SHORT_MIB_PER_S) / 1000;

	if (pace->classic_share < 1 && short_bytes < bytes)
		bytes = short_bytes;
	return bytes - bytes % MIB(1);
}

/* And as the room allows. */
static uint64_t file_bytes(struct run *run, const struct load *load, const struct store *store)
{
	uint64_t bytes = wanted_bytes(run, load);
	uint64_t room = (uint64_t)((double)store->free_bytes * ROOM_SHARE);
	unsigned files = load->shared ? 1 : CLONES;

	if (room / files < bytes)
		bytes = room / files - room / files % MIB(1);
	if (bytes < full_bytes(load, run->machine))
		run->result->warnings |= WARN_SHORT_REGION;
	return bytes;
}

/* A shared file is laid out first. The others fill a file system of ours, but for some room. */
static uint64_t writes_of(const struct run *run, const struct load *load)
{
	uint64_t bytes = wanted_bytes(run, load);
	uint64_t all_bytes =
	    load->shared ? (CLONES + 1) * bytes : (uint64_t)((double)(CLONES * bytes) / ROOM_SHARE);

	return all_bytes + store_overhead_bytes(load->shared ? bytes : CLONES * bytes);
}

static uint64_t rw_writes(const struct run *run)
{
	return writes_of(run, &(struct load){ .shared = true });
}

static uint64_t randwrite_writes(const struct run *run)
{
	return writes_of(run, &(struct load){ .shared = false });
}

/* The file is laid out, then read and written for some time or to its end by all threads. */
static uint64_t expect_rw_ns(const struct run *run)
{
	uint64_t bytes = wanted_bytes(run, &(struct load){ .shared = true });
	uint64_t laid_out_ns = forecast_time_ns(run->job->disk, bytes, MIB(1));
	uint64_t time_ns = (uint64_t)(classic_pass_s(run) * 1e9);

	if (CLONES * laid_out_ns < time_ns)
		time_ns = CLONES * laid_out_ns;
	return store_expect_ns(run) + laid_out_ns + time_ns;
}

/* Through the page cache, as fast as the disk takes it in the end. */
static uint64_t expect_randwrite_ns(const struct run *run)
{
	uint64_t bytes = CLONES * wanted_bytes(run, &(struct load){ .shared = false });
	uint64_t written_ns = forecast_time_ns(run->job->disk, bytes, MIB(1));
	uint64_t time_ns = (uint64_t)(classic_pass_s(run) * 1e9);

	return store_expect_ns(run) + (written_ns < time_ns ? written_ns : time_ns);
}

/* The words that a user would give to assay fio. */
static int understand(struct run *run, const struct load *load, const struct store *store,
                      uint64_t bytes, struct fio_request *request)
{
	char rw[32], block[32], directory[sizeof(store->directory) + 16], size[48], runtime[48];
	char name[] = "--name=fio", jobs[] = "--numjobs=8", group[] = "--group_reporting";
	char direct[] = "--direct=1", filename[] = "--filename=fio";
	char *words[] = { name, rw,    block,  directory, size, runtime,
		          jobs, group, direct, filename,  NULL };
	char why[sizeof(run->result->reason)];

	snprintf(rw, sizeof(rw), "--rw=%s", load->rw);
	snprintf(block, sizeof(block), "--bs=%s", load->block);
	snprintf(directory, sizeof(directory), "--directory=%s", store->directory);
	snprintf(size, sizeof(size), "--size=%" PRIu64, bytes);
	snprintf(runtime, sizeof(runtime), "--runtime=%.0fms", 1000 * classic_pass_s(run) + 1);
	if (!load->shared)
		words[8] = NULL;
	if (fio_words_parse(request, words, why, sizeof(why)) != 0)
		return broken(run, "%s", why);
	request->write_limit_bytes = run->job->write_limit_bytes;
	return 0;
}

static void add_direction(struct run *run, const struct fio_unit *unit, enum io_direction direction)
{
	static const char *const names[] = { "read", "write" };
	const struct io_tally *tally = &unit->outcome->tally[direction];
	const struct {
		const char *name;
		enum unit unit;
		enum better better;
		double value;
	} metrics[] = {
		{ "throughput", UNIT_BYTES_PER_S, BETTER_HIGHER,
		  (double)fio_unit_bytes_per_s(unit, direction) },
		{ "rate", UNIT_OPS_PER_S, BETTER_HIGHER, fio_unit_iops(unit, direction) },
		{ "latency", UNIT_NS, BETTER_LOWER, moments_mean(&tally->clat) },
		{ "latency_p99", UNIT_NS, BETTER_LOWER,
		  histogram_percentile(&tally->clat_histogram, 99) },
	};
	char name[32];

	for (size_t i = 0; i < countof(metrics) && tally->ios; i++) {
		snprintf(name, sizeof(name), "%s_%s", names[direction], metrics[i].name);
		metric_sample(metric_add(run, name, metrics[i].unit, metrics[i].better),
		              metrics[i].value);
	}
}

/* @files_bytes  that all threads were to write; 0 = time ends it */
static int add_figures(struct run *run, const struct fio_run *fio, uint64_t files_bytes)
{
	struct fio_report report;
	int rc = fio_report_make(&report, fio);

	if (rc) {
		rc = broken(run, "no memory for the numbers");
	} else if (report.units[0].error == ENOSPC) { /* others had it meanwhile */
		rc = skip(run, "%s: %s", report.units[0].path, report.units[0].why);
	} else if (report.units[0].error) {
		rc = fail(run, "%s: %s", report.units[0].path, report.units[0].why);
	} else {
		const struct io_outcome *outcome = report.units[0].outcome;
		uint64_t ios = outcome->tally[IO_READ].ios + outcome->tally[IO_WRITE].ios;

		if (outcome->tally[IO_WRITE].bytes < files_bytes)
			run->result->warnings |= WARN_SHORT_REGION;
		add_direction(run, &report.units[0], IO_READ);
		add_direction(run, &report.units[0], IO_WRITE);
		metric_sample(metric_add(run, "cpu_per_io", UNIT_NS, BETTER_LOWER),
		              (double)(outcome->user_ns + outcome->system_ns) /
		                  (double)(ios ? ios : 1));
	}
	fio_report_free(&report);
	return rc;
}

static int run_in(struct run *run, const struct load *load, const struct store *store)
{
	static struct fio_request request; /* large */
	uint64_t bytes = file_bytes(run, load, store);
	char why[sizeof(run->result->reason)];
	struct fio_run fio;
	int rc;

	if (bytes == 0)
		return skip(run, "%s has no room for the files", store->directory);
	rc = understand(run, load, store, bytes, &request);
	if (rc)
		return rc;
	param_number(run, "block_bytes", fio_least_bytes(&request.jobs[0].sizes[IO_WRITE]));
	param_number(run, "file_bytes", (double)bytes);
	param_number(run, "threads", CLONES);
	rc = fio_plan(&fio, &request, run->machine, why, sizeof(why));
	if (rc == 0)
		rc = fio_run(&fio, NULL, why, sizeof(why));
	if (rc == -EINVAL || rc == -ENOSPC)
		rc = skip(run, "%s", why); /* no O_DIRECT, or no room there */
	else if (rc)
		rc = fail(run, "%s", why);
	else
		rc = add_figures(run, &fio, load->shared ? 0 : CLONES * bytes);
	fio_end(&fio);
	return rc;
}

static int measure_load(struct run *run, const struct load *load)
{
	struct store store;
	int rc = store_open(run, "ext4", &store);

	if (rc)
		return rc;
	rc = run_in(run, load, &store);
	store_close(&store);
	return rc;
}

static int measure_rw_4k(struct run *run)
{
	return measure_load(run, &(struct load){ "4k", "rw", true });
}

static int measure_rw_32k(struct run *run)
{
	return measure_load(run, &(struct load){ "32k", "rw", true });
}

static int measure_rw_1m(struct run *run)
{
	return measure_load(run, &(struct load){ "1m", "rw", true });
}

static int measure_randwrite(struct run *run)
{
	return measure_load(run, &(struct load){ "4k", "randwrite", false });
}

#define RW_BENCHMARK(block, text)                                                        \
	{                                                                                \
		.name = "fio.rw." #block, .title = "Eight threads read and write " text, \
		.source = "fio direct=1 rw=rw bs=" #block " numjobs=8 size=1G",          \
		.target = TARGET_STORE, .timeout_s = 900,                                \
		.classic = { .pass_s = 30, .passes = 1 }, .estimate_ns = expect_rw_ns,   \
		.writes_bytes = rw_writes, .measure = measure_rw_##block,                \
	}

const struct benchmark fio_rw_4k = RW_BENCHMARK(4k, "4 KiB blocks of one file");
const struct benchmark fio_rw_32k = RW_BENCHMARK(32k, "32 KiB blocks of one file");
const struct benchmark fio_rw_1m = RW_BENCHMARK(1m, "1 MiB blocks of one file");

const struct benchmark fio_randwrite = {
	.name = "fio.randwrite",
	.title = "Eight threads write 4 KiB blocks of their files in random order",
	.source = "fio rw=randwrite bs=4k numjobs=8 size=10g",
	.target = TARGET_STORE,
	.timeout_s = 7200,
	.classic = { .pass_s = 1800, .passes = 1 },
	.estimate_ns = expect_randwrite_ns,
	.writes_bytes = randwrite_writes,
	.measure = measure_randwrite,
};
