/* SPDX-License-Identifier: MIT */
/* test_view_read.c - a run as its files tell it while they grow */

#include "tests/unit/check.h"

#include "bench/report.h"
#include "tests/unit/fake_journal.h"
#include "tests/unit/fake_tree.h"
#include "tests/unit/fake_view.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct fake_files files;
static struct view view;

static int start(void **state)
{
	(void)state;
	fake_files_make(&files);
	memset(&view, 0, sizeof(view));
	return 0;
}

static int finish(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

static void put(const char *path, const char *text, size_t size)
{
	fake_files_put(&files, path, text, size);
}

static void reads_nothing(void **state)
{
	static struct view empty;

	(void)state;
	empty.health.in_memory = state_in_memory(files.root);
	view_read(&view, files.root);
	assert_memory_equal(&view, &empty, sizeof(view));
	put("/journal.ndjson", "", 0);
	put("/state.json", "{\"pid\":", 7);
	put("/log", "", 0);
	view_read(&view, files.root);
	assert_memory_equal(&view, &empty, sizeof(view));
}

/* However the journal was cut when somebody looked, the end is the same. */
static void reads_a_journal_that_grows(void **state)
{
	size_t size;
	char *journal;

	(void)state;
	fake_journal_write(&files);
	journal = fake_files_get(&files, "/journal.ndjson", &size);
	for (size_t cut = 0; cut < size + 997; cut += 997) {
		put("/journal.ndjson", journal, cut < size ? cut : size);
		view_read_journal(&view, files.root);
	}
	free(journal);
	assert_string_equal(view.machine, "SERIAL1");
	assert_string_equal(view.plan, "smoke");
	assert_int_equal(view.disk_count, 1);
	assert_true(view.disks_bytes == UINT64_MAX);
	assert_true(view.disks[0].is_bad);
	assert_int_equal(view.job_count, 3);
	assert_int_equal(view.done, 3);
	assert_int_equal(view.counts[STATUS_OK], 1);
	assert_int_equal(view.counts[STATUS_FAILED], 1);
	assert_int_equal(view.counts[STATUS_TIMED_OUT], 1);
	assert_int_equal(view.family_count, 2);
	assert_string_equal(view.families[1].name, "disk");
	assert_int_equal(view.families[1].bad, 2);
	assert_int_equal(view.hardware_events, 1);
	assert_int_equal(view.finding_count, 2);
	assert_string_equal(view.status, "test-failed");
	assert_true(view.elapsed_s == 97);
}

static void takes_only_lines_of_ours(void **state)
{
	static const char *const lines[] = {
		"",
		"null",
		"[]",
		"7",
		"{\"type\":7}",
		"{\"type\":\"wipe\"}",
		"{\"type\":\"result\"",
	};
	static const struct view empty;

	(void)state;
	for (size_t i = 0; i < countof(lines); i++) {
		view_take_line(&view, lines[i], strlen(lines[i]));
		check_row(i, memcmp(&view, &empty, sizeof(view)) == 0);
	}
}

static void names_many_families(void **state)
{
	unsigned jobs = 0;

	(void)state;
	for (unsigned i = 0; i < VIEW_FAMILIES_MAX + 5; i++)
		fake_view_take(&view, "{\"type\":\"plan\",\"jobs\":[{\"test\":\"f%u.x\"}]}", i);
	assert_int_equal(view.family_count, VIEW_FAMILIES_MAX);
	assert_string_equal(view.families[VIEW_FAMILIES_MAX - 2].name, "f10");
	assert_string_equal(view.families[VIEW_FAMILIES_MAX - 1].name, "others");
	for (unsigned i = 0; i < VIEW_FAMILIES_MAX; i++)
		jobs += view.families[i].jobs;
	assert_int_equal(jobs, VIEW_FAMILIES_MAX + 5);
}

static void shortens_names_of_cpus(void **state)
{
	static const struct {
		const char *model, *text;
	} rows[] = {
		{ "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz", "Intel Xeon E5-2680 v4" },
		{ "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz", "Intel Xeon Gold 6248" },
		{ "AMD EPYC 7742 64-Core Processor", "AMD EPYC 7742 64-Core" },
		{ "", "" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		fake_view_take(&view, "{\"type\":\"machine\",\"cpu\":{\"model\":\"%s\"}}",
		               rows[i].model);
		check_row(i, strcmp(view.cpu, rows[i].text) == 0);
	}
}

/* What a sink writes is what a viewer reads. */
static void reads_the_state(void **state)
{
	static const struct plan_kind kind = { .name = "smoke" };
	static const struct benchmark speed = { .name = "memory.copy" };
	static const struct job job = { .benchmark = &speed, .wanted = "" };
	static struct plan plan = { .kind = &kind };
	static struct machine machine;
	static struct result result = { .metric_count = 1,
		                        .metrics = { { .name = "throughput",
		                                       .unit = UNIT_BYTES_PER_S,
		                                       .sample_count = 2,
		                                       .samples = { 1, 4.5e9 } } } };
	struct settings settings;
	struct run_info info = { .directory = files.root,
		                 .settings = &settings,
		                 .machine = &machine,
		                 .plan = &plan,
		                 .started_ns = 5 };
	const struct run run = { .result = &result };

	(void)state;
	sink_state.begin(&info);
	sink_state.start(7, &job);
	view_read_state(&view.state, files.root);
	assert_int_equal(view.state.pid, getpid());
	assert_int_equal(view.state.job, 7);
	assert_true(view.state.started_ns == 5 && view.state.since_ns > 5);
	assert_int_equal(view.state.samples, 0);
	if (state_shower()) { /* only where a write is no I/O: the files of this test may be on a
		                 disk */
		state_shower()(&run);
		view_read_state(&view.state, files.root);
		assert_int_equal(view.state.job, 7);
		assert_int_equal(view.state.samples, 2);
		assert_string_equal(view.state.unit, "B/s");
		assert_true(view.state.value == 4.5e9);
	}
	sink_state.end(NULL);
	state_upload(files.root, "no answer\x1b[m");
	view_read_state(&view.state, files.root);
	assert_int_equal(view.state.job, 0);
	assert_string_equal(view.state.upload, "no answer?[m");
	assert_null(fake_files_get(&files, "/state.json.part", &(size_t){ 0 }));
}

static void reads_the_end_of_the_log(void **state)
{
	static char text[100000];

	(void)state;
	put("/log", "one\r\ntwo\n\nthr", 13);
	view_read_log(&view, files.root);
	assert_int_equal(view.log_count, 3);
	assert_string_equal(view.log[0], "one");
	assert_string_equal(view.log[2], "thr");

	memset(text, 'x', sizeof(text));
	memcpy(text + sizeof(text) - 11, "\n3\n4\n5\n\033[m\n", 11);
	put("/log", text, sizeof(text));
	view_read_log(&view, files.root);
	assert_int_equal(view.log_count, VIEW_LOG);
	assert_string_equal(view.log[1], "4");
	assert_string_equal(view.log[3], "?[m");
}

static void sees_that_the_run_died(void **state)
{
	char text[64];
	pid_t pid = fork();

	(void)state;
	if (pid == 0)
		_exit(0);
	assert_true(pid > 0);
	snprintf(text, sizeof(text), "{\"pid\":%d,\"job\":1}", getpid());
	put("/state.json", text, strlen(text));
	view_read(&view, files.root);
	assert_false(view.health.gone);
	waitpid(pid, NULL, 0);
	snprintf(text, sizeof(text), "{\"pid\":%d,\"job\":1}", pid);
	put("/state.json", text, strlen(text));
	view_read(&view, files.root);
	assert_true(view.health.gone);
	state_upload(files.root, "by another process"); /* which is alive: that changes nothing */
	view_read(&view, files.root);
	assert_true(view.health.gone);
	assert_string_equal(view.state.upload, "by another process");
	put("/journal.ndjson", "{\"type\":\"end\",\"status\":\"ok\"}\n", 30);
	view_read(&view, files.root);
	assert_false(view.health.gone);
	assert_false(view.health.delivered);
	put("/delivered", "", 0);
	view_read(&view, files.root);
	assert_true(view.health.delivered);
	assert_string_equal(view.health.medium, "");
	put("/on-medium", "the own medium /dev/sdb2, results/S/R\n", 38);
	view_read(&view, files.root);
	assert_string_equal(view.health.medium, "the own medium /dev/sdb2, results/S/R");
	assert_false(state_in_memory("/proc"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(reads_nothing, start, finish),
		cmocka_unit_test_setup_teardown(reads_a_journal_that_grows, start, finish),
		cmocka_unit_test_setup_teardown(takes_only_lines_of_ours, start, finish),
		cmocka_unit_test_setup_teardown(names_many_families, start, finish),
		cmocka_unit_test_setup_teardown(shortens_names_of_cpus, start, finish),
		/* before a run of this process: the state is that of another one */
		cmocka_unit_test_setup_teardown(sees_that_the_run_died, start, finish),
		cmocka_unit_test_setup_teardown(reads_the_state, start, finish),
		cmocka_unit_test_setup_teardown(reads_the_end_of_the_log, start, finish),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
