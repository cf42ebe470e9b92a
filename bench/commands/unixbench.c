/* SPDX-License-Identifier: MIT */
/* unixbench.c - assay unixbench: the words, the order and the report of the original */

#include "bench/formats/unixbench.h"
#include "bench/commands/commands.h"
#include "bench/commands/unixbench_request.h"
#include "bench/lib/clock.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"
#include "bench/report/json.h"
#include "bench/run/runner.h"
#include "bench/run/stop.h"
#include "bench/system/unixbench_score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct machine machine; /* large */
static struct unixbench_block blocks[UNIXBENCH_BLOCKS_MAX];

/* In the process of the job; the original shows its progress in the same way. */
static void show_pass(unsigned number)
{
	printf(" %u", number);
	fflush(stdout);
}

static double metric_value(const struct result *result, const char *name, unsigned *samples)
{
	for (unsigned i = 0; i < result->metric_count; i++)
		if (strcmp(result->metrics[i].name, name) == 0) {
			*samples = result->metrics[i].sample_count;
			return result->metrics[i].value;
		}
	return 0;
}

static const char *param_of(const struct result *result, const char *name)
{
	for (unsigned i = 0; i < result->param_count; i++)
		if (strcmp(result->params[i].name, name) == 0)
			return result->params[i].text;
	return "";
}

/* The line of the report that a job comes to. */
static void add_line(struct unixbench_block *block, const struct unixbench_test *test,
                     const struct result *result)
{
	struct unixbench_result *line = &block->results[block->result_count++];
	unsigned count;

	line->test = test;
	line->ok = result->status == STATUS_OK;
	line->score = metric_value(result, "index", &count) * test->baseline / 10;
	metric_value(result, "rate", &line->samples);
	line->time_s = strtod(param_of(result, "time_s"), NULL);
	text_copy(line->reason, sizeof(line->reason), result->reason);
	if (strncmp(param_of(result, "userland"), "classic", strlen("classic")) == 0)
		block->classic = true;
}

/* A list of JSON objects, as in report.json; NULL: none is wanted. */
struct results {
	yyjson_mut_doc *doc;
	yyjson_mut_val *list;
};

static int run_test(const struct request *request, struct unixbench_block *block,
                    const struct unixbench_test *test, const struct results *json)
{
	static struct runner runner;
	static struct result result;
	struct pace pace = plan_kind_find("full")->pace;
	struct benchmark benchmark = *test->benchmark;
	struct job job = { .benchmark = &benchmark,
		           .wanted = "",
		           .copies = block->copies,
		           .level = machine.cpu.level ? machine.cpu.level : 1 };

	runner.machine = &machine;
	runner.pace = &pace;
	if (request->seconds_s)
		pace.classic_share = request->seconds_s / test->duration_s;
	if (request->passes)
		benchmark.classic.passes = score_passes(test, request->passes);
	snprintf(job.target, sizeof(job.target), "%u %s", job.copies,
	         job.copies == 1 ? "copy" : "copies");
	job.estimate_ns = (uint64_t)(benchmark.classic.passes * benchmark.classic.pass_s * 1e9);
	if (unixbench_pass_started)
		printf("\n%u x %s ", block->copies, test->title);
	runner_run(&runner, &job, &result);
	if (unixbench_pass_started)
		printf("%s%s\n", result.reason[0] ? " " : "", result.reason);
	add_line(block, test, &result);
	if (json->doc)
		yyjson_mut_arr_append(json->list, json_result(json->doc, &job, &result));
	return runner_exit_status(result.status);
}

static int run_block(const struct request *request, struct unixbench_block *block,
                     const struct results *json)
{
	int status = EXIT_OK;

	block->started_wall_ns = clock_wall_ns();
	for (size_t i = 0; i < UNIXBENCH_TESTS; i++)
		if (request->tests[i] && !stop_asked())
			status = exit_status_worse(
			    status, run_test(request, block, &unixbench_tests[i], json));
	block->ended_wall_ns = clock_wall_ns();
	return status;
}

static void add_index(const struct results *json, yyjson_mut_val *block, const char *name,
                      const struct unixbench_block *of, bool comparable)
{
	unsigned count;
	double index = unixbench_index(of, comparable, &count);
	yyjson_mut_val *item = yyjson_mut_obj_add_obj(json->doc, block, name);

	json_number(json->doc, item, "value", index);
	json_count(json->doc, item, "tests", count);
}

/* {"results": as in report.json, "indexes": one for each number of copies} */
static int print_json(struct results *json, unsigned block_count)
{
	yyjson_mut_val *root = yyjson_mut_obj(json->doc), *list;
	int rc;

	json_text(json->doc, root, "version", ASSAY_VERSION);
	yyjson_mut_obj_add_val(json->doc, root, "results", json->list);
	list = yyjson_mut_obj_add_arr(json->doc, root, "indexes");
	for (unsigned i = 0; i < block_count; i++) {
		yyjson_mut_val *block = yyjson_mut_arr_add_obj(json->doc, list);

		json_count(json->doc, block, "copies", blocks[i].copies);
		add_index(json, block, "index", &blocks[i], false);
		add_index(json, block, "comparable_index", &blocks[i], true);
	}
	rc = json_print(root);
	yyjson_mut_doc_free(json->doc);
	return rc ? EXIT_INTERNAL : EXIT_OK;
}

/* Did any test give a number? */
static bool anything_ran(unsigned block_count)
{
	for (unsigned i = 0; i < block_count; i++)
		for (unsigned j = 0; j < blocks[i].result_count; j++)
			if (blocks[i].results[j].ok)
				return true;
	return false;
}

int command_unixbench(char **argv)
{
	struct results json = { .doc = NULL };
	struct request request;
	int status;

	status = request_parse(&request, argv);
	if (status)
		return status == OPTIONS_DONE ? EXIT_OK : status;
	cpu_probe(&machine, "");
	memory_probe(&machine, "");
	request_complete(&request, machine.cpu.threads);
	if (request.json) {
		json.doc = yyjson_mut_doc_new(NULL);
		json.list = yyjson_mut_arr(json.doc);
	} else if (!request.quiet) {
		unixbench_pass_started = show_pass;
	}
	stop_begin();
	for (unsigned i = 0; i < request.block_count; i++) {
		blocks[i].copies = request.copies[i];
		status = exit_status_worse(status, run_block(&request, &blocks[i], &json));
	}
	if (stop_asked())
		status = exit_status_worse(status, EXIT_STOPPED);
	stop_end();
	if (!anything_ran(request.block_count))
		status = exit_status_worse(status, EXIT_NOTHING_RAN);
	if (request.json)
		return exit_status_worse(status, print_json(&json, request.block_count));
	unixbench_print(stdout, &machine, blocks, request.block_count, request.layout);
	return status;
}
