/* SPDX-License-Identifier: MIT */
/* test_format_fio.c - what fio prints, byte for byte */

#include "tests/unit/check.h"

#include "bench/formats/fio_part.h"
#include "tests/unit/fake_fio.h"
#include "tests/unit/sample_fio.h"

#include <stdlib.h>
#include <string.h>

static struct fake_fio fake;

/* What @print prints; free() it. */
static char *text_of(void (*print)(FILE *out, const struct fio_report *report))
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	print(out, &fake.report);
	fclose(out);
	return text;
}

static void check_text(void (*print)(FILE *out, const struct fio_report *report),
                       const char *expected)
{
	char *text = text_of(print);

	assert_string_equal(text, expected);
	free(text);
}

static void check_part(void (*print)(FILE *out, const struct fio_report *report), const char *part)
{
	char *text = text_of(print);

	if (!strstr(text, part))
		print_error("%s\nhas not: %s\n", text, part);
	assert_non_null(strstr(text, part));
	free(text);
}

static int teardown(void **state)
{
	(void)state;
	fake_fio_free(&fake);
	return 0;
}

static const struct {
	uint64_t value;
	unsigned digits;
	bool binary;
	const char *unit, *text;
} numbers_of_3_33[] = {
	{ 0, 4, false, "", "0" },
	{ 999, 4, false, "", "999" },
	{ 9999, 4, false, "", "9999" },
	{ 10000, 4, false, "", "10.0k" },
	{ 57644, 4, false, "", "57.6k" },
	{ 134010, 4, false, "", "134k" },
	{ 10130000, 4, false, "", "10.1M" },
	{ 99960, 4, false, "", "100.0k" }, /* carried into the integer */
	{ 4096, 4, true, "B", "4096B" },
	{ 16384, 4, true, "B", "16.0KiB" },
	{ 65536, 4, true, "B", "64.0KiB" },
	{ 131072, 4, true, "B", "128KiB" },
	{ 1048576, 4, true, "B", "1024KiB" },
	{ 1536ull << 30, 4, true, "B", "1536GiB" },
	{ UINT64_MAX, 4, true, "B", "16.0EiB" },
	{ 549000000, 4, false, "B/s", "549MB/s" },
	{ 6632812, 6, false, "", "6632.8k" },
	{ 55547123, 6, false, "", "55547k" },
	{ 135952, 6, false, "", "135952" },
};
static const struct {
	uint64_t value;
	bool binary;
	const char *text;
} numbers_of_1_59[] = {
	{ 3, false, "3 " },
	{ 25099, false, "25099 " },
	{ 1339400, false, "1339.4K" },
	{ 1073741824, true, "1024.0M" },
	{ 102805504, true, "100396K" },
	{ 10240ull << 20, true, "10240M" },
	{ 2ull << 50, true, "2048.0T" },
};

static void numbers(void **state)
{
	char text[FIO_NUMBER_BYTES];

	(void)state;
	for (size_t i = 0; i < countof(numbers_of_3_33); i++) {
		fio_number(text, numbers_of_3_33[i].value, numbers_of_3_33[i].digits,
		           numbers_of_3_33[i].binary, numbers_of_3_33[i].unit);
		if (strcmp(text, numbers_of_3_33[i].text) != 0)
			print_error("%s\n", text);
		check_row(i, strcmp(text, numbers_of_3_33[i].text) == 0);
	}
	for (size_t i = 0; i < countof(numbers_of_1_59); i++) {
		fio_old_number(text, numbers_of_1_59[i].value, numbers_of_1_59[i].binary);
		if (strcmp(text, numbers_of_1_59[i].text) != 0)
			print_error("%s\n", text);
		check_row(i, strcmp(text, numbers_of_1_59[i].text) == 0);
	}
	assert_string_equal(fio_old_size(text, 4096), "4K");
	assert_string_equal(fio_old_size(text, 512), "512 ");
	assert_string_equal(fio_old_size(text, 1 << 20), "1M");
}

static void text_of_3_33(void **state)
{
	(void)state;
	fake_fio_sample(&fake, FAKE_FIO_SAMPLE);
	check_text(fio_print_text, text_3_33);
}

static void text_of_1_59(void **state)
{
	(void)state;
	fake_fio_sample(&fake, FAKE_FIO_SAMPLE " --output-layout=1.59");
	check_text(fio_print_text, text_1_59);
}

static void line_of_terse(void **state)
{
	(void)state;
	fake_fio_sample(&fake, FAKE_FIO_SAMPLE);
	check_text(fio_print_terse, terse_3);
}

/* Threads that are not reported together; an error; a description. */
static void reports_of_one_thread_each(void **state)
{
	(void)state;
	fake_fio_make(&fake, "--name=job --ioengine=null --size=4m --numjobs=2 --description=two");
	fake_fio_add(&fake.run.threads[0], IO_READ, 2, 4096, 100);
	fake_fio_add(&fake.run.threads[1], IO_READ, 8, 4096, 100);
	fake.run.threads[0].runtime_ms[IO_READ] = 10;
	fake.run.threads[1].runtime_ms[IO_READ] = 20;
	fake.run.threads[1].error = 5;
	snprintf(fake.run.threads[1].why, sizeof(fake.run.threads[1].why),
	         "read of 4096 bytes at offset 8192: Input/output error");
	fake_fio_report(&fake);
	check_part(fio_print_text, "\n  Description  : [two]\n  read: IOPS=200, ");
	check_part(fio_print_text,
	           "job: (groupid=0, jobs=1): err= 5 (file:, error=read of 4096 bytes at offset "
	           "8192: Input/output error): pid=0: ");
	check_part(fio_print_text, "   READ: bw=2000KiB/s (2048kB/s), 800KiB/s-1600KiB/s "
	                           "(819kB/s-1638kB/s), io=40.0KiB (41.0kB), run=10-20msec\n");
}

static void lines_that_not_all_have(void **state)
{
	struct io_outcome *outcome;

	(void)state;
	fake_fio_make(&fake, "--name=job --ioengine=null --size=4m --slat_percentiles=1 "
	                     "--lat_percentiles=1 --percentile_list=50:100");
	outcome = &fake.run.threads[0].outcome;
	fake_fio_add(&fake.run.threads[0], IO_READ, 99999, 4096, 400);
	fake_fio_add(&fake.run.threads[0], IO_READ, 1, 4096, 12000000);
	moments_add(&outcome->tally[IO_READ].slat, 961);
	histogram_add(&outcome->tally[IO_READ].slat_histogram, 961);
	histogram_add(&outcome->tally[IO_READ].lat_histogram, 500);
	moments_add(&outcome->sync, 356000);
	moments_add(&outcome->sync, 11514000);
	histogram_add(&outcome->sync_histogram, 356000);
	fake.run.threads[0].runtime_ms[IO_READ] = 1000;
	moments_add(&fake.run.threads[0].rates[IO_READ].bw_kib_per_s, 2 << 20);
	fake_fio_report(&fake);
	check_part(fio_print_text, "    slat (nsec): min=961, max=961, avg=961.00, stdev= 0.00\n");
	check_part(fio_print_text, "    slat percentiles (nsec):\n"
	                           "     | 50.00th=[  964], 100.00th=[  964]\n");
	check_part(fio_print_text, "    lat percentiles (nsec):\n     | 50.00th=[  502], ");
	check_part(fio_print_text, "   bw (  MiB/s): min= 2048, max= 2048, per=100.00%, "
	                           "avg=2048.00, stdev= 0.00, samples=1\n");
	/* what is there is never shown as nothing */
	check_part(fio_print_text, "  lat (nsec)   : 500=100.00%\n  lat (msec)   : 20=0.01%\n");
	check_part(fio_print_text, "  fsync/fdatasync/sync_file_range:\n"
	                           "    sync (usec): min=356, max=11514, avg=5935.00, ");
}

static void counters_of_an_array(void **state)
{
	struct fio_stat_source *stats;

	(void)state;
	fake_fio_sample(&fake, FAKE_FIO_SAMPLE);
	stats = fake.run.stats;
	stats[1] = stats[0];
	snprintf(stats[0].name, sizeof(stats[0].name), "md7");
	stats[0].member_count = 1;
	fake.report.stat_count = 2;
	check_part(fio_print_text,
	           "\nDisk stats (read/write):\n"
	           "    md7: ios=12/34, merge=5/6, ticks=78/90, in_queue=168, util=50.00%, "
	           "aggrios=12/34, aggrmerge=5/6, aggrticks=78/90, aggrin_queue=168, "
	           "aggrutil=50.00%\n"
	           "  sdx: ios=12/34, merge=5/6, ticks=78/90, in_queue=168, util=50.00%\n");
}

/* Five classes in a line; the last one of ms has no upper bound. */
static void a_wide_spread(void **state)
{
	(void)state;
	fake_fio_make(&fake, "--name=job --ioengine=null --size=4m");
	for (unsigned i = 0; i < FIO_MS_CLASSES; i++)
		fake_fio_add(&fake.run.threads[0], IO_READ, 1, 4096,
		             1000000ull * (i ? fio_class_bounds[i - 1] : 1) * 103 / 100);
	fake_fio_report(&fake);
	check_part(fio_print_text,
	           "  lat (msec)   : 2=8.33%, 4=8.33%, 10=8.33%, 20=8.33%, 50=8.33%\n"
	           "  lat (msec)   : 100=8.33%, 250=8.33%, 500=8.33%, 750=8.33%, 1000=8.33%\n"
	           "  lat (msec)   : 2000=8.33%, >=2000=8.33%\n");
}

static void lines_before_the_first_io(void **state)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	fake_fio_make(&fake, "--ioengine=null --size=4m --name=a --bs=4k,16k --numjobs=2 "
	                     "--name=b --stonewall --rw=randwrite --iodepth=8");
	fake_fio_report(&fake);
	fio_print_begin(out, &fake.run);
	fclose(out);
	assert_string_equal(
	    text, "a: (g=0): rw=read, bs=(R) 4096B-4096B, (W) 16.0KiB-16.0KiB, (T) "
		  "16.0KiB-16.0KiB, ioengine=null, iodepth=1\n...\n"
		  "b: (g=1): rw=randwrite, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, "
		  "ioengine=null, iodepth=8\n" FIO_VERSION "\nStarting 3 threads\n");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test_teardown(text_of_3_33, teardown),
		cmocka_unit_test_teardown(text_of_1_59, teardown),
		cmocka_unit_test_teardown(line_of_terse, teardown),
		cmocka_unit_test_teardown(reports_of_one_thread_each, teardown),
		cmocka_unit_test_teardown(lines_that_not_all_have, teardown),
		cmocka_unit_test_teardown(counters_of_an_array, teardown),
		cmocka_unit_test_teardown(a_wide_spread, teardown),
		cmocka_unit_test_teardown(lines_before_the_first_io, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
