/* SPDX-License-Identifier: MIT */
/*
 * fuzz_network.c - any kernel command line, note of a lease, and message about a router: no
 * fault, every complaint is one line, and nothing that is kept can be more than it is
 */

#include "bench/network/news.h"
#include "bench/network/way.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void complain(void *context, const char *why)
{
	(void)context;
	if (why[0] == '\0' || strchr(why, '\n'))
		abort();
}

/* What is kept becomes words of ip and paths of /sys. */
static void check_words(const char *text)
{
	static struct network_words words;

	network_words_read(&words, text, complain, NULL);
	for (unsigned i = 0; i < words.ip_count; i++)
		if (strpbrk(words.ips[i].port, "/ ") || strpbrk(words.ips[i].address, " \n"))
			abort();
	for (unsigned i = 0; i < words.vlan_count; i++)
		if (!port_name_is_good(words.vlans[i].name) || words.vlans[i].id - 1 > 4093)
			abort();
	for (unsigned i = 0; i < words.bond_count; i++)
		if (strpbrk(words.bonds[i].options, "/ ") || strpbrk(words.bonds[i].ports, "/ "))
			abort();
}

static void check_lease(const char *text)
{
	struct network_words words = { .ip_count = 0 };
	struct network_port port = { .link = true };
	char resolver[1024];

	lease_read(&port.leases[LEASE_DHCP], text, complain, NULL);
	way_resolver(&words, &port, &port, resolver, sizeof(resolver));
	for (const char *line = resolver; *line; line = strchr(line, '\n') + 1)
		if (strncmp(line, "nameserver ", 11) != 0 && strncmp(line, "search ", 7) != 0)
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	struct news news;

	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	check_words(text);
	check_lease(text);
	free(text);
	if (size > 0) { /* the kernel aligns its messages */
		void *message = aligned_alloc(16, (size + 15) / 16 * 16);

		if (message) {
			memcpy(message, data, size);
			news_read(&news, message, size);
		}
		free(message);
	}
	return 0;
}
