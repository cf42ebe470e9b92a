/* SPDX-License-Identifier: MIT */
/* image.c - which image this is, and whether its files are those that were packed */

#include "bench/machine/image.h"
#include "bench/commands/commands.h"
#include "bench/lib/manifest.h"
#include "bench/lib/text.h"
#include "bench/machine/digest.h"

#include <stdio.h>
#include <string.h>

/* Compare one file; a line in @why and true if it is another. */
static bool is_altered(const struct manifest_file *file, char *why, size_t why_size)
{
	char sha256[SHA256_TEXT_BYTES];
	int rc = digest_file(file->path, sha256);

	if (rc == 0 && strcmp(sha256, file->sha256) == 0)
		return false;
	if (rc)
		snprintf(why, why_size, "image: %s: %s", file->path, strerror(-rc));
	else
		snprintf(why, why_size, "image: %s is not the file that was packed: sha256 %s",
		         file->path, sha256);
	return true;
}

void image_look(struct machine *machine, void (*note)(const char *why))
{
	char text[MANIFEST_BYTES_MAX], id[IMAGE_ID_BYTES], why[256];
	struct manifest_file file;
	const char *rest = text;

	image_own("", id);
	if (text_read("", MANIFEST, text, sizeof(text)) <= 0 || id[0] == '\0')
		return; /* a program on an installed system, not the image */
	machine_fact(machine, "image.id", id);
	while (manifest_next(&rest, &file))
		if (is_altered(&file, why, sizeof(why)))
			note(why);
}
