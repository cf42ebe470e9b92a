/* SPDX-License-Identifier: MIT */
/* mount.c - the kernel's own file systems */

#include "init/init.h"

#include <errno.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>

#define SAFE (MS_NOSUID | MS_NODEV | MS_NOEXEC)

static const struct {
	const char *type, *target, *options;
	unsigned long flags;
	bool required; /* nothing can be measured without it */
} mounts[] = {
	{ "devtmpfs", "/dev", "mode=0755", MS_NOSUID | MS_NOEXEC, true },
	{ "proc", "/proc", NULL, SAFE, true },
	{ "sysfs", "/sys", NULL, SAFE, true },
	{ "devpts", "/dev/pts", "mode=0620,ptmxmode=0666", MS_NOSUID | MS_NOEXEC, false },
	{ "tmpfs", "/run", "mode=0755", MS_NOSUID | MS_NODEV, false },
	{ "tmpfs", "/tmp", "mode=1777", MS_NOSUID | MS_NODEV, false },
	{ "debugfs", "/sys/kernel/debug", "mode=0700", SAFE, false },
	{ "configfs", "/sys/kernel/config", NULL, SAFE, false },
	/* read-only: a careless removal of EFI variables can brick a machine */
	{ "efivarfs", "/sys/firmware/efi/efivars", NULL, SAFE | MS_RDONLY, false },
};

int mount_filesystems(struct settings *settings)
{
	int failed = 0;

	(void)settings;
	for (size_t i = 0; i < countof(mounts); i++) {
		int rc;

		mkdir(mounts[i].target, 0755); /* the mount says if this mattered */
		if (mount(mounts[i].type, mounts[i].target, mounts[i].type, mounts[i].flags,
		          mounts[i].options) == 0)
			continue;
		rc = -errno;
		if (rc == -EBUSY) /* it is there already */
			continue;
		/* many a kernel or machine simply has no such thing */
		if (mounts[i].required || (rc != -ENODEV && rc != -ENOENT))
			init_say("mount %s: %s", mounts[i].target, strerror(-rc));
		if (mounts[i].required)
			failed = rc;
	}
	return failed;
}
