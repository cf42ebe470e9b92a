/* SPDX-License-Identifier: MIT */
/* test_bench_cpu.c - the kernels of one CPU give the known answer and notice a wrong one */

#include "tests/unit/check.h"

#include "bench/cpu/lz.h"
#include "bench/lib/random.h"
#include "bench/lib/text.h"
#include "tests/unit/fake_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct benchmark cpu_integer, cpu_float, cpu_aes, cpu_sha256, cpu_crc32c, cpu_compress;

static struct fake_run fake;

static const struct benchmark *const kernels[] = {
	&cpu_integer, &cpu_float, &cpu_aes, &cpu_sha256, &cpu_crc32c, &cpu_compress,
};

/* Each at each level that this CPU has, with its further instructions and without. */
static void right_answers_pass(void **state)
{
	static struct machine machine;

	(void)state;
	cpu_probe(&machine, "");
	for (size_t i = 0; i < 2 * countof(kernels); i++)
		for (unsigned level = 1; level <= machine.cpu.level; level++) {
			const struct benchmark *kernel = kernels[i / 2];

			fake_run_make(&fake, kernel);
			fake.job.level = level;
			if (i % 2)
				memcpy(fake.machine.cpu.flags, machine.cpu.flags,
				       sizeof(machine.cpu.flags));
			check_row(i, kernel->prepare(&fake.run) == 0);
			check_row(i, kernel->run(&fake.run, 3) == 0);
			check_row(i, kernel->verify(&fake.run) == 0);
			check_row(i, fake.result.reason[0] == '\0');
			check_row(i, strtoul(fake_run_param(&fake, "level"), NULL, 10) == level);
		}
}

static void level_1_is_the_first_x86_64(void **state)
{
	static const struct {
		const struct benchmark *benchmark;
		unsigned level;
		const char *flags, *code;
	} rows[] = {
		{ &cpu_aes, 1, "fpu aes sha_ni", "table" },
		{ &cpu_aes, 2, "fpu aesx sha", "table" },
		{ &cpu_aes, 2, "fpu aes sha_ni", "aes-ni" },
		{ &cpu_sha256, 1, "sha_ni", "plain" },
		{ &cpu_sha256, 2, "fpu sha_ni", "sha-ni" },
		{ &cpu_sha256, 3, "aes", "plain" },
		{ &cpu_crc32c, 1, "sse4_2", "table" },
		{ &cpu_crc32c, 2, "", "sse4.2" },
	};
	static struct machine machine;

	(void)state;
	cpu_probe(&machine, "");
	for (size_t i = 0; i < countof(rows); i++) {
		if (rows[i].level > machine.cpu.level || !strstr(machine.cpu.flags, "sha_ni"))
			continue; /* it would not survive what it is told to have */
		fake_run_make(&fake, rows[i].benchmark);
		fake.job.level = rows[i].level;
		text_copy(fake.machine.cpu.flags, sizeof(fake.machine.cpu.flags), rows[i].flags);
		check_row(i, rows[i].benchmark->prepare(&fake.run) == 0);
		check_row(i, strcmp(fake_run_param(&fake, "code"), rows[i].code) == 0);
	}
}

static void a_wrong_count_of_primes_is_found(void **state)
{
	(void)state;
	fake_run_make(&fake, &cpu_integer);
	assert_int_equal(cpu_integer.prepare(&fake.run), 0);
	*(unsigned *)fake.run.state += 1;
	assert_int_equal(cpu_integer.run(&fake.run, 2), 0); /* right ones do not heal it */
	assert_int_not_equal(cpu_integer.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_string_equal(fake.result.reason, "counted 6543 primes below 65536, not 6542");
}

static void a_wrong_solution_is_found(void **state)
{
	double *x;

	(void)state;
	fake_run_make(&fake, &cpu_float);
	assert_int_equal(cpu_float.prepare(&fake.run), 0);
	x = fake.run.state;
	x[7] += 1e-6;
	assert_int_not_equal(cpu_float.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_non_null(strstr(fake.result.reason, "unknown 7 of the equations is 1.0000010"));
}

/* One wrong bit at the very end is far within the error of the method. */
static void a_solution_that_is_not_the_same_is_found(void **state)
{
	double *x;

	(void)state;
	fake_run_make(&fake, &cpu_float);
	assert_int_equal(cpu_float.prepare(&fake.run), 0);
	x = fake.run.state;
	x[99] = nextafter(x[99], 2);
	assert_int_not_equal(cpu_float.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_string_equal(fake.result.reason, "the same equations gave two different solutions");
}

/* The state of these begins with the answer: a bit that is flipped there is named. */
static void a_flipped_bit_is_found(void **state)
{
	static const struct {
		const struct benchmark *benchmark;
		size_t byte;
		unsigned runs_after;
		const char *reason;
	} rows[] = {
		{ &cpu_aes, 100, 0, "byte 100 of the buffer is " },
		{ &cpu_aes, 16383, 1, "byte 16383 of the buffer is " },
		{ &cpu_aes, 0, 2, "byte 0 of the buffer is " },
		{ &cpu_sha256, 12, 0, "digest of the buffer: word 3 is " },
		{ &cpu_sha256, 31, 2, "digest of the buffer: word 7 is " },
		{ &cpu_crc32c, 4, 0, "checksum of block 1 is " },
		{ &cpu_crc32c, 11, 2, "checksum of block 2 is " },
		{ &cpu_compress, 1, 2, "the same text became " },
		{ &cpu_compress, 2 * sizeof(size_t) + 3, 0, " of the text comes back as " },
		{ &cpu_compress, 2 * sizeof(size_t), 0, "" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		fake_run_make(&fake, rows[i].benchmark);
		check_row(i, rows[i].benchmark->prepare(&fake.run) == 0);
		check_row(i, rows[i].benchmark->run(&fake.run, 3) == 0);
		((uint8_t *)fake.run.state)[rows[i].byte] ^= 0x10;
		check_row(i, rows[i].benchmark->run(&fake.run, rows[i].runs_after) == 0);
		check_row(i, rows[i].benchmark->verify(&fake.run) != 0);
		check_row(i, fake.result.status == STATUS_FAILED);
		check_row(i, strstr(fake.result.reason, rows[i].reason));
	}
}

static uint8_t text[LZ_INPUT_MAX], packed[LZ_OUTPUT_MAX(LZ_INPUT_MAX)], back[LZ_INPUT_MAX];

/* Bytes that repeat after @period, or never if it is 0. */
static void make_text(size_t period)
{
	uint64_t random = 1;

	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = period && i >= period ? text[i - period]
		                                : (uint8_t)(random_next(&random) >> 56);
}

static void what_is_compressed_comes_back(void **state)
{
	static const size_t periods[] = { 0, 1, 3, 4, 5, 1000, 65535 };
	static const size_t sizes[] = { 0, 1, 3, 4, 5, 19, 20, 274, 275, 276, 4096, 65535, 65536 };

	(void)state;
	for (size_t i = 0; i < countof(periods); i++) {
		make_text(periods[i]);
		for (size_t j = 0; j < countof(sizes); j++) {
			size_t bytes = lz_compress_v1(packed, text, sizes[j]);

			check_row(i, bytes <= LZ_OUTPUT_MAX(sizes[j]));
			check_row(i, lz_expand(back, sizes[j], packed, bytes) == (int)sizes[j]);
			check_row(i, memcmp(back, text, sizes[j]) == 0);
		}
	}
}

/* Whatever the bytes are, nothing is read or written beside them: the sanitizer looks. */
static void nonsense_is_not_expanded(void **state)
{
	uint64_t random = 1;

	(void)state;
	for (unsigned i = 0; i < 20000; i++) {
		uint8_t *exact = malloc(40), *room = malloc(200);

		for (unsigned byte = 0; byte < 40; byte++)
			exact[byte] = (uint8_t)(random_next(&random) >> (i % 2 ? 56 : 60));
		check_row(i, lz_expand(room, 200, exact, 1 + i % 40) <= 200);
		free(exact);
		free(room);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(right_answers_pass),
		cmocka_unit_test(level_1_is_the_first_x86_64),
		cmocka_unit_test(a_wrong_count_of_primes_is_found),
		cmocka_unit_test(a_wrong_solution_is_found),
		cmocka_unit_test(a_solution_that_is_not_the_same_is_found),
		cmocka_unit_test(a_flipped_bit_is_found),
		cmocka_unit_test(what_is_compressed_comes_back),
		cmocka_unit_test(nonsense_is_not_expanded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
