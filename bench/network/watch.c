/* SPDX-License-Identifier: MIT */
/* watch.c - keep the way out of the machine, for as long as it is on */

#include "bench/network/watch.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"
#include "bench/network/news.h"
#include "bench/network/ports.h"
#include "bench/network/program.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <unistd.h>

#define RESOLVER "/etc/resolv.conf"
#define LOOK_EVERY_MS 5000   /* should a client end, or an event be lost */
#define AGAIN_NS SECONDS(10) /* a client that ended is started again after this */
#define WAY_METRIC 10u

static struct network_ports ports;
static char way4[IFNAMSIZ], way6[IFNAMSIZ], route[128]; /* as they are in force */
static int news_fd = -1, notes_fd = -1;

int watch_network_open(void)
{
	news_fd = news_open();
	if (news_fd < 0)
		return news_fd;
	notes_fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (notes_fd < 0 ||
	    inotify_add_watch(notes_fd, NETWORK_FOLDER, IN_MOVED_TO | IN_DELETE) < 0)
		return -errno;
	return 0;
}

/* The name servers that a router named are a note like any other. */
static void note_router(const struct network_port *port, const struct news *news)
{
	char name[IFNAMSIZ + 4], text[NAMESERVERS_MAX * ADDRESS_TEXT_BYTES + 8] = "";
	size_t used = 0;

	for (unsigned i = 0; i < news->dns_count; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s",
		                         i == 0 ? "dns " : " ", news->dns[i]);
	if (used > 0)
		snprintf(text + used, sizeof(text) - used, "\n");
	snprintf(name, sizeof(name), "%s.ra", port->name);
	if (note_write(name, text))
		network_say("%s: its name servers cannot be kept", port->name);
}

static void take_news(const struct news *news)
{
	for (unsigned i = 0; i < ports.count; i++) {
		struct network_port *port = &ports.ports[i];

		if (news->index == 0 || port->index != news->index)
			continue;
		if (news->has_flags) {
			port->managed = news->managed;
			port->other = news->other;
		}
		if (news->has_dns)
			note_router(port, news);
	}
}

static void read_news(void)
{
	_Alignas(8) char message[16384];
	struct news news;
	ssize_t got;

	while ((got = read(news_fd, message, sizeof(message))) > 0) {
		news_read(&news, message, (size_t)got);
		take_news(&news);
	}
	while (read(notes_fd, message, sizeof(message)) > 0)
		; /* which note it is does not matter */
}

/* DHCPv6 where a router or the command line says so, as long as there is a link. */
static void serve_port(struct network_port *port, const struct network_words *words)
{
	bool wanted = port->managed;

	for (unsigned i = 0; i < words->ip_count; i++)
		wanted = wanted || (words->ips[i].method == IP_DHCP6 &&
		                    (words->ips[i].port[0] == '\0' ||
		                     strcmp(words->ips[i].port, port->name) == 0));
	if (port->client6 > 0 || !port->link || !(wanted || port->other) ||
	    clock_now_ns() < port->again_ns)
		return;
	port->client6 = program_start("udhcpc6 -f -i %s -s /etc/udhcpc6.script %s", port->name,
	                              wanted ? "" : "-l");
	port->again_ns = clock_now_ns() + AGAIN_NS;
}

static void reap(void)
{
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
		for (unsigned i = 0; i < ports.count; i++)
			if (ports.ports[i].client6 == pid)
				ports.ports[i].client6 = 0;
}

/* What the present way out was told of time and configuration; else what any port was told. */
static void note_services(const struct network_port *four)
{
	char ntp[NAMESERVERS_MAX * ADDRESS_TEXT_BYTES] = "", config[600] = "";
	const struct lease *lease = four ? &four->leases[LEASE_DHCP] : NULL;

	for (unsigned i = 0; lease && i < lease->ntp_count; i++)
		snprintf(ntp + strlen(ntp), sizeof(ntp) - strlen(ntp), "%s\n", lease->ntp[i]);
	for (unsigned i = 0; i < ports.count && !(lease && lease->config[0]); i++)
		if (ports.ports[i].link && ports.ports[i].leases[LEASE_DHCP].config[0])
			lease = &ports.ports[i].leases[LEASE_DHCP];
	if (lease && lease->config[0])
		snprintf(config, sizeof(config), "%s\n", lease->config);
	if (note_write("ntp", ntp) || note_write("config-url", config))
		network_say("what DHCP told cannot be kept");
}

/* The route of the way out counts before those that the leases of other ports bring. */
static void set_route(const struct network_port *four)
{
	const char *router = four ? way_router(four) : "";
	char wanted[sizeof(route)] = "";

	if (router[0])
		snprintf(wanted, sizeof(wanted), "via %s dev %s", router, four->name);
	if (strcmp(wanted, route) == 0)
		return;
	text_copy(route, sizeof(route), wanted);
	if (wanted[0] && program_do("ip -4 route replace default %s metric %u", wanted, WAY_METRIC))
		network_say("%s: no way out by %s: expected a router on this wire", four->name,
		            router);
}

/* Put in force what was chosen, and say what is new. */
static void use_ways(const struct network_words *words)
{
	const struct network_port *four = way_choose(&ports, false, way4),
				  *six = way_choose(&ports, true, way6), *first = four ? four : six;
	char text[1024], way[IFNAMSIZ + 2] = "";

	if (strcmp(way4, four ? four->name : "") != 0)
		network_say("the way out for IPv4 is %s", four ? four->name : "lost");
	if (strcmp(way6, six ? six->name : "") != 0)
		network_say("the way out for IPv6 is %s", six ? six->name : "lost");
	text_copy(way4, sizeof(way4), four ? four->name : "");
	text_copy(way6, sizeof(way6), six ? six->name : "");
	set_route(four);
	way_resolver(words, four, six, text, sizeof(text));
	if (file_replace(RESOLVER, text))
		network_say(RESOLVER " cannot be written: names are not found");
	for (unsigned i = 0; i < ports.count; i++)
		if (note_write(ports.ports[i].name, ports.ports[i].addresses))
			network_say("%s: its addresses cannot be kept", ports.ports[i].name);
	note_services(four);
	if (first)
		snprintf(way, sizeof(way), "%s\n", first->name);
	if (note_write("way", way)) /* last: whoever waits for it finds the rest */
		network_say("the way out cannot be told");
}

_Noreturn void watch_network(struct network_words *words)
{
	struct pollfd events[] = { { .fd = news_fd, .events = POLLIN },
		                   { .fd = notes_fd, .events = POLLIN } };

	for (;;) {
		ports_look(&ports, words);
		read_news();
		use_ways(words);
		for (unsigned i = 0; i < ports.count; i++)
			serve_port(&ports.ports[i], words);
		poll(events, countof(events), LOOK_EVERY_MS);
		reap();
	}
}
