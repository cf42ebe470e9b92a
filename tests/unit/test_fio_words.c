/* SPDX-License-Identifier: MIT */
/* test_fio_words.c - job files and command lines of fio */

#include "tests/unit/check.h"

#include "bench/fio/fio_words.h"
#include "tests/unit/fake_files.h"
#include "tests/unit/fake_fio.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static struct fio_request request;
static char why[640];

static int parse_file(const char *text)
{
	fio_request_default(&request);
	why[0] = '\0';
	return fio_file_parse(&request, "t.fio", text, why, sizeof(why));
}

static int parse_words(const char *line)
{
	char *words[FAKE_FIO_WORDS + 1];

	fake_fio_words(line, words);
	why[0] = '\0';
	return fio_words_parse(&request, words, why, sizeof(why));
}

static void a_file_has_sections_and_comments(void **state)
{
	(void)state;
	assert_int_equal(parse_file("; a comment\n"
	                            "\t# another\r\n"
	                            "\n"
	                            "[global]\n"
	                            "bs = 8k   ; of all\n"
	                            "direct=1#too\n"
	                            "[ first ]\n"
	                            "rw=randread\r\n"
	                            "iodepth=4\n"
	                            "[global]\n"
	                            "direct=0\n"
	                            "[second]\n"
	                            "stonewall\n"
	                            "bs=4k"),
	                 0);
	assert_int_equal(request.job_count, 2);
	assert_string_equal(request.jobs[0].name, "first");
	assert_int_equal(request.jobs[0].rw, FIO_RANDREAD);
	assert_int_equal(request.jobs[0].depth, 4);
	assert_int_equal(request.jobs[0].direct, 1);
	assert_int_equal(request.jobs[0].sizes[IO_READ].sizes[0].bytes, 8192);
	assert_int_equal(request.jobs[0].given_count, 2);
	assert_string_equal(request.jobs[1].name, "second");
	assert_int_equal(request.jobs[1].direct, 0); /* the second [global] */
	assert_int_equal(request.jobs[1].depth, 1);
	assert_int_equal(request.jobs[1].stonewall, 1);
	assert_int_equal(request.jobs[1].sizes[IO_READ].sizes[0].bytes, 4096);
	assert_int_equal(request.defaults.given_count, 2);
	assert_string_equal(request.defaults.given[0].value, "8k");
}

static void mistakes_of_a_file_have_a_line(void **state)
{
	static const struct {
		const char *text, *why;
	} rows[] = {
		{ "rw=read\n",
		  "t.fio:1: rw=read: expected [global] or [NAME] before the first option" },
		{ "[a]\nrw=reed\n", "t.fio:2: rw=reed: expected read, write, randread, randwrite, "
		                    "rw, readwrite, randrw" },
		{ "[a]\n\n; x\nsiz=1m\n",
		  "t.fio:4: siz: not supported; expected an option that assay fio --help names" },
		{ "[a]\ninclude other.fio\n",
		  "t.fio:2: include other.fio: not supported; expected an option that assay fio "
		  "--help names" },
		{ "[a\n", "t.fio:1: [a: expected [NAME], and nothing else in the line" },
		{ "[]\n", "t.fio:1: []: expected [NAME], and nothing else in the line" },
		{ "[a] rw=read\n",
		  "t.fio:1: [a] rw=read: expected [NAME], and nothing else in the line" },
		{ "[a$b]\n", "t.fio:1: [a$b]: expected a name of up to 63 letters, without $" },
		{ "[global]\nrw=read\n", "t.fio:3: expected a section [NAME] besides [global]" },
		{ "", "t.fio:1: expected a section [NAME] besides [global]" },
		{ "[a]\nfilename=${F}\n", "t.fio:2: filename=${F}: expected a value without $: "
		                          "variables are not supported" },
		{ "[a]\n=4\n",
		  "t.fio:2: : not supported; expected an option that assay fio --help names" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, parse_file(rows[i].text) < 0);
		if (strcmp(why, rows[i].why) != 0)
			print_error("%s\n", why);
		check_row(i, strcmp(why, rows[i].why) == 0);
	}
}

static void a_file_has_limits(void **state)
{
	char text[2048];

	(void)state;
	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(parse_file(text), -EINVAL);
	assert_string_equal(why, "t.fio:1: expected a line of up to 1023 letters");
	for (unsigned i = 0; i <= FIO_JOBS_MAX; i++)
		memcpy(text + 4 * i, "[j]\n", 5);
	assert_int_equal(parse_file(text), -EINVAL);
	assert_string_equal(why, "t.fio:65: [j]: expected at most 64 sections");
}

static void words_make_jobs(void **state)
{
	static const char words[] =
	    "--direct=1 --name=a --rw randwrite -size=1m --name=b --size=2m";

	(void)state;
	assert_int_equal(parse_words(words), 0);
	assert_int_equal(request.job_count, 2);
	assert_int_equal(request.formats, FIO_NORMAL);
	assert_int_equal(request.jobs[0].rw, FIO_RANDWRITE);
	assert_int_equal(request.jobs[0].size.bytes, 1 << 20);
	assert_int_equal(request.jobs[0].direct, 1);
	assert_int_equal(request.jobs[1].rw, FIO_READ);
	assert_int_equal(request.jobs[1].direct, 1);
	assert_string_equal(request.jobs[1].name, "b");
}

static void words_about_the_run(void **state)
{
	static const char words[] = "--output=o --output-format=terse,json+ --name=a --size=1m "
				    "--terse-version=3 --eta=never";
	static const char old[] = "--output-layout=1.59 --name=a --size=1m";
	static const char minimal[] = "--minimal --name=a --size=1m";
	static const char help[] = "--help";
	static const char version[] = "--version";

	(void)state;
	assert_int_equal(parse_words(words), 0);
	assert_string_equal(request.output, "o");
	assert_int_equal(request.formats, FIO_TERSE | FIO_JSON_PLUS);
	assert_int_equal(parse_words(old), 0);
	assert_true(request.old_layout);
	assert_int_equal(request.formats, FIO_NORMAL);
	assert_int_equal(parse_words(minimal), 0);
	assert_int_equal(request.formats, FIO_TERSE);
	assert_int_equal(parse_words(help), 0);
	assert_true(request.help);
	assert_int_equal(parse_words(version), 0);
	assert_true(request.version);
}

static const struct {
	const char *line;
	const char *why;
} mistakes[] = {
	{ "", "expected --name=NAME and what it is to do, or a job file" },
	{ "--name=a --foo=1",
	  "--foo: not supported; expected an option that assay fio --help names" },
	{ "--name=a --rw",
	  "--rw: expected read, write, randread, randwrite, rw, readwrite, randrw" },
	{ "--=1", "--=1: expected --NAME=VALUE" },
	{ "--output-format=xml", "--output-format=xml: expected normal, terse, json or json+" },
	{ "--output-format=", "--output-format=: expected normal, terse, json or json+" },
	{ "--output-layout=2", "--output-layout=2: expected 3 or 1.59" },
	{ "--output-layout=1.59 --minimal",
	  "--output-layout=1.59: expected --output-format=normal" },
	{ "--terse-version=5", "--terse-version=5: expected 3" },
	{ "--eta=always", "--eta=always: expected never" },
	{ "--output=", "--output=: expected a text of 1 to 255 letters" },
	{ "/nonexistent.fio", "/nonexistent.fio: No such file or directory; expected a job file" },
	{ "--name=a --time_based --size=1m", "a: time_based: expected runtime=TIME with it" },
	{ "--name=a --filename=x:y", "a: filename: expected one file; write \\: for a colon" },
	{ "--name=a --directory=d --filename=/x",
	  "a: filename: expected no / at its beginning with directory=" },
	{ "--name=a --hipri",
	  "a: hipri, fixedbufs, registerfiles: expected ioengine=io_uring with them" },
	{ "--name=a --iodepth_batch=2", "a: iodepth_batch: expected at most iodepth" },
	{ "--name=a --write_hist_log", "a: write_hist_log: expected log_hist_msec=MS with it" },
	{ "--name=a --gtod_reduce --write_bw_log=x",
	  "a: gtod_reduce: expected no logs, no percentiles, no max_latency with it" },
	{ "--name=a --max_latency=1s",
	  "a: max_latency: expected ioengine=io_uring or libaio with it" },
	{ "--name=a --direct=1 --bs=1000", "a: direct: expected sizes that are multiples of 512" },
	{ "--output-layout=1.59 --clat_percentiles=1 --name=a",
	  "a: --output-layout=1.59: expected no percentiles with it" },
	{ "--name=a --ioengine=null", "a: ioengine=null: expected size=BYTES with it" },
	{ "--name=a --percentage_random=50", "a: percentage_random: expected a random rw with it" },
	{ "--name=a --numjobs=1000 --name=b --numjobs=25",
	  "numjobs: 1025 threads in all; expected at most 1024" },
};

static void mistakes_of_words_are_named(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(mistakes); i++) {
		check_row(i, parse_words(mistakes[i].line) < 0);
		if (strcmp(why, mistakes[i].why) != 0)
			print_error("%s\n", why);
		check_row(i, strcmp(why, mistakes[i].why) == 0);
	}
}

/* Blocks must come back as they were written: what could bring others is refused. */
static void what_cannot_be_verified_is_refused(void **state)
{
	static const char *const refused[] = { "--rw=rw",     "--time_based", "--loops=2",
		                               "--numjobs=2", "--bs=4k,8k",   "--ramp_time=1" };
	static const char *const allowed[] = { "--rw=read", "--rw=write", "--rw=randwrite" };
	static const char expected[] = "a: verify: expected reading or writing each block once";
	char line[160];

	(void)state;
	for (size_t i = 0; i < countof(refused) + countof(allowed); i++) {
		bool bad = i < countof(refused);

		snprintf(
		    line, sizeof(line),
		    "--name=a --verify=crc32c --rw=randwrite --runtime=1 --filename=f --size=1m %s",
		    bad ? refused[i] : allowed[i - countof(refused)]);
		check_row(i, parse_words(line) == (bad ? -EINVAL : 0));
		check_row(i, !bad || strncmp(why, expected, strlen(expected)) == 0);
	}
}

static void logs_are_called_after_the_job(void **state)
{
	static const char words[] =
	    "--write_bw_log --name=a --size=1m --write_lat_log=own --name=b";

	(void)state;
	assert_int_equal(parse_words(words), 0);
	assert_string_equal(request.jobs[0].log.bw, "a");
	assert_string_equal(request.jobs[0].log.lat, "own");
	assert_string_equal(request.jobs[1].log.bw, "b");
	assert_string_equal(request.jobs[1].log.iops, "");
}

static void files_are_read(void **state)
{
	static const char text[] = "[one]\nsize=1m\n", binary[] = "[one]\0size=1m\n";
	struct fake_files files;
	char line[sizeof(files.root) + 32];

	(void)state;
	fake_files_make(&files);
	fake_files_put(&files, "/a.fio", text, strlen(text));
	fake_files_put(&files, "/b.fio", binary, sizeof(binary) - 1);
	snprintf(line, sizeof(line), "%s/a.fio --direct=1", files.root);
	assert_int_equal(parse_words(line), 0);
	assert_string_equal(request.jobs[0].name, "one");
	assert_int_equal(request.jobs[0].direct,
	                 1); /* options of the command line hold for files */
	snprintf(line, sizeof(line), "%s/b.fio", files.root);
	assert_int_equal(parse_words(line), -EINVAL);
	assert_non_null(strstr(why, "b.fio: a binary file; expected a job file"));
	fake_files_remove(&files);
}

static void notes_say_what_is_different(void **state)
{
	static const char words[] = "--name=a --iodepth=4 --rw=randread --bs=4k,8k --size=1m";

	(void)state;
	assert_int_equal(parse_words(words), 0);
	assert_string_equal(fio_note(&request.jobs[0], 0),
	                    "iodepth: this ioengine does one I/O at a time");
	assert_non_null(strstr(fio_note(&request.jobs[0], 1), "a block may come twice"));
	assert_null(fio_note(&request.jobs[0], 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_has_sections_and_comments),
		cmocka_unit_test(mistakes_of_a_file_have_a_line),
		cmocka_unit_test(a_file_has_limits),
		cmocka_unit_test(words_make_jobs),
		cmocka_unit_test(words_about_the_run),
		cmocka_unit_test(mistakes_of_words_are_named),
		cmocka_unit_test(what_cannot_be_verified_is_refused),
		cmocka_unit_test(logs_are_called_after_the_job),
		cmocka_unit_test(files_are_read),
		cmocka_unit_test(notes_say_what_is_different),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
