/* SPDX-License-Identifier: MIT */
/* diskinfo_request.h - the options of assay diskinfo, understood */

#ifndef ASSAY_DISKINFO_REQUEST_H
#define ASSAY_DISKINFO_REQUEST_H

#include "bench/lib/base.h"

struct diskinfo_request {
	bool help;
	bool overhead, seeks, iops, writes; /* -c -t -i -S */
	bool may_write, verbose;            /* -w -v */
	bool address, serial;               /* -p -s: nothing else is printed */
	uint32_t pause_s;
};

/*
 * Take the options off @argv: what stays are the disks.
 *
 * Returns EXIT_OK; or EXIT_USAGE with one line printed that names the word and what was expected.
 */
MUST_CHECK int diskinfo_request_parse(struct diskinfo_request *request, char **argv);

void diskinfo_request_help(void);

#endif
