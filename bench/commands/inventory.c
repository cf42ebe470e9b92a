/* SPDX-License-Identifier: MIT */
/* inventory.c - assay inventory: what is in this machine */

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/machine/digest.h"
#include "bench/machine/grant.h"
#include "bench/report/json.h"
#include "bench/report/table.h"

#include <stdio.h>

static void print_disk(const struct disk *disk)
{
	char size[32];

	printf("disk      %s: %sB %s, %s %s, serial %s, %u/%u-byte blocks, %s\n", disk->name,
	       table_si(size, sizeof(size), (double)disk->bytes), disk->transport, disk->driver,
	       disk->model[0] ? disk->model : "(no model)",
	       disk->serial[0] ? disk->serial : "(none)", disk->logical_block_bytes,
	       disk->physical_block_bytes, disk->rotational ? "rotating" : "solid state");
	if (disk->may_write)
		printf("          may be written: you allowed it\n");
	else
		printf("          may not be written: %s\n",
		       disk->in_use_because[0] ? disk->in_use_because : "nobody asked for it");
}

static void print_people(const struct machine *m)
{
	printf("system    %s %s, serial %s, uuid %s\n", m->firmware.system_vendor,
	       m->firmware.product, m->firmware.serial, m->firmware.uuid);
	printf("firmware  %s %s (%s), %s\n", m->firmware.bios_vendor, m->firmware.bios_version,
	       m->firmware.bios_date, m->firmware.uefi ? "UEFI" : "BIOS");
	printf("cpu       %u x %s: %u cores, %u threads; microcode %s%s%s\n", m->cpu.sockets,
	       m->cpu.model, m->cpu.cores, m->cpu.threads, m->cpu.microcode,
	       m->cpu.hypervisor[0] ? "; under " : "", m->cpu.hypervisor);
	for (unsigned i = 0; i < m->cpu.cache_count; i++)
		printf("cache     L%u %s: %llu KiB, shared by %u threads\n", m->cpu.caches[i].level,
		       m->cpu.caches[i].type, (unsigned long long)(m->cpu.caches[i].bytes >> 10),
		       m->cpu.caches[i].shared_by_threads);
	printf("memory    %llu MiB in %u NUMA nodes\n",
	       (unsigned long long)(m->memory.total_bytes >> 20), m->memory.node_count);
	for (unsigned i = 0; i < m->memory.dimm_count; i++)
		printf("dimm      %s: %llu MiB %s %s %s\n", m->memory.dimms[i].locator,
		       (unsigned long long)(m->memory.dimms[i].bytes >> 20),
		       m->memory.dimms[i].type, m->memory.dimms[i].manufacturer,
		       m->memory.dimms[i].part);
	for (unsigned i = 0; i < m->disk_count; i++)
		print_disk(&m->disks[i]);
	for (unsigned i = 0; i < m->orphan_count; i++)
		printf("no driver %s %s %s: its disks cannot be seen\n", m->orphans[i].address,
		       m->orphans[i].ids, m->orphans[i].class_name);
	for (unsigned i = 0; i < m->nic_count; i++)
		printf("network   %s: %s %s, %s %s\n", m->nics[i].name, m->nics[i].mac,
		       m->nics[i].driver, m->nics[i].carrier ? "link" : "no link",
		       m->nics[i].addresses);
	for (unsigned i = 0; i < m->fact_count; i++)
		printf("%s: %s\n", m->facts[i].name, m->facts[i].value);
	if (m->truncated)
		printf("(there is more than this list has room for)\n");
}

void inventory_take(struct machine *machine)
{
	char digest[SHA256_TEXT_BYTES];

	machine_probe(machine, "");
	if (digest_file("/proc/config.gz", digest) == 0)
		machine_fact(machine, "kernel.config_sha256", digest);
}

int command_inventory(const struct options *options)
{
	static struct machine machine; /* large */
	int rc, status = EXIT_OK;
	yyjson_mut_doc *doc;

	inventory_take(&machine);
	if (grant_apply(&machine, "", options->settings.write, commands_complain, NULL))
		status = EXIT_REFUSED;
	if (!options->json) {
		print_people(&machine);
		return status;
	}
	doc = yyjson_mut_doc_new(NULL);
	rc = json_print(json_machine(doc, &machine));
	yyjson_mut_doc_free(doc);
	return rc ? EXIT_INTERNAL : status;
}
