/* SPDX-License-Identifier: MIT */
/* test_bench_stream.c - the memory benchmarks of all CPUs: every number is looked at */

#include "tests/unit/check.h"

#include "bench/lib/text.h"
#include "bench/memory/node_memory.h"
#include "bench/memory/pattern.h"
#include "bench/memory/stream_kernel.h"
#include "tests/unit/fake_run.h"

#include <stdlib.h>
#include <string.h>

extern const struct benchmark memory_stream, memory_node, memory_pattern;

static struct fake_run fake;

static void parts_make_up_the_whole(void **state)
{
	static double numbers[7 * STREAM_STEP];
	const struct stream all = { numbers, numbers, numbers, countof(numbers) };

	(void)state;
	for (unsigned threads = 1; threads < 20; threads++) {
		size_t count = 0;

		for (unsigned i = 0; i < threads; i++) {
			struct stream part = stream_part(&all, i, threads);

			check_row(threads, part.a == numbers + count);
			check_row(threads, part.count % STREAM_STEP == 0);
			count += part.count;
		}
		check_row(threads, count == all.count);
	}
}

static void streams(void **state)
{
	static const char *const names[] = { "copy", "scale", "add", "triad" };
	const struct stream *all;

	(void)state;
	fake_run_make(&fake, &memory_stream);
	assert_int_equal(memory_stream.prepare(&fake.run), 0);
	assert_int_equal(memory_stream.measure(&fake.run), 0);
	assert_int_equal(memory_stream.verify(&fake.run), 0);
	for (size_t i = 0; i < countof(names); i++)
		check_row(i, fake_run_metric(&fake, names[i])->sample_count >= 3);
	assert_int_equal(fake.result.warnings, WARN_SHORT_REGION);

	all = fake.run.state;
	all->b[77] *= 1 + 1e-15; /* the last bit of it */
	assert_int_not_equal(memory_stream.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_non_null(strstr(fake.result.reason, "element 77 of array b is 0x"));
	all->a[all->count - 1] = 0;
	assert_int_not_equal(memory_stream.verify(&fake.run), 0);
	assert_non_null(strstr(fake.result.reason, " of array a is 0x0p+0, not "));
}

/* Nodes of this machine, or node 0 by several names; false if it does not bind memory. */
static bool make_nodes(unsigned count)
{
	struct memory *memory = &fake.machine.memory;

	fake_run_make(&fake, &memory_node);
	memory->node_count = count;
	for (unsigned i = 0; i < count; i++) {
		memory->nodes[i] = (struct node){ .id = 0, .bytes = MIB(64) };
		text_copy(memory->nodes[i].cpus, sizeof(memory->nodes[i].cpus), "0-8191");
	}
	if (memory_node.prepare(&fake.run) == 0)
		return true;
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	print_message("not tested: %s\n", fake.result.reason);
	return false;
}

static void measures_each_node_with_each(void **state)
{
	static const struct {
		unsigned nodes, metrics;
	} rows[] = { { 2, 4 }, { 3, 9 }, { 4, 16 }, { 5, 6 }, { 17, 16 } };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		if (!make_nodes(rows[i].nodes))
			return;
		check_row(i, memory_node.measure(&fake.run) == 0);
		check_row(i, memory_node.verify(&fake.run) == 0);
		check_row(i, fake.result.metric_count == rows[i].metrics);
		check_row(i, fake_run_metric(&fake, "node0_node0"));
		check_row(i, !fake_run_metric(&fake, "worst") == (rows[i].nodes <= 4));
		check_row(i, (fake_run_param(&fake, "worst")[0] == 0) == (rows[i].nodes <= 4));
		for (unsigned j = 0; j < fake.result.metric_count; j++)
			check_row(i, fake.result.metrics[j].sample_count >= 3);
	}
}

static void nodes_without_cpus_or_memory_have_no_metric(void **state)
{
	(void)state;
	if (!make_nodes(3))
		return;
	fake.result = (struct result){ .status = STATUS_BROKEN };
	fake.machine.memory.nodes[1].cpus[0] = '\0';
	fake.machine.memory.nodes[2].bytes = 0;
	assert_int_equal(memory_node.prepare(&fake.run), 0);
	assert_int_equal(memory_node.measure(&fake.run), 0);
	assert_int_equal(memory_node.verify(&fake.run), 0);
	assert_int_equal(fake.result.metric_count, 4); /* from 0 and 2, to 0 and 1 */
}

static void one_node_is_skipped(void **state)
{
	(void)state;
	fake_run_make(&fake, &memory_node);
	fake.machine.memory.node_count = 1;
	assert_int_not_equal(memory_node.prepare(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_string_equal(fake.result.reason, "there is one node of memory only");
}

static void a_wrong_number_of_a_node_is_found(void **state)
{
	static struct node_memory memory;

	(void)state;
	if (!make_nodes(2))
		return;
	assert_int_equal(node_memory_get(&fake.run, &fake.machine.memory.nodes[1], MIB(1), &memory),
	                 0);
	stream_triad(&memory.arrays);
	assert_int_equal(node_memory_check(&fake.run, &memory), 0);
	memory.id = 1;
	memory.arrays.c[9] = -1;
	assert_int_not_equal(node_memory_check(&fake.run, &memory), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_string_equal(fake.result.reason,
	                    "node 1: element 9 of array c is -0x1p+0, not 0x1p+0");
}

#define WORDS 4096

static void each_pattern_finds_a_flipped_bit(void **state)
{
	uint64_t *words = calloc(WORDS, sizeof(*words));

	(void)state;
	for (size_t i = 0; i < PATTERNS; i++) {
		struct pattern_wrong wrong = { 0 };

		patterns[i].fill(words, 1000, WORDS);
		patterns[i].check(words, 1000, WORDS, &wrong);
		check_row(i, wrong.count == 0);

		words[17] ^= 1ull << 63;
		words[4095] = ~words[4095];
		patterns[i].check(words, 1000, WORDS, &wrong);
		check_row(i, wrong.count == 2 && wrong.index == 1017);
		check_row(i, (wrong.found ^ wrong.wanted) == 1ull << 63);
		check_row(i, wrong.found == words[17]);

		/* what belongs to another place is wrong, but where all are alike */
		patterns[i].check(words, 1001, 1, &wrong);
		check_row(i, (wrong.count == 3) == (strstr(patterns[i].name, "checker") == NULL));
	}
	free(words);
}

static void finds_no_wrong_bit(void **state)
{
	(void)state;
	fake_run_make(&fake, &memory_pattern);
	fake.pace.samples = 6;
	assert_int_equal(memory_pattern.prepare(&fake.run), 0);
	assert_int_equal(memory_pattern.measure(&fake.run), 0);
	assert_int_equal(fake_run_metric(&fake, "write")->sample_count, 2 * PATTERNS);
	assert_int_equal(fake_run_metric(&fake, "read")->sample_count, 2 * PATTERNS);
	assert_int_equal(strtoul(fake_run_param(&fake, "region_bytes"), NULL, 10), MIB(4));
	assert_string_equal(fake.result.reason, "");
}

/* Memory with a bit that is stuck at 0. */
static void bad_fill(uint64_t *words, uint64_t first, uint64_t count)
{
	patterns[3].fill(words, first, count);
	for (uint64_t i = 0; i < count; i++)
		if (first + i == 300000 || first + i == 300001)
			words[i] &= ~(1ull << 8);
}

static void a_stuck_bit_is_located(void **state)
{
	struct pattern table[PATTERNS];

	(void)state;
	memcpy(table, patterns, sizeof(table));
	table[3].fill = bad_fill;
	fake_run_make(&fake, &memory_pattern);
	assert_int_equal(memory_pattern.prepare(&fake.run), 0);
	*(const struct pattern **)fake.run.state = table;
	assert_int_not_equal(memory_pattern.measure(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_int_equal(strncmp(fake.result.reason, "address: byte 2400000", 21), 0);
	assert_non_null(strstr(fake.result.reason, ": 0000000000249e00, not 0000000000249f00, "
	                                           "xor 0000000000000100; 2 words wrong"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_make_up_the_whole),
		cmocka_unit_test(streams),
		cmocka_unit_test(measures_each_node_with_each),
		cmocka_unit_test(nodes_without_cpus_or_memory_have_no_metric),
		cmocka_unit_test(one_node_is_skipped),
		cmocka_unit_test(a_wrong_number_of_a_node_is_found),
		cmocka_unit_test(each_pattern_finds_a_flipped_bit),
		cmocka_unit_test(finds_no_wrong_bit),
		cmocka_unit_test(a_stuck_bit_is_located),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
