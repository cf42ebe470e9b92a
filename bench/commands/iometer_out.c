/* SPDX-License-Identifier: MIT */
/* iometer_out.c - where the results of assay iometer go: standard output and results.csv */

#include "bench/commands/iometer_out.h"

#include "bench/disk/door.h"
#include "bench/formats/iometer.h"
#include "bench/lib/status.h"
#include "bench/report/json.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static FILE *csv_file;      /* NULL = none */
static yyjson_mut_doc *doc; /* NULL = no JSON */
static yyjson_mut_val *sweeps;

/* A plain file: the door opens no disk for a machine that has none. */
static int open_csv(const char *path)
{
	static const struct machine nothing; /* large */
	char why[256];
	int fd = door_open_path(&nothing, path, true, 0, NULL, why, sizeof(why));

	if (fd >= 0) {
		csv_file = ftruncate(fd, 0) == 0 ? fdopen(fd, "w") : NULL;
		if (csv_file)
			return EXIT_OK;
		snprintf(why, sizeof(why), "%s: %s", path, strerror(errno));
	}
	fprintf(stderr, "assay: iometer: --csv=%s\n", why);
	return EXIT_USAGE;
}

int iometer_out_open(const char *csv, bool json)
{
	if (json) {
		doc = yyjson_mut_doc_new(NULL);
		sweeps = yyjson_mut_arr(doc);
	}
	return csv ? open_csv(csv) : EXIT_OK;
}

void iometer_out_test(const struct machine *machine, const struct iometer_load *load,
                      const struct iometer_target *targets, const struct iometer_outcome *outcome)
{
	char host[64];
	struct iometer_test test = {
		.load = load, .targets = targets, .outcome = outcome, .host = host
	};

	if (!csv_file)
		return;
	machine_identity(machine, host, sizeof(host));
	iometer_csv_test(csv_file, &test);
	fflush(csv_file);
}

void iometer_out_sweep(const struct iometer_sweep *sweep)
{
	if (sweep->point_count == 0)
		return;
	if (doc)
		yyjson_mut_arr_append(sweeps, iometer_json_sweep(doc, sweep));
	else
		iometer_print_sweep(stdout, sweep);
	fflush(stdout);
}

static int close_json(void)
{
	yyjson_mut_val *root = yyjson_mut_obj(doc);
	int rc;

	json_text(doc, root, "version", ASSAY_VERSION);
	yyjson_mut_obj_add_val(doc, root, "sweeps", sweeps);
	rc = json_print(root);
	yyjson_mut_doc_free(doc);
	return rc ? EXIT_INTERNAL : EXIT_OK;
}

static int close_csv(void)
{
	bool wrong;

	iometer_csv_end(csv_file);
	wrong = ferror(csv_file);
	if (fclose(csv_file) == 0 && !wrong)
		return EXIT_OK;
	fprintf(stderr, "assay: iometer: --csv: not everything could be written\n");
	return EXIT_INTERNAL;
}

int iometer_out_close(void)
{
	int status = csv_file ? close_csv() : EXIT_OK;

	return doc ? exit_status_worse(status, close_json()) : status;
}
