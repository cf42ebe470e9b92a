/* SPDX-License-Identifier: MIT */
/* test_journal.c - the journal, line by line */

#include "tests/unit/check.h"

#include "bench/lib/base.h"
#include "bench/report.h"
#include "tests/unit/check_json.h"
#include "tests/unit/fake_journal.h"

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

static void check_result_line(yyjson_doc *doc)
{
	static const struct {
		const char *path, *text;
	} rows[] = {
		{ "/test", "memory.copy" },
		{ "/target", "" },
		{ "/status", "ok" },
		{ "/reason", "" },
		{ "/warnings", "[\"cached\",\"few-samples\"]" },
		{ "/started", "2026-11-30T15:35:03.000Z" },
		{ "/elapsed_s", "1.5" },
		{ "/metrics/0/name", "throughput" },
		{ "/metrics/0/unit", "B/s" },
		{ "/metrics/0/better", "higher" },
		{ "/metrics/0/spread", "0.25" },
		{ "/metrics/0/samples", "[5e-324,1e300,1.7976931348623157e308]" },
		{ "/metrics/1/better", "lower" },
		{ "/metrics/1/unit", "ns" },
		{ "/metrics/1/spread", "null" },
		{ "/grids/0/x_name", "offset_bytes" },
		{ "/grids/0/x", "[0.0,4096.0,8192.0]" },
		{ "/grids/0/rows", "[[1.0,null,3.5]]" },
		{ "/grids/1/y", "[0.0,5.0]" },
		{ "/grids/1/rows", "[[null,40.0],[41.0,null]]" },
	};

	for (size_t i = 0; i < countof(rows); i++) {
		if (strcmp(at(doc, rows[i].path), rows[i].text) != 0)
			print_error("%s: %s\n", rows[i].path, at(doc, rows[i].path));
		check_row(i, strcmp(at(doc, rows[i].path), rows[i].text) == 0);
	}
	assert_true(yyjson_get_num(yyjson_doc_ptr_get(doc, "/params/depth")) == 4);
	assert_null(yyjson_doc_ptr_get(doc, "/grids/0/y"));
	assert_true(yyjson_get_num(yyjson_doc_ptr_get(doc, "/metrics/0/value")) == 1e300);
}

static void writes_lines(void **state)
{
	size_t size, count = 0;
	char *journal = fake_files_get(&files, "/journal.ndjson", &size), *rest = journal, *line;
	yyjson_doc *docs[FAKE_JOURNAL_LINES];

	(void)state;
	assert_non_null(journal);
	assert_int_equal(strlen(journal), size);
	assert_int_equal(journal[size - 1], '\n');
	while ((line = strsep(&rest, "\n")) && *line) {
		assert_true(count < FAKE_JOURNAL_LINES);
		docs[count] = read_line(line);
		assert_string_equal(at(docs[count], "/type"), fake_journal_types[count]);
		count++;
	}
	assert_int_equal(count, FAKE_JOURNAL_LINES);

	assert_string_equal(at(docs[0], "/id"), "123e4567-e89b-42d3-a456-426614174000");
	assert_string_equal(at(docs[0], "/machine"), "SERIAL1");
	assert_string_equal(at(docs[0], "/started"), "2026-11-30T15:35:02.000Z");
	assert_string_equal(at(docs[1], "/disks/0/name"), "sda");
	assert_string_equal(at(docs[1], "/disks/0/bytes"), "18446744073709551615");
	assert_string_equal(at(docs[1], "/nics/0/speed_mbps"), "-1");
	assert_string_equal(at(docs[1], "/firmware/secure_boot"), "-1");
	assert_string_equal(at(docs[2], "/jobs/1/target"), "sda");
	assert_true(yyjson_get_num(yyjson_doc_ptr_get(docs[2], "/jobs/0/estimate_s")) == 2);
	check_result_line(docs[3]);
	assert_string_equal(at(docs[4], "/status"), "failed");
	assert_string_equal(at(docs[4], "/metrics"), "[]");
	assert_string_equal(at(docs[5], "/kind"), "hardware");
	assert_string_equal(at(docs[6], "/status"), "timed-out");
	assert_string_equal(at(docs[7], "/status"), "test-failed");
	assert_string_equal(at(docs[7], "/exit_status"), "1");
	for (size_t i = 0; i < count; i++)
		yyjson_doc_free(docs[i]);
	free(journal);
}

/* The run is over: its report is made anew, with what came after the end. */
static void takes_a_note_after_the_end(void **state)
{
	yyjson_doc *doc;
	size_t size;
	char *text;

	(void)state;
	assert_int_equal(report_write(files.root), 0);
	report_add_note(files.root, "the stick is full");
	text = fake_files_get(&files, "/report.json", &size);
	doc = yyjson_read(text, size, 0);
	assert_string_equal(at(doc, "/events/1/kind"), "note");
	assert_string_equal(at(doc, "/events/1/text"), "the stick is full");
	assert_string_equal(at(doc, "/run/status"), "test-failed");
	yyjson_doc_free(doc);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(takes_a_note_after_the_end, start, finish),
		cmocka_unit_test_setup_teardown(writes_lines, start, finish),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
