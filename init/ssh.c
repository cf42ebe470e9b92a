/* SPDX-License-Identifier: MIT */
/* ssh.c - ssh with the given public key; without one no port is open */

#include "init/init.h"

#include <unistd.h>

/*
 * $1 is the key. The image has a dropbear that knows no passwords and logs to stderr.
 * In a process of its own, since making a host key may wait for random numbers.
 */
static const char serve[] =
    "umask 077\n"
    "mkdir -p /root/.ssh /etc/dropbear\n"
    "printf '%s\\n' \"$1\" >/root/.ssh/authorized_keys\n"
    "key=/etc/dropbear/dropbear_ed25519_host_key\n"
    "dropbearkey -t ed25519 -f $key 2>&1 | sed -n 's/^Fingerprint: /init: ssh: host key /p'\n"
    "exec dropbear -F -r $key\n";

int ssh_start(struct settings *settings)
{
	pid_t pid;

	if (settings->ssh_key[0] == '\0')
		return 0;
	pid = service_fork("ssh");
	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", serve, "ssh", settings->ssh_key, (char *)NULL);
		_exit(127);
	}
	return pid < 0 ? pid : 0;
}
