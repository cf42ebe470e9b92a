/* SPDX-License-Identifier: MIT */
/* address.c - where a file is to go: addresses of http and https, their parts and their joints */

#include "bench/deliver/address.h"

#include "bench/lib/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define EXPECTED "expected http://HOST[:PORT]/PATH/ or https://..."
#define ALPHANUMERIC "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/* Of RFC 3986, 2.2 and 2.3, less '?' and '#', which end a path. */
#define PATH_CHARACTERS ALPHANUMERIC "-._~!$&'()*+,;=:@/%"
#define HOST_CHARACTERS ALPHANUMERIC "-._"
#define IPV6_CHARACTERS ALPHANUMERIC ":.%"

static int refuse(char *why, size_t size, const char *reason)
{
	snprintf(why, size, "%s: %s", reason, EXPECTED);
	return -EINVAL;
}

/* Take @host[:PORT] apart; @address->port is already that of the scheme. */
static int split_host(struct address *address, char *host, char *why, size_t why_size)
{
	bool bracket = *host == '[';
	size_t length =
	    bracket ? 1 + strspn(host + 1, IPV6_CHARACTERS) : strspn(host, HOST_CHARACTERS);
	uint64_t port;

	if (bracket && host[length++] != ']')
		return refuse(why, why_size, "an IPv6 address ends in ]");
	if (length == (bracket ? 2 : 0))
		return refuse(why, why_size, "no host");
	if (host[length] == ':') {
		if (text_parse_u64(host + length + 1, &port) || port < 1 || port > 65535)
			return refuse(why, why_size, "the port is not a number from 1 to 65535");
		address->port = (unsigned)port;
	} else if (host[length]) {
		return refuse(why, why_size, "a character that no host has");
	}
	host[length] = '\0';
	return text_copy(address->host, sizeof(address->host), host);
}

int address_parse(struct address *address, const char *url, const char **rest, char *why,
                  size_t why_size)
{
	char host[sizeof(address->host)];
	const char *at;
	size_t length;

	*address = (struct address){ .port = 80 };
	if (!strncasecmp(url, "https://", 8))
		*address = (struct address){ .tls = true, .port = 443 };
	else if (strncasecmp(url, "http://", 7))
		return refuse(why, why_size, "not an address of the web");
	url += address->tls ? 8 : 7;

	length = strcspn(url, "/?#");
	at = memrchr(url, '@', length); /* the end of user and password */
	if (at) {
		length -= (size_t)(at + 1 - url);
		url = at + 1;
	}
	if (length >= sizeof(host))
		return refuse(why, why_size, "the host is too long");
	memcpy(host, url, length);
	host[length] = '\0';
	if (rest)
		*rest = url + length;
	return split_host(address, host, why, why_size);
}

int address_check(const char *url, char *why, size_t why_size)
{
	struct address address;
	const char *rest, *bad;
	int rc = address_parse(&address, url, &rest, why, why_size);

	if (rc)
		return rc;
	bad = rest + strspn(rest, PATH_CHARACTERS);
	if (*bad == '?')
		return refuse(why, why_size,
		              "a query (?) cannot be followed by the name of a file");
	if (*bad == '#')
		return refuse(why, why_size, "a fragment (#) never reaches a server");
	if (*bad)
		return refuse(why, why_size, "a character that needs %-encoding in the path");
	return 0;
}

bool address_same_origin(const char *a, const char *b)
{
	struct address one, other;
	char why[128];

	return !address_parse(&one, a, NULL, why, sizeof(why)) &&
	       !address_parse(&other, b, NULL, why, sizeof(why)) && one.tls == other.tls &&
	       one.port == other.port && !strcasecmp(one.host, other.host);
}

void address_name(char *to, size_t size, const char *from)
{
	if (!*from)
		from = "unknown";
	text_copy(to, size, from);
	for (char *c = to; *c; c++)
		if (!strchr(ALPHANUMERIC "._-", *c))
			*c = '-';
	if (*to == '.')
		*to = '-';
}

int address_join(char *to, size_t size, const char *url, const char *machine, const char *run,
                 const char *file)
{
	size_t length = strlen(url);
	int total;

	while (length && url[length - 1] == '/')
		length--;
	total = snprintf(to, size, "%.*s/%s/%s/%s", (int)length, url, machine, run, file);
	return total < 0 || (size_t)total >= size ? -ENAMETOOLONG : 0;
}
