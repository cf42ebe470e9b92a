/* SPDX-License-Identifier: MIT */
/*
 * memory.node - bandwidth of the CPUs of each NUMA node on the memory of each
 *
 * Method: the triad of STREAM, a = b + 3 c, by a thread on each CPU of one node, on arrays that
 * are bound to a node with mbind(). The arrays of a node are four times as large as its
 * share of the last-level caches, at least 64 MiB each, at most an eighth of its memory together.
 * With up to 4 nodes each has its metric with each, "node0_node1" being the CPUs of node 0 on
 * the memory of node 1. With more, only each with itself, the first 15, and "worst": the pair
 * that was the slowest in a first look at all, named by the parameter "worst". At the end
 * every number must be what the operation on one gives.
 * Unit:   bytes per second as STREAM counts: 24 bytes an element.
 * Error:  page placement moves it by a few percent.
 * Source: STREAM, McCalpin 1995; mbind(2)
 */

#include "bench/bench.h"
#include "bench/lib/clock.h"
#include "bench/lib/team.h"
#include "bench/memory/node_memory.h"
#include "bench/memory/region.h"

#include <stdio.h>
#include <string.h>

#define ROUTES_NAMED 16

/* From the CPUs of one node to the memory of another: places in nodes[]. */
struct route {
	unsigned from, to;
};

static struct state {
	unsigned node_count;
	struct node_memory nodes[NODES_MAX];
	const struct node_memory *to; /* where the team works now */
	uint64_t budget_ns;           /* of one route */
	unsigned samples_min;
	double *samples;
	unsigned sample_count, samples_max;
	bool over;
} state;

static void work(struct team *team, unsigned number)
{
	const struct stream *all = &state.to->arrays;
	struct stream part = stream_part(all, number, team->count);
	uint64_t begun_ns = clock_now_ns(), start_ns, elapsed_ns;
	bool warm = false;

	while (!state.over) {
		team_wait(team);
		start_ns = clock_now_ns();
		stream_triad(&part);
		team_wait(team);
		if (number == 0) {
			elapsed_ns = clock_now_ns() - start_ns;
			if (warm)
				state.samples[state.sample_count++] =
				    24e9 * (double)all->count / (double)elapsed_ns;
			state.over = state.sample_count == state.samples_max ||
			             (state.sample_count >= state.samples_min &&
			              clock_now_ns() - begun_ns >= state.budget_ns);
		}
		warm = true;
		team_wait(team);
	}
}

/* Let the CPUs of a node work on the memory of one. Returns 0, or the value of broken(). */
static int measure_route(struct run *run, struct route route, double *samples, unsigned min,
                         unsigned max)
{
	const struct node_memory *from = &state.nodes[route.from];
	struct team team = { .cpus = from->cpus.ids, .count = from->cpus.count };
	int rc;

	state.to = &state.nodes[route.to];
	state.samples = samples;
	state.samples_min = min;
	state.samples_max = max;
	state.sample_count = 0;
	state.over = false;
	rc = team_run(&team, work);
	if (rc)
		return broken(run, "threads on node %u: %s", from->id, strerror(-rc));
	return 0;
}

static void name_route(char name[32], struct route route)
{
	snprintf(name, 32, "node%u_node%u", state.nodes[route.from].id, state.nodes[route.to].id);
}

static int add_route(struct run *run, struct route route, const char *name)
{
	struct metric *metric = metric_add(run, name, UNIT_BYTES_PER_S, BETTER_HIGHER);
	double samples[SAMPLES_MAX];
	int rc = measure_route(run, route, samples, run->pace->samples, SAMPLES_MAX);

	for (unsigned i = 0; i < state.sample_count && rc == 0; i++)
		metric_sample(metric, samples[i]);
	return rc;
}

static bool is_route(struct route route)
{
	return state.nodes[route.from].cpus.count > 0 && state.nodes[route.to].arrays.count > 0;
}

/* The next of all routes after @route; false after the last one. */
static bool next_route(struct route *route)
{
	do {
		route->to++;
		if (route->to == state.node_count) {
			route->to = 0;
			route->from++;
		}
	} while (route->from < state.node_count && !is_route(*route));
	return route->from < state.node_count;
}

/* All of them, each with its name. */
static int measure_each(struct run *run)
{
	struct route route = { 0, -1u };
	char name[32];
	int rc = 0;

	while (rc == 0 && next_route(&route)) {
		name_route(name, route);
		rc = add_route(run, route, name);
	}
	return rc;
}

/* Look at all; then measure each node with itself, and the slowest route. */
static int measure_some(struct run *run)
{
	struct route route = { 0, -1u }, worst = { 0, 0 };
	double lowest = 0, rate;
	unsigned named = 0;
	char name[32];
	int rc = 0;

	while (rc == 0 && next_route(&route)) {
		rc = measure_route(run, route, &rate, 1, 1);
		if (lowest == 0 || rate < lowest) {
			lowest = rate;
			worst = route;
		}
	}
	for (route.from = 0; route.from < state.node_count && rc == 0; route.from++) {
		route.to = route.from;
		if (!is_route(route) || ++named >= ROUTES_NAMED)
			continue;
		name_route(name, route);
		rc = add_route(run, route, name);
	}
	name_route(name, worst);
	param_text(run, "worst", name);
	return rc ? rc : add_route(run, worst, "worst");
}

static int prepare_node(struct run *run)
{
	const struct memory *memory = &run->machine->memory;
	uint64_t wanted_bytes = 3 * region_wanted_by_all_bytes(run->machine);

	state.node_count = memory->node_count;
	if (memory->node_count < 2)
		return skip(run, "there is one node of memory only");
	wanted_bytes /= memory->node_count;
	if (wanted_bytes < 3 * MIB(64))
		wanted_bytes = 3 * MIB(64);
	wanted_bytes = region_bytes(run, wanted_bytes * memory->node_count) / memory->node_count;
	for (unsigned i = 0; i < memory->node_count; i++) {
		int rc = node_memory_get(run, &memory->nodes[i], wanted_bytes, &state.nodes[i]);

		if (rc)
			return rc;
	}
	run->state = &state;
	param_number(run, "nodes", memory->node_count);
	return 0;
}

static int measure_node(struct run *run)
{
	struct route route = { 0, -1u };
	unsigned count = 0;

	while (next_route(&route))
		count++;
	if (count < 2)
		return skip(run, "no node has CPUs, or none has memory, but one");
	state.budget_ns = run->pace->samples * run->pace->sample_ns / (count < 16 ? count : 16);
	return count <= ROUTES_NAMED ? measure_each(run) : measure_some(run);
}

static int verify_node(struct run *run)
{
	for (unsigned i = 0; i < state.node_count; i++) {
		int rc = node_memory_check(run, &state.nodes[i]);

		if (rc)
			return rc;
	}
	return 0;
}

const struct benchmark memory_node = {
	.name = "memory.node",
	.title = "Triad of the CPUs of each NUMA node on the memory of each",
	.source = "STREAM, McCalpin 1995; mbind(2)",
	.prepare = prepare_node,
	.measure = measure_node,
	.verify = verify_node,
};
