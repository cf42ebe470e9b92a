/* SPDX-License-Identifier: MIT */
/* lease.c - read what one source says of one port, as the word of a stranger */

#include "bench/network/lease.h"

#include "bench/lib/secret.h"
#include "bench/lib/text.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct reader {
	struct lease *lease;
	void (*complain)(void *context, const char *why);
	void *context;
};

const char *lease_source_name(enum lease_source source)
{
	static const char *const names[] = { "static", "dhcp", "dhcp6", "ra" };

	return names[source];
}

static void ignore(const struct reader *reader, const char *what, const char *value,
                   const char *expected)
{
	char shown[64], why[192];

	text_clean(shown, sizeof(shown), value);
	snprintf(why, sizeof(why), "%s '%s' is ignored: expected %s", what, shown, expected);
	reader->complain(reader->context, why);
}

/*
 * Write an address in its shortest form, as the kernel and all others here do: "2001:db8::5".
 * What follows it, a prefix or a port, stays.
 */
static void shorten(char to[ADDRESS_TEXT_BYTES], const char *from)
{
	char plain[ADDRESS_TEXT_BYTES], tidy[INET6_ADDRSTRLEN];
	unsigned char address[16];

	text_copy(to, ADDRESS_TEXT_BYTES, from);
	text_copy(plain, sizeof(plain), from);
	plain[strcspn(plain, "/%")] = '\0';
	if (inet_pton(AF_INET6, plain, address) == 1 &&
	    inet_ntop(AF_INET6, address, tidy, sizeof(tidy)))
		snprintf(to, ADDRESS_TEXT_BYTES, "%s%s", tidy, from + strlen(plain));
}

/* Add the addresses of @values to a list of which no more than NAMESERVERS_MAX are used. */
static void read_list(const struct reader *reader, const char *what, const char *values,
                      char (*list)[ADDRESS_TEXT_BYTES], unsigned *count)
{
	char value[64];

	while (text_next(&values, " ", value, sizeof(value))) {
		if (!address_is_host(value))
			ignore(reader, what, value, "the address of a server");
		else if (*count < NAMESERVERS_MAX)
			shorten(list[(*count)++], value);
	}
}

static void read_dns(const struct reader *reader, const char *values)
{
	read_list(reader, "name server", values, reader->lease->dns, &reader->lease->dns_count);
}

static void read_ntp(const struct reader *reader, const char *values)
{
	read_list(reader, "NTP server", values, reader->lease->ntp, &reader->lease->ntp_count);
}

static void read_address(const struct reader *reader, const char *value)
{
	shorten(reader->lease->address, value);
}

/* The first of several counts. */
static void read_router(const struct reader *reader, const char *values)
{
	char value[64];

	if (!text_next(&values, " ", value, sizeof(value)))
		return;
	if (!address_is_host(value))
		ignore(reader, "router", value, "the address of a router");
	else
		shorten(reader->lease->router, value);
}

static void read_search(const struct reader *reader, const char *values)
{
	static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				   "._- ";

	if (values[strspn(values, good)] != '\0' || strlen(values) >= sizeof(reader->lease->search))
		ignore(reader, "search list", values, "names of domains, at most 255 characters");
	else
		text_copy(reader->lease->search, sizeof(reader->lease->search), values);
}

/* Is it an address of the web that fits into a line of text? */
static bool is_url(const char *text)
{
	if (strncasecmp(text, "http://", 7) != 0 && strncasecmp(text, "https://", 8) != 0)
		return false;
	for (; *text; text++)
		if (*text <= ' ' || *text > '~' || *text == '"')
			return false;
	return true;
}

/* Option 224: each byte as two digits. Some servers count a NUL at the end. */
static void read_config(const struct reader *reader, const char *digits)
{
	char url[sizeof(reader->lease->config)], shown[sizeof(url)], pair[3] = "";
	size_t length = 0;

	for (; digits[0] && digits[1] && length < sizeof(url) - 1; digits += 2) {
		memcpy(pair, digits, 2);
		url[length++] = (char)strtoul(pair, NULL, 16);
	}
	url[length] = '\0';
	if (length == 0)
		return;
	if (digits[0] == '\0' && strlen(url) + 1 >= length && is_url(url))
		text_copy(reader->lease->config, sizeof(reader->lease->config), url);
	else
		ignore(reader, "DHCP option 224", secret_strip(shown, sizeof(shown), url),
		       "an http or https address");
}

static const struct {
	const char *name;
	void (*read)(const struct reader *reader, const char *values);
} readers[] = {
	{ "address ", read_address }, { "router ", read_router }, { "dns ", read_dns },
	{ "ntp ", read_ntp },         { "search ", read_search }, { "config ", read_config },
};

void lease_read(struct lease *lease, const char *text,
                void (*complain)(void *context, const char *why), void *context)
{
	struct reader reader = { lease, complain, context };
	char line[1024];

	memset(lease, 0, sizeof(*lease));
	while (text_next(&text, "\n", line, sizeof(line)))
		for (size_t i = 0; i < countof(readers); i++)
			if (strncmp(line, readers[i].name, strlen(readers[i].name)) == 0)
				readers[i].read(&reader, line + strlen(readers[i].name));
}
