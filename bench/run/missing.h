/* SPDX-License-Identifier: MIT */
/* missing.h - firmware that a driver asked for and did not get */

#ifndef ASSAY_MISSING_H
#define ASSAY_MISSING_H

#include "bench/lib/base.h"

/* The packs of firmware and the files in each: image/firmware.list. Only the image has it. */
#define MISSING_PACKS "/etc/assay/firmware"

/*
 * Does this message of the kernel say that there is no such file? Pure.
 *
 * @packs is the text of MISSING_PACKS, "" where there is none. Returns true with "DRIVER DEVICE
 * asked for FILE, which ..." in @text; one that is too long is cut.
 * Source: _request_firmware() of Linux 6.12, drivers/base/firmware_loader/main.c. Drivers that
 * can do without ask firmware_request_nowarn(), of which this message never comes.
 */
bool missing_firmware(const char *message, const char *packs, char *text, size_t size);

/*
 * Was this text not told before? A driver asks again whenever its port is opened.
 *
 * Up to 64 texts are remembered; after that all are new.
 */
bool missing_is_new(const char *text);

#endif
