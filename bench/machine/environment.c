/* SPDX-License-Identifier: MIT */
/* environment.c - what must travel with a number to make it comparable with another */

#include "bench/lib/secret.h"
#include "bench/lib/settings.h"
#include "bench/machine.h"
#include "bench/machine/sysfs.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CPU "/sys/devices/system/cpu/"
#define VM "/proc/sys/vm/"
#define KERNEL "/proc/sys/kernel/"

/* Facts that are the content of one file. */
static const struct {
	const char *name, *path;
} fact_files[] = {
	{ "kernel.version", "/proc/version" },
	{ "smt.control", CPU "smt/control" },
	{ "cpufreq.driver", CPU "cpu0/cpufreq/scaling_driver" },
	{ "cpufreq.governor", CPU "cpu0/cpufreq/scaling_governor" },
	{ "cpufreq.epp", CPU "cpu0/cpufreq/energy_performance_preference" },
	{ "cpufreq.min_khz", CPU "cpu0/cpufreq/scaling_min_freq" },
	{ "cpufreq.max_khz", CPU "cpu0/cpufreq/scaling_max_freq" },
	{ "cpufreq.base_khz", CPU "cpu0/cpufreq/base_frequency" },
	{ "cpufreq.boost", CPU "cpufreq/boost" },
	{ "intel_pstate.status", CPU "intel_pstate/status" },
	{ "intel_pstate.no_turbo", CPU "intel_pstate/no_turbo" },
	{ "intel_pstate.hwp_dynamic_boost", CPU "intel_pstate/hwp_dynamic_boost" },
	{ "amd_pstate.status", CPU "amd_pstate/status" },
	{ "cpuidle.driver", CPU "cpuidle/current_driver" },
	{ "cpuidle.governor", CPU "cpuidle/current_governor" },
	{ "clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource" },
	{ "hugepages", VM "nr_hugepages" },
	{ "vm.stat_interval", VM "stat_interval" },
	{ "numa_balancing", KERNEL "numa_balancing" },
	{ "aslr", KERNEL "randomize_va_space" },
	{ "nmi_watchdog", KERNEL "nmi_watchdog" },
	{ "iommu.type", "/sys/kernel/iommu_groups/0/type" },
};

static void file_fact(struct machine *machine, const char *root, const char *name, const char *path)
{
	char value[512];

	sysfs_text(root, value, sizeof(value), "%s", path);
	if (value[0] != '\0')
		machine_fact(machine, name, value);
}

static void thp_fact(struct machine *machine, const char *root)
{
	char value[64];

	sysfs_text(root, value, sizeof(value), "/sys/kernel/mm/transparent_hugepage/enabled");
	sysfs_choice(value);
	if (value[0] != '\0')
		machine_fact(machine, "thp", value);
}

static void cmdline_fact(struct machine *machine, const char *root)
{
	char text[4096], word[2048], value[4096] = "";
	const char *rest = text;
	size_t used = 0;
	char *equals;
	int length = sysfs_bytes(root, text, sizeof(text) - 1, "/proc/cmdline");

	if (length < 0)
		return;
	text[length] = '\0';
	while (cmdline_next(&rest, word, sizeof(word)) && used < sizeof(value)) {
		equals = strchr(word, '=');
		if (equals && secret_word(word))
			snprintf(equals + 1, sizeof(word) - (size_t)(equals + 1 - word),
			         "(hidden)");
		used += (size_t)snprintf(value + used, sizeof(value) - used, "%s%s",
		                         used > 0 ? " " : "", word);
	}
	machine_fact(machine, "kernel.cmdline", value);
}

/* Every flaw of the processors that this kernel knows, and what it does about it. */
static void vulnerability_facts(struct machine *machine, const char *root)
{
	struct listing flaws;
	char name[64], path[320];
	int i;

	listing_open(&flaws, root, CPU "vulnerabilities");
	for (i = 0; i < flaws.count; i++) {
		snprintf(name, sizeof(name), "vulnerability.%s", listing_name(&flaws, i));
		snprintf(path, sizeof(path), CPU "vulnerabilities/%s", listing_name(&flaws, i));
		file_fact(machine, root, name, path);
	}
	listing_close(&flaws);
}

/* The idle states in use, by name. */
static void idle_states_fact(struct machine *machine, const char *root)
{
	char states[256] = "", name[32];
	size_t used = 0;
	unsigned i;

	for (i = 0; used < sizeof(states); i++) {
		sysfs_text(root, name, sizeof(name), CPU "cpu0/cpuidle/state%u/name", i);
		if (name[0] == '\0')
			break;
		if (sysfs_number(root, CPU "cpu0/cpuidle/state%u/disable", i) == 0)
			used += (size_t)snprintf(states + used, sizeof(states) - used, "%s%s",
			                         used > 0 ? " " : "", name);
	}
	if (states[0] != '\0')
		machine_fact(machine, "cpuidle.states", states);
}

static void iommu_fact(struct machine *machine, const char *root)
{
	char units[256] = "";
	struct listing listing;
	size_t used = 0;
	int i;

	listing_open(&listing, root, "/sys/class/iommu");
	for (i = 0; i < listing.count && used < sizeof(units); i++)
		used += (size_t)snprintf(units + used, sizeof(units) - used, "%s%s",
		                         i > 0 ? " " : "", listing_name(&listing, i));
	listing_close(&listing);
	machine_fact(machine, "iommu", units[0] != '\0' ? units : "none");
}

/* The power limits in force. Where there is no limit register, reading them fails. */
static void power_limit_facts(struct machine *machine, const char *root)
{
	char zone[32], limit[32], watts_uw[32], name[96];
	struct listing zones;
	unsigned constraint;
	const char *path;
	int i;

	listing_open(&zones, root, "/sys/class/powercap");
	for (i = 0; i < zones.count; i++) {
		path = listing_name(&zones, i);
		if (strncmp(path, "intel-rapl:", 11) != 0 || strchr(path + 11, ':'))
			continue; /* a part of a package */
		sysfs_text(root, zone, sizeof(zone), "/sys/class/powercap/%s/name", path);
		for (constraint = 0; constraint < 3; constraint++) {
			sysfs_text(root, limit, sizeof(limit),
			           "/sys/class/powercap/%s/constraint_%u_name", path, constraint);
			sysfs_text(root, watts_uw, sizeof(watts_uw),
			           "/sys/class/powercap/%s/constraint_%u_power_limit_uw", path,
			           constraint);
			snprintf(name, sizeof(name), "rapl.%s.%s_uw", zone, limit);
			if (watts_uw[0] != '\0')
				machine_fact(machine, name, watts_uw);
		}
	}
	listing_close(&zones);
}

/* What Assay itself was made with: another compiler may give another number. */
static void assay_facts(struct machine *machine)
{
	char compiler[128], libc[64];

	/* gcc says only a number, others their name as well */
	snprintf(compiler, sizeof(compiler), "%s%s", isdigit(__VERSION__[0]) ? "gcc " : "",
	         __VERSION__);
	machine_fact(machine, "assay.version", ASSAY_VERSION);
	machine_fact(machine, "assay.compiler", compiler);
	if (confstr(_CS_GNU_LIBC_VERSION, libc, sizeof(libc)) == 0 || libc[0] == '\0')
		snprintf(libc, sizeof(libc), "musl"); /* it has no answer to that question */
	machine_fact(machine, "assay.libc", libc);
}

void environment_probe(struct machine *machine, const char *root)
{
	char uptime[64];
	size_t i;

	for (i = 0; i < countof(fact_files); i++)
		file_fact(machine, root, fact_files[i].name, fact_files[i].path);
	thp_fact(machine, root);
	cmdline_fact(machine, root);
	vulnerability_facts(machine, root);
	idle_states_fact(machine, root);
	iommu_fact(machine, root);
	power_limit_facts(machine, root);
	sysfs_text(root, uptime, sizeof(uptime), "/proc/uptime");
	uptime[strcspn(uptime, ".")] = '\0';
	if (uptime[0] != '\0')
		machine_fact(machine, "uptime_s", uptime);
	assay_facts(machine);
}
