/* SPDX-License-Identifier: MIT */
/* fake_tree.c - a made-up /sys: files and links below a fake directory */

#include "tests/unit/fake_tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void die(const char *what)
{
	perror(what);
	abort();
}

static void make_parents(const struct fake_files *files, const char *path)
{
	char full[PATH_MAX];

	for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		snprintf(full, sizeof(full), "%s%.*s", files->root, (int)(slash - path), path);
		if (mkdir(full, 0755) < 0 && errno != EEXIST)
			die(full);
	}
}

static void put_line(const struct fake_files *files, const char *line)
{
	char path[256], kind, content[256], full[PATH_MAX];

	if (sscanf(line, "%255s %c %255[^\n]", path, &kind, content) != 3)
		die(line);
	make_parents(files, path);
	if (kind == '=') {
		fake_files_put(files, path, content, strlen(content));
		return;
	}
	snprintf(full, sizeof(full), "%s%s", files->root, path);
	if (symlink(content, full) < 0)
		die(full);
}

void fake_tree_put(const struct fake_files *files, const char *tree)
{
	char line[600];

	for (size_t length; *tree != '\0'; tree += length) {
		length = strcspn(tree, "\n");
		snprintf(line, sizeof(line), "%.*s", (int)length, tree);
		put_line(files, line);
		if (tree[length] == '\n')
			length++;
	}
}
