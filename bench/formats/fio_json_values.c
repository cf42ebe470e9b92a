/* SPDX-License-Identifier: MIT */
/* fio_json_values.c - the parts of a report as JSON: the keys of fio 3.33 in their order */

#include "bench/formats/fio_json.h"
#include "bench/lib/text.h"

#include <inttypes.h>
#include <math.h>

void fio_json_count(const struct fio_json *json, yyjson_mut_val *object, const char *name,
                    uint64_t count)
{
	yyjson_mut_obj_add_uint(json->doc, object, name, count);
}

void fio_json_real(const struct fio_json *json, yyjson_mut_val *object, const char *name,
                   double number)
{
	char text[64];

	snprintf(text, sizeof(text), "%f", number);
	yyjson_mut_obj_add_val(json->doc, object, name, yyjson_mut_rawcpy(json->doc, text));
}

void fio_json_text(const struct fio_json *json, yyjson_mut_val *object, const char *name,
                   const char *text)
{
	char clean[FIO_TEXT_BYTES];

	text_clean(clean, sizeof(clean), text);
	yyjson_mut_obj_add_val(json->doc, object, name, yyjson_mut_strcpy(json->doc, clean));
}

yyjson_mut_val *fio_json_object(const struct fio_json *json, yyjson_mut_val *object,
                                const char *name)
{
	return yyjson_mut_obj_add_obj(json->doc, object, name);
}

static void add_counted(const struct fio_json *json, yyjson_mut_val *object, const char *key,
                        uint64_t count)
{
	yyjson_mut_obj_add(object, yyjson_mut_strcpy(json->doc, key),
	                   yyjson_mut_uint(json->doc, count));
}

static void add_histogram(const struct fio_json *json, yyjson_mut_val *object,
                          const struct fio_job *job, const struct histogram *histogram)
{
	uint64_t values[FIO_PERCENTILES_MAX];
	yyjson_mut_val *percentiles, *bins;
	char key[32];

	if (histogram->count == 0)
		return;
	fio_percentiles_of(histogram, job, values);
	percentiles = fio_json_object(json, object, "percentile");
	for (unsigned i = 0; i < job->percentile_count; i++) {
		snprintf(key, sizeof(key), "%f", job->percentiles[i]);
		add_counted(json, percentiles, key, values[i]);
	}
	if (!json->plus)
		return;
	bins = fio_json_object(json, object, "bins");
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (histogram->buckets[i] == 0)
			continue;
		snprintf(key, sizeof(key), "%.0f", floor(histogram_value(i)));
		add_counted(json, bins, key, histogram->buckets[i]);
	}
}

void fio_json_latency(const struct fio_json *json, yyjson_mut_val *object, const char *name,
                      const struct fio_job *job, const struct moments *moments,
                      const struct histogram *histogram)
{
	yyjson_mut_val *latency = fio_json_object(json, object, name);

	fio_json_count(json, latency, "min", moments->min);
	fio_json_count(json, latency, "max", moments->max);
	fio_json_real(json, latency, "mean", moments_mean(moments));
	fio_json_real(json, latency, "stddev", moments_deviation(moments));
	fio_json_count(json, latency, "N", moments->count);
	if (histogram)
		add_histogram(json, latency, job, histogram);
}

static void add_rates(const struct fio_json *json, yyjson_mut_val *object,
                      const struct fio_rate *bw, const struct fio_rate *iops,
                      const struct fio_group *group)
{
	fio_json_count(json, object, "bw_min", (uint64_t)bw->min);
	fio_json_count(json, object, "bw_max", (uint64_t)bw->max);
	fio_json_real(json, object, "bw_agg", fio_rate_share(bw, group));
	fio_json_real(json, object, "bw_mean", bw->mean);
	fio_json_real(json, object, "bw_dev", fio_rate_deviation(bw));
	fio_json_count(json, object, "bw_samples", bw->samples);
	fio_json_count(json, object, "iops_min", (uint64_t)iops->min);
	fio_json_count(json, object, "iops_max", (uint64_t)iops->max);
	fio_json_real(json, object, "iops_mean", iops->mean);
	fio_json_real(json, object, "iops_stddev", fio_rate_deviation(iops));
	fio_json_count(json, object, "iops_samples", iops->samples);
}

void fio_json_direction(const struct fio_json *json, yyjson_mut_val *object,
                        const struct fio_unit *unit, enum io_direction direction)
{
	const struct io_tally *tally = &unit->outcome->tally[direction];
	const struct fio_job *job = unit->job;
	uint64_t bytes_per_s = fio_unit_bytes_per_s(unit, direction);

	object = fio_json_object(json, object, direction == IO_READ ? "read" : "write");
	fio_json_count(json, object, "io_bytes", tally->bytes);
	fio_json_count(json, object, "io_kbytes", tally->bytes >> 10);
	fio_json_count(json, object, "bw_bytes", bytes_per_s);
	fio_json_count(json, object, "bw", bytes_per_s >> 10);
	fio_json_real(json, object, "iops", fio_unit_iops(unit, direction));
	fio_json_count(json, object, "runtime", unit->runtime_ms[direction]);
	fio_json_count(json, object, "total_ios", tally->ios);
	fio_json_count(json, object, "short_ios", tally->short_ios);
	fio_json_count(json, object, "drop_ios", 0);
	fio_json_latency(json, object, "slat_ns", job, &tally->slat,
	                 job->slat_percentiles ? &tally->slat_histogram : NULL);
	fio_json_latency(json, object, "clat_ns", job, &tally->clat,
	                 job->clat_percentiles ? &tally->clat_histogram : NULL);
	fio_json_latency(json, object, "lat_ns", job, &tally->lat,
	                 job->lat_percentiles ? &tally->lat_histogram : NULL);
	add_rates(json, object, &unit->bw_kib_per_s[direction], &unit->iops[direction],
	          &json->report->groups[unit->group][direction]);
}

void fio_json_no_trim(const struct fio_json *json, yyjson_mut_val *object,
                      const struct fio_job *job)
{
	static const char *const counts[] = { "io_bytes", "io_kbytes", "bw_bytes", "bw" };
	static const char *const more[] = { "runtime", "total_ios", "short_ios", "drop_ios" };
	const struct moments none = { 0 };
	const struct fio_rate rate = { 0 };
	const struct fio_group group = { 0 };

	object = fio_json_object(json, object, "trim");
	for (size_t i = 0; i < countof(counts); i++)
		fio_json_count(json, object, counts[i], 0);
	fio_json_real(json, object, "iops", 0);
	for (size_t i = 0; i < countof(more); i++)
		fio_json_count(json, object, more[i], 0);
	fio_json_latency(json, object, "slat_ns", job, &none, NULL);
	fio_json_latency(json, object, "clat_ns", job, &none, NULL);
	fio_json_latency(json, object, "lat_ns", job, &none, NULL);
	add_rates(json, object, &rate, &rate, &group);
}
