/* SPDX-License-Identifier: MIT */
/* result.c - what a benchmark's hooks say: numbers, parameters, reasons */

#include "bench/bench.h"
#include "bench/lib/text.h"
#include "bench/machine/disk.h"
#include "bench/run/measure.h"
#include "bench/run/stats.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

bool run_is_barred(const struct run *run, const struct disk *disk)
{
	return disk->silent || (run->barred && run->barred[disk - run->machine->disks]);
}

int end_early(struct run *run, enum status status, const char *format, ...)
{
	va_list args;

	run->result->status = status;
	va_start(args, format);
	vsnprintf(run->result->reason, sizeof(run->result->reason), format, args);
	va_end(args);
	return -ECANCELED;
}

int run_alloc(struct run *run, size_t bytes, void **memory)
{
	*memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
	               MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (*memory == MAP_FAILED)
		return broken(run, "no memory for %zu bytes", bytes);
	return 0;
}

size_t run_memory_bytes(struct run *run, uint64_t wanted_bytes, double share)
{
	uint64_t most = (uint64_t)((double)run->machine->memory.available_bytes * share);

	if (wanted_bytes <= most)
		most = wanted_bytes;
	else
		run->result->warnings |= WARN_SHORT_REGION;
	most &= ~(uint64_t)4095;
	return most ? most : 4096;
}

double classic_pass_s(const struct run *run)
{
	return run->job->benchmark->classic.pass_s * run->pace->classic_share;
}

unsigned classic_passes(const struct run *run)
{
	unsigned own = run->job->benchmark->classic.passes, most = run->pace->classic_passes;

	return most && most < own ? most : own;
}

static struct param *param_add(struct run *run, const char *name)
{
	struct result *result = run->result;
	struct param *param;

	if (result->param_count == PARAMS_MAX)
		result->param_count--; /* the last is lost: the unit tests look for this */
	param = &result->params[result->param_count++];
	text_copy(param->name, sizeof(param->name), name);
	return param;
}

void param_number(struct run *run, const char *name, double value)
{
	struct param *param = param_add(run, name);

	param->number = true;
	snprintf(param->text, sizeof(param->text), "%.17g", isfinite(value) ? value : 0);
}

void param_text(struct run *run, const char *name, const char *text)
{
	struct param *param = param_add(run, name);

	param->number = false;
	text_clean(param->text, sizeof(param->text), text);
}

/* By what a person knows it. */
static const char *disk_label(const struct disk *disk)
{
	return disk->serial[0] != '\0' ? disk->serial : disk->wwn;
}

/* May this job write to @disk, one of several? */
static bool is_written(const struct run *run, const struct disk *disk)
{
	const struct job *job = run->job;

	if (job->disk)
		return disk == job->disk;
	return job->benchmark->target != TARGET_STORE && disk->may_write &&
	       machine_wants(run->machine, job->wanted, disk);
}

void result_note_writes(struct run *run)
{
	const struct machine *machine = run->machine;
	const struct job *job = run->job;
	char text[sizeof(((struct param *)0)->text)] = "";
	size_t used = 0;

	if (job->write_limit_bytes == 0)
		return;
	if (job->disk)
		text_copy(text, sizeof(text), disk_label(job->disk));
	else if (job->benchmark->target == TARGET_STORE)
		text_copy(text, sizeof(text), "directory");
	else
		for (unsigned i = 0; i < machine->disk_count && used < sizeof(text); i++)
			if (is_written(run, &machine->disks[i]))
				used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s",
				                         used ? "," : "",
				                         disk_label(&machine->disks[i]));
	param_text(run, "writes", text);
}

void result_note_wear(struct run *run, const char *name)
{
	const struct machine *machine = run->machine;
	unsigned used_percent, most = 0;
	bool known = false;

	if (run->job->write_limit_bytes == 0)
		return;
	for (unsigned i = 0; i < machine->disk_count; i++) {
		const struct disk *disk = &machine->disks[i];

		if (!is_written(run, disk) || run_is_barred(run, disk) ||
		    disk_wear(disk, &used_percent))
			continue;
		known = true;
		most = used_percent > most ? used_percent : most;
	}
	if (known)
		param_number(run, name, most);
}

struct metric *metric_add(struct run *run, const char *name, enum unit unit, enum better better)
{
	struct result *result = run->result;
	struct metric *metric;

	if (result->metric_count == METRICS_MAX) {
		broken(run, "more than %d metrics", METRICS_MAX);
		return &result->metrics[METRICS_MAX - 1];
	}
	metric = &result->metrics[result->metric_count++];
	memset(metric, 0, sizeof(*metric));
	text_copy(metric->name, sizeof(metric->name), name);
	metric->unit = unit;
	metric->better = better;
	return metric;
}

void metric_sample(struct metric *metric, double value)
{
	if (metric->sample_count < SAMPLES_MAX)
		metric->samples[metric->sample_count++] = value;
}

struct grid *grid_add(struct run *run, const char *name, enum unit unit, unsigned columns,
                      unsigned rows)
{
	struct result *result = run->result;
	struct grid *grid;

	if (result->grid_count == GRIDS_MAX || rows > GRID_ROWS_MAX || columns == 0 || rows == 0 ||
	    columns > GRID_VALUES_MAX / rows) {
		broken(run, "no room for %u x %u values of %s", columns, rows, name);
		return &result->grids[GRIDS_MAX - 1];
	}
	grid = &result->grids[result->grid_count++];
	memset(grid, 0, sizeof(*grid));
	text_copy(grid->name, sizeof(grid->name), name);
	grid->unit = unit;
	grid->columns = columns;
	grid->rows = rows;
	for (unsigned i = 0; i < columns * rows; i++)
		grid->values[i] = NAN;
	return grid;
}

void result_finish(struct result *result, const struct pace *pace, bool is_classic)
{
	double sorted[SAMPLES_MAX];

	for (unsigned i = 0; i < result->metric_count; i++) {
		struct metric *metric = &result->metrics[i];

		if (metric->sample_count == 0)
			continue;
		memcpy(sorted, metric->samples, sizeof(sorted));
		metric->value = stats_median(sorted, metric->sample_count);
		metric->spread = stats_spread(metric->samples, metric->sample_count);
		if (metric->spread > NOISY_SPREAD)
			result->warnings |= WARN_NOISY;
		/* a count or a capacity is known after one look */
		if (metric->sample_count < pace->samples && metric->unit != UNIT_COUNT &&
		    metric->unit != UNIT_BYTES && !is_classic)
			result->warnings |= WARN_FEW_SAMPLES;
	}
}
