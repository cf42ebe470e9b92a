/* SPDX-License-Identifier: MIT */
/* test_machine.c - inventories of machines that are here as snapshots of /proc and /sys */

#include "tests/unit/check.h"

#include "bench/machine.h"

#include <string.h>

#define MACHINES "tests/fixtures/machines/"

static struct machine machine;

/* The value of the fact @name; "" if there is none. */
static const char *fact(const char *name)
{
	unsigned i;

	for (i = 0; i < machine.fact_count; i++)
		if (strcmp(machine.facts[i].name, name) == 0)
			return machine.facts[i].value;
	return "";
}

static const struct disk *disk(const char *name)
{
	const struct disk *found = machine_disk(&machine, name);

	assert_non_null(found);
	return found;
}

/* What is checked of every disk. */
struct disk_row {
	const char *name, *model, *serial, *wwn, *firmware, *transport, *driver, *controller;
	const char *in_use_because;
};

static void check_disks(const struct disk_row *rows, size_t count)
{
	size_t i;

	assert_int_equal(machine.disk_count, count);
	for (i = 0; i < count; i++) {
		assert_string_equal(machine.disks[i].name, rows[i].name);
		assert_string_equal(machine.disks[i].model, rows[i].model);
		assert_string_equal(machine.disks[i].serial, rows[i].serial);
		assert_string_equal(machine.disks[i].wwn, rows[i].wwn);
		assert_string_equal(machine.disks[i].firmware, rows[i].firmware);
		assert_string_equal(machine.disks[i].transport, rows[i].transport);
		assert_string_equal(machine.disks[i].driver, rows[i].driver);
		assert_string_equal(machine.disks[i].controller, rows[i].controller);
		assert_string_equal(machine.disks[i].in_use_because, rows[i].in_use_because);
		assert_false(machine.disks[i].may_write);
	}
}

static void knows_four_emulated_disks(void **state)
{
	static const struct disk_row rows[] = {
		{ "nvme0n1", "QEMU NVMe Ctrl", "LAB-NVME-1", "", "7.2.22", "nvme", "nvme",
		  "0000:00:03.0 1b36:0010", "" },
		{ "sda", "LAB MEGASAS DISK", "LAB-MEGASAS-1", "", "2.5+", "scsi", "megaraid_sas",
		  "0000:00:05.0 1000:0060", "" },
		{ "sdb", "LAB SATA disk", "LAB-AHCI-1", "", "2.5+", "sata", "ahci",
		  "0000:00:04.0 8086:2922", "" },
		{ "vda", "", "LAB-VIRTIO-1", "", "", "virtio", "virtio_blk",
		  "0000:00:02.0 1af4:1001", "" },
	};

	(void)state;
	machine_probe(&machine, MACHINES "qemu-q35");
	check_disks(rows, countof(rows));
	assert_int_equal(disk("LAB-VIRTIO-1")->bytes, MIB(256));
	assert_int_equal(disk("vda")->major, 253);
	assert_string_equal(disk("vda")->scheduler, "none");
	assert_string_equal(disk("sda")->scheduler, "mq-deadline");
	assert_string_equal(disk("sda")->write_cache, "write back");
	assert_int_equal(disk("sda")->read_ahead_kib, 128);
	assert_true(disk("sda")->rotational);
	assert_false(disk("nvme0n1")->rotational);
	assert_int_equal(machine.orphan_count, 0);
	assert_false(machine.truncated);
}

static void knows_an_emulated_machine(void **state)
{
	char identity[80];

	(void)state;
	machine_probe(&machine, MACHINES "qemu-q35");
	assert_string_equal(machine.cpu.vendor, "AuthenticAMD");
	assert_string_equal(machine.cpu.model, "QEMU TCG CPU version 2.5+");
	assert_int_equal(machine.cpu.threads, 2);
	assert_int_equal(machine.cpu.cores, 2);
	assert_int_equal(machine.cpu.sockets, 1);
	assert_string_equal(machine.cpu.hypervisor, ""); /* asked of this CPU, so not known */
	assert_int_equal(machine.memory.total_bytes, KIB(227660));
	assert_int_equal(machine.memory.available_bytes, KIB(198404));

	assert_int_equal(machine.nic_count, 1);
	assert_string_equal(machine.nics[0].name, "eth0");
	assert_string_equal(machine.nics[0].driver, "virtio_net");
	assert_string_equal(machine.nics[0].bus, "0000:00:01.0");
	assert_false(machine.nics[0].carrier);
	assert_int_equal(machine.nics[0].speed_mbps, -1);

	assert_false(machine.firmware.uefi);
	assert_int_equal(machine.firmware.secure_boot, 0);
	assert_string_equal(machine.firmware.product, "Standard PC (Q35 + ICH9, 2009)");
	machine_identity(&machine, identity, sizeof(identity));
	assert_string_equal(identity, "LAB-0001");
}

static void hides_secrets_of_the_command_line(void **state)
{
	(void)state;
	machine_probe(&machine, MACHINES "qemu-q35");
	assert_string_equal(fact("kernel.cmdline"),
	                    "console=ttyS0 assay.plan=smoke assay.upload=(hidden) "
	                    "assay.ssh.key=(hidden) assay.end=poweroff");
}

static void says_why_disks_are_in_use(void **state)
{
	static const struct disk_row rows[] = {
		{ "nvme0n1", "Dell Express Flash PM1725b 1.6TB SFF", "S3ZENX0M901234",
		  "eui.335a4e3052901234002538000000000a", "1.2.1", "nvme", "nvme",
		  "0000:86:00.0 144d:a822", "" },
		{ "sda", "DELL PERC H730P Adp", "00221a3b0f6cb1c42500f74b6e604609",
		  "naa.6d0946606e4bf70025c4b16c0f3b1a22", "4.30", "scsi", "megaraid_sas",
		  "0000:18:00.0 1000:005d", "sda1 is mounted on /boot" },
		{ "sdb", "SEAGATE ST4000NM0023", "Z1Z0ABCD0000R540XYZW", "naa.5000c50058a1b2c3",
		  "GS0F", "sas", "mpt3sas", "0000:3b:00.0 1000:0097", "sdb2 is used as swap" },
		{ "sdc", "SEAGATE ST4000NM0023", "Z1Z0ABCE0000R540XYZW", "naa.5000c50058a1b2c7",
		  "GS0F", "sas", "mpt3sas", "0000:3b:00.0 1000:0097", "sdc is part of md127" },
		{ "sdd", "INTEL SSDSC2KB960G8", "BTYF0123456789ABCD", "naa.55cd2e4150abcdef",
		  "XCV10132", "sata", "mpt3sas", "0000:3b:00.0 1000:0097", "" },
		{ "sde", "HGST HUS726T6TAL5204", "V8ABCDEF", "naa.5000cca0b1c2d3e4", "C460", "sas",
		  "mpt3sas", "0000:3b:00.0 1000:0097", "is read-only" },
		{ "sdf", "SanDisk Ultra Fit", "4C530001230804116192", "", "1.00", "usb",
		  "usb-storage", "0000:00:14.0 8086:a1af",
		  "sdf1 is mounted on /srv/tape\\040robot" },
		{ "sdg", "iDRAC Virtual Floppy", "", "", "0323", "usb", "usb-storage",
		  "0000:00:14.0 8086:a1af", "has no medium" },
	};

	(void)state;
	machine_probe(&machine, MACHINES "storage-server");
	check_disks(rows, countof(rows));
	assert_int_equal(disk("sde")->logical_block_bytes, 4096);
	assert_int_equal(disk("sdd")->physical_block_bytes, 4096);
	assert_int_equal(disk("sdb")->partition_count, 2);
	assert_string_equal(disk("sdb")->partitions[1].name, "sdb2");
	assert_int_equal(disk("sdb")->partitions[1].start_bytes, 7797258240ull * 512);
	assert_int_equal(disk("sdb")->partitions[1].bytes, GIB(8));
	assert_ptr_equal(disk("5000c50058a1b2c7"), disk("sdc"));
}

static void knows_a_server(void **state)
{
	char identity[80];

	(void)state;
	machine_probe(&machine, MACHINES "storage-server");
	assert_string_equal(machine.cpu.microcode, "0x5003604");
	assert_int_equal(machine.cpu.family, 6);
	assert_int_equal(machine.cpu.model_number, 85);
	assert_int_equal(machine.cpu.stepping, 7);
	assert_int_equal(machine.cpu.threads, 4);
	assert_int_equal(machine.cpu.cores, 2);
	assert_int_equal(machine.cpu.sockets, 2);
	assert_int_equal(machine.cpu.max_khz, 3200000);
	assert_string_equal(machine.cpu.governor, "performance");
	assert_int_equal(machine.cpu.cache_count, 4);
	assert_int_equal(machine.cpu.caches[3].bytes, KIB(14080));
	assert_int_equal(machine.cpu.caches[3].shared_by_threads, 2);

	assert_int_equal(machine.memory.node_count, 2);
	assert_string_equal(machine.memory.nodes[1].cpus, "2-3");
	assert_string_equal(machine.memory.nodes[1].distances, "21 10");
	assert_int_equal(machine.memory.nodes[1].bytes, KIB(65945000));
	assert_int_equal(machine.memory.dimm_count, 2);
	assert_string_equal(machine.memory.dimms[0].locator, "A1");
	assert_int_equal(machine.memory.dimms[0].bytes, GIB(64));
	assert_string_equal(machine.memory.dimms[1].part, "36ASF2G72PZ-2G9E1");

	assert_true(machine.firmware.uefi);
	assert_int_equal(machine.firmware.secure_boot, 1);
	machine_identity(&machine, identity, sizeof(identity));
	assert_string_equal(identity, "ABC1234");
	assert_int_equal(machine.nic_count, 2);
	assert_int_equal(machine.nics[0].speed_mbps, 1000);
	assert_false(machine.nics[1].carrier);
}

static void finds_a_controller_without_a_driver(void **state)
{
	(void)state;
	machine_probe(&machine, MACHINES "storage-server");
	assert_int_equal(machine.orphan_count, 1);
	assert_string_equal(machine.orphans[0].address, "0000:b2:00.0");
	assert_string_equal(machine.orphans[0].ids, "8086:2826");
	assert_string_equal(machine.orphans[0].class_name, "RAID");
}

static void notes_what_makes_numbers_comparable(void **state)
{
	static const struct {
		const char *name, *value;
	} rows[] = {
		{ "cpufreq.driver", "intel_pstate" },
		{ "cpufreq.governor", "performance" },
		{ "cpufreq.epp", "performance" },
		{ "cpufreq.base_khz", "2200000" },
		{ "intel_pstate.no_turbo", "0" },
		{ "cpuidle.driver", "intel_idle" },
		{ "cpuidle.states", "POLL C1" },
		{ "thp", "always" },
		{ "iommu", "dmar0 dmar1" },
		{ "iommu.type", "DMA-FQ" },
		{ "rapl.package-0.long_term_uw", "85000000" },
		{ "rapl.package-1.short_term_uw", "102000000" },
		{ "rapl.dram.long_term_uw", "" },
		{ "vulnerability.mds", "Not affected" },
		{ "numa_balancing", "1" },
		{ "nmi_watchdog", "1" },
		{ "uptime_s", "86400" },
		{ "assay.version", ASSAY_VERSION },
	};
	size_t i;

	(void)state;
	machine_probe(&machine, MACHINES "storage-server");
	for (i = 0; i < countof(rows); i++)
		assert_string_equal(fact(rows[i].name), rows[i].value);
	assert_non_null(strstr(fact("assay.compiler"), __VERSION__));
	assert_string_not_equal(fact("assay.libc"), "");
}

static void knows_a_virtual_machine(void **state)
{
	static const struct disk_row rows[] = {
		{ "vda", "", "DISK0001", "", "", "virtio", "virtio_blk", "0000:00:02.0 1af4:1042",
		  "vda is mounted on /" },
	};

	(void)state;
	machine_probe(&machine, MACHINES "vm-virtio");
	check_disks(rows, countof(rows));
	assert_string_equal(machine.cpu.model, "AMD EPYC");
	assert_int_equal(machine.cpu.threads, 2);
	assert_int_equal(machine.cpu.sockets, 1);
	assert_int_equal(machine.nic_count, 1);
	assert_string_equal(machine.nics[0].mac, "02:00:00:00:00:01");
	assert_string_equal(machine.nics[0].driver, "virtio_net");
	assert_string_not_equal(fact("vulnerability.spectre_v2"), "");
	assert_int_equal(machine.orphan_count, 0);
}

static void survives_a_machine_without_files(void **state)
{
	char identity[80];

	(void)state;
	machine_probe(&machine, MACHINES "none");
	assert_int_equal(machine.cpu.threads, 0);
	assert_int_equal(machine.disk_count, 0);
	assert_false(machine.truncated);
	machine_identity(&machine, identity, sizeof(identity));
	assert_string_equal(identity, "unknown");
}

static void probes_this_machine(void **state)
{
	(void)state;
	machine_probe(&machine, "");
	assert_true(machine.cpu.threads > 0);
	assert_true(machine.memory.total_bytes > MIB(16));
	assert_string_not_equal(fact("kernel.version"), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_four_emulated_disks),
		cmocka_unit_test(knows_an_emulated_machine),
		cmocka_unit_test(hides_secrets_of_the_command_line),
		cmocka_unit_test(says_why_disks_are_in_use),
		cmocka_unit_test(knows_a_server),
		cmocka_unit_test(finds_a_controller_without_a_driver),
		cmocka_unit_test(notes_what_makes_numbers_comparable),
		cmocka_unit_test(knows_a_virtual_machine),
		cmocka_unit_test(survives_a_machine_without_files),
		cmocka_unit_test(probes_this_machine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
