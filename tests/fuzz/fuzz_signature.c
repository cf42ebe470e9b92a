/* SPDX-License-Identifier: MIT */
/* fuzz_signature.c - any content of a disk, of any size */

#include "bench/machine/image.h"
#include "bench/machine/signature.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#define READS_MAX 300
#define IMAGE_READS_MAX 4500 /* a folder of 2,048 files, twice, with the table between */

struct input {
	const uint8_t *data;
	size_t size;
	uint64_t bytes; /* of the disk */
	unsigned reads_left;
};

/* The disk is the input over and over, so that a small input reaches every place. */
static int input_read(void *context, uint64_t offset, void *to, size_t size)
{
	struct input *input = context;
	size_t i, at = offset % input->size;

	if (size > input->bytes || offset > input->bytes - size || input->reads_left-- == 0)
		abort();
	for (i = 0; i < size; i++) {
		((uint8_t *)to)[i] = input->data[at];
		at = at + 1 < input->size ? at + 1 : 0;
	}
	return 0;
}

static void check(int rc, const char *name, size_t size)
{
	if (rc < 0 || rc > 1 || !memchr(name, '\0', size) || (rc == 1) != (name[0] != '\0'))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size, 0, READS_MAX };
	struct medium medium = { input_read, &input, 0 };
	char name[IMAGE_ID_BYTES], uuid[PARTITION_UUID_BYTES];

	if (size < 16)
		return 0;
	/* the last bytes say how large the disk is, up to some MiB */
	input.bytes = medium.bytes = (data[size - 1] << 16 | data[size - 2] << 8 | data[size - 3]);
	memset(name, 'x', sizeof(name));
	check(signature_find(&medium, name, sizeof(name)), name, sizeof(name));
	memset(name, 'x', sizeof(name));
	check(signature_of_gpt(&medium, data[size - 4] & 1 ? 4096 : 512, data[size - 5], name,
	                       sizeof(name)),
	      name, sizeof(name));
	memset(uuid, 'x', sizeof(uuid));
	check(gpt_uuid(&medium, 512, data[size - 5], uuid), uuid, sizeof(uuid));
	input.reads_left = IMAGE_READS_MAX;
	memset(name, 'x', sizeof(name));
	check(image_find(&medium, name), name, sizeof(name));
	return 0;
}
