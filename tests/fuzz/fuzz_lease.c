/* SPDX-License-Identifier: MIT */
/*
 * fuzz_lease.c - any note of what a DHCP server said: no fault, every complaint is one line, and
 * what is kept makes lines of resolv.conf and one address of the web
 */

#include "bench/network/way.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void complain(void *context, const char *why)
{
	(void)context;
	if (why[0] == '\0' || strchr(why, '\n'))
		abort();
}

static void check_list(char (*list)[ADDRESS_TEXT_BYTES], unsigned count)
{
	if (count > NAMESERVERS_MAX)
		abort();
	for (unsigned i = 0; i < count; i++)
		if (!address_is_host(list[i]))
			abort();
}

static void check_resolver(const struct network_port *port)
{
	struct network_words words = { .ip_count = 0 };
	char resolver[1024];

	way_resolver(&words, port, port, resolver, sizeof(resolver));
	for (const char *line = resolver; *line; line = strchr(line, '\n') + 1)
		if (strncmp(line, "nameserver ", 11) != 0 && strncmp(line, "search ", 7) != 0)
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct network_port port = { .link = true };
	struct lease *lease = &port.leases[LEASE_DHCP];
	char *text = malloc(size + 1);

	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	lease_read(lease, text, complain, NULL);
	free(text);
	check_list(lease->dns, lease->dns_count);
	check_list(lease->ntp, lease->ntp_count);
	if (lease->router[0] && !address_is_host(lease->router))
		abort();
	if (lease->config[0] &&
	    (strncasecmp(lease->config, "http", 4) != 0 || strpbrk(lease->config, " \n\r\t\x1b\"")))
		abort();
	check_resolver(&port);
	return 0;
}
