/* SPDX-License-Identifier: MIT */
/* fetch.c - settings from a server, which may answer late, wrongly, or not at all */

#include "bench/config/config.h"
#include "bench/deliver/http.h"
#include "bench/lib/clock.h"
#include "bench/lib/lines.h"
#include "bench/lib/secret.h"
#include "bench/lib/text.h"
#include "bench/network/time.h"

#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SERVER_LIMIT_NS SECONDS(15)
#define DHCP_LIMIT_NS SECONDS(30) /* switches may hold a new link back for so long */
#define SETTLE_NS SECONDS(1)
#define LOOK_EVERY_NS MS(100)
#define AGAIN_NS SECONDS(1) /* between two tries */
#define STATUS_NOT_FOUND 404

struct fetch {
	struct config *config;
	const struct config_fetching *how;
	struct settings settings; /* that were known before */
};

static void PRINTF_LIKE(2, 3) say(const struct fetch *fetch, const char *format, ...)
{
	const struct config_listener *progress = &fetch->how->progress;
	char line[256];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	if (progress->tell)
		progress->tell(progress->context, line);
}

/* Does this address lead further than the wire? */
static bool leads_out(const struct sockaddr *address)
{
	if (address->sa_family == AF_INET) {
		uint32_t ip = ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr);

		return ip >> 16 != 0xa9fe; /* 169.254.0.0/16 */
	}
	return address->sa_family == AF_INET6 &&
	       !IN6_IS_ADDR_LINKLOCAL(&((const struct sockaddr_in6 *)address)->sin6_addr);
}

static bool has_address(void)
{
	struct ifaddrs *all;
	bool found = false;

	if (getifaddrs(&all) < 0)
		return false;
	for (const struct ifaddrs *entry = all; entry && !found; entry = entry->ifa_next)
		found = entry->ifa_addr && !(entry->ifa_flags & IFF_LOOPBACK) &&
		        leads_out(entry->ifa_addr);
	freeifaddrs(all);
	return found;
}

static void wait_for_network(const struct fetch *fetch, const char *shown)
{
	uint64_t limit_ns = clock_now_ns() + SECONDS(fetch->settings.net_timeout_s);

	if (has_address())
		return;
	say(fetch, "waiting for a network, at most %u s, to fetch %s",
	    fetch->settings.net_timeout_s, shown);
	while (!has_address() && clock_now_ns() < limit_ns)
		clock_sleep_ns(LOOK_EVERY_NS);
}

/* Ask until there is an answer, or too long. Returns bytes of @body, or -errno with @reply. */
static int get(const struct fetch *fetch, const char *url, char *body, size_t size,
               struct reply *reply)
{
	uint64_t within_ns = SECONDS(fetch->settings.net_timeout_s), now_ns, end_ns;
	struct http_download download = {
		.url = url,
		.ca = fetch->settings.upload_ca,
		.body = body,
		.body_bytes = size,
	};
	int rc;

	if (within_ns > SERVER_LIMIT_NS)
		within_ns = SERVER_LIMIT_NS;
	end_ns = clock_now_ns() + within_ns;
	for (;;) {
		now_ns = clock_now_ns();
		download.limit_ns = end_ns > now_ns ? end_ns - now_ns : MS(1);
		rc = http_get(&download, reply);
		if (rc >= 0 && reply->answer == ANSWER_ACKNOWLEDGED)
			return rc;
		if (rc < 0 || reply->answer == ANSWER_REFUSED ||
		    clock_now_ns() + AGAIN_NS >= end_ns)
			return -EIO;
		clock_sleep_ns(AGAIN_NS);
	}
}

/* Fetch what @pattern names. */
static void fetch_text(const struct fetch *fetch, enum config_source source, bool may_allow_writing,
                       const char *pattern)
{
	static char body[LINES_BYTES_MAX + 1];
	char url[1024], shown[200];
	struct reply reply = { .why = "expected ${serial}, ${uuid}, ${mac} or ${sku} in it" };
	int length = -EINVAL, count = config_expand(url, sizeof(url), pattern, fetch->how->host);

	secret_strip(shown, sizeof(shown), count < 0 ? pattern : url);
	if (count >= 0) {
		wait_for_network(fetch, shown);
		time_settle(url); /* a certificate may depend on it */
		length = get(fetch, url, body, sizeof(body), &reply);
	}
	if (length < 0 && count > 0 && reply.status == STATUS_NOT_FOUND &&
	    config_expand(url, sizeof(url), pattern, NULL) > 0) {
		secret_strip(shown, sizeof(shown), url);
		length = get(fetch, url, body, sizeof(body), &reply);
	}
	if (length < 0)
		config_complain(fetch->config, "%s: %s; it is not used", shown, reply.why);
	else if (length == 0)
		config_complain(fetch->config, "%s: an empty file", shown);
	else
		config_add(fetch->config, source, may_allow_writing, shown, body, (size_t)length);
}

/* Does whoever named the URL have a say about writing? @origin is a name of a text. */
static bool is_explicit(const struct config *config, const char *origin)
{
	for (unsigned i = 0; i < config->count; i++)
		if (strcmp(config->texts[i].name, origin) == 0)
			return config->texts[i].source >= CONFIG_FROM_FILE;
	return false;
}

static int dhcp_url(const struct fetch *fetch, char *url, size_t size)
{
	return text_read(fetch->how->root, CONFIG_DHCP_URL, url, size);
}

/* Has a way out of the machine been chosen? What DHCP said there is noted before. */
static bool has_way(const struct fetch *fetch)
{
	char way[64];

	return text_read(fetch->how->root, CONFIG_WAY, way, sizeof(way)) > 0;
}

/* The way may be one by IPv6 at first, and DHCP come a moment later. */
static void wait_for_dhcp(const struct fetch *fetch)
{
	uint64_t limit_ns = clock_now_ns() + DHCP_LIMIT_NS, settled_ns = 0, now_ns;
	char url[512];

	if (!has_way(fetch))
		say(fetch, "waiting for DHCP, at most %u s: it may name settings",
		    (unsigned)(DHCP_LIMIT_NS / SECONDS(1)));
	while ((now_ns = clock_now_ns()) < limit_ns && dhcp_url(fetch, url, sizeof(url)) < 0) {
		if (settled_ns == 0 && has_way(fetch))
			settled_ns = now_ns + SETTLE_NS;
		if (settled_ns != 0 && now_ns > settled_ns)
			break;
		clock_sleep_ns(LOOK_EVERY_NS);
	}
}

void config_fetch(struct config *config, const struct config_fetching *how)
{
	struct config silent = *config; /* what cannot be used is said once, at the end */
	struct fetch fetch = { .config = config, .how = how };
	static struct origins origins;
	const char *origin;
	char url[512];
	int length;

	silent.complaint.tell = NULL;
	config_merge(&silent, &fetch.settings, &origins);
	origin = origins.of[settings_row("config")];
	if (fetch.settings.config[0])
		fetch_text(&fetch, CONFIG_FROM_URL, is_explicit(config, origin),
		           fetch.settings.config);
	else if (how->waits_for_dhcp)
		wait_for_dhcp(&fetch);
	length = dhcp_url(&fetch, url, sizeof(url));
	if (length > 0)
		fetch_text(&fetch, CONFIG_FROM_DHCP, false, url);
	else if (length == -EFBIG)
		config_complain(config, "DHCP option 224: longer than any URL");
}
