/* SPDX-License-Identifier: MIT */
/*
 * cpu.compress - compression speed of one core, data in the cache
 *
 * Method: compress 64 KiB of made-up text with a small LZ77 compressor of our own, of the
 * kind of LZ4: one hash table, the first match is taken. The text is words of a random
 * vocabulary, the frequent ones far more often than the rest. Each pass must give as many
 * bytes as the first; the output of the last is expanded and compared with the text.
 * Unit:   bytes of input per second.
 * Error:  turbo and temperature move it by several percent. It depends on how the branches
 * of just this text are foreseen; other texts and compressors differ.
 * Source: Ziv and Lempel 1977; LZRW1, Williams 1991; LZ4, Collet 2011
 */

#include "bench/bench.h"
#include "bench/cpu/lz.h"
#include "bench/lib/random.h"

#include <string.h>

#define TEXT_BYTES 65536
#define WORDS 1024

static size_t (*const lz_compress[])(uint8_t *to, const uint8_t *from,
                                     size_t bytes) = LEVELS_TABLE(lz_compress);

static struct compress {
	size_t output_bytes; /* the last wrong number, else the right one */
	size_t right_bytes;
	uint8_t output[LZ_OUTPUT_MAX(TEXT_BYTES)];
	uint8_t text[TEXT_BYTES], back[TEXT_BYTES];
} compress;

static size_t make_word(char word[12], uint64_t *random)
{
	size_t length = 2 + random_next(random) % 9;

	for (size_t i = 0; i < length; i++)
		word[i] = (char)('a' + random_next(random) % 26);
	word[length] = ' ';
	return length + 1;
}

/* The product of two even numbers is small more often than not: so are words in a text. */
static void make_text(uint8_t text[TEXT_BYTES])
{
	static char words[WORDS][12];
	static size_t lengths[WORDS];
	uint64_t random = 1;
	size_t at = 0;

	for (unsigned i = 0; i < WORDS; i++)
		lengths[i] = make_word(words[i], &random);
	while (at < TEXT_BYTES) {
		uint64_t number = random_next(&random);
		size_t word = (number >> 32) % WORDS * ((number & 0xffffffff) % WORDS) / WORDS;
		size_t room = TEXT_BYTES - at, length = lengths[word];

		memcpy(text + at, words[word], length < room ? length : room);
		at += length;
	}
}

static int prepare_compress(struct run *run)
{
	make_text(compress.text);
	compress.right_bytes =
	    lz_compress[run->job->level - 1](compress.output, compress.text, TEXT_BYTES);
	compress.output_bytes = compress.right_bytes;
	run->state = &compress;
	param_number(run, "level", run->job->level);
	param_number(run, "input_bytes", TEXT_BYTES);
	param_number(run, "output_bytes", (double)compress.right_bytes);
	return 0;
}

static int run_compress(struct run *run, uint64_t iterations)
{
	while (iterations--) {
		size_t bytes =
		    lz_compress[run->job->level - 1](compress.output, compress.text, TEXT_BYTES);

		if (bytes != compress.right_bytes)
			compress.output_bytes = bytes;
	}
	return 0;
}

static int verify_compress(struct run *run)
{
	int bytes;

	if (compress.output_bytes != compress.right_bytes)
		return fail(run, "the same text became %zu bytes once, and %zu at first",
		            compress.output_bytes, compress.right_bytes);
	bytes = lz_expand(compress.back, TEXT_BYTES, compress.output, compress.right_bytes);
	if (bytes < 0)
		return fail(run, "what the text was compressed to cannot be expanded");
	for (int i = 0; i < bytes; i++)
		if (compress.back[i] != compress.text[i])
			return fail(run, "byte %d of the text comes back as %02x, not %02x", i,
			            compress.back[i], compress.text[i]);
	if (bytes != TEXT_BYTES)
		return fail(run, "%d bytes of the text come back, not %d", bytes, TEXT_BYTES);
	return 0;
}

const struct benchmark cpu_compress = {
	.name = "cpu.compress",
	.title = "LZ77 compression of a text in the cache, one core",
	.source = "Ziv and Lempel 1977; LZ4, Collet 2011",
	.metric = "throughput",
	.unit = UNIT_BYTES_PER_S,
	.better = BETTER_HIGHER,
	.work = TEXT_BYTES,
	.prepare = prepare_compress,
	.run = run_compress,
	.verify = verify_compress,
};
