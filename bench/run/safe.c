/* SPDX-License-Identifier: MIT */
/* safe.c - a result as a job left it, made safe to read */

#include "bench/lib/text.h"
#include "bench/run/measure.h"

#include <math.h>
#include <string.h>

/* End @text where its room ends, and leave nothing in it that a terminal obeys. */
static void clean(char *text, size_t size)
{
	text[size - 1] = '\0';
	text_clean(text, size, text);
}

static bool metric_is_sane(struct metric *metric)
{
	clean(metric->name, sizeof(metric->name));
	if ((unsigned)metric->unit > UNIT_HZ || (unsigned)metric->better > BETTER_LOWER ||
	    metric->sample_count == 0 || metric->sample_count > SAMPLES_MAX)
		return false;
	for (unsigned i = 0; i < metric->sample_count; i++)
		if (!isfinite(metric->samples[i]))
			return false;
	return true;
}

static bool grid_is_sane(struct grid *grid)
{
	clean(grid->name, sizeof(grid->name));
	clean(grid->x_name, sizeof(grid->x_name));
	clean(grid->y_name, sizeof(grid->y_name));
	return (unsigned)grid->unit <= UNIT_HZ && grid->rows > 0 && grid->rows <= GRID_ROWS_MAX &&
	       grid->columns > 0 && grid->columns <= GRID_VALUES_MAX / grid->rows;
}

void result_make_safe(struct result *result)
{
	bool sane = (unsigned)result->status <= STATUS_TIMED_OUT &&
	            result->metric_count <= METRICS_MAX && result->param_count <= PARAMS_MAX &&
	            result->grid_count <= GRIDS_MAX && result->warnings < 1u << WARNING_COUNT;

	clean(result->reason, sizeof(result->reason));
	for (unsigned i = 0; sane && i < result->metric_count; i++)
		sane = result->status != STATUS_OK || metric_is_sane(&result->metrics[i]);
	for (unsigned i = 0; sane && i < result->param_count; i++) {
		clean(result->params[i].name, sizeof(result->params[i].name));
		clean(result->params[i].text, sizeof(result->params[i].text));
	}
	for (unsigned i = 0; sane && i < result->grid_count; i++)
		sane = grid_is_sane(&result->grids[i]);
	if (!sane) {
		memset(result, 0, sizeof(*result));
		result->status = STATUS_BROKEN;
		text_copy(result->reason, sizeof(result->reason),
		          "the job left a result that makes no sense");
	}
}
