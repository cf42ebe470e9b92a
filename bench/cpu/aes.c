/* SPDX-License-Identifier: MIT */
/*
 * cpu.aes - encryption speed of one core, data in the cache
 *
 * Method: AES-128 in counter mode over 16 KiB, in place, with the AES instructions where the
 * CPU has them, else by table; the parameter "code" says which. The kernels are ours, made
 * to be measured: nothing is protected with them. They must first give the answers of FIPS 197
 * and SP 800-38A. As each pass takes back what the one before did, a wrong bit of any pass is
 * still there at the end.
 * Unit:   bytes encrypted per second.
 * Error:  turbo and temperature move it by several percent. A library that uses wider
 * vectors (VAES) is faster.
 * Source: FIPS 197; NIST SP 800-38A, F.5.1
 */

#include "bench/bench.h"
#include "bench/cpu/aes_kernel.h"
#include "bench/cpu/flags.h"
#include "bench/lib/random.h"

#include <string.h>

#define BUFFER_BYTES 16384
#define BLOCKS (BUFFER_BYTES / AES_BLOCK_BYTES)

static void (*const aes_ctr[])(const struct aes_cipher *cipher, uint8_t *data,
                               size_t blocks) = LEVELS_TABLE(aes_ctr);

static struct aes {
	uint8_t buffer[BUFFER_BYTES];
	uint8_t plain[BUFFER_BYTES], secret[BUFFER_BYTES];
	bool is_secret; /* what the buffer holds now */
	struct aes_cipher cipher;
	void (*ctr)(const struct aes_cipher *cipher, uint8_t *data, size_t blocks);
} aes;

/* Standards give a text in one mode or the other: in counter mode both can be checked. */
static const struct known {
	const char *source;
	uint8_t key[AES_BLOCK_BYTES], counter[AES_BLOCK_BYTES];
	uint8_t plain[2 * AES_BLOCK_BYTES], secret[2 * AES_BLOCK_BYTES];
	unsigned blocks;
} known[] = {
	{ "FIPS 197, C.1",
	  { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 },
	  { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd,
	    0xee, 0xff },
	  { 0 },
	  { 0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30, 0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4,
	    0xc5, 0x5a },
	  1 },
	{ "SP 800-38A, F.5.1",
	  { 0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf,
	    0x4f, 0x3c },
	  { 0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd,
	    0xfe, 0xff },
	  { 0x6b, 0xc1, 0xbe, 0xe2, 0x2e, 0x40, 0x9f, 0x96, 0xe9, 0x3d, 0x7e,
	    0x11, 0x73, 0x93, 0x17, 0x2a, 0xae, 0x2d, 0x8a, 0x57, 0x1e, 0x03,
	    0xac, 0x9c, 0x9e, 0xb7, 0x6f, 0xac, 0x45, 0xaf, 0x8e, 0x51 },
	  { 0x87, 0x4d, 0x61, 0x91, 0xb6, 0x20, 0xe3, 0x26, 0x1b, 0xef, 0x68,
	    0x64, 0x99, 0x0d, 0xb6, 0xce, 0x98, 0x06, 0xf6, 0x6b, 0x79, 0x70,
	    0xfd, 0xff, 0x86, 0x17, 0x18, 0x7b, 0xb9, 0xff, 0xfd, 0xff },
	  2 },
};

static int check_known(struct run *run)
{
	for (size_t i = 0; i < countof(known); i++) {
		size_t bytes = known[i].blocks * AES_BLOCK_BYTES;
		uint8_t text[2 * AES_BLOCK_BYTES];

		memcpy(text, known[i].plain, bytes);
		aes_key_expand(&aes.cipher, known[i].key);
		memcpy(aes.cipher.counter, known[i].counter, AES_BLOCK_BYTES);
		aes.ctr(&aes.cipher, text, known[i].blocks);
		for (size_t byte = 0; byte < bytes; byte++)
			if (text[byte] != known[i].secret[byte])
				return fail(run, "%s: byte %zu is %02x, not %02x", known[i].source,
				            byte, text[byte], known[i].secret[byte]);
	}
	return 0;
}

static int prepare_aes(struct run *run)
{
	bool instructions = flags_allow(run, "aes");
	uint64_t random = 1;
	int rc;

	aes.ctr = instructions ? aes_ctr_aesni : aes_ctr[run->job->level - 1];
	aes.is_secret = false;
	run->state = &aes;
	param_number(run, "level", run->job->level);
	param_text(run, "code", instructions ? "aes-ni" : "table");
	param_number(run, "buffer_bytes", BUFFER_BYTES);
	rc = check_known(run);
	if (rc)
		return rc;

	for (unsigned i = 0; i < BUFFER_BYTES; i++)
		aes.plain[i] = (uint8_t)(random_next(&random) >> 56);
	memcpy(aes.buffer, aes.plain, sizeof(aes.buffer));
	memcpy(aes.secret, aes.plain, sizeof(aes.secret));
	aes_ctr_v1(&aes.cipher, aes.secret, BLOCKS); /* by other means, if there are */
	return 0;
}

static int run_aes(struct run *run, uint64_t iterations)
{
	(void)run;
	while (iterations--) {
		aes.ctr(&aes.cipher, aes.buffer, BLOCKS);
		aes.is_secret = !aes.is_secret;
	}
	return 0;
}

static int verify_aes(struct run *run)
{
	const uint8_t *right = aes.is_secret ? aes.secret : aes.plain;

	for (unsigned i = 0; i < BUFFER_BYTES; i++)
		if (aes.buffer[i] != right[i])
			return fail(run, "byte %u of the buffer is %02x, not %02x", i,
			            aes.buffer[i], right[i]);
	return 0;
}

const struct benchmark cpu_aes = {
	.name = "cpu.aes",
	.title = "AES-128 in counter mode, one core",
	.source = "FIPS 197; NIST SP 800-38A",
	.metric = "throughput",
	.unit = UNIT_BYTES_PER_S,
	.better = BETTER_HIGHER,
	.work = BUFFER_BYTES,
	.prepare = prepare_aes,
	.run = run_aes,
	.verify = verify_aes,
};
