/* SPDX-License-Identifier: MIT */
/* ssh.c - whether somebody can log in, and by what to know that it is this machine */

#include "bench/commands/commands.h"
#include "bench/lib/clock.h"
#include "bench/lib/manifest.h"
#include "bench/lib/text.h"

#include <unistd.h>

#define FINGERPRINT "/run/ssh.fingerprint" /* written by /etc/ssh.script, as a whole */
#define LIMIT_NS SECONDS(5)

void ssh_look(struct machine *machine, const struct settings *settings)
{
	uint64_t limit_ns = clock_now_ns() + LIMIT_NS;
	char fingerprint[128];

	if (settings->ssh_key[0] == '\0' || access(MANIFEST, F_OK) != 0)
		return;
	while (text_read("", FINGERPRINT, fingerprint, sizeof(fingerprint)) <= 0) {
		if (clock_now_ns() > limit_ns)
			return; /* no random numbers for a key, or no ssh: init says so */
		clock_sleep_ns(MS(20));
	}
	machine_fact(machine, "ssh.fingerprint", fingerprint);
}
