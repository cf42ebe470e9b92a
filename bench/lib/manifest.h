/* SPDX-License-Identifier: MIT */
/* manifest.h - what the image is to hold: a line for each file, made when it was packed */

#ifndef ASSAY_MANIFEST_H
#define ASSAY_MANIFEST_H

#include "bench/lib/base.h"

#define MANIFEST "/etc/assay/manifest" /* image/initramfs makes it */
#define MANIFEST_BYTES_MAX 16384

struct manifest_file {
	char sha256[65]; /* in lower case */
	uint64_t bytes;
	char path[128]; /* "/bin/assay" */
};

/* Take the next line off @text, of a manifest. False at its end, or at a line that is none. */
bool manifest_next(const char **text, struct manifest_file *file);

/*
 * Look whether every file of the manifest is there below @root, and not shorter than it should
 * be: an initramfs that came only in part, or did not fit into memory, ends in the middle. A
 * longer one was laid over it by the user.
 *
 * @lacks  told each file that is not; may be NULL
 * Returns how many; or -errno when there is no manifest, -EBADMSG when it is not whole itself.
 */
MUST_CHECK int manifest_check(const char *root,
                              void (*lacks)(void *context, const struct manifest_file *file),
                              void *context);

#endif
