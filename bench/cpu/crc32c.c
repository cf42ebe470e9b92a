/* SPDX-License-Identifier: MIT */
/*
 * cpu.crc32c - speed of the checksum that storage and networks use, one core, data in the cache
 *
 * Method: CRC-32C of three blocks of 4 KiB side by side; from level 2 with the instruction of
 * SSE4.2, at level 1 with eight tables. The kernels must first give the known answer, and
 * then for each block what a loop over its bits has found.
 * Unit:   bytes checked per second.
 * Error:  turbo and temperature move it by several percent. Code that multiplies without
 * carry (PCLMULQDQ) can be faster.
 * Source: Castagnoli 1993; RFC 3720, 12.1; the answer: check value of CRC-32/ISCSI
 */

#include "bench/bench.h"
#include "bench/cpu/crc32c_kernel.h"
#include "bench/lib/random.h"

#define BLOCK_BYTES 4096
#define LANES CRC32C_LANES

#define KNOWN_TEXT "123456789"
#define KNOWN_CRC 0xe3069283u

static void (*const crc32c[])(const uint8_t *const data[LANES], size_t bytes,
                              uint32_t crcs[LANES]) = LEVELS_TABLE(crc32c);

static struct crc {
	uint32_t found[LANES]; /* the last wrong ones, else the right ones */
	uint32_t right[LANES];
	uint8_t blocks[LANES][BLOCK_BYTES];
} crc;

static uint32_t crc_by_bits(const uint8_t *data, size_t bytes)
{
	uint32_t sum = ~0u;

	for (size_t i = 0; i < bytes; i++) {
		sum ^= data[i];
		for (unsigned bit = 0; bit < 8; bit++)
			sum = sum >> 1 ^ (sum & 1 ? CRC32C_POLYNOMIAL : 0);
	}
	return ~sum;
}

static int check_known(struct run *run)
{
	const uint8_t *text = (const uint8_t *)KNOWN_TEXT;
	const uint8_t *const texts[LANES] = { text, text, text };
	uint32_t found[LANES];

	crc32c[run->job->level - 1](texts, sizeof(KNOWN_TEXT) - 1, found);
	for (unsigned i = 0; i < LANES; i++)
		if (found[i] != KNOWN_CRC)
			return fail(run, "checksum of %s is %08x, not %08x", KNOWN_TEXT, found[i],
			            KNOWN_CRC);
	return 0;
}

static int prepare_crc32c(struct run *run)
{
	uint64_t random = 1;

	run->state = &crc;
	param_number(run, "level", run->job->level);
	param_text(run, "code", run->job->level >= 2 ? "sse4.2" : "table");
	param_number(run, "buffer_bytes", sizeof(crc.blocks));
	crc32c_tables_make();
	for (unsigned lane = 0; lane < LANES; lane++) {
		for (unsigned i = 0; i < BLOCK_BYTES; i++)
			crc.blocks[lane][i] = (uint8_t)(random_next(&random) >> 56);
		crc.right[lane] = crc_by_bits(crc.blocks[lane], BLOCK_BYTES);
		crc.found[lane] = crc.right[lane];
	}
	return check_known(run);
}

static int run_crc32c(struct run *run, uint64_t iterations)
{
	const uint8_t *const data[LANES] = { crc.blocks[0], crc.blocks[1], crc.blocks[2] };

	while (iterations--) {
		uint32_t found[LANES];

		crc32c[run->job->level - 1](data, BLOCK_BYTES, found);
		for (unsigned i = 0; i < LANES; i++)
			if (found[i] != crc.right[i])
				crc.found[i] = found[i];
	}
	return 0;
}

static int verify_crc32c(struct run *run)
{
	for (unsigned i = 0; i < LANES; i++)
		if (crc.found[i] != crc.right[i])
			return fail(run, "checksum of block %u is %08x, not %08x", i, crc.found[i],
			            crc.right[i]);
	return 0;
}

const struct benchmark cpu_crc32c = {
	.name = "cpu.crc32c",
	.title = "CRC-32C of data in the cache, one core",
	.source = "RFC 3720, 12.1",
	.metric = "throughput",
	.unit = UNIT_BYTES_PER_S,
	.better = BETTER_HIGHER,
	.work = LANES * BLOCK_BYTES,
	.prepare = prepare_crc32c,
	.run = run_crc32c,
	.verify = verify_crc32c,
};
