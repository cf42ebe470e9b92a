/* SPDX-License-Identifier: MIT */
/* test_format_fio_json.c - the JSON of fio: its spelling, its keys, its values */

#include "tests/unit/check.h"

#include "bench/formats/fio.h"
#include "tests/unit/fake_fio.h"

#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

static struct fake_fio fake;

static int teardown(void **state)
{
	(void)state;
	fake_fio_free(&fake);
	return 0;
}

static char *json_text(bool plus)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_int_equal(fio_print_json(out, &fake.report, plus), 0);
	fclose(out);
	return text;
}

/* Some tools look for lines, not for values. */
static void spelling_of_json(void **state)
{
	static const char *const parts[] = {
		("{\n  \"fio version\" : \"fio-3.33\",\n  \"timestamp\" : 1796065040,\n"
		 "  \"timestamp_ms\" : 1796065040000,\n  \"time\" : \"Mon Nov 30 18:57:20 2026\",\n"
		 "  \"jobs\" : [\n    {\n      \"jobname\" : \"job\",\n      \"groupid\" : 0,\n"),
		("        \"group_reporting\" : \"1\",\n        \"bs\" : \"4096\",\n"
		 "        \"iodepth\" : \"1\"\n      },\n      \"read\" : {\n"
		 "        \"io_bytes\" : 8192000,\n        \"io_kbytes\" : 8000,\n"
		 "        \"bw_bytes\" : 4093953,\n        \"bw\" : 3998,\n"
		 "        \"iops\" : 999.500250,\n"),
		("          \"N\" : 2000,\n          \"percentile\" : {\n"
		 "            \"1.000000\" : 49920,\n"),
		"            \"99.990000\" : 150528\n          }\n        },\n",
		"  \"disk_util\" : [\n    {\n      \"name\" : \"sdx\",\n      \"read_ios\" : 12,\n",
		"      \"util\" : 50.000000\n    }\n  ]\n}\n",
	};
	char *text;

	(void)state;
	fake_fio_sample(&fake, FAKE_FIO_SAMPLE);
	text = json_text(false);
	for (size_t i = 0; i < countof(parts); i++) {
		if (!strstr(text, parts[i]))
			print_error("%s\nhas not: %s\n", text, parts[i]);
		assert_non_null(strstr(text, parts[i]));
	}
	assert_null(strstr(text, "\"bins\""));
	free(text);
}

static yyjson_val *at(yyjson_doc *doc, const char *path)
{
	yyjson_val *value = yyjson_doc_ptr_get(doc, path);

	if (!value)
		print_error("no %s\n", path);
	assert_non_null(value);
	return value;
}

static void values_of_json_plus(void **state)
{
	yyjson_doc *doc;
	char *text;

	(void)state;
	fake_fio_sample(&fake, "--iodepth=4 " FAKE_FIO_SAMPLE);
	text = json_text(true);
	doc = yyjson_read(text, strlen(text), 0);
	assert_non_null(doc);
	assert_int_equal(yyjson_get_uint(at(doc, "/jobs/0/read/clat_ns/bins/49920")), 1000);
	assert_int_equal(yyjson_get_uint(at(doc, "/jobs/0/read/clat_ns/bins/150528")), 1000);
	assert_int_equal(yyjson_obj_size(at(doc, "/jobs/0/read/clat_ns/bins")), 2);
	assert_int_equal(yyjson_get_uint(at(doc, "/jobs/0/write/clat_ns/bins/2998272")), 500);
	assert_int_equal(yyjson_get_uint(at(doc, "/jobs/0/trim/total_ios")), 0);
	assert_int_equal(yyjson_get_uint(at(doc, "/jobs/0/job_runtime")), 4001);
	assert_string_equal(yyjson_get_str(at(doc, "/global options/iodepth")), "4");
	assert_string_equal(yyjson_get_str(at(doc, "/jobs/0/job options/numjobs")), "2");
	assert_null(yyjson_doc_ptr_get(doc, "/jobs/0/job options/iodepth"));
	assert_true(yyjson_get_real(at(doc, "/jobs/0/latency_us/50")) == 40);
	assert_true(yyjson_get_real(at(doc, "/jobs/0/latency_ms/>=2000")) == 0);
	assert_int_equal(yyjson_obj_size(at(doc, "/jobs/0/latency_ns")), 10);
	yyjson_doc_free(doc);
	free(text);
}

/* A name with quotes and bytes that are no text. */
static void json_is_valid_whatever_a_name_has(void **state)
{
	yyjson_doc *doc;
	char *text;

	(void)state;
	fake_fio_make(&fake, "--name=a\"\\\x01\xff --ioengine=null --size=4m");
	fake_fio_report(&fake);
	text = json_text(false);
	doc = yyjson_read(text, strlen(text), 0);
	assert_non_null(doc);
	assert_string_equal(yyjson_get_str(at(doc, "/jobs/0/jobname")), "a\"\\??");
	yyjson_doc_free(doc);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(spelling_of_json, teardown),
		cmocka_unit_test_teardown(values_of_json_plus, teardown),
		cmocka_unit_test_teardown(json_is_valid_whatever_a_name_has, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
