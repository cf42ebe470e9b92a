/* SPDX-License-Identifier: MIT */
/* parcel.c - what is to be brought somewhere: the files of a run, and whose they are */

#include "bench/deliver/parcel.h"

#include "bench/deliver/address.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>
#include <yyjson.h>

const struct parcel_file parcel_files[PARCEL_FILES] = {
	{ "journal.ndjson", "application/x-ndjson" },
	{ "report.json", "application/json" },
};

int parcel_open(struct parcel *parcel, const char *directory)
{
	const char *machine, *run;
	char path[PATH_MAX];
	yyjson_doc *doc;
	int rc = text_path(path, sizeof(path), directory, "report.json");

	if (rc)
		return rc;
	if (access(path, R_OK) < 0)
		return -errno;
	doc = yyjson_read_file(path, 0, NULL, NULL);
	machine = yyjson_get_str(yyjson_ptr_get(yyjson_doc_get_root(doc), "/run/machine"));
	run = yyjson_get_str(yyjson_ptr_get(yyjson_doc_get_root(doc), "/run/id"));
	if (machine && run) {
		parcel->directory = directory;
		address_name(parcel->machine, sizeof(parcel->machine), machine);
		address_name(parcel->run, sizeof(parcel->run), run);
	} else {
		rc = -EBADMSG;
	}
	yyjson_doc_free(doc);
	return rc;
}

int parcel_mark(const char *directory, const char *mark, const char *line)
{
	char path[PATH_MAX];
	FILE *file;
	int rc = text_path(path, sizeof(path), directory, mark);

	if (rc)
		return rc;
	file = fopen(path, "we");
	if (!file)
		return -errno;
	fputs(line, file);
	return fclose(file) != 0 ? -errno : 0;
}
