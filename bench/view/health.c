/* SPDX-License-Identifier: MIT */
/*
 * health.c - how warm the CPUs are, what they take, and where the machine is reached
 *
 * Source: Documentation/hwmon/{coretemp,k10temp}.rst and Documentation/power/powercap/ of Linux.
 */

#include "bench/view/view.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"
#include "bench/machine/sysfs.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <limits.h>
#include <math.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#define HWMON "/sys/class/hwmon"
#define POWERCAP "/sys/class/powercap"

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

/* The first address that leads anywhere, IPv4 before IPv6. */
static void find_address(char *address, size_t size)
{
	struct ifaddrs *all, *entry;
	bool found = false;

	address[0] = '\0';
	if (getifaddrs(&all) < 0)
		return;
	for (entry = all; entry && !found; entry = entry->ifa_next) {
		const struct sockaddr *at = entry->ifa_addr;
		const struct in6_addr *six = &((const struct sockaddr_in6 *)at)->sin6_addr;

		if (!at || (entry->ifa_flags & IFF_LOOPBACK))
			continue;
		if (at->sa_family == AF_INET) {
			inet_ntop(AF_INET, &((const struct sockaddr_in *)at)->sin_addr, address,
			          (socklen_t)size);
			found = true;
		} else if (at->sa_family == AF_INET6 && address[0] == '\0' &&
		           !IN6_IS_ADDR_LINKLOCAL(six)) {
			inet_ntop(AF_INET6, six, address, (socklen_t)size);
		}
	}
	freeifaddrs(all);
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
	if (root[0] == '\0')
		find_address(health->address, sizeof(health->address));
}
