/* SPDX-License-Identifier: MIT */
/* fio_json.c - the report as JSON: the keys of fio 3.33 in their order */

#include "bench/formats/fio_json.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

static const char *const depth_keys[] = { "1", "2", "4", "8", "16", "32", ">=64" };
static const char *const batch_keys[] = { "0", "4", "8", "16", "32", "64", ">=64" };
static const char *const class_keys[FIO_MS_CLASSES] = { "2",   "4",    "10",   "20",
	                                                "50",  "100",  "250",  "500",
	                                                "750", "1000", "2000", ">=2000" };

/* Counts in classes, as percent of @whole; every class is there. */
static void add_classes(const struct fio_json *json, yyjson_mut_val *object, const char *name,
                        const char *const keys[], const uint64_t counts[], unsigned classes,
                        uint64_t whole, double least)
{
	object = fio_json_object(json, object, name);
	for (unsigned i = 0; i < classes; i++)
		fio_json_real(json, object, keys[i], fio_share(counts[i], whole, least));
}

static uint64_t sum_of(const uint64_t counts[], unsigned count)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < count; i++)
		sum += counts[i];
	return sum;
}

static void add_spread(const struct fio_json *json, yyjson_mut_val *object,
                       const struct io_outcome *outcome)
{
	struct fio_spread spread;

	fio_spread_make(&spread, outcome);
	add_classes(json, object, "latency_ns", class_keys, spread.ns, FIO_NS_CLASSES, spread.count,
	            0.01);
	add_classes(json, object, "latency_us", class_keys, spread.us, FIO_NS_CLASSES, spread.count,
	            0.01);
	add_classes(json, object, "latency_ms", class_keys, spread.ms, FIO_MS_CLASSES, spread.count,
	            0.01);
}

static void add_given(const struct fio_json *json, yyjson_mut_val *object,
                      const struct fio_job *job)
{
	for (unsigned i = 0; i < job->given_count; i++)
		fio_json_text(json, object, job->given[i].name, job->given[i].value);
}

/* What was given, and four that readers take for granted. */
static void add_options(const struct fio_json *json, yyjson_mut_val *object,
                        const struct fio_job *job)
{
	const struct fio_job *defaults = &json->report->request->defaults;
	char bytes[24], depth[24], jobs[24];
	const struct {
		const char *name, *value;
	} needed[] = { { "rw", fio_rw_name(job) },
		       { "bs", bytes },
		       { "iodepth", depth },
		       { "numjobs", jobs } };

	snprintf(bytes, sizeof(bytes), "%" PRIu32,
	         fio_most_bytes(&job->sizes[FIO_READS(job) ? IO_READ : IO_WRITE]));
	snprintf(depth, sizeof(depth), "%" PRIu64, job->depth);
	snprintf(jobs, sizeof(jobs), "%" PRIu64, job->numjobs);
	object = fio_json_object(json, object, "job options");
	add_given(json, object, job);
	for (size_t i = 0; i < countof(needed); i++)
		if (!fio_job_has(job, needed[i].name) && !fio_job_has(defaults, needed[i].name))
			fio_json_text(json, object, needed[i].name, needed[i].value);
}

static void add_sync(const struct fio_json *json, yyjson_mut_val *object,
                     const struct fio_unit *unit)
{
	const struct moments *sync = &unit->outcome->sync;

	object = fio_json_object(json, object, "sync");
	fio_json_count(json, object, "total_ios", sync->count);
	fio_json_latency(json, object, "lat_ns", unit->job, sync, &unit->outcome->sync_histogram);
}

static void add_unit(const struct fio_json *json, yyjson_mut_val *jobs, const struct fio_unit *unit)
{
	const struct io_outcome *outcome = unit->outcome;
	yyjson_mut_val *object = yyjson_mut_arr_add_obj(json->doc, jobs);

	fio_json_text(json, object, "jobname", unit->job->name);
	fio_json_count(json, object, "groupid", unit->group);
	fio_json_count(json, object, "error", (uint64_t)unit->error);
	fio_json_count(json, object, "eta", 0);
	fio_json_count(json, object, "elapsed", json->report->elapsed_s);
	add_options(json, object, unit->job);
	fio_json_direction(json, object, unit, IO_READ);
	fio_json_direction(json, object, unit, IO_WRITE);
	fio_json_no_trim(json, object, unit->job);
	add_sync(json, object, unit);
	fio_json_count(json, object, "job_runtime", unit->elapsed_ms);
	fio_json_real(json, object, "usr_cpu", fio_user_percent(unit));
	fio_json_real(json, object, "sys_cpu", fio_system_percent(unit));
	fio_json_count(json, object, "ctx", outcome->switches);
	fio_json_count(json, object, "majf", outcome->major_faults);
	fio_json_count(json, object, "minf", outcome->minor_faults);
	add_classes(json, object, "iodepth_level", depth_keys, outcome->depths, 7,
	            fio_unit_ios(unit), 0.1);
	add_classes(json, object, "iodepth_submit", batch_keys, outcome->submits, 7,
	            sum_of(outcome->submits, 7), 0.1);
	add_classes(json, object, "iodepth_complete", batch_keys, outcome->completes, 7,
	            sum_of(outcome->completes, 7), 0.1);
	add_spread(json, object, outcome);
	fio_json_count(json, object, "latency_depth", unit->job->depth);
	fio_json_count(json, object, "latency_target", 0);
	fio_json_real(json, object, "latency_percentile", 100);
	fio_json_count(json, object, "latency_window", 0);
	if (unit->job->description[0])
		fio_json_text(json, object, "desc", unit->job->description);
}

/* The spelling of each is fio's, "aggr_write_merge" too. */
static void add_aggregate(const struct fio_json *json, yyjson_mut_val *disk,
                          const struct fio_stat_source *source)
{
	struct fio_stat mean;
	double most_percent;

	fio_stat_aggregate(source, &mean, &most_percent);
	fio_json_count(json, disk, "aggr_read_ios", mean.ios[0]);
	fio_json_count(json, disk, "aggr_write_ios", mean.ios[1]);
	fio_json_count(json, disk, "aggr_read_merges", mean.merges[0]);
	fio_json_count(json, disk, "aggr_write_merge", mean.merges[1]);
	fio_json_count(json, disk, "aggr_read_ticks", mean.ticks_ms[0]);
	fio_json_count(json, disk, "aggr_write_ticks", mean.ticks_ms[1]);
	fio_json_count(json, disk, "aggr_in_queue", mean.queue_ms);
	fio_json_real(json, disk, "aggr_util", most_percent);
}

static void add_disks(const struct fio_json *json, yyjson_mut_val *root)
{
	yyjson_mut_val *disks = yyjson_mut_obj_add_arr(json->doc, root, "disk_util");

	for (unsigned i = 0; i < json->report->stat_count; i++) {
		const struct fio_stat *stat = &json->report->stats[i].sum;
		yyjson_mut_val *disk = yyjson_mut_arr_add_obj(json->doc, disks);

		fio_json_text(json, disk, "name", json->report->stats[i].name);
		fio_json_count(json, disk, "read_ios", stat->ios[0]);
		fio_json_count(json, disk, "write_ios", stat->ios[1]);
		fio_json_count(json, disk, "read_merges", stat->merges[0]);
		fio_json_count(json, disk, "write_merges", stat->merges[1]);
		fio_json_count(json, disk, "read_ticks", stat->ticks_ms[0]);
		fio_json_count(json, disk, "write_ticks", stat->ticks_ms[1]);
		fio_json_count(json, disk, "in_queue", stat->queue_ms);
		fio_json_real(json, disk, "util", fio_stat_percent(stat));
		if (json->report->stats[i].member_count)
			add_aggregate(json, disk, &json->report->stats[i]);
	}
}

static yyjson_mut_val *add_root(const struct fio_json *json)
{
	const struct fio_report *report = json->report;
	yyjson_mut_val *root = yyjson_mut_obj(json->doc), *jobs;
	time_t now = (time_t)(report->wall_ns / SECONDS(1));
	char date[32];

	ctime_r(&now, date);
	date[strcspn(date, "\n")] = '\0';
	fio_json_text(json, root, "fio version", report->version);
	fio_json_count(json, root, "timestamp", (uint64_t)now);
	fio_json_count(json, root, "timestamp_ms", report->wall_ns / 1000000);
	fio_json_text(json, root, "time", date);
	if (report->request->defaults.given_count)
		add_given(json, fio_json_object(json, root, "global options"),
		          &report->request->defaults);
	jobs = yyjson_mut_obj_add_arr(json->doc, root, "jobs");
	for (unsigned i = 0; i < report->unit_count; i++)
		add_unit(json, jobs, &report->units[i]);
	add_disks(json, root);
	return root;
}

int fio_print_json(FILE *out, const struct fio_report *report, bool plus)
{
	struct fio_json json = { yyjson_mut_doc_new(NULL), report, plus };
	yyjson_mut_val *root;
	int rc;

	if (!json.doc)
		return -ENOMEM;
	root = add_root(&json);
	rc = root ? fio_json_write(out, root) : -ENOMEM;
	yyjson_mut_doc_free(json.doc);
	return rc;
}
