/* SPDX-License-Identifier: MIT */
/*
 * replay.c - run a fuzz target over files, without libFuzzer
 *
 * Each file is given twice: state that the first call leaves behind shows in the second.
 */

#include "tests/fuzz/fuzz.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static unsigned replayed;

static int replay(const char *path, const struct stat *about, int type)
{
	size_t size = (size_t)about->st_size;
	uint8_t *data;
	FILE *file;

	if (type != FTW_F)
		return 0;
	puts(path); /* the last one printed is the one that did it */
	fflush(stdout);
	file = fopen(path, "re");
	data = malloc(size + 1); /* exactly as long as the file, but never of no bytes */
	if (!file || !data || fread(data, 1, size, file) != size) {
		perror(path);
		return 1;
	}
	fclose(file);
	for (int i = 0; i < 2; i++) {
		uint8_t *copy = malloc(size ? size : 1); /* a read past the end is seen */

		if (!copy)
			return 1;
		memcpy(copy, data, size);
		LLVMFuzzerTestOneInput(copy, size);
		free(copy);
	}
	free(data);
	replayed++;
	return 0;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (ftw(argv[i], replay, 16) != 0) {
			fprintf(stderr, "%s: cannot replay %s\n", argv[0], argv[i]);
			return 1;
		}
	printf("%s: %u inputs, twice each\n", argv[0], replayed);
	return replayed == 0; /* nothing replayed is no success */
}
