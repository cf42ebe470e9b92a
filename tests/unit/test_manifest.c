/* SPDX-License-Identifier: MIT */
/* test_manifest.c - what the image is to hold, and what of it is missing */

#include "tests/unit/check.h"
#include "tests/unit/fake_files.h"

#include "bench/lib/manifest.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define SHA "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static void takes_lines(void **state)
{
	static const struct {
		const char *text;
		bool good;
	} rows[] = {
		{ SHA " 17 /bin/assay\n", true },   { SHA " 0 /a", true },
		{ SHA " 17 bin/assay\n", false },   { SHA " 17 \n", false },
		{ SHA " x /bin/assay\n", false },   { "0123 17 /bin/assay\n", false },
		{ SHA "0 17 /bin/assay\n", false }, { "", false },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct manifest_file file;
		const char *text = rows[i].text;

		check_row(i, manifest_next(&text, &file) == rows[i].good);
		check_row(i, (*text == '\0') == (rows[i].good || rows[i].text[0] == '\0'));
	}
}

/* A file, with the directories above it. */
static void put(const struct fake_files *files, const char *path, const char *text)
{
	char folder[PATH_MAX];

	for (const char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
		snprintf(folder, sizeof(folder), "%s%.*s", files->root, (int)(slash - path), path);
		mkdir(folder, 0700);
	}
	fake_files_put(files, path, text, strlen(text));
}

static void list_it(void *context, const struct manifest_file *file)
{
	char *all = context;

	strncat(all, file->path, 200 - strlen(all));
	strncat(all, " ", 200 - strlen(all));
}

static void finds_what_is_missing(void **state)
{
	char missing[256] = "";
	struct fake_files files;

	(void)state;
	fake_files_make(&files);
	assert_int_equal(manifest_check(files.root, list_it, missing), -ENOENT);

	put(&files, MANIFEST, SHA " 3 /bin/whole\n" SHA " 4 /bin/short\n" SHA " 1 /none\n");
	put(&files, "/bin/whole", "abc");
	put(&files, "/bin/short", "abc");
	assert_int_equal(manifest_check(files.root, list_it, missing), 2);
	assert_string_equal(missing, "/bin/short /none ");

	put(&files, MANIFEST, SHA " 3 /bin/whole\n" SHA " 4");
	assert_int_equal(manifest_check(files.root, NULL, NULL), -EBADMSG);
	put(&files, MANIFEST, "");
	assert_int_equal(manifest_check(files.root, NULL, NULL), -EBADMSG);
	fake_files_remove(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes_lines),
		cmocka_unit_test(finds_what_is_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
