/* SPDX-License-Identifier: MIT */
/* fake_tree.h - a made-up /sys: files and links below a fake directory */

#ifndef ASSAY_FAKE_TREE_H
#define ASSAY_FAKE_TREE_H

#include "tests/unit/fake_files.h"

/*
 * Add to @files what the lines of @tree say, with the directories above:
 * "PATH = CONTENT" is a file, "PATH > TARGET" a symbolic link. Paths start with "/".
 */
void fake_tree_put(const struct fake_files *files, const char *tree);

#endif
