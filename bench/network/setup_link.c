/* SPDX-License-Identifier: MIT */
/* setup_link.c - make what lies on top of ports: bonds and VLANs */

#include "bench/network/ports.h"
#include "bench/network/program.h"
#include "bench/network/setup.h"

#include "bench/lib/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Is there a port of this name? If not, say what @word expected. */
static bool port_is_there(const char *word, const char *name)
{
	if (if_nametoindex(name) != 0)
		return true;
	network_say("%s: there is no port %s: expected one of this machine", word, name);
	return false;
}

/* Write one setting of a bond: what the kernel refuses is said, with its own words elsewhere. */
static bool set_option(const char *word, const char *bond, const char *name, const char *value)
{
	char path[96];

	snprintf(path, sizeof(path), "/sys/class/net/%s/bonding/%s", bond, name);
	if (text_write("", path, value) == 0)
		return true;
	network_say(
	    "%s: the kernel does not take %s=%s: expected an option of a bond and its value", word,
	    name, value);
	return false;
}

static bool set_options(const char *word, const struct bond_word *bond)
{
	const char *rest = bond->options;
	char option[64], *equals;

	while (text_next(&rest, ",", option, sizeof(option))) {
		equals = strchr(option, '=');
		*equals = '\0';
		if (!set_option(word, bond->name, option, equals + 1))
			return false;
	}
	return true;
}

/* The ports of a bond have to be down when they join; the bond switches them on. */
static bool join_ports(const char *word, const struct bond_word *bond)
{
	char name[IFNAMSIZ], plus[IFNAMSIZ + 1];
	const char *rest = bond->ports;

	while (text_next(&rest, ",", name, sizeof(name))) {
		snprintf(plus, sizeof(plus), "+%s", name);
		if (program_do("ip link set dev %s down", name) ||
		    !set_option(word, bond->name, "slaves", plus))
			return false;
	}
	return !bond->mtu || program_do("ip link set dev %s mtu %u", bond->name, bond->mtu) == 0;
}

static bool make_bond(const struct bond_word *bond)
{
	char word[192], path[96], name[IFNAMSIZ];
	const char *rest = bond->ports;

	snprintf(word, sizeof(word), "bond=%s:%s:%s", bond->name, bond->ports, bond->options);
	while (text_next(&rest, ",", name, sizeof(name)))
		if (!port_is_there(word, name))
			return false;
	/* the kernel makes a bond0 by itself */
	snprintf(path, sizeof(path), "/sys/class/net/%s/bonding", bond->name);
	if (access(path, F_OK) < 0 && program_do("ip link add name %s type bond", bond->name)) {
		network_say("%s: cannot be made: expected a name that is free", word);
		return false;
	}
	return set_options(word, bond) && join_ports(word, bond);
}

static bool make_vlan(const struct vlan_word *vlan)
{
	char word[64];

	snprintf(word, sizeof(word), "vlan=%s:%s", vlan->name, vlan->parent);
	if (!port_is_there(word, vlan->parent))
		return false;
	if (program_do("ip link set dev %s up", vlan->parent) == 0 &&
	    program_do("ip link add link %s name %s type vlan id %u", vlan->parent, vlan->name,
	               vlan->id) == 0)
		return true;
	network_say("%s: cannot be made: expected a name that is free", word);
	return false;
}

void setup_links(const struct network_words *words, char *made, size_t size)
{
	for (unsigned i = 0; i < words->bond_count; i++)
		if (make_bond(&words->bonds[i]))
			name_add(made, size, words->bonds[i].name);
	for (unsigned i = 0; i < words->vlan_count; i++)
		if (make_vlan(&words->vlans[i]))
			name_add(made, size, words->vlans[i].name);
}
