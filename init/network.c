/* SPDX-License-Identifier: MIT */
/* network.c - an address for every port that has a link, now or later, beside the tests */

#include "init/init.h"

#include "bench/lib/clock.h"
#include "bench/lib/folder.h"
#include "bench/lib/link.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PORTS_MAX 64
#define DHCP_LIST "/run/network/dhcp" /* of assay network: a port each, comma-separated */
#define LOOK_EVERY_MS 5000            /* should a client end, or an event be lost */
#define AGAIN_NS SECONDS(10)          /* a client that ended is started again after this */

struct port {
	char name[IFNAMSIZ];
	pid_t client; /* 0 = none */
	uint64_t again_ns;
	char links[16]; /* how many it had when the client was told of one last */
};

static struct port ports[PORTS_MAX];
static size_t port_count;
static pid_t assay; /* assay network: what goes beyond DHCP */

bool network_usable(const char *root, const char *name)
{
	char names[512];

	if (text_readf(root, names, sizeof(names), DHCP_LIST) < 0)
		return port_kind(root, name) == PORT_WIRED;
	return names[0] != '\0' && text_matches(names, name);
}

/* Switch a port on, so that it looks for a link. Returns 0 or -errno. */
static int port_up(const char *name)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), rc = 0;
	struct ifreq request = { .ifr_flags = 0 };

	if (fd < 0)
		return -errno;
	text_copy(request.ifr_name, sizeof(request.ifr_name), name);
	if (ioctl(fd, SIOCGIFFLAGS, &request) == 0)
		request.ifr_flags |= IFF_UP;
	if (ioctl(fd, SIOCSIFFLAGS, &request) < 0)
		rc = -errno;
	close(fd);
	return rc;
}

static bool is_known(const char *name)
{
	for (size_t i = 0; i < port_count; i++)
		if (strcmp(ports[i].name, name) == 0)
			return true;
	return false;
}

/* Take up ports that are new. */
static void find_ports(void)
{
	struct folder folder;
	int rc;

	for (const char *name = folder_first(&folder, "", "/sys/class/net"); name;
	     name = folder_next(&folder)) {
		if (port_count == PORTS_MAX || is_known(name) || !network_usable("", name))
			continue;
		text_copy(ports[port_count++].name, IFNAMSIZ, name);
		rc = port_up(name);
		if (rc < 0)
			dprintf(STDOUT_FILENO, "init: %s: cannot be switched on: %s\n", name,
			        strerror(-rc));
	}
}

static bool has_link(const char *name)
{
	char carrier[4];

	return text_readf("", carrier, sizeof(carrier), "/sys/class/net/%s/carrier", name) >= 0 &&
	       carrier[0] == '1';
}

/* Ask for an address, for as long as there is a link; the script prints what came. */
static void start_client(struct port *port)
{
	pid_t pid = fork();

	if (pid == 0) {
		dup2(open("/dev/null", O_WRONLY), STDERR_FILENO); /* each try is a line there */
		execl("/bin/busybox", "udhcpc", "-f", "-i", port->name, "-s", "/etc/udhcpc.script",
		      "-V", "assay", "-O", "224", "-O", "ntpsrv", "-O", "search", "-t", "5", "-T",
		      "2", "-A", "3", (char *)NULL);
		_exit(127);
	}
	port->client = pid > 0 ? pid : 0;
	port->again_ns = clock_now_ns() + AGAIN_NS;
}

static void child_over(pid_t pid, int status)
{
	char how[64];

	child_end_text(status, how, sizeof(how));
	if (pid == assay)
		dprintf(STDOUT_FILENO, "init: assay network %s\n", how);
	for (size_t i = 0; i < port_count; i++) {
		if (ports[i].client != pid)
			continue;
		ports[i].client = 0;
		ports[i].again_ns = clock_now_ns() + AGAIN_NS;
		dprintf(STDOUT_FILENO, "init: %s: DHCP client %s\n", ports[i].name, how);
	}
}

/*
 * Start a client where there is a link and none is running. A cable that was out may be in another
 * network now: the client has to ask whether its address still holds.
 */
static void serve_ports(void)
{
	for (size_t i = 0; i < port_count; i++) {
		struct port *port = &ports[i];
		char links[sizeof(port->links)];

		if (!has_link(port->name) ||
		    text_readf("", links, sizeof(links), "/sys/class/net/%s/carrier_up_count",
		               port->name) < 0)
			continue;
		if (port->client == 0 && clock_now_ns() >= port->again_ns)
			start_client(port);
		else if (port->client != 0 && strcmp(links, port->links) != 0)
			kill(port->client, SIGUSR1); /* renew */
		text_copy(port->links, sizeof(port->links), links);
	}
}

/* Events of links: their content does not matter, it is a reason to look again. */
static int open_link_events(void)
{
	struct sockaddr_nl address = { .nl_family = AF_NETLINK, .nl_groups = RTMGRP_LINK };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);

	if (fd < 0 || bind(fd, (const struct sockaddr *)&address, sizeof(address)) < 0)
		return -errno;
	return fd;
}

/*
 * Start what goes beyond DHCP, and wait until what the command line says is in force: it closes
 * its standard input then, or by ending.
 */
static pid_t start_assay(void)
{
	int ready[2];
	pid_t pid;
	char none;

	mkdir("/run/network", 0755); /* assay network says if this mattered */
	if (pipe2(ready, O_CLOEXEC) < 0)
		return -errno;
	pid = fork();
	if (pid == 0) {
		dup2(ready[1], STDIN_FILENO);
		execl("/bin/assay", "assay", "network", "--cmdline=/proc/cmdline", (char *)NULL);
		_exit(127);
	}
	close(ready[1]);
	if (read(ready[0], &none, 1) < 0)
		pid = -errno;
	close(ready[0]);
	return pid;
}

static _Noreturn void network_watch(void)
{
	struct pollfd events = { .fd = open_link_events(), .events = POLLIN };
	char ignored[4096];
	int status;
	pid_t pid;

	assay = start_assay();
	if (events.fd < 0)
		dprintf(STDOUT_FILENO, "init: cannot watch for links: %s\n", strerror(-events.fd));
	for (;;) {
		find_ports();
		serve_ports();
		poll(&events, 1, LOOK_EVERY_MS);
		while (read(events.fd, ignored, sizeof(ignored)) > 0)
			;
		while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
			child_over(pid, status);
	}
}

int network_start(struct settings *settings)
{
	int rc = port_up("lo");
	pid_t pid;

	(void)settings;
	pid = service_fork("network");
	if (pid == 0)
		network_watch();
	return pid < 0 ? pid : rc;
}
