/* SPDX-License-Identifier: MIT */
/*
 * health.c - how warm the CPUs are, what they take, and where the machine is reached
 *
 * Source: Documentation/hwmon/{coretemp,k10temp}.rst and Documentation/power/powercap/ of Linux.
 */

#include "bench/view/view.h"

#include "bench/lib/clock.h"
#include "bench/lib/folder.h"
#include "bench/lib/link.h"
#include "bench/lib/text.h"
#include "bench/machine/sysfs.h"

#include <ifaddrs.h>
#include <limits.h>
#include <math.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#define HWMON "/sys/class/hwmon"
#define POWERCAP "/sys/class/powercap"
#define WAY_OUT "/run/network/way" /* of assay network: the port, in the image */

/* Drivers whose first sensor is the whole CPU: a read of it asks nobody but the CPU. */
static const char cpu_sensors[] = "coretemp,k10temp,zenpower";

static int hottest_mc(const char *root)
{
	struct listing chips;
	int hottest = INT_MIN;

	listing_open(&chips, root, HWMON);
	for (int i = 0; i < chips.count; i++) {
		const char *chip = listing_name(&chips, i);
		char driver[32];
		int now;

		sysfs_text(root, driver, sizeof(driver), HWMON "/%s/name", chip);
		now = (int)sysfs_number(root, HWMON "/%s/temp1_input", chip);
		if (driver[0] && text_matches(cpu_sensors, driver) && now > hottest)
			hottest = now;
	}
	listing_close(&chips);
	return hottest;
}

/* What all CPU packages have taken, J, since they began to count; NAN if none counts. */
static double energy_j(const char *root)
{
	struct listing zones;
	double sum = NAN;

	listing_open(&zones, root, POWERCAP);
	for (int i = 0; i < zones.count; i++) {
		char name[32];

		sysfs_text(root, name, sizeof(name), POWERCAP "/%s/name", listing_name(&zones, i));
		if (strncmp(name, "package-", strlen("package-")) != 0)
			continue;
		sum = (isnan(sum) ? 0 : sum) + (double)sysfs_number(root, POWERCAP "/%s/energy_uj",
		                                                    listing_name(&zones, i)) /
		                                   1e6;
	}
	listing_close(&zones);
	return sum;
}

/*
 * How good an address is to reach the machine by: IPv4 before IPv6, that of the port which is the
 * way out before others; 0 = it leads nowhere.
 */
static unsigned rank_of(const struct ifaddrs *entry, const char *way)
{
	const struct sockaddr *at = entry->ifa_addr;
	unsigned rank = strcmp(entry->ifa_name, way) == 0 ? 2 : 0;

	if (!at || (entry->ifa_flags & IFF_LOOPBACK) || port_kind("", entry->ifa_name) == PORT_BMC)
		return 0;
	if (at->sa_family == AF_INET)
		return rank + 2;
	if (at->sa_family != AF_INET6 ||
	    IN6_IS_ADDR_LINKLOCAL(&((const struct sockaddr_in6 *)at)->sin6_addr))
		return 0;
	return rank + 1;
}

/* The best address; "" = none. */
static void find_address(char *address, size_t size)
{
	struct ifaddrs *all, *entry, *best = NULL;
	unsigned best_rank = 0;
	char way[IF_NAMESIZE];

	address[0] = '\0';
	sysfs_text("", way, sizeof(way), WAY_OUT);
	if (getifaddrs(&all) < 0)
		return;
	for (entry = all; entry; entry = entry->ifa_next) {
		unsigned rank = rank_of(entry, way);

		if (rank > best_rank) {
			best_rank = rank;
			best = entry;
		}
	}
	if (best)
		getnameinfo(best->ifa_addr,
		            best->ifa_addr->sa_family == AF_INET ? sizeof(struct sockaddr_in)
		                                                 : sizeof(struct sockaddr_in6),
		            address, (socklen_t)size, NULL, 0, NI_NUMERICHOST);
	freeifaddrs(all);
}

/* Whether there is a cable to get an address by. */
static void count_ports(struct view_health *health, const char *root)
{
	struct folder folder;

	health->ports = health->links = 0;
	for (const char *name = folder_first(&folder, root, "/sys/class/net"); name;
	     name = folder_next(&folder)) {
		if (port_kind(root, name) != PORT_WIRED)
			continue;
		health->ports++;
		health->links += sysfs_number(root, "/sys/class/net/%s/carrier", name) == 1;
	}
}

void view_look(struct view_health *health, const char *root)
{
	double energy = energy_j(root);
	uint64_t now_ns = clock_now_ns();

	/* a counter that went round, or nothing to compare with: this time it is not known */
	health->watts = energy >= health->energy_j && health->now_ns > 0
	                    ? (energy - health->energy_j) * 1e9 / (double)(now_ns - health->now_ns)
	                    : (double)NAN;
	health->energy_j = energy;
	health->now_ns = now_ns;
	health->temperature_mc = hottest_mc(root);
	count_ports(health, root);
	if (root[0] == '\0')
		find_address(health->address, sizeof(health->address));
}
