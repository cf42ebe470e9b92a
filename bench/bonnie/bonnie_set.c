/* SPDX-License-Identifier: MIT */
/* bonnie_set.c - a set of bonnie++'s small files: their names, and the directories for them */

#include "bench/bonnie/bonnie_set.h"

#include "bench/lib/random.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIGITS 10

void bonnie_name(char name[BONNIE_NAME_BYTES], uint32_t number, bool random, uint64_t *state)
{
	static const char letters[] =
	    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	size_t more = random_next(state) % (BONNIE_NAME_BYTES - DIGITS);
	char *digits = random ? name + more : name, *rest = random ? name : name + DIGITS;
	char text[DIGITS + 1];

	snprintf(text, sizeof(text), "%0*x", DIGITS, number);
	memcpy(digits, text, DIGITS);
	for (size_t i = 0; i < more; i++)
		rest[i] = letters[random_next(state) % (sizeof(letters) - 1)];
	name[DIGITS + more] = '\0';
}

bool bonnie_set_is_split(const struct bonnie_set *set)
{
	return set->bonnie->options->directories > 1;
}

/* Blocks of neighbours go into one directory. */
void bonnie_set_name(struct bonnie_set *set)
{
	const struct bonnie_options *options = set->bonnie->options;
	char name[BONNIE_NAME_BYTES];

	for (uint32_t i = 0; i < options->file_count; i++) {
		uint64_t directory = (uint64_t)i * options->directories / options->file_count;

		bonnie_name(name, i, set->random, &set->bonnie->random);
		if (bonnie_set_is_split(set))
			snprintf(set->paths[i], BONNIE_PATH_BYTES, "%05u/%s", (unsigned)directory,
			         name);
		else
			snprintf(set->paths[i], BONNIE_PATH_BYTES, "%s", name);
	}
}

void bonnie_set_shuffle(struct bonnie_set *set)
{
	char other[BONNIE_PATH_BYTES];

	for (uint32_t i = set->bonnie->options->file_count; i > 1; i--) {
		uint32_t j = (uint32_t)(random_next(&set->bonnie->random) % i);

		memcpy(other, set->paths[i - 1], BONNIE_PATH_BYTES);
		memcpy(set->paths[i - 1], set->paths[j], BONNIE_PATH_BYTES);
		memcpy(set->paths[j], other, BONNIE_PATH_BYTES);
	}
}

void bonnie_set_subdirectory(char name[8], uint32_t number)
{
	snprintf(name, 8, "%05u", (unsigned)number);
}

int bonnie_set_make(struct bonnie_set *set)
{
	char name[8];

	if (mkdirat(set->bonnie->directory, set->name, 0700) < 0)
		return -errno;
	set->made = true;
	set->directory =
	    openat(set->bonnie->directory, set->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (set->directory < 0)
		return -errno;
	for (uint32_t i = 0; bonnie_set_is_split(set) && i < set->bonnie->options->directories;
	     i++) {
		bonnie_set_subdirectory(name, i);
		if (mkdirat(set->directory, name, 0700) < 0)
			return -errno;
	}
	return 0;
}

/* Returns 0 or -errno. */
int bonnie_set_remove_directories(struct bonnie_set *set)
{
	char name[8];
	int rc = 0;

	for (uint32_t i = 0; bonnie_set_is_split(set) && i < set->bonnie->options->directories;
	     i++) {
		bonnie_set_subdirectory(name, i);
		if (unlinkat(set->directory, name, AT_REMOVEDIR) < 0 && rc == 0)
			rc = -errno;
	}
	if (unlinkat(set->bonnie->directory, set->name, AT_REMOVEDIR) < 0 && rc == 0)
		rc = -errno;
	return rc;
}

void bonnie_set_remove(struct bonnie_set *set)
{
	for (uint32_t i = 0; set->directory >= 0 && i < set->bonnie->options->file_count; i++)
		unlinkat(set->directory, set->paths[i], 0);
	bonnie_set_remove_directories(set);
}
