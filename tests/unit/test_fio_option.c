/* SPDX-License-Identifier: MIT */
/* test_fio_option.c - the options of fio, and the values that they take */

#include "tests/unit/check.h"

#include "bench/fio/fio_words.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static struct fio_request request;
static struct fio_job job;
static char why[512];

static int setup(void **state)
{
	(void)state;
	fio_request_default(&request);
	job = request.defaults;
	return 0;
}

static void defaults_are_the_originals(void **state)
{
	(void)state;
	assert_int_equal(job.rw, FIO_READ);
	assert_int_equal(job.engine, IO_PSYNC);
	assert_int_equal(job.sizes[IO_WRITE].sizes[0].bytes, 4096);
	assert_int_equal(job.numjobs, 1);
	assert_int_equal(job.depth, 1);
	assert_int_equal(job.read_percent, 50);
	assert_int_equal(job.repeatable, 1);
	assert_int_equal(job.invalidate, 1);
	assert_int_equal(job.clat_percentiles, 1);
	assert_int_equal(job.lat_percentiles, 0);
	assert_int_equal(job.bw_window_ms, 500);
	assert_int_equal(job.percentile_count, 17);
	assert_true(fabs(job.percentiles[16] - 99.99) < 1e-9);
}

#define FIELD(name) offsetof(struct fio_job, name)

static const struct {
	const char *name, *value; /* NULL = the name alone */
	size_t offset;
	uint64_t kept;
} taken[] = {
	{ "rw", "randrw", FIELD(rw), FIO_RANDRW },
	{ "readwrite", "readwrite", FIELD(rw), FIO_RW },
	{ "rw", "rw", FIELD(rw), FIO_RW },
	{ "size", "64m", FIELD(size.bytes), 64 << 20 },
	{ "size", "1kb", FIELD(size.bytes), 1024 },
	{ "size", "1kib", FIELD(size.bytes), 1000 }, /* fio's kb_base=1024 */
	{ "size", "2GiB", FIELD(size.bytes), 2000000000 },
	{ "size", "512", FIELD(size.bytes), 512 },
	{ "size", "30%", FIELD(size.percent), 30 },
	{ "io_limit", "3g", FIELD(io_size.bytes), 3ull << 30 },
	{ "offset_increment", "10%", FIELD(offset_increment.percent), 10 },
	{ "runtime", "30", FIELD(runtime_ns), SECONDS(30) },
	{ "timeout", "5m", FIELD(runtime_ns), SECONDS(300) },
	{ "ramp_time", "500ms", FIELD(ramp_ns), MS(500) },
	{ "startdelay", "1h", FIELD(start_delay_ns), SECONDS(3600) },
	{ "max_latency", "20", FIELD(max_latency_ns), 20000 },
	{ "max_latency", "2s", FIELD(max_latency_ns), SECONDS(2) },
	{ "time_based", NULL, FIELD(time_based), 1 },
	{ "time_based", "0", FIELD(time_based), 0 },
	{ "buffered", "0", FIELD(direct), 1 },
	{ "direct", "1", FIELD(direct), 1 },
	{ "rwmixwrite", "30", FIELD(read_percent), 70 },
	{ "sync", "dsync", FIELD(sync), FIO_DSYNC },
	{ "sync", "1", FIELD(sync), FIO_SYNC },
	{ "sync", "none", FIELD(sync), FIO_SYNC_NONE },
	{ "ioengine", "io_uring", FIELD(engine), IO_URING },
	{ "ioengine", "sync", FIELD(engine), IO_SYNC },
	{ "ioengine", "libaio", FIELD(engine), IO_LIBAIO },
	{ "ioengine", "null", FIELD(engine), IO_NULL },
	{ "fallocate", "none", FIELD(fallocate), 0 },
	{ "fallocate", "posix", FIELD(fallocate), 1 },
	{ "wait_for_previous", NULL, FIELD(stonewall), 1 },
	{ "verify", "crc32c", FIELD(verify), 1 },
	{ "rate", "10m,5m", FIELD(rate_bytes_per_s[IO_WRITE]), 5 << 20 },
	{ "rate", "10m", FIELD(rate_bytes_per_s[IO_WRITE]), 10 << 20 },
	{ "rate_iops", "500,200", FIELD(rate_ios_per_s[IO_READ]), 500 },
	{ "iodepth_batch_submit", "4", FIELD(submit_batch), 4 },
	{ "randseed", "18446744073709551615", FIELD(seed), UINT64_MAX },
};

static void values_are_kept(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(taken); i++) {
		uint64_t kept;

		setup(NULL);
		check_row(
		    i, fio_option_set(&job, taken[i].name, taken[i].value, why, sizeof(why)) == 0);
		memcpy(&kept, (char *)&job + taken[i].offset, sizeof(kept));
		check_row(i, kept == taken[i].kept);
		check_row(i, job.given_count == 1);
		check_row(i, strcmp(job.given[0].name, taken[i].name) == 0);
	}
}

static const struct {
	const char *name, *value, *why;
} refused[] = {
	{ "foo", "1", "foo: not supported; expected an option that assay fio --help names" },
	{ "trim", "1", "trim: not supported; expected an option that assay fio --help names" },
	{ "rw", "trim",
	  "rw=trim: expected read, write, randread, randwrite, rw, readwrite, randrw" },
	{ "rw", "randread:8",
	  "rw=randread:8: expected read, write, randread, randwrite, rw, readwrite, randrw" },
	{ "rw", NULL, "rw: expected read, write, randread, randwrite, rw, readwrite, randrw" },
	{ "rw", "", "rw=: expected read, write, randread, randwrite, rw, readwrite, randrw" },
	{ "size", "1x", "size=1x: expected bytes as 64m, or a share as 50%" },
	{ "size", "1ki", "size=1ki: expected bytes as 64m, or a share as 50%" },
	{ "size", "-1", "size=-1: expected bytes as 64m, or a share as 50%" },
	{ "size", "0", "size=0: expected bytes as 64m, or a share as 50%" },
	{ "size", "0%", "size=0%: expected bytes as 64m, or a share as 50%" },
	{ "size", "101%", "size=101%: expected bytes as 64m, or a share as 50%" },
	{ "size", "%", "size=%: expected bytes as 64m, or a share as 50%" },
	{ "size", "00000000050%", "size=00000000050%: expected bytes as 64m, or a share as 50%" },
	{ "size", "99999999999g", "size=99999999999g: expected bytes as 64m, or a share as 50%" },
	{ "size", "111111111111111111111111111",
	  "size=111111111111111111111111111: expected bytes as 64m, or a share as 50%" },
	{ "size", "${SIZE}",
	  "size=${SIZE}: expected a value without $: variables are not supported" },
	{ "numjobs", "0", "numjobs=0: expected 1 to 1024" },
	{ "numjobs", "1025", "numjobs=1025: expected 1 to 1024" },
	{ "iodepth", "x", "iodepth=x: expected 1 to 1024" },
	{ "thread", "0", "thread=0: expected 1" },
	{ "direct", "yes", "direct=yes: expected 0 or 1" },
	{ "randseed", "0", "randseed=0: expected 1 or more" },
	{ "runtime", "2y",
	  "runtime=2y: expected seconds, or a time as 500ms or 5m, a year at most" },
	{ "runtime", "500d",
	  "runtime=500d: expected seconds, or a time as 500ms or 5m, a year at most" },
	{ "rwmixread", "101", "rwmixread=101: expected 0 to 100" },
	{ "bs", "0", "bs=0: expected up to three sizes as 4k,8k, 1 GiB at most" },
	{ "bs", "4k,", "bs=4k,: expected up to three sizes as 4k,8k, 1 GiB at most" },
	{ "bs", "1,2,3,4", "bs=1,2,3,4: expected up to three sizes as 4k,8k, 1 GiB at most" },
	{ "bsrange", "4k",
	  "bsrange=4k: expected sizes as 4k-16k, the second up to 32 times the first" },
	{ "bsrange", "16k-4k",
	  "bsrange=16k-4k: expected sizes as 4k-16k, the second up to 32 times the first" },
	{ "bsrange", "4k-1m",
	  "bsrange=4k-1m: expected sizes as 4k-16k, the second up to 32 times the first" },
	{ "bssplit", "4k/60:8k/50",
	  "bssplit=4k/60:8k/50: expected up to 32 sizes as 4k/60:64k/40, 100 percent in all" },
	{ "bssplit", "4k/60",
	  "bssplit=4k/60: expected up to 32 sizes as 4k/60:64k/40, 100 percent in all" },
	{ "percentile_list", "99:50",
	  "percentile_list=99:50: expected up to 20 percentiles that grow, as 50:99:99.9" },
	{ "percentile_list", "101",
	  "percentile_list=101: expected up to 20 percentiles that grow, as 50:99:99.9" },
	{ "rate", "1m,2m,3m", "rate=1m,2m,3m: expected bytes a second as 10m, or two as 10m,5m" },
};

static void mistakes_are_named(void **state)
{
	struct fio_job before;

	(void)state;
	for (size_t i = 0; i < countof(refused); i++) {
		setup(NULL);
		before = job;
		check_row(i, fio_option_set(&job, refused[i].name, refused[i].value, why,
		                            sizeof(why)) < 0);
		if (strcmp(why, refused[i].why) != 0)
			print_error("%s\n", why);
		check_row(i, strcmp(why, refused[i].why) == 0);
		check_row(i, memcmp(&before, &job, sizeof(job)) == 0);
	}
}

static void sizes_of_one_and_of_several_directions(void **state)
{
	(void)state;
	assert_int_equal(fio_option_set(&job, "bs", "4k,8k", why, sizeof(why)), 0);
	assert_int_equal(job.sizes[IO_READ].sizes[0].bytes, 4096);
	assert_int_equal(job.sizes[IO_WRITE].sizes[0].bytes, 8192);
	assert_int_equal(job.sizes[2].sizes[0].bytes, 8192); /* trim: the last one given */
	assert_int_equal(fio_option_set(&job, "bsrange", "4k-16k", why, sizeof(why)), 0);
	assert_int_equal(job.sizes[IO_READ].count, 4);
	assert_int_equal(job.sizes[IO_READ].sizes[3].bytes, 16384);
	assert_int_equal(job.sizes[IO_READ].sizes[3].percent, 25);
	assert_int_equal(fio_option_set(&job, "bsrange", "1k-3k", why, sizeof(why)), 0);
	assert_int_equal(job.sizes[IO_READ].sizes[0].percent + job.sizes[IO_READ].sizes[1].percent +
	                     job.sizes[IO_READ].sizes[2].percent,
	                 100);
	assert_int_equal(fio_option_set(&job, "bssplit", "4k/50:8k:16k,64k/100", why, sizeof(why)),
	                 0);
	assert_int_equal(job.sizes[IO_READ].count, 3);
	assert_int_equal(job.sizes[IO_READ].sizes[1].percent, 25);
	assert_int_equal(job.sizes[IO_WRITE].count, 1);
	assert_int_equal(fio_most_bytes(&job.sizes[IO_READ]), 16384);
	assert_int_equal(fio_least_bytes(&job.sizes[IO_READ]), 4096);
}

static void the_last_of_a_name_counts(void **state)
{
	(void)state;
	assert_int_equal(fio_option_set(&job, "iodepth", "4", why, sizeof(why)), 0);
	assert_int_equal(fio_option_set(&job, "iodepth", "8", why, sizeof(why)), 0);
	assert_int_equal(job.given_count, 1);
	assert_string_equal(job.given[0].value, "8");
}

static void percentiles_are_replaced(void **state)
{
	(void)state;
	assert_int_equal(fio_option_set(&job, "percentile_list", "50:99.9:100", why, sizeof(why)),
	                 0);
	assert_int_equal(job.percentile_count, 3);
	assert_true(fabs(job.percentiles[1] - 99.9) < 1e-9);
}

/* Each row of the table can be found by all its names, and says what it expects. */
static void the_table_is_whole(void **state)
{
	char range[160];

	(void)state;
	for (size_t i = 0; i < fio_option_count; i++) {
		const struct fio_option *option = &fio_options[i];

		check_row(i, fio_option_find(option->name) == option);
		check_row(i, fio_option_range(option, range, sizeof(range))[0] != '\0');
		check_row(i, option->help[0] != '\0');
		for (size_t alias = 0; alias < countof(option->aliases); alias++)
			check_row(i, !option->aliases[alias] ||
			                 fio_option_find(option->aliases[alias]) == option);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(defaults_are_the_originals, setup),
		cmocka_unit_test(values_are_kept),
		cmocka_unit_test(mistakes_are_named),
		cmocka_unit_test_setup(sizes_of_one_and_of_several_directions, setup),
		cmocka_unit_test_setup(the_last_of_a_name_counts, setup),
		cmocka_unit_test_setup(percentiles_are_replaced, setup),
		cmocka_unit_test(the_table_is_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
