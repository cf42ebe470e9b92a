/* SPDX-License-Identifier: MIT */
/* network.c - assay network: what the image's network needs beyond DHCP */

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/network/ports.h"
#include "bench/network/setup.h"
#include "bench/network/watch.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct network_words words; /* large */

void network_check(const char *cmdline, void (*complain)(void *context, const char *why))
{
	network_words_read(&words, cmdline, complain, NULL);
}

int command_network(const struct options *options)
{
	int rc;

	if (!options->cmdline) {
		fprintf(stderr, "assay: network: expected --cmdline=FILE; it sets this machine's "
		                "network up, as the image does at boot\n");
		return EXIT_USAGE;
	}
	rc = watch_network_open();
	if (rc) {
		fprintf(stderr, "assay: network: cannot listen to the kernel: %s\n", strerror(-rc));
		return EXIT_INTERNAL;
	}
	network_words_read(&words, options->cmdline_text, network_complain, NULL);
	network_setup(&words);
	/* whoever holds the other end may go on: all that was asked for is in force */
	dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
	watch_network(&words);
}
