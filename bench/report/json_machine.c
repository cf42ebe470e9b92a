/* SPDX-License-Identifier: MIT */
/* json_machine.c - the inventory as JSON */

#include "bench/report/json.h"

static void add_cpu(yyjson_mut_doc *doc, yyjson_mut_val *root, const struct cpu *cpu)
{
	yyjson_mut_val *part = yyjson_mut_obj_add_obj(doc, root, "cpu"), *list, *item;

	json_text(doc, part, "vendor", cpu->vendor);
	json_text(doc, part, "model", cpu->model);
	json_count(doc, part, "family", cpu->family);
	json_count(doc, part, "model_number", cpu->model_number);
	json_count(doc, part, "stepping", cpu->stepping);
	json_text(doc, part, "microcode", cpu->microcode);
	json_text(doc, part, "flags", cpu->flags);
	json_text(doc, part, "hypervisor", cpu->hypervisor);
	json_count(doc, part, "sockets", cpu->sockets);
	json_count(doc, part, "cores", cpu->cores);
	json_count(doc, part, "threads", cpu->threads);
	json_count(doc, part, "level", cpu->level);
	json_count(doc, part, "max_khz", cpu->max_khz);
	json_text(doc, part, "governor", cpu->governor);
	list = yyjson_mut_obj_add_arr(doc, part, "caches");
	for (unsigned i = 0; i < cpu->cache_count; i++) {
		item = yyjson_mut_arr_add_obj(doc, list);
		json_count(doc, item, "level", cpu->caches[i].level);
		json_text(doc, item, "type", cpu->caches[i].type);
		json_count(doc, item, "bytes", cpu->caches[i].bytes);
		json_count(doc, item, "shared_by_threads", cpu->caches[i].shared_by_threads);
	}
}

static void add_memory(yyjson_mut_doc *doc, yyjson_mut_val *root, const struct memory *memory)
{
	yyjson_mut_val *part = yyjson_mut_obj_add_obj(doc, root, "memory"), *list, *item;

	json_count(doc, part, "total_bytes", memory->total_bytes);
	json_count(doc, part, "available_bytes", memory->available_bytes);
	list = yyjson_mut_obj_add_arr(doc, part, "nodes");
	for (unsigned i = 0; i < memory->node_count; i++) {
		item = yyjson_mut_arr_add_obj(doc, list);
		json_count(doc, item, "id", memory->nodes[i].id);
		json_text(doc, item, "cpus", memory->nodes[i].cpus);
		json_count(doc, item, "bytes", memory->nodes[i].bytes);
		json_text(doc, item, "distances", memory->nodes[i].distances);
	}
	list = yyjson_mut_obj_add_arr(doc, part, "dimms");
	for (unsigned i = 0; i < memory->dimm_count; i++) {
		const struct dimm *dimm = &memory->dimms[i];

		item = yyjson_mut_arr_add_obj(doc, list);
		json_text(doc, item, "locator", dimm->locator);
		json_count(doc, item, "bytes", dimm->bytes);
		json_text(doc, item, "type", dimm->type);
		json_count(doc, item, "speed_mts", dimm->speed_mts);
		json_count(doc, item, "configured_mts", dimm->configured_mts);
		json_text(doc, item, "manufacturer", dimm->manufacturer);
		json_text(doc, item, "part", dimm->part);
		json_text(doc, item, "serial", dimm->serial);
	}
}

static void add_partitions(yyjson_mut_doc *doc, yyjson_mut_val *item, const struct disk *disk)
{
	yyjson_mut_val *list = yyjson_mut_obj_add_arr(doc, item, "partitions"), *part;

	for (unsigned i = 0; i < disk->partition_count && i < PARTITIONS_MAX; i++) {
		part = yyjson_mut_arr_add_obj(doc, list);
		json_text(doc, part, "name", disk->partitions[i].name);
		json_count(doc, part, "start_bytes", disk->partitions[i].start_bytes);
		json_count(doc, part, "bytes", disk->partitions[i].bytes);
		json_text(doc, part, "signature", disk->partitions[i].signature);
		json_text(doc, part, "uuid", disk->partitions[i].uuid);
		json_text(doc, part, "image", disk->partitions[i].image);
	}
	json_count(doc, item, "partition_count", disk->partition_count);
}

static void add_disk(yyjson_mut_doc *doc, yyjson_mut_val *list, const struct disk *disk)
{
	yyjson_mut_val *item = yyjson_mut_arr_add_obj(doc, list);

	json_text(doc, item, "name", disk->name);
	json_text(doc, item, "model", disk->model);
	json_text(doc, item, "firmware", disk->firmware);
	json_text(doc, item, "serial", disk->serial);
	json_text(doc, item, "wwn", disk->wwn);
	json_count(doc, item, "bytes", disk->bytes);
	json_count(doc, item, "logical_block_bytes", disk->logical_block_bytes);
	json_count(doc, item, "physical_block_bytes", disk->physical_block_bytes);
	json_flag(doc, item, "rotational", disk->rotational);
	json_flag(doc, item, "removable", disk->removable);
	json_flag(doc, item, "read_only", disk->read_only);
	json_text(doc, item, "transport", disk->transport);
	json_text(doc, item, "driver", disk->driver);
	json_text(doc, item, "controller", disk->controller);
	json_text(doc, item, "scheduler", disk->scheduler);
	json_text(doc, item, "write_cache", disk->write_cache);
	json_count(doc, item, "read_ahead_kib", disk->read_ahead_kib);
	json_text(doc, item, "signature", disk->signature);
	json_text(doc, item, "image", disk->image);
	add_partitions(doc, item, disk);
	json_text(doc, item, "in_use_because", disk->in_use_because);
	json_flag(doc, item, "silent", disk->silent);
	if (disk->wear_known)
		json_count(doc, item, "used_percent", disk->used_percent);
	json_flag(doc, item, "may_write", disk->may_write);
}

static void add_nic(yyjson_mut_doc *doc, yyjson_mut_val *list, const struct nic *nic)
{
	yyjson_mut_val *item = yyjson_mut_arr_add_obj(doc, list);

	json_text(doc, item, "name", nic->name);
	json_text(doc, item, "mac", nic->mac);
	json_text(doc, item, "driver", nic->driver);
	json_text(doc, item, "bus", nic->bus);
	json_flag(doc, item, "carrier", nic->carrier);
	yyjson_mut_obj_add_int(doc, item, "speed_mbps", nic->speed_mbps);
	json_text(doc, item, "duplex", nic->duplex);
	json_text(doc, item, "addresses", nic->addresses);
}

static void add_firmware(yyjson_mut_doc *doc, yyjson_mut_val *root, const struct firmware *firmware)
{
	yyjson_mut_val *part = yyjson_mut_obj_add_obj(doc, root, "firmware");

	json_text(doc, part, "system_vendor", firmware->system_vendor);
	json_text(doc, part, "product", firmware->product);
	json_text(doc, part, "version", firmware->version);
	json_text(doc, part, "serial", firmware->serial);
	json_text(doc, part, "uuid", firmware->uuid);
	json_text(doc, part, "sku", firmware->sku);
	json_text(doc, part, "board_vendor", firmware->board_vendor);
	json_text(doc, part, "board", firmware->board);
	json_text(doc, part, "board_serial", firmware->board_serial);
	json_text(doc, part, "chassis_serial", firmware->chassis_serial);
	json_text(doc, part, "bios_vendor", firmware->bios_vendor);
	json_text(doc, part, "bios_version", firmware->bios_version);
	json_text(doc, part, "bios_date", firmware->bios_date);
	json_flag(doc, part, "uefi", firmware->uefi);
	yyjson_mut_obj_add_int(doc, part, "secure_boot", firmware->secure_boot);
}

yyjson_mut_val *json_machine(yyjson_mut_doc *doc, const struct machine *machine)
{
	yyjson_mut_val *root = yyjson_mut_obj(doc), *list, *item;

	add_cpu(doc, root, &machine->cpu);
	add_memory(doc, root, &machine->memory);
	list = yyjson_mut_obj_add_arr(doc, root, "disks");
	for (unsigned i = 0; i < machine->disk_count; i++)
		add_disk(doc, list, &machine->disks[i]);
	list = yyjson_mut_obj_add_arr(doc, root, "nics");
	for (unsigned i = 0; i < machine->nic_count; i++)
		add_nic(doc, list, &machine->nics[i]);
	add_firmware(doc, root, &machine->firmware);
	item = yyjson_mut_obj_add_obj(doc, root, "environment");
	for (unsigned i = 0; i < machine->fact_count; i++)
		yyjson_mut_obj_add(item, json_string(doc, machine->facts[i].name),
		                   json_string(doc, machine->facts[i].value));
	list = yyjson_mut_obj_add_arr(doc, root, "orphans");
	for (unsigned i = 0; i < machine->orphan_count; i++) {
		item = yyjson_mut_arr_add_obj(doc, list);
		json_text(doc, item, "address", machine->orphans[i].address);
		json_text(doc, item, "ids", machine->orphans[i].ids);
		json_text(doc, item, "class_name", machine->orphans[i].class_name);
	}
	json_flag(doc, root, "truncated", machine->truncated);
	return root;
}
