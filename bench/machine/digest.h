/* SPDX-License-Identifier: MIT */
/* digest.h - SHA-256 of a file */

#ifndef ASSAY_DIGEST_H
#define ASSAY_DIGEST_H

#include "bench/lib/base.h"

#define SHA256_TEXT_BYTES 65 /* 64 hexadecimal digits and the NUL */

/* Returns 0 with the digest in lower case, or -errno. */
MUST_CHECK int digest_file(const char *path, char text[SHA256_TEXT_BYTES]);

#endif
