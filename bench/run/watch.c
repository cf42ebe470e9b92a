/* SPDX-License-Identifier: MIT */
/*
 * watch.c - what went wrong beside a job: a look before, a look after, and the difference
 *
 * Source: Documentation/admin-guide/pm/, .../ABI/testing/sysfs-devices-edac,
 * .../sysfs-bus-pci-devices-aer_stats of Linux, drivers/thermal/intel/therm_throt.c.
 */

#include "bench/run/watch.h"

#include "bench/lib/text.h"
#include "bench/machine/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CPU "/sys/devices/system/cpu"
#define EDAC "/sys/devices/system/edac/mc"
#define PCI "/sys/bus/pci/devices"

#define UNCORRECTED 0 /* in place of a warning: this is no warning any more */

static const struct counter_kind {
	const char *directory, *file; /* DIRECTORY/NAME/FILE */
	const char *key;              /* the number follows this word; NULL = it stands alone */
	uint32_t warning;             /* what it means when it rises */
} kinds[] = {
	{ CPU, "thermal_throttle/core_throttle_count", NULL, WARN_THROTTLED },
	{ CPU, "thermal_throttle/package_throttle_count", NULL, WARN_THROTTLED },
	{ CPU, "thermal_throttle/core_power_limit_count", NULL, WARN_POWER_LIMITED },
	{ CPU, "thermal_throttle/package_power_limit_count", NULL, WARN_POWER_LIMITED },
	{ EDAC, "ce_count", NULL, WARN_ECC_CORRECTED },
	{ EDAC, "ue_count", NULL, UNCORRECTED },
	{ PCI, "aer_dev_correctable", "TOTAL_ERR_COR", WARN_PCIE_AER },
};

/* Returns 0 with *@value, or -errno. */
static int counter_read(const char *root, const struct counter *counter, uint64_t *value)
{
	const struct counter_kind *kind = counter->kind;
	char text[1024];
	const char *number = text;
	int rc = text_readf(root, text, sizeof(text), "%s/%s/%s", kind->directory, counter->name,
	                    kind->file);

	if (rc < 0)
		return rc;
	if (kind->key) {
		number = strstr(text, kind->key);
		if (!number)
			return -ENODATA;
		number += strlen(kind->key);
		number += strspn(number, " ");
	}
	return text_parse_u64(number, value);
}

/* Returns how many there is no room for. */
static unsigned find_counters(struct watch *watch, const struct counter_kind *kind)
{
	struct listing parts;
	unsigned lost = 0;

	listing_open(&parts, watch->root, "%s", kind->directory);
	for (int i = 0; i < parts.count; i++) {
		struct counter counter = { .kind = kind };

		if (text_copy(counter.name, sizeof(counter.name), listing_name(&parts, i)) ||
		    counter_read(watch->root, &counter, &counter.value))
			continue;
		if (watch->counter_count == COUNTERS_MAX)
			lost++;
		else
			watch->counters[watch->counter_count++] = counter;
	}
	listing_close(&parts);
	return lost;
}

void watch_open(struct watch *watch, const char *root, const struct event_listener *listener)
{
	unsigned lost = 0;

	watch->root = root;
	watch->counter_count = 0;
	for (size_t i = 0; i < countof(kinds); i++)
		lost += find_counters(watch, &kinds[i]);
	if (lost)
		event_tell(listener, EVENT_NOTE, "watch: no room for %u counters of errors", lost);
}

void watch_begin(struct watch *watch)
{
	for (unsigned i = 0; i < watch->counter_count; i++) {
		struct counter *counter = &watch->counters[i];

		if (counter_read(watch->root, counter, &counter->value))
			counter->value = UINT64_MAX; /* it is away: whatever it shows is no rise */
	}
	load_look(&watch->load, watch->root);
}

/* What rose, of one kind. */
struct rise {
	const struct counter *first;
	uint64_t by; /* the first one */
	unsigned more;
};

static void find_rises(const struct watch *watch, struct rise rises[countof(kinds)])
{
	uint64_t now;

	for (unsigned i = 0; i < watch->counter_count; i++) {
		const struct counter *counter = &watch->counters[i];
		struct rise *rise = &rises[counter->kind - kinds];

		if (counter_read(watch->root, counter, &now) || now <= counter->value)
			continue;
		if (rise->first)
			rise->more++;
		else
			*rise = (struct rise){ counter, now - counter->value, 0 };
	}
}

static void tell_rise(const struct rise *rise, const struct job *job,
                      const struct event_listener *listener)
{
	const struct counter_kind *kind = rise->first->kind;
	const char *target = job_target(job);

	event_tell(listener, kind->warning == UNCORRECTED ? EVENT_HARDWARE : EVENT_NOTE,
	           "%s%s%s: %s/%s/%s rose by %llu, and %u others like it", job->benchmark->name,
	           target[0] ? " " : "", target, kind->directory, rise->first->name, kind->file,
	           (unsigned long long)rise->by, rise->more);
}

/* Does the link of this PCI device run below what the device could? */
static bool link_is_degraded(const char *root, const char *address)
{
	static const char *const what[] = { "speed", "width" }; /* "8.0 GT/s PCIe", "4" */
	char now[32], most[32];

	for (size_t i = 0; i < countof(what); i++) {
		sysfs_text(root, now, sizeof(now), PCI "/%s/current_link_%s", address, what[i]);
		sysfs_text(root, most, sizeof(most), PCI "/%s/max_link_%s", address, what[i]);
		/* no number, or 0: it has no link, as a controller inside the chipset */
		if (strtod(now, NULL) > 0 && strtod(now, NULL) < strtod(most, NULL))
			return true;
	}
	return false;
}

uint32_t watch_end(struct watch *watch, const struct job *job,
                   const struct event_listener *listener)
{
	struct rise rises[countof(kinds)] = { 0 };
	char address[16] = "";
	uint32_t warnings;
	struct load after;

	load_look(&after, watch->root);
	warnings = load_warnings(&watch->load, &after);
	find_rises(watch, rises);
	for (size_t i = 0; i < countof(kinds); i++) {
		if (!rises[i].first)
			continue;
		warnings |= kinds[i].warning;
		tell_rise(&rises[i], job, listener);
	}
	if (job->disk)
		sscanf(job->disk->controller, "%15s", address);
	if (address[0] && link_is_degraded(watch->root, address))
		warnings |= WARN_LINK_DEGRADED;
	return warnings;
}
