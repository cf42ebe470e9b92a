/* SPDX-License-Identifier: MIT */
/* digest.c - SHA-256 of a file, by mbedTLS */

#include "bench/machine/digest.h"

#include <errno.h>
#include <mbedtls/sha256.h>
#include <stdio.h>

int digest_file(const char *path, char text[SHA256_TEXT_BYTES])
{
	unsigned char block[16384], digest[32];
	mbedtls_sha256_context context;
	FILE *file = fopen(path, "re");
	int rc = 0;
	size_t got;

	if (!file)
		return -errno;
	mbedtls_sha256_init(&context);
	if (mbedtls_sha256_starts(&context, 0))
		rc = -EIO;
	while (rc == 0 && (got = fread(block, 1, sizeof(block), file)) > 0)
		if (mbedtls_sha256_update(&context, block, got))
			rc = -EIO;
	if (rc == 0 && (ferror(file) || mbedtls_sha256_finish(&context, digest)))
		rc = -EIO;
	mbedtls_sha256_free(&context);
	fclose(file);
	for (size_t i = 0; rc == 0 && i < sizeof(digest); i++)
		snprintf(text + 2 * i, 3, "%02x", digest[i]);
	return rc;
}
