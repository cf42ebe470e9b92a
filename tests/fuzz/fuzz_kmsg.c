/* SPDX-License-Identifier: MIT */
/* fuzz_kmsg.c - any record of /dev/kmsg: no fault, and the message always ends */

#include "bench/run/kmsg.h"
#include "bench/run/missing.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check_one(const char *record, size_t message_bytes)
{
	char *message = malloc(message_bytes); /* on the heap: a write past its end is seen */
	char text[64];
	enum event_kind kind;
	unsigned priority;

	if (!message)
		return;
	if (kmsg_parse(record, &priority, message, message_bytes) == 0) {
		if (strnlen(message, message_bytes) == message_bytes || strchr(message, '\n'))
			abort();
		if (kmsg_classify(priority & 7, message, &kind) && event_kind_name(kind)[0] == '?')
			abort();
		if (missing_firmware(message, "core tigon/*\nextra *_fw.bin", text, sizeof(text)) &&
		    strnlen(text, sizeof(text)) == sizeof(text))
			abort();
	}
	free(message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *record = malloc(size + 1);

	if (!record)
		return 0;
	memcpy(record, data, size);
	record[size] = '\0';
	check_one(record, 1);
	check_one(record, 16);
	check_one(record, 256);
	free(record);
	return 0;
}
