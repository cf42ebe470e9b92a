/* SPDX-License-Identifier: MIT */
/* main.c - process 1: bring the machine up, run assay, switch it off */

#include "init/init.h"

#include "bench/lib/streams.h"
#include "bench/lib/text.h"

#include <string.h>
#include <unistd.h>

/* The whole boot, top to bottom. */
static const struct step {
	const char *name;
	int (*run)(struct settings *settings);
	bool required; /* when it fails there is no point in going on */
	bool programs; /* it runs some: left out when the image came only in part */
} steps[] = {
	{ "watch for children", loop_open, true, false },
	{ "mount the file systems", mount_filesystems, true, false },
	{ "read the settings", settings_load, false, false },
	{ "open the consoles", console_open, false, false },
	{ "check the image", image_check, false, false },
	{ "start the network", network_start, false, true },
	{ "wait for disks", devices_wait, false, false },
	{ "find more settings", settings_find, false, true },
	{ "start ssh", ssh_start, false, true },
	{ "run assay", assay_run, false, false },
	{ "end", boot_end, false, false },
};

static char *environment[] = {
	(char[]){ "PATH=/bin:/sbin:/usr/bin:/usr/sbin" },
	(char[]){ "HOME=/root" },
	(char[]){ "TERM=linux" },
	NULL,
};

int settings_load(struct settings *settings)
{
	char cmdline[4096];
	int rc = text_read("", "/proc/cmdline", cmdline, sizeof(cmdline));

	/* what cannot be used is told by assay, which reads the same words, and finds more */
	settings_default(settings);
	settings_read_cmdline(settings, cmdline, NULL, NULL);
	return rc < 0 ? rc : 0;
}

/* With the given public key alone; without one no port is open. */
int ssh_start(struct settings *settings)
{
	pid_t pid;

	if (settings->ssh_key[0] == '\0')
		return 0;
	pid = service_fork("ssh");
	if (pid == 0) {
		execl("/etc/ssh.script", "ssh", settings->ssh_key, (char *)NULL);
		_exit(127);
	}
	return pid < 0 ? pid : 0;
}

int main(void)
{
	static struct settings settings;

	streams_fill(); /* the kernel found no console, perhaps */
	environ = environment;
	for (size_t i = 0; i < countof(steps); i++) {
		int rc = image_in_part && steps[i].programs ? 0 : steps[i].run(&settings);

		if (rc >= 0)
			continue;
		if (steps[i].required)
			console_open(&settings); /* as far as it goes: somebody has to see it */
		init_say("cannot %s: %s", steps[i].name, strerror(-rc));
		if (steps[i].required) {
			console_offer_shell();
			break;
		}
	}
	for (;;) /* process 1 must never return: the kernel would panic */
		loop_run(-1);
}
