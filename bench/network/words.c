/* SPDX-License-Identifier: MIT */
/* words.c - what the kernel command line says of the network, in the words of dracut */

#include "bench/network/words.h"

#include "bench/lib/settings.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define VLAN_FORM "vlan=NAME:PORT with the number of the VLAN at the end of NAME: vlan=eth0.30:eth0"
#define BOND_FORM "bond=NAME:PORT,PORT[:OPTION=VALUE,...[:MTU]]: bond=bond0:eth0,eth1:mode=802.3ad"
#define IFNAME_FORM "ifname=NAME:MAC"
#define BOOTIF_FORM "BOOTIF=01-52-54-00-12-34-56"
#define FULL "fewer words of this name"

/* One reader per name. Returns 0, or -EINVAL with what was expected. */
static int read_ip(struct network_words *words, const char *value, const char **expected)
{
	int rc;

	*expected = FULL;
	if (words->ip_count == IP_WORDS_MAX)
		return -EINVAL;
	rc = ip_word_read(&words->ips[words->ip_count], value, expected);
	words->ip_count += rc == 0;
	return rc;
}

/* The number at the end: 30 of "eth0.30", "vlan30", "vlan0030"; 0 = none that a VLAN may have. */
static unsigned vlan_id(const char *name)
{
	const char *digits = name + strlen(name);
	uint64_t id;

	while (digits > name && digits[-1] >= '0' && digits[-1] <= '9')
		digits--;
	return text_parse_u64(digits, &id) == 0 && id >= 1 && id <= 4094 ? (unsigned)id : 0;
}

static int read_vlan(struct network_words *words, const char *value, const char **expected)
{
	struct vlan_word *vlan = &words->vlans[words->vlan_count];

	*expected = FULL;
	if (words->vlan_count == LINK_WORDS_MAX)
		return -EINVAL;
	*expected = VLAN_FORM;
	if (network_field_next(&value, vlan->name, sizeof(vlan->name)) <= 0 ||
	    network_field_next(&value, vlan->parent, sizeof(vlan->parent)) <= 0 || value ||
	    !port_name_is_good(vlan->name) || !port_name_is_good(vlan->parent))
		return -EINVAL;
	vlan->id = vlan_id(vlan->name);
	if (!vlan->id)
		return -EINVAL;
	words->vlan_count++;
	return 0;
}

/* Is it a list of names, or with @pairs of NAME=VALUE? A name becomes a path of /sys. */
static bool list_is_good(const char *list, bool pairs)
{
	static const char value[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "._:;+-";
	char item[64], *equals;
	bool good = true;
	unsigned count = 0;

	for (; good && text_next(&list, ",", item, sizeof(item)); count++) {
		bool whole = strlen(item) < sizeof(item) - 1;

		equals = strchr(item, '=');
		if (equals)
			*equals = '\0';
		good = whole && (equals != NULL) == pairs && port_name_is_good(item) &&
		       (!pairs ||
		        (equals[1] != '\0' && equals[1 + strspn(equals + 1, value)] == '\0'));
	}
	return good && count > 0;
}

static int read_bond(struct network_words *words, const char *value, const char **expected)
{
	struct bond_word *bond = &words->bonds[words->bond_count];
	char mtu[8] = "";
	uint64_t number = 0;

	*expected = FULL;
	if (words->bond_count == LINK_WORDS_MAX)
		return -EINVAL;
	*bond = (struct bond_word){ .options = "mode=balance-rr" };
	*expected = BOND_FORM;
	if (network_field_next(&value, bond->name, sizeof(bond->name)) <= 0 ||
	    network_field_next(&value, bond->ports, sizeof(bond->ports)) <= 0 ||
	    network_field_next(&value, bond->options, sizeof(bond->options)) < 0 ||
	    network_field_next(&value, mtu, sizeof(mtu)) < 0 || value ||
	    !port_name_is_good(bond->name) || !list_is_good(bond->ports, false) ||
	    !list_is_good(bond->options, true))
		return -EINVAL;
	if (mtu[0] && (text_parse_u64(mtu, &number) || number < 68 || number > 65535))
		return -EINVAL;
	bond->mtu = (unsigned)number;
	words->bond_count++;
	return 0;
}

static int read_ifname(struct network_words *words, const char *value, const char **expected)
{
	struct ifname_word *ifname = &words->ifnames[words->ifname_count];
	char mac[MAC_TEXT_BYTES];

	*expected = FULL;
	if (words->ifname_count == LINK_WORDS_MAX)
		return -EINVAL;
	*expected = IFNAME_FORM;
	if (network_field_next(&value, ifname->name, sizeof(ifname->name)) <= 0 ||
	    network_field_next(&value, mac, sizeof(mac)) <= 0 || value ||
	    !port_name_is_good(ifname->name) || mac_read(ifname->mac, mac))
		return -EINVAL;
	words->ifname_count++;
	return 0;
}

static int read_nameserver(struct network_words *words, const char *value, const char **expected)
{
	char address[ADDRESS_TEXT_BYTES];

	*expected = FULL;
	if (words->nameserver_count == NAMESERVERS_MAX)
		return -EINVAL;
	*expected = "nameserver=192.0.2.1 or nameserver=[2001:db8::1]";
	/* an IPv6 address may also stand there without its brackets */
	if (address_family(value))
		text_copy(address, sizeof(address), value);
	else if (network_field_next(&value, address, sizeof(address)) <= 0 || value)
		return -EINVAL;
	if (!address_is_host(address))
		return -EINVAL;
	text_copy(words->nameservers[words->nameserver_count++], ADDRESS_TEXT_BYTES, address);
	return 0;
}

/* The type of the hardware, 01 for Ethernet, goes first. */
static int read_bootif(struct network_words *words, const char *value, const char **expected)
{
	*expected = BOOTIF_FORM;
	if (strlen(value) == MAC_TEXT_BYTES - 1 + 3 && strncmp(value, "01", 2) == 0)
		value += 3;
	return mac_read(words->boot_mac, value);
}

static const struct {
	const char *name;
	int (*read)(struct network_words *words, const char *value, const char **expected);
} readers[] = {
	{ "ip", read_ip },         { "vlan", read_vlan },     { "bond", read_bond },
	{ "ifname", read_ifname }, { "BOOTIF", read_bootif }, { "nameserver", read_nameserver },
};

void network_words_read(struct network_words *words, const char *cmdline,
                        void (*complain)(void *context, const char *why), void *context)
{
	char word[512], shown[128], why[384];
	const char *expected = NULL;
	char *equals;

	memset(words, 0, sizeof(*words));
	while (cmdline_next(&cmdline, word, sizeof(word))) {
		equals = strchr(word, '=');
		for (size_t i = 0; equals && i < countof(readers); i++) {
			*equals = '\0';
			if (strcmp(word, readers[i].name) != 0 ||
			    readers[i].read(words, equals + 1, &expected) == 0)
				continue;
			*equals = '=';
			text_clean(shown, sizeof(shown), word);
			snprintf(why, sizeof(why), "%s: expected %s", shown, expected);
			complain(context, why);
			break;
		}
	}
}
