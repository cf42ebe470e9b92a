/* SPDX-License-Identifier: MIT */
/*
 * cpu.sha256 - hashing speed of one core, data in the cache
 *
 * Method: SHA-256 of 16 KiB, with the SHA instructions where the CPU has them, else in plain
 * C for the level of the job; the parameter "code" says which. The kernels are ours, made to be
 * measured: nothing is protected with them. They must first give the answers of FIPS 180,
 * and then the same digest every time, which plain C for the first x86-64 gives as well.
 * Unit:   bytes hashed per second.
 * Error:  turbo and temperature move it by several percent.
 * Source: FIPS 180-4; the answers: NIST, SHA-256 examples
 */

#include "bench/bench.h"
#include "bench/cpu/flags.h"
#include "bench/cpu/sha256_kernel.h"
#include "bench/lib/random.h"

#include <string.h>

#define BUFFER_BYTES 16384

struct digest {
	uint32_t words[SHA256_WORDS];
};

static void (*const sha256_blocks[])(uint32_t state[SHA256_WORDS], const uint8_t *data,
                                     size_t blocks) = LEVELS_TABLE(sha256_blocks);

static struct sha256 {
	struct digest digest; /* the last wrong one, else the right one */
	struct digest right;
	uint8_t buffer[BUFFER_BYTES];
	void (*blocks)(uint32_t state[SHA256_WORDS], const uint8_t *data, size_t blocks);
} sha256;

static const struct {
	const char *text;
	struct digest digest;
} known[] = {
	{ "abc",
	  { { 0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61,
	      0xf20015ad } } },
	{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
	  { { 0x248d6a61, 0xd20638b8, 0xe5c02693, 0x0c3e6039, 0xa33ce459, 0x64ff2167, 0xf6ecedd4,
	      0x19db06c1 } } },
};

/* The whole of SHA-256: whole blocks, then the rest with its padding and length. */
static struct digest hash(const uint8_t *data, size_t bytes,
                          void (*blocks)(uint32_t *, const uint8_t *, size_t))
{
	struct digest digest = { { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
		                   0x9b05688c, 0x1f83d9ab, 0x5be0cd19 } };
	uint8_t last[2 * SHA256_BLOCK_BYTES] = { 0 };
	size_t whole = bytes / SHA256_BLOCK_BYTES, rest = bytes % SHA256_BLOCK_BYTES;
	size_t last_bytes = rest + 9 > SHA256_BLOCK_BYTES ? sizeof(last) : SHA256_BLOCK_BYTES;
	uint64_t bits = __builtin_bswap64((uint64_t)bytes * 8);

	blocks(digest.words, data, whole);
	memcpy(last, data + whole * SHA256_BLOCK_BYTES, rest);
	last[rest] = 0x80;
	memcpy(last + last_bytes - sizeof(bits), &bits, sizeof(bits));
	blocks(digest.words, last, last_bytes / SHA256_BLOCK_BYTES);
	return digest;
}

static int compare(struct run *run, const char *what, const struct digest *digest,
                   const struct digest *right)
{
	for (unsigned i = 0; i < SHA256_WORDS; i++)
		if (digest->words[i] != right->words[i])
			return fail(run, "digest of %s: word %u is %08x, not %08x", what, i,
			            digest->words[i], right->words[i]);
	return 0;
}

static int prepare_sha256(struct run *run)
{
	bool instructions = flags_allow(run, "sha_ni");
	uint64_t random = 1;

	sha256.blocks = instructions ? sha256_blocks_shani : sha256_blocks[run->job->level - 1];
	run->state = &sha256;
	param_number(run, "level", run->job->level);
	param_text(run, "code", instructions ? "sha-ni" : "plain");
	param_number(run, "buffer_bytes", BUFFER_BYTES);

	for (size_t i = 0; i < countof(known); i++) {
		struct digest digest =
		    hash((const uint8_t *)known[i].text, strlen(known[i].text), sha256.blocks);
		int rc = compare(run, "a known text", &digest, &known[i].digest);

		if (rc)
			return rc;
	}
	for (unsigned i = 0; i < BUFFER_BYTES; i++)
		sha256.buffer[i] = (uint8_t)(random_next(&random) >> 56);
	sha256.right = hash(sha256.buffer, BUFFER_BYTES, sha256_blocks_v1);
	sha256.digest = sha256.right;
	return 0;
}

static int run_sha256(struct run *run, uint64_t iterations)
{
	(void)run;
	while (iterations--) {
		struct digest digest = hash(sha256.buffer, BUFFER_BYTES, sha256.blocks);

		if (memcmp(&digest, &sha256.right, sizeof(digest)) != 0)
			sha256.digest = digest;
	}
	return 0;
}

static int verify_sha256(struct run *run)
{
	return compare(run, "the buffer", &sha256.digest, &sha256.right);
}

const struct benchmark cpu_sha256 = {
	.name = "cpu.sha256",
	.title = "SHA-256 of data in the cache, one core",
	.source = "FIPS 180-4",
	.metric = "throughput",
	.unit = UNIT_BYTES_PER_S,
	.better = BETTER_HIGHER,
	.work = BUFFER_BYTES,
	.prepare = prepare_sha256,
	.run = run_sha256,
	.verify = verify_sha256,
};
