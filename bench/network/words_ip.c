/* SPDX-License-Identifier: MIT */
/* words_ip.c - the word ip= of dracut: its fields, and what they mean together */

#include "bench/network/words.h"

#include "bench/lib/text.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define FIELDS_MAX 9
#define FORMS "ip=METHOD, ip=PORT:METHOD or ip=ADDRESS::GATEWAY:MASK:HOST:PORT:METHOD"

/* The fields of the long form; the last two are of either of two kinds. */
enum { CLIENT, PEER, GATEWAY, MASK, HOST, PORT, METHOD, MTU, MAC, DNS1 = MTU, DNS2 = MAC };

static const struct {
	const char *name;
	enum ip_method method;
} methods[] = {
	{ "dhcp", IP_DHCP },   { "on", IP_DHCP },       { "any", IP_DHCP },
	{ "dhcp4", IP_DHCP },  { "dhcp6", IP_DHCP6 },   { "either6", IP_DHCP },
	{ "auto6", IP_AUTO6 }, { "link6", IP_OFF },     { "none", IP_STATIC },
	{ "off", IP_STATIC },  { "static", IP_STATIC },
};

int mac_read(char mac[MAC_TEXT_BYTES], const char *text)
{
	char separator = text[0] && text[1] ? text[2] : '\0';

	if (strlen(text) != MAC_TEXT_BYTES - 1 || (separator != ':' && separator != '-'))
		return -EINVAL;
	for (size_t i = 0; i < MAC_TEXT_BYTES - 1; i++) {
		if (i % 3 == 2 ? text[i] != separator : !isxdigit((unsigned char)text[i]))
			return -EINVAL;
		mac[i] = i % 3 == 2 ? ':' : (char)tolower((unsigned char)text[i]);
	}
	mac[MAC_TEXT_BYTES - 1] = '\0';
	return 0;
}

/* As address_family(), with its bytes. */
static int address_read(const char *text, unsigned char address[16])
{
	char plain[ADDRESS_TEXT_BYTES];

	if (inet_pton(AF_INET, text, address) == 1)
		return AF_INET;
	/* the port of a link-local address follows a percent sign */
	if (text_copy(plain, sizeof(plain), text) < 0)
		return 0;
	if (strncmp(plain, "fe", 2) == 0 && plain[2] && strchr("89ab", plain[2]))
		plain[strcspn(plain, "%")] = '\0';
	return inet_pton(AF_INET6, plain, address) == 1 ? AF_INET6 : 0;
}

int address_family(const char *text)
{
	unsigned char address[16];

	return address_read(text, address);
}

bool address_is_host(const char *text)
{
	static const unsigned char nothing[15];
	unsigned char address[16];

	switch (address_read(text, address)) {
	case AF_INET: return address[0] != 0 && address[0] != 127 && address[0] < 224;
	case AF_INET6: /* :: and ::1; all that begins with ff are many */
		return address[0] != 0xff &&
		       (memcmp(address, nothing, sizeof(nothing)) != 0 || address[15] > 1);
	default: return false;
	}
}

bool port_name_is_good(const char *name)
{
	static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				   "._-";

	return name[0] != '\0' && name[0] != '.' && strlen(name) < IFNAMSIZ &&
	       name[strspn(name, good)] == '\0';
}

int network_field_next(const char **rest, char *field, size_t size)
{
	char mac[MAC_TEXT_BYTES];
	const char *from = *rest;
	size_t length;

	if (!from)
		return 0;
	snprintf(mac, sizeof(mac), "%s", from);
	if (*from == '[') {
		length = strcspn(++from, "]");
		*rest = from + length + (from[length] == ']');
	} else {
		length = mac_read(mac, mac) == 0 ? MAC_TEXT_BYTES - 1 : strcspn(from, ":");
		*rest = from + length;
	}
	if (length >= size || (**rest != ':' && **rest != '\0'))
		return -EINVAL;
	snprintf(field, size, "%.*s", (int)length, from);
	*rest = **rest == ':' ? *rest + 1 : NULL;
	return 1;
}

static bool method_read(struct ip_word *word, const char *name)
{
	for (size_t i = 0; i < countof(methods); i++) {
		if (strcmp(methods[i].name, name) != 0)
			continue;
		word->method = methods[i].method;
		return true;
	}
	return false;
}

static bool port_read(struct ip_word *word, const char *field)
{
	if (mac_read(word->port, field) == 0)
		return true;
	word->port[0] = '\0';
	if (field[0] != '\0' && !port_name_is_good(field))
		return false;
	return text_copy(word->port, sizeof(word->port), field) == 0;
}

/* How many bits a mask has: "24", "255.255.255.0"; 0 if it is none. */
static unsigned mask_bits(const char *text, int family)
{
	unsigned limit = family == AF_INET ? 32 : 128, bits;
	struct in_addr mask;
	uint64_t number;

	if (text_parse_u64(text, &number) == 0)
		return number <= limit ? (unsigned)number : 0;
	if (family != AF_INET || inet_pton(AF_INET, text, &mask) != 1)
		return 0;
	number = ntohl(mask.s_addr);
	bits = (unsigned)__builtin_popcountll(number);
	/* the bits of a mask have no hole */
	return bits > 0 && number == (UINT32_MAX << (32 - bits) & UINT32_MAX) ? bits : 0;
}

static int client_read(struct ip_word *word, char (*fields)[64], const char **expected)
{
	int family = address_family(fields[CLIENT]);
	unsigned bits = fields[MASK][0]      ? mask_bits(fields[MASK], family)
	                : family == AF_INET6 ? 64
	                                     : 0;

	*expected = "an address in the first field: 192.0.2.5 or [2001:db8::5]";
	if (!address_is_host(fields[CLIENT]))
		return -EINVAL;
	*expected = "a mask in the fourth field: 255.255.255.0 or 24";
	if (!bits)
		return -EINVAL;
	*expected = "a gateway of the same kind in the third field, or nothing";
	if (fields[GATEWAY][0] &&
	    (address_family(fields[GATEWAY]) != family || !address_is_host(fields[GATEWAY])))
		return -EINVAL;
	snprintf(word->address, sizeof(word->address), "%.40s/%u", fields[CLIENT], bits);
	return text_copy(word->gateway, sizeof(word->gateway), fields[GATEWAY]) ? -EINVAL : 0;
}

/* What may follow the method: [MTU][:MAC], or one or two name servers. */
static int tail_read(struct ip_word *word, char (*fields)[64])
{
	uint64_t mtu = 0;

	if (address_family(fields[DNS1])) {
		text_copy(word->nameservers[0], ADDRESS_TEXT_BYTES, fields[DNS1]);
		text_copy(word->nameservers[1], ADDRESS_TEXT_BYTES, fields[DNS2]);
		if (!address_is_host(fields[DNS1]))
			return -EINVAL;
		return !fields[DNS2][0] || address_is_host(fields[DNS2]) ? 0 : -EINVAL;
	}
	if (fields[MTU][0] && (text_parse_u64(fields[MTU], &mtu) || mtu < 68 || mtu > 65535))
		return -EINVAL;
	word->mtu = (unsigned)mtu;
	return fields[MAC][0] ? mac_read(word->mac, fields[MAC]) : 0;
}

static int long_form(struct ip_word *word, char (*fields)[64], const char **expected)
{
	*expected = "a name such as eth0 or a MAC in the sixth field";
	if (!port_read(word, fields[PORT]))
		return -EINVAL;
	*expected = "none, dhcp, dhcp6, auto6, link6 or off in the seventh field";
	if (fields[METHOD][0] && !method_read(word, fields[METHOD]))
		return -EINVAL;
	*expected = "nothing after the method, [MTU][:MAC], or one or two name servers";
	if (tail_read(word, fields))
		return -EINVAL;
	/* without a method the address is what DHCP gave to a boot loader: pxelinux writes so */
	if (word->method == IP_STATIC && fields[CLIENT][0])
		return client_read(word, fields, expected);
	if (word->method == IP_STATIC)
		word->method = IP_OFF;
	return 0;
}

int ip_word_read(struct ip_word *word, const char *value, const char **expected)
{
	char fields[FIELDS_MAX][64] = { "" };
	int count = 0, rc = 1;

	*word = (struct ip_word){ .method = IP_DHCP };
	*expected = FORMS;
	while (count < FIELDS_MAX && (rc = network_field_next(&value, fields[count], 64)) > 0)
		count++;
	if (rc < 0 || value)
		return -EINVAL;

	if (count == 1 && method_read(word, fields[0])) {
		word->method = word->method == IP_STATIC ? IP_OFF : word->method;
		return 0;
	}
	if (count >= 2 && fields[0][0] && port_read(word, fields[0]) &&
	    method_read(word, fields[1])) {
		word->method = word->method == IP_STATIC ? IP_OFF : word->method;
		*expected = "nothing after the method, or [MTU][:MAC]";
		memmove(fields[MTU], fields[2], 2 * sizeof(fields[0]));
		return count <= 4 ? tail_read(word, fields) : -EINVAL;
	}
	*word = (struct ip_word){ .method = IP_DHCP };
	return count >= 4 ? long_form(word, fields, expected) : -EINVAL;
}
