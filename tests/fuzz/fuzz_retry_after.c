/* SPDX-License-Identifier: MIT */
/* fuzz_retry_after.c - the parts of a reply of a server that are parsed here */

#include "bench/deliver/reply.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct reply reply = { 0 };
	const char *text = (const char *)data, *end = text + size;
	uint64_t wait_ns;

	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t length = newline ? (size_t)(newline + 1 - text) : (size_t)(end - text);

		reply_header(&reply, text, length);
		text += length;
	}
	wait_ns = reply_wait_ns(1, 0, reply_retry_after_s(&reply, 1764515000), SECONDS(3600));
	if (wait_ns < SECONDS(1) || wait_ns > SECONDS(3600))
		abort();
	return 0;
}
