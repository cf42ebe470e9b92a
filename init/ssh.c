/* SPDX-License-Identifier: MIT */
/* ssh.c - ssh with the given public key; without one no port is open */

#include "init/init.h"

#include <unistd.h>

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
