/* SPDX-License-Identifier: MIT */
/* test_iometer_words.c - the command line of assay iometer, and its table of loads */

#include "tests/unit/check.h"

#include "bench/iometer/iometer_job.h"
#include "bench/iometer/iometer_words.h"
#include "bench/lib/text.h"
#include "tests/unit/fake_run.h"

#include <stdlib.h>
#include <string.h>

#define WORDS_MAX 8

static struct iometer_request request;
static char why[256];

static int parse(const char *line)
{
	static char texts[WORDS_MAX][64];
	char *argv[WORDS_MAX + 1] = { 0 };

	for (size_t i = 0; i < WORDS_MAX; i++)
		if (text_next(&line, " ", texts[i], sizeof(texts[i])))
			argv[i] = texts[i];
	why[0] = '\0';
	return iometer_words_parse(&request, argv, why, sizeof(why));
}

static void has_defaults(void **state)
{
	static const unsigned depths[] = { 1, 2, 4, 8, 16, 32, 64, 128 };

	(void)state;
	assert_int_equal(parse("/dev/sda"), 0);
	assert_int_equal(request.profile_count, 1);
	assert_string_equal(request.profiles[0]->name, "rndread");
	assert_int_equal(request.block_count, 0);
	assert_int_equal(request.depth_count, 8);
	assert_memory_equal(request.depths, depths, sizeof(depths));
	assert_int_equal(request.region_percent, 8);
	assert_true(request.limit_ns == MS(15) && request.ramp_ns == SECONDS(5) &&
	            request.run_ns == SECONDS(30));
	assert_int_equal(request.workers, 1);
	assert_null(request.csv);
	assert_false(request.json || request.together || request.help);
	assert_int_equal(request.target_count, 1);
	assert_string_equal(request.targets[0], "/dev/sda");
}

static void takes_options(void **state)
{
	static const unsigned depths[] = { 1, 3, 6, 12, 100 };

	(void)state;
	assert_int_equal(parse("--profile=oltp,seq1* --block=4k,1M,512 --csv=a.csv sda --json sdb"),
	                 0);
	assert_int_equal(request.profile_count, 3);
	assert_string_equal(request.profiles[0]->name, "oltp");
	assert_string_equal(request.profiles[2]->name, "seq1write");
	assert_int_equal(request.block_count, 3);
	assert_true(request.blocks[0] == 4096 && request.blocks[1] == 1048576 &&
	            request.blocks[2] == 512);
	assert_string_equal(request.csv, "a.csv");
	assert_true(request.json);
	assert_int_equal(request.target_count, 2);
	assert_string_equal(request.targets[1], "sdb");

	assert_int_equal(parse("--outstanding=1,3-12,100 --region=100% --limit=5ms --together x"),
	                 0);
	assert_int_equal(request.depth_count, 5);
	assert_memory_equal(request.depths, depths, sizeof(depths));
	assert_int_equal(request.region_percent, 100);
	assert_true(request.limit_ns == MS(5) && request.together);

	assert_int_equal(parse("--ramp=0 --time=250ms --workers=4 x"), 0);
	assert_true(request.ramp_ns == 0 && request.run_ns == MS(250));
	assert_int_equal(request.workers, 4);
	assert_int_equal(parse("--ramp=2m --time=1h x"), 0);
	assert_true(request.ramp_ns == SECONDS(120) && request.run_ns == SECONDS(3600));
	assert_int_equal(parse("--help"), 0);
	assert_true(request.help);
}

static void names_what_is_wrong(void **state)
{
	static const struct {
		const char *line, *named;
	} rows[] = {
		{ "", "expected a DISK or a FILE" },
		{ "--profile=rndread,foo x", "--profile=rndread,foo: expected --profile=" },
		{ "--profile= x", "--profile=: expected" },
		{ "--block=5 x", "--block=5: expected --block=" },
		{ "--block=4kb x", "--block=4kb: expected" },
		{ "--block=0 x", "--block=0: expected" },
		{ "--block=32m x", "--block=32m: expected" },
		{ "--block=4k,,x x", "--block=4k,,x: expected" },
		{ "--outstanding=0 x", "--outstanding=0: expected" },
		{ "--outstanding=8-4 x", "--outstanding=8-4: expected" },
		{ "--outstanding=8,4 x", "--outstanding=8,4: expected" },
		{ "--outstanding=1025 x", "--outstanding=1025: expected" },
		{ "--outstanding=1-x x", "--outstanding=1-x: expected" },
		{ "--region=8 x", "--region=8: expected" },
		{ "--region=0% x", "--region=0%: expected" },
		{ "--region=101% x", "--region=101%: expected" },
		{ "--limit=0 x", "--limit=0: expected" },
		{ "--time=0ms x", "--time=0ms: expected" },
		{ "--time=2d x", "--time=2d: expected" },
		{ "--ramp=soon x", "--ramp=soon: expected" },
		{ "--workers=65 x", "--workers=65: expected" },
		{ "--json=1 x", "--json=1: expected --json:" },
		{ "--csv x", "--csv: expected --csv=FILE" },
		{ "--bogus=1 x", "--bogus=1: no such option" },
		{ "--profile=seq1read --outstanding=4 x", "--outstanding: seq1read has 1" },
		{ "--profile=database --block=4k x", "--block: database is a mix" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, parse(rows[i].line) < 0);
		check_row(i, strncmp(why, rows[i].named, strlen(rows[i].named)) == 0);
		check_row(i, !strchr(why, '\n'));
	}
}

static void sweeps_follow_the_profile(void **state)
{
	uint32_t blocks[IOMETER_BLOCKS_MAX];

	(void)state;
	assert_int_equal(parse("--profile=* x"), 0);
	assert_int_equal(request.profile_count, iometer_profile_count);
	assert_int_equal(
	    iometer_request_blocks(&request, iometer_profile_find("streamread"), blocks), 7);
	assert_int_equal(blocks[6], MIB(2));
	assert_int_equal(
	    iometer_request_blocks(&request, iometer_profile_find("fileserver"), blocks), 1);
	assert_int_equal(blocks[0], 0);
	assert_int_equal(iometer_request_depths(&request, iometer_profile_find("oltp")), 8);
	assert_int_equal(iometer_request_depths(&request, iometer_profile_find("seq1read")), 1);
	assert_int_equal(parse("--block=16k x"), 0);
	assert_int_equal(iometer_request_blocks(&request, iometer_profile_find("oltp"), blocks), 1);
	assert_int_equal(blocks[0], 16384);
}

/* Reads, places, block sizes or a mix with its average size: as published. */
static void loads_are_the_classic_ones(void **state)
{
	static const struct {
		const char *name;
		unsigned reads, random, blocks;
		double average_kib;
	} rows[] = {
		{ "oltp", 67, 100, 5, 0 },           { "rndread", 100, 100, 4, 0 },
		{ "rndwrite", 0, 100, 4, 0 },        { "streamread", 100, 0, 7, 0 },
		{ "streamwrite", 0, 0, 7, 0 },       { "seq1read", 100, 0, 7, 0 },
		{ "seq1write", 0, 0, 7, 0 },         { "fileserver", 80, 100, 0, 11.08 },
		{ "webserver", 100, 100, 0, 15.66 }, { "database", 67, 100, 0, 8 },
		{ "workstation", 80, 80, 0, 8 },
	};

	(void)state;
	assert_int_equal(iometer_profile_count, countof(rows));
	for (size_t i = 0; i < countof(rows); i++) {
		const struct iometer_profile *profile = iometer_profile_find(rows[i].name);
		unsigned percent = 0;
		double bytes = 0;

		check_row(i, profile == &iometer_profiles[i]);
		check_row(i, profile->read_percent == rows[i].reads);
		check_row(i, profile->random_percent == rows[i].random);
		check_row(i, profile->block_count == rows[i].blocks);
		for (unsigned j = 0; j < profile->size_count; j++) {
			percent += profile->sizes[j].percent;
			bytes += profile->sizes[j].bytes * profile->sizes[j].percent / 100.0;
		}
		check_row(i, percent == (profile->size_count ? 100 : 0));
		check_row(i, (int)(bytes / 1024 * 1000 + 0.5) == (int)(rows[i].average_kib * 1000));
	}
	assert_null(iometer_profile_find("seq1"));
}

static void loads_fit_disks(void **state)
{
	struct iometer_load load = { .profile = iometer_profile_find("fileserver"),
		                     .workers = 2,
		                     .outstanding = 4 };
	struct iometer_target target = { .name = "sda", .sector_bytes = 4096 };
	struct io_size sizes[IOMETER_SIZES_MAX];
	char name[32];

	(void)state;
	/* floor(8 % of the sectors) */
	assert_true(iometer_region_bytes(1000000, 8, 512) ==
	            1953 / 100 * 8 * 512 + 53 * 8 / 100 * 512);
	assert_true(iometer_region_bytes(512 * 1953, 8, 512) == 156 * 512);
	assert_true(iometer_region_bytes(UINT64_MAX, 100, 512) == UINT64_MAX / 512 * 512);
	assert_int_equal(iometer_sizes(&load, 4096, sizes), 8);
	assert_int_equal(sizes[0].bytes, 4096);
	assert_int_equal(sizes[7].bytes, KIB(64));
	assert_true(iometer_memory_bytes(&load, 3) == 3 * 2 * 4 * KIB(64));
	target.region_bytes = KIB(128) - 4096;
	assert_int_not_equal(iometer_check(&load, &target, why, sizeof(why)), 0);
	assert_string_equal(why, "sda: fileserver: the active range has 126976 bytes; expected at "
	                         "least 131072, one block for each worker");
	target.region_bytes = KIB(128);
	assert_int_equal(iometer_check(&load, &target, why, sizeof(why)), 0);
	load = (struct iometer_load){ iometer_profile_find("rndread"), 2560, 1, 1 };
	assert_int_not_equal(iometer_check(&load, &target, why, sizeof(why)), 0);
	assert_string_equal(why, "sda: rndread 2560: expected a block that is a multiple of its "
	                         "sector of 4096 bytes");
	load.block_bytes = KIB(16);
	assert_string_equal(iometer_load_name(&load, name, sizeof(name)), "rndread 16K");
	load.block_bytes = MIB(2);
	assert_string_equal(iometer_load_name(&load, name, sizeof(name)), "rndread 2M");
}

/* Each name of a benchmark says its load; iometer_job_load() ends the program if not. */
static void jobs_name_their_loads(void **state)
{
	static struct fake_run fake;
	struct iometer_load load;
	unsigned count = 0, writing = 0;

	(void)state;
	for (size_t i = 0; i < benchmark_count; i++) {
		const char *name = benchmarks[i]->name;
		bool together = strncmp(name, "iometer.together.", 17) == 0;

		if (strncmp(name, "iometer.", 8) != 0)
			continue;
		fake_run_make(&fake, benchmarks[i]);
		iometer_job_load(&fake.run, together ? "iometer.together." : "iometer.", &load);
		check_row(i, (load.block_bytes == 0) == (load.profile->size_count > 0));
		check_row(i, (load.profile->read_percent < 100) ==
		                 (benchmarks[i]->target == TARGET_WRITE ||
		                  benchmarks[i]->target == TARGET_ARRAY));
		check_row(i, (load.profile->read_percent < 100) == !!benchmarks[i]->writes_bytes);
		check_row(i, together || (benchmarks[i]->classic.passes == 1) ==
		                             load.profile->one_at_a_time);
		count++;
		writing += !!benchmarks[i]->writes_bytes;
	}
	assert_int_equal(count, 5 + 4 + 4 + 4 * 7 + 4 + 3);
	assert_int_equal(writing, 5 + 4 + 2 * 7 + 3 + 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(has_defaults),
		cmocka_unit_test(takes_options),
		cmocka_unit_test(names_what_is_wrong),
		cmocka_unit_test(sweeps_follow_the_profile),
		cmocka_unit_test(loads_are_the_classic_ones),
		cmocka_unit_test(loads_fit_disks),
		cmocka_unit_test(jobs_name_their_loads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
