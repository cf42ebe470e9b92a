/* SPDX-License-Identifier: MIT */
/* iometer_sweep.c - one sweep over the I/Os in flight, as a table and as JSON */

#include "bench/formats/iometer.h"

#include "bench/iometer/iometer_derive.h"

static void print_at_limit(FILE *out, const struct iometer_sweep *sweep,
                           enum iometer_measure measure, const char *what)
{
	struct iometer_at_limit at =
	    iometer_at_limit(sweep->points, sweep->point_count, (double)sweep->limit_ns, measure);
	double limit_ms = (double)sweep->limit_ns / 1e6;

	if (at.reach == IOMETER_NOT_REACHED)
		fprintf(out, "  %s %g ms: not reached\n", what, limit_ms);
	else
		fprintf(out, "  %s %g ms: %s%.1f IOPS, %.2f MB/s\n", what, limit_ms,
		        at.reach == IOMETER_AT_LEAST ? ">= " : "", at.iops, at.bytes_per_s / 1e6);
}

void iometer_print_sweep(FILE *out, const struct iometer_sweep *sweep)
{
	const struct iometer_point *peak = iometer_peak(sweep->points, sweep->point_count);
	bool marked = false, cut = false;
	char name[48];

	fprintf(out, "%s: %s (%s), active range %.1f MB, %u %s a disk\n", sweep->target,
	        iometer_load_name(&sweep->load, name, sizeof(name)), sweep->load.profile->title,
	        (double)sweep->region_bytes / 1e6, sweep->load.workers,
	        sweep->load.workers == 1 ? "worker" : "workers");
	fprintf(out, "%9s %12s %10s %12s %12s\n", "in flight", "IOPS", "MB/s", "average ms",
	        "99 % ms");
	for (unsigned i = 0; i < sweep->point_count; i++) {
		const struct iometer_point *point = &sweep->points[i];
		bool off = iometer_little_deviation(point) > IOMETER_LITTLE_SHARE;

		fprintf(out, "%9u %12.1f %10.2f %12.3f %12.3f%s\n", point->depth, point->iops,
		        point->bytes_per_s / 1e6, point->average_ns / 1e6, point->p99_ns / 1e6,
		        off ? " *" : "");
		marked |= off;
		cut |= point->cut;
	}
	if (marked)
		fprintf(out, "  * IOPS times average is not what is in flight: the queue was not "
		             "kept full\n");
	if (cut)
		fprintf(out, "  ended early: as much as may be was written (write.limit)\n");
	fprintf(out, "  peak: %.1f IOPS; with %u in flight %.1f IOPS, %.2f MB/s, %.3f ms\n",
	        iometer_peak_iops(sweep->points, sweep->point_count), peak->depth, peak->iops,
	        peak->bytes_per_s / 1e6, peak->average_ns / 1e6);
	print_at_limit(out, sweep, IOMETER_AVERAGE, "average at");
	print_at_limit(out, sweep, IOMETER_P99, "99 % within");
	fputc('\n', out);
}

static void add_point(yyjson_mut_doc *doc, yyjson_mut_val *list, const struct iometer_point *point)
{
	yyjson_mut_val *item = yyjson_mut_arr_add_obj(doc, list);

	yyjson_mut_obj_add_uint(doc, item, "depth", point->depth);
	yyjson_mut_obj_add_real(doc, item, "iops", point->iops);
	yyjson_mut_obj_add_real(doc, item, "bytes_per_s", point->bytes_per_s);
	yyjson_mut_obj_add_real(doc, item, "average_ns", point->average_ns);
	yyjson_mut_obj_add_real(doc, item, "p99_ns", point->p99_ns);
	yyjson_mut_obj_add_real(doc, item, "max_ns", point->max_ns);
	yyjson_mut_obj_add_real(doc, item, "little_deviation", iometer_little_deviation(point));
	yyjson_mut_obj_add_bool(doc, item, "cut", point->cut);
}

static void add_at_limit(yyjson_mut_doc *doc, yyjson_mut_val *root, const char *name,
                         const struct iometer_sweep *sweep, enum iometer_measure measure)
{
	struct iometer_at_limit at =
	    iometer_at_limit(sweep->points, sweep->point_count, (double)sweep->limit_ns, measure);
	yyjson_mut_val *item = yyjson_mut_obj_add_obj(doc, root, name);

	yyjson_mut_obj_add_str(doc, item, "reach", iometer_reach_name(at.reach));
	yyjson_mut_obj_add_real(doc, item, "iops", at.iops);
	yyjson_mut_obj_add_real(doc, item, "bytes_per_s", at.bytes_per_s);
}

yyjson_mut_val *iometer_json_sweep(yyjson_mut_doc *doc, const struct iometer_sweep *sweep)
{
	const struct iometer_profile *profile = sweep->load.profile;
	const struct iometer_point *peak = iometer_peak(sweep->points, sweep->point_count);
	yyjson_mut_val *root = yyjson_mut_obj(doc), *item;

	yyjson_mut_obj_add_strcpy(doc, root, "target", sweep->target);
	yyjson_mut_obj_add_uint(doc, root, "targets", sweep->target_count);
	yyjson_mut_obj_add_str(doc, root, "profile", profile->name);
	if (sweep->load.block_bytes)
		yyjson_mut_obj_add_uint(doc, root, "block_bytes", sweep->load.block_bytes);
	yyjson_mut_obj_add_uint(doc, root, "read_percent", profile->read_percent);
	yyjson_mut_obj_add_uint(doc, root, "random_percent", profile->random_percent);
	yyjson_mut_obj_add_uint(doc, root, "region_bytes", sweep->region_bytes);
	yyjson_mut_obj_add_uint(doc, root, "workers", sweep->load.workers);
	yyjson_mut_obj_add_uint(doc, root, "ramp_ns", sweep->timing.ramp_ns);
	yyjson_mut_obj_add_uint(doc, root, "run_ns", sweep->timing.run_ns);
	item = yyjson_mut_obj_add_arr(doc, root, "points");
	for (unsigned i = 0; i < sweep->point_count; i++)
		add_point(doc, item, &sweep->points[i]);
	item = yyjson_mut_obj_add_obj(doc, root, "peak");
	yyjson_mut_obj_add_real(doc, item, "iops",
	                        iometer_peak_iops(sweep->points, sweep->point_count));
	yyjson_mut_obj_add_uint(doc, item, "depth", peak->depth);
	yyjson_mut_obj_add_real(doc, item, "average_ns", peak->average_ns);
	yyjson_mut_obj_add_uint(doc, root, "limit_ns", sweep->limit_ns);
	add_at_limit(doc, root, "at_limit", sweep, IOMETER_AVERAGE);
	add_at_limit(doc, root, "p99_at_limit", sweep, IOMETER_P99);
	return root;
}
