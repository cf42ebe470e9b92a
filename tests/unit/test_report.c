/* SPDX-License-Identifier: MIT */
/* test_report.c - the report of a journal: whole, cut off, damaged or none */

#include "tests/unit/check.h"

#include "bench/report.h"
#include "tests/unit/check_json.h"
#include "tests/unit/fake_journal.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct fake_files files;

static int start(void **state)
{
	(void)state;
	fake_files_make(&files);
	fake_journal_write(&files);
	return 0;
}

static int finish(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

/* The report of the journal as it is now. */
static yyjson_doc *report(void)
{
	yyjson_doc *doc;
	size_t size;
	char *text;

	assert_int_equal(report_write(files.root), 0);
	text = fake_files_get(&files, "/report.json", &size);
	assert_non_null(text);
	assert_int_equal(strlen(text), size);
	doc = read_line(text);
	free(text);
	assert_string_equal(at(doc, "/schema"), "assay.report/1");
	assert_int_equal(yyjson_obj_size(yyjson_doc_get_root(doc)), 8);
	return doc;
}

static void reports_whole_journals(void **state)
{
	yyjson_doc *doc = report();

	(void)state;
	assert_string_equal(at(doc, "/run/ended"), "2026-11-30T15:36:39.000Z");
	assert_string_equal(at(doc, "/run/status"), "test-failed");
	assert_string_equal(at(doc, "/run/exit_status"), "1");
	assert_true(yyjson_get_num(yyjson_doc_ptr_get(doc, "/run/elapsed_s")) == 97);
	assert_string_equal(at(doc, "/machine/disks/0/name"), "sda");
	assert_string_equal(at(doc, "/plan/name"), "smoke");
	assert_int_equal(yyjson_arr_size(yyjson_doc_ptr_get(doc, "/results")), 3);
	assert_int_equal(yyjson_arr_size(yyjson_doc_ptr_get(doc, "/events")), 1);
	assert_string_equal(at(doc, "/series"), "[]");
	assert_string_equal(at(doc, "/wipe"), "[]");
	assert_string_equal(at(doc, "/results/0/metrics/1/spread"), "null");
	yyjson_doc_free(doc);
}

/* Addresses and the time come while the tests run: the inventory is looked at again. */
static void reports_the_last_machine(void **state)
{
	static const char again[] = "{\"type\":\"machine\",\"nics\":[{\"addresses\":\"a/24\"}]}\n";
	size_t size;
	char *journal = fake_files_get(&files, "/journal.ndjson", &size);
	char *longer = malloc(size + sizeof(again));
	yyjson_doc *doc;

	(void)state;
	assert_non_null(journal);
	assert_non_null(longer);
	memcpy(longer, journal, size);
	memcpy(longer + size, again, sizeof(again));
	fake_files_put(&files, "/journal.ndjson", longer, strlen(longer));
	free(journal);
	free(longer);
	doc = report();
	assert_string_equal(at(doc, "/machine/nics/0/addresses"), "a/24");
	assert_null(yyjson_doc_ptr_get(doc, "/machine/disks"));
	yyjson_doc_free(doc);
}

/* @journal cut to @size bytes: what was whole is in the report, and the rest is not. */
static void check_cut(const char *journal, size_t size)
{
	size_t lines = 0, results, events;
	yyjson_doc *doc;

	for (size_t i = 0; i < size; i++)
		lines += journal[i] == '\n';
	fake_files_put(&files, "/journal.ndjson", journal, size);
	doc = report();
	results = yyjson_arr_size(yyjson_doc_ptr_get(doc, "/results"));
	events = yyjson_arr_size(yyjson_doc_ptr_get(doc, "/events"));
	if (lines < FAKE_JOURNAL_LINES && journal[size] != '\n') {
		assert_int_equal(1 + 1 + 1 + results + events, lines);
		assert_string_equal(at(doc, "/run/ended"), "null");
		assert_string_equal(at(doc, "/run/status"), "null");
		assert_string_equal(at(doc, "/run/exit_status"), "null");
	}
	assert_string_equal(at(doc, "/run/machine"), "SERIAL1");
	yyjson_doc_free(doc);
}

static void reports_what_was_cut_off(void **state)
{
	size_t size, cut;
	char *journal = fake_files_get(&files, "/journal.ndjson", &size);
	int lines = 0;

	(void)state;
	for (cut = size; cut > 0 && lines < 4; cut--) { /* the last 3 lines, byte by byte */
		check_cut(journal, cut);
		lines += journal[cut - 1] == '\n';
	}
	free(journal);
}

/* A file system after a power cut: zeros where data should be. */
static void reports_in_spite_of_damage(void **state)
{
	size_t size;
	char *journal = fake_files_get(&files, "/journal.ndjson", &size), *line = journal;
	yyjson_doc *doc;

	(void)state;
	for (int i = 0; i < 4; i++)
		line = strchr(line, '\n') + 1;
	memset(line + 5, 0, 20);
	fake_files_put(&files, "/journal.ndjson", journal, size);
	doc = report();
	assert_int_equal(yyjson_arr_size(yyjson_doc_ptr_get(doc, "/results")), 2);
	assert_string_equal(at(doc, "/run/exit_status"), "1");
	yyjson_doc_free(doc);
	free(journal);
}

/* What is nested without end is not ours, and would take memory without end. */
static void leaves_out_what_is_too_deep(void **state)
{
	static const char end[] = "{\"type\":\"end\",\"status\":";
	static char deep[sizeof(end) + 100000];
	char line[sizeof(end) + 40];
	yyjson_doc *doc;
	size_t size;
	char *journal = fake_files_get(&files, "/journal.ndjson", &size), *all;

	(void)state;
	memset(deep, '[', sizeof(deep));
	memset(deep + sizeof(deep) / 2, ']', sizeof(deep) / 2);
	memcpy(deep, end, sizeof(end) - 1);
	deep[sizeof(deep) - 1] = '}';
	/* brackets in a text are no brackets */
	snprintf(line, sizeof(line), "\n%s\"[[[[[[[[\\\"[[[[[[[[[[[[\"}\n", end);
	all = malloc(size + sizeof(deep) + sizeof(line));
	assert_non_null(all);
	memcpy(all, journal, size);
	memcpy(all + size, deep, sizeof(deep));
	memcpy(all + size + sizeof(deep), line, strlen(line));
	fake_files_put(&files, "/journal.ndjson", all, size + sizeof(deep));
	doc = report();
	assert_string_equal(at(doc, "/run/status"), "test-failed");
	yyjson_doc_free(doc);

	fake_files_put(&files, "/journal.ndjson", all, size + sizeof(deep) + strlen(line));
	doc = report();
	assert_string_equal(at(doc, "/run/status"), "[[[[[[[[\"[[[[[[[[[[[[");
	yyjson_doc_free(doc);
	free(all);
	free(journal);
}

static bool is_whole(void)
{
	size_t size;
	char *text = fake_files_get(&files, "/report.json", &size);
	yyjson_doc *doc = text ? yyjson_read(text, size, 0) : NULL;

	free(text);
	yyjson_doc_free(doc);
	return doc != NULL;
}

/* Neither in each other's way, nor with anything left behind. */
static void is_written_by_many_at_once(void **state)
{
	pid_t pids[8];
	yyjson_doc *doc;
	int status;

	(void)state;
	for (size_t i = 0; i < countof(pids); i++) {
		pids[i] = fork();
		if (pids[i] != 0)
			continue;
		for (int round = 0; round < 20; round++)
			if (report_write(files.root) != 0 || !is_whole())
				_exit(1);
		_exit(0);
	}
	for (size_t i = 0; i < countof(pids); i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		check_row(i, status == 0);
	}
	doc = report();
	assert_string_equal(at(doc, "/run/status"), "test-failed");
	yyjson_doc_free(doc);
}

static void leaves_nothing_behind_when_it_fails(void **state)
{
	char path[PATH_MAX], part[PATH_MAX];

	(void)state;
	snprintf(path, sizeof(path), "%s/report.json", files.root);
	snprintf(part, sizeof(part), "%s.%d.part", path, (int)getpid());
	assert_int_equal(mkdir(path, 0755), 0);
	assert_int_equal(report_write(files.root), -EISDIR);
	assert_int_equal(access(part, F_OK), -1);
	assert_int_equal(rmdir(path), 0);
}

static void refuses_what_is_no_journal(void **state)
{
	struct fake_files empty;
	size_t size;

	(void)state;
	fake_files_make(&empty);
	assert_int_equal(report_write(empty.root), -ENOENT);
	fake_files_put(&empty, "/journal.ndjson", "", 0);
	assert_true(report_write(empty.root) < 0);
	fake_files_put(&empty, "/journal.ndjson", "{\"type\":\"run\"", 13);
	assert_true(report_write(empty.root) < 0);
	assert_null(fake_files_get(&empty, "/report.json", &size));
	fake_files_remove(&empty);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(reports_whole_journals, start, finish),
		cmocka_unit_test_setup_teardown(reports_the_last_machine, start, finish),
		cmocka_unit_test_setup_teardown(reports_what_was_cut_off, start, finish),
		cmocka_unit_test_setup_teardown(reports_in_spite_of_damage, start, finish),
		cmocka_unit_test_setup_teardown(leaves_out_what_is_too_deep, start, finish),
		cmocka_unit_test_setup_teardown(is_written_by_many_at_once, start, finish),
		cmocka_unit_test_setup_teardown(leaves_nothing_behind_when_it_fails, start, finish),
		cmocka_unit_test(refuses_what_is_no_journal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
