/* SPDX-License-Identifier: MIT */
/* bonnie_set.h - a set of bonnie++'s small files: their names, and the directories for them */

#ifndef ASSAY_DISK_BONNIE_SET_H
#define ASSAY_DISK_BONNIE_SET_H

#include "bench/bonnie/bonnie_part.h"

#define BONNIE_NAME_BYTES 23
#define BONNIE_PATH_BYTES (6 + BONNIE_NAME_BYTES) /* "00000/" before it */

/* On its way from creation to removal. */
struct bonnie_set {
	struct bonnie *bonnie;
	char name[32];                    /* of its directory */
	bool made;                        /* that is ours */
	int directory;                    /* open; -1 = not yet */
	char (*paths)[BONNIE_PATH_BYTES]; /* below it, in the order of what is done next */
	bool random;                      /* names come in no order */
};

/*
 * The @number-th name: ten hexadecimal digits, and up to 12 random letters and digits - behind
 * them, so that names sort as they are made, or with @random before them.
 */
void bonnie_name(char name[BONNIE_NAME_BYTES], uint32_t number, bool random, uint64_t *state);

/* Are the files spread over directories 00000, 00001, ...? */
bool bonnie_set_is_split(const struct bonnie_set *set);

/* The name of such a directory. */
void bonnie_set_subdirectory(char name[8], uint32_t number);

/* Fill in set->paths, as many as there will be files. */
void bonnie_set_name(struct bonnie_set *set);

void bonnie_set_shuffle(struct bonnie_set *set);

/* Make and remove the directories. Both return 0 or -errno. */
MUST_CHECK int bonnie_set_make(struct bonnie_set *set);
int bonnie_set_remove_directories(struct bonnie_set *set);

/* After an error: remove whatever of it is still there. */
void bonnie_set_remove(struct bonnie_set *set);

#endif
