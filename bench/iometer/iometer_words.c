/* SPDX-License-Identifier: MIT */
/* iometer_words.c - the command line of assay iometer */

#include "bench/iometer/iometer_words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int set_option(const struct iometer_option *option, struct iometer_request *request,
                      const char *value)
{
	char *field = (char *)request + option->offset;

	if (option->take)
		return option->take(request, value);
	if (option->form[0])
		*(const char **)field = value;
	else
		*(bool *)field = true;
	return 0;
}

static int take_option(struct iometer_request *request, const char *word, char *why,
                       size_t why_size)
{
	size_t length = strcspn(word, "=");

	for (size_t i = 0; i < iometer_option_count; i++) {
		const struct iometer_option *option = &iometer_options[i];
		bool has_value = option->form[0] != '\0';

		if (strlen(option->name) != length - 2 ||
		    strncmp(option->name, word + 2, length - 2) != 0)
			continue;
		if ((word[length] == '=') == has_value &&
		    set_option(option, request, word + length + has_value) == 0)
			return 0;
		snprintf(why, why_size, "%s: expected --%s%s%s: %s", word, option->name,
		         has_value ? "=" : "", option->form, option->help);
		return -EINVAL;
	}
	snprintf(why, why_size, "%s: no such option; see assay iometer --help", word);
	return -EINVAL;
}

/* What each option may be, but not together. */
static int check_together(const struct iometer_request *request, char *why, size_t why_size)
{
	for (unsigned i = 0; i < request->profile_count; i++) {
		const struct iometer_profile *profile = request->profiles[i];

		if (profile->size_count && request->block_count) {
			snprintf(why, why_size, "--block: %s is a mix of sizes of its own",
			         profile->name);
			return -EINVAL;
		}
		if (iometer_request_depths(request, profile) == 0) {
			snprintf(why, why_size, "--outstanding: %s has 1 I/O in flight, not %u",
			         profile->name, request->depths[0]);
			return -EINVAL;
		}
	}
	if (request->target_count)
		return 0;
	snprintf(why, why_size, "expected a DISK or a FILE to test");
	return -EINVAL;
}

int iometer_words_parse(struct iometer_request *request, char *const *argv, char *why,
                        size_t why_size)
{
	iometer_request_default(request);
	for (; *argv; argv++) {
		if (strncmp(*argv, "--", 2) == 0) {
			if (take_option(request, *argv, why, why_size))
				return -EINVAL;
		} else if (request->target_count == IOMETER_TARGETS_MAX) {
			snprintf(why, why_size, "%s: expected at most %d disks and files", *argv,
			         IOMETER_TARGETS_MAX);
			return -EINVAL;
		} else {
			request->targets[request->target_count++] = *argv;
		}
	}
	return request->help ? 0 : check_together(request, why, why_size);
}

unsigned iometer_request_blocks(const struct iometer_request *request,
                                const struct iometer_profile *profile,
                                uint32_t blocks[IOMETER_BLOCKS_MAX])
{
	const uint32_t *from = request->block_count ? request->blocks : profile->blocks;
	unsigned count = request->block_count ? request->block_count : profile->block_count;

	if (profile->size_count) {
		blocks[0] = 0;
		return 1;
	}
	memcpy(blocks, from, count * sizeof(blocks[0]));
	return count;
}

unsigned iometer_request_depths(const struct iometer_request *request,
                                const struct iometer_profile *profile)
{
	unsigned count = 0;

	while (count < request->depth_count &&
	       (!profile->one_at_a_time || request->depths[count] == 1))
		count++;
	return count;
}
