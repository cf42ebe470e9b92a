/* SPDX-License-Identifier: MIT */
/* words.h - words on the kernel command line that nobody takes: typing errors, mostly */

#ifndef ASSAY_WORDS_H
#define ASSAY_WORDS_H

#include "bench/lib/base.h"

/*
 * Tell @complain about each word of @cmdline that neither the kernel nor Assay takes.
 *
 * The kernel drops a dotted word of a module that it has not got, and hands a word
 * without a dot that it does not know to process 1 as argument or environment: @root
 * is the prefix of /sys and /proc in which both are looked up. Words that boot
 * loaders add by themselves are let pass.
 * Source: unknown_bootoption() in init/main.c of Linux.
 */
void words_check(const char *root, const char *cmdline,
                 void (*complain)(void *context, const char *why), void *context);

#endif
