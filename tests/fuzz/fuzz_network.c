/* SPDX-License-Identifier: MIT */
/*
 * fuzz_network.c - any kernel command line: no fault, every complaint is one line, and nothing
 * that is kept can be more than it is
 */

#include "bench/network/words.h"
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
	for (unsigned i = 0; i < words.nameserver_count; i++)
		if (!address_is_host(words.nameservers[i]))
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	check_words(text);
	free(text);
	return 0;
}
