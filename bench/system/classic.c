/* SPDX-License-Identifier: MIT */
/*
 * classic.c - enter /classic
 *
 * Packed there by image/classic are, beside the files of Debian, two of its own: "manifest",
 * one line for each package as in /etc/assay/manifest, and "files", the path of every
 * file. A file that was lost is better named here than found out as a tool that fails.
 */

#include "bench/system/classic.h"

#include "bench/lib/mounts.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#define ROOT "/classic"
#define PATH "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" /* of root */

bool classic_present(void)
{
	return access(ROOT, F_OK) == 0;
}

int classic_check(struct run *run, const char *root)
{
	char names[4096], name[256], path[512];
	const char *rest = names;
	int rc;

	rc = text_read(root, "/files", names, sizeof(names));
	if (rc < 0)
		return skip(run, "%s/files: %s", root, strerror(-rc));
	while (text_next(&rest, "\n", name, sizeof(name)) > 0) {
		rc = text_path(path, sizeof(path), root, name);
		if (rc < 0 || access(path, F_OK) < 0)
			return skip(run, "%s/%s is missing", root, name);
	}
	return 0;
}

/* Note whose libc it is: "classic (Debian libc 2.36-9)". */
static void note_version(struct run *run)
{
	char manifest[4096], line[256], version[40] = "?", text[64];
	const char *rest = manifest;

	if (text_read(ROOT, "/manifest", manifest, sizeof(manifest)) > 0)
		while (text_next(&rest, "\n", line, sizeof(line)) > 0)
			if (sscanf(line, "libc6 %39s", version) == 1)
				break;
	snprintf(text, sizeof(text), "classic (Debian libc %s)", version);
	param_text(run, "userland", text);
}

int classic_enter(struct run *run)
{
	int rc = classic_check(run, ROOT);

	if (rc)
		return rc;
	note_version(run);
	rc = mounts_detach();
	if (rc)
		return skip(run, "no mounts of its own: %s", strerror(-rc));
	if (chroot(ROOT) < 0 || chdir("/") < 0)
		return skip(run, "chroot " ROOT ": %s", strerror(errno));
	/* grep reads its own map at every start */
	if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0)
		return skip(run, "mount " ROOT "/proc: %s", strerror(errno));
	setenv("PATH", PATH, 1);
	return 0;
}
