/* SPDX-License-Identifier: MIT */
/* text.h - read, parse and clean small texts: files of /proc and /sys, words of users */

#ifndef ASSAY_TEXT_H
#define ASSAY_TEXT_H

#include "bench/lib/base.h"

/*
 * Read a whole small file into @buf, NUL-terminated, trailing newlines removed.
 *
 * @root  prefix put before @path: "" on a live machine, a fixture in a test
 * @size  bytes in @buf, including the NUL
 *
 * Returns the length in bytes, or -errno; -EFBIG if the file does not fit.
 * On an error @buf is "" (if @size > 0).
 */
MUST_CHECK int text_read(const char *root, const char *path, char *buf, size_t size);

/* Like text_read(), with the path put together by printf(). */
MUST_CHECK int text_readf(const char *root, char *buf, size_t size, const char *format, ...)
    PRINTF_LIKE(4, 5);

/*
 * Read a file that holds one unsigned decimal number.
 *
 * Returns 0, or -errno with *@value unchanged.
 */
MUST_CHECK int text_read_u64(const char *root, const char *path, uint64_t *value);

/* Replace the content of @path below @root by @text. Returns 0 or -errno. */
MUST_CHECK int text_write(const char *root, const char *path, const char *text);

/*
 * Parse an unsigned decimal number that fills the whole of @text.
 *
 * Returns 0, or -EINVAL (not a number) or -ERANGE (does not fit).
 */
MUST_CHECK int text_parse_u64(const char *text, uint64_t *value);

/*
 * Parse a time: a number and s, m, h or d ("90", "90s", "1h"); seconds if no letter.
 *
 * Returns 0, or -EINVAL, or -ERANGE above UINT32_MAX seconds.
 */
MUST_CHECK int text_parse_seconds(const char *text, uint32_t *seconds);

/*
 * Parse a size: a number and K, M, G, T or P, powers of 1000 as on the label of a disk
 * ("500G", "2T"); bytes if no letter.
 *
 * Returns 0, or -EINVAL, or -ERANGE above UINT64_MAX bytes.
 */
MUST_CHECK int text_parse_bytes(const char *text, uint64_t *bytes);

/* The opposite, exactly and as short as can be: "500G". Returns @text. */
const char *text_bytes(char *text, size_t size, uint64_t bytes);

/*
 * Copy @from into @to of @size bytes, cut if it is too long, always terminated.
 * Control characters and bytes outside ASCII become '?', spaces at both ends go:
 * strings of firmware and drives are untrusted bytes.
 */
void text_clean(char *to, size_t size, const char *from);

/* Copy @from into @to of @size bytes. Returns 0, or -ENAMETOOLONG with @to cut. */
int text_copy(char *to, size_t size, const char *from);

/* Write @directory/@file into @path. Returns 0, or -ENAMETOOLONG with @path "". */
MUST_CHECK int text_path(char *path, size_t size, const char *directory, const char *file);

/*
 * Is @name matched by one of the comma-separated shell patterns in @list?
 * An empty list matches everything.
 */
bool text_matches(const char *list, const char *name);

/*
 * Take the next item off a list like "a,b c": items end at any byte of @separators.
 *
 * Returns 1 with the item in @item (cut to @size), 0 at the end of the list.
 */
int text_next(const char **list, const char *separators, char *item, size_t size);

#endif
