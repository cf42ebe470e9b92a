/* SPDX-License-Identifier: MIT */
/* lines.h - texts of lines NAME=VALUE: the one form of settings, wherever they come from */

#ifndef ASSAY_LINES_H
#define ASSAY_LINES_H

#include "bench/lib/base.h"

#define LINES_BYTES_MAX KIB(64) /* longer than this is no file of settings */

/* Where the reading of a text is, and what it found last. To begin with: { .rest = text }. */
struct lines {
	const char *rest;
	unsigned number; /* of the line, from 1 */
	char name[64];   /* printable; of a line that is none, its first word */
	char value[2048];
};

/*
 * Why @text of @length bytes cannot be such a text: "binary", "a web page (HTML)"; NULL if it can.
 * Whatever byte is in it: only control characters make it binary.
 */
const char *lines_refuse(const char *text, size_t length);

/*
 * Take the next NAME=VALUE off a text; empty lines and those that begin with # are passed over.
 *
 * Spaces around name and value go, then one pair of quotes around the value. Lines end with LF
 * or CR LF; a byte order mark in front is passed over.
 *
 * Returns 1; 0 at the end; or, with the reading after that line, -EINVAL for one that is no
 * NAME=VALUE, -ENAMETOOLONG for one that is too long.
 */
int lines_next(struct lines *lines);

#endif
