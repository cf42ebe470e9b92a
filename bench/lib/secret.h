/* SPDX-License-Identifier: MIT */
/* secret.h - what nobody else may read, by its looks: it is never shown, reported or printed */

#ifndef ASSAY_SECRET_H
#define ASSAY_SECRET_H

#include "bench/lib/base.h"

/* Does a word such as "wifi.password=..." or "proxy=http://user:word@host/" look secret? */
bool secret_word(const char *word);

/*
 * Is the value of the setting @name a secret? By its name, or because it is an address with a
 * password or a token in it, or a private key. A public key (ssh.key) is none.
 */
bool secret_setting(const char *name, const char *value);

/*
 * Write an address without what is secret in it: user and password, and a query that names a
 * token or the like. Returns @text, cut to @size.
 */
const char *secret_strip(char *text, size_t size, const char *address);

#endif
