/* SPDX-License-Identifier: MIT */
/* test_init_devices.c - which disks init waits for, and which network ports it uses */

#include "tests/unit/check.h"

#include "init/init.h"

#include "tests/unit/fake_tree.h"

#include <string.h>

#define DRIVER "../../../bus/pci/drivers/"
#define BLOCK "../devices/pci0000:00/"
#define NO_USB "/sys/block/loop0 > ../devices/virtual/block/loop0\n"
#define USB_HOST NO_USB "/sys/bus/usb/devices/usb1/idVendor = 1d6b\n"

/* A controller of some class, bound to some driver. */
#define CONTROLLER(class, driver)                                                               \
	"/sys/bus/pci/devices/0000:03:00.0/class = " class "\n"                                 \
							   "/sys/bus/pci/devices/0000:03:00.0/" \
							   "driver > " DRIVER driver "\n"
#define ITS_DISK "/sys/block/sda > " BLOCK "0000:03:00.0/host0/target0:0:0/0:0:0:0/block/sda\n"
#define STICK                                                 \
	"/sys/bus/usb/devices/1-2:1.0/bInterfaceClass = 08\n" \
	"/sys/bus/usb/devices/1-2:1.0/driver > " DRIVER "usb-storage\n"
#define STICK_DISK "/sys/block/sdb > " BLOCK "0000:00:14.0/usb1/1-2/1-2:1.0/host7/block/sdb\n"

static const struct {
	const char *tree;
	const char *missing; /* what a disk is awaited from; "" = nothing */
	bool complete;       /* at the first look */
} cases[] = {
	{ NO_USB, "", true },
	{ USB_HOST, "", false },
	{ CONTROLLER("0x010400", "megaraid_sas"), "0000:03:00.0 (megaraid_sas)", false },
	{ CONTROLLER("0x010400", "megaraid_sas") ITS_DISK, "", true },
	{ CONTROLLER("0x010700", "mpt3sas"), "0000:03:00.0 (mpt3sas)", false },
	{ CONTROLLER("0x0c0400", "qla2xxx"), "0000:03:00.0 (qla2xxx)", false },
	{ CONTROLLER("0x010000", "aic79xx"), "0000:03:00.0 (aic79xx)", false },
	{ CONTROLLER("0x010000", "aic79xx") STICK_DISK, "0000:03:00.0 (aic79xx)", false },
	/* what these drivers have is there before init starts */
	{ CONTROLLER("0x010000", "virtio-pci"), "", true },
	{ CONTROLLER("0x010400", "ahci"), "", true },
	{ CONTROLLER("0x010400", "vmd"), "", true },
	{ CONTROLLER("0x010400", "sata_mv"), "", true },
	{ CONTROLLER("0x010802", "nvme"), "", true },
	/* not storage; no driver */
	{ CONTROLLER("0x020000", "e1000e"), "", true },
	{ "/sys/bus/pci/devices/0000:03:00.0/class = 0x010400\n", "", true },
	{ USB_HOST STICK, "1-2:1.0 (usb-storage)", false },
	{ USB_HOST STICK STICK_DISK, "", false },
	{ USB_HOST "/sys/bus/usb/devices/1-3:1.0/bInterfaceClass = 08\n", "", false },
};

static void knows_what_is_still_to_come(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(cases); i++) {
		struct devices_watch watch = { .changed_ns = 0 };
		struct fake_files files;

		fake_files_make(&files);
		fake_tree_put(&files, cases[i].tree);
		check_row(i, devices_complete(&watch, files.root, 1) == cases[i].complete);
		check_row(i, strcmp(watch.missing, cases[i].missing) == 0);
		/* a quiet while is enough unless something is known to be missing */
		check_row(i, devices_complete(&watch, files.root, 1 + MS(200)) ==
		                 (cases[i].missing[0] == '\0'));
		fake_files_remove(&files);
	}
}

static void waits_again_after_each_disk(void **state)
{
	struct devices_watch watch = { .changed_ns = 0 };
	struct fake_files files;

	(void)state;
	fake_files_make(&files);
	fake_tree_put(&files, USB_HOST);
	assert_false(devices_complete(&watch, files.root, MS(1000)));
	assert_false(devices_complete(&watch, files.root, MS(1199)));
	fake_tree_put(&files, ITS_DISK);
	assert_false(devices_complete(&watch, files.root, MS(1200)));
	assert_false(devices_complete(&watch, files.root, MS(1399)));
	assert_true(devices_complete(&watch, files.root, MS(1400)));
	fake_files_remove(&files);
}

#define PORT(driver)                                                    \
	"/sys/class/net/eth0/type = 1\n"                                \
	"/sys/devices/eth0/driver > ../../bus/pci/drivers/" driver "\n" \
	"/sys/class/net/eth0/device > ../../../devices/eth0\n"

static const struct {
	const char *tree;
	bool usable;
} ports[] = {
	{ PORT("e1000e"), true },
	{ PORT("virtio_net"), true },
	{ PORT("cdc_ether"), false },
	{ PORT("rndis_host"), false },
	{ PORT("cdc_ncm"), false },
	{ PORT("igbvf") "/sys/devices/eth0/physfn > ../0000:01:00.0\n", false },
	{ "/sys/class/net/eth0/type = 1\n", false },          /* a bond, a VLAN */
	{ "/sys/class/net/eth0/type = 772\n", false },        /* loopback */
	{ "/sys/class/net/eth0 = bonding_masters\n", false }, /* no directory */
	/* what the kernel command line chose */
	{ PORT("e1000e") "/run/network/dhcp = bond0,eth0\n", true },
	{ PORT("e1000e") "/run/network/dhcp = bond0\n", false },
	{ "/run/network/dhcp = eth0\n", true }, /* a VLAN, and it is to be */
};

static void uses_real_ports_only(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(ports); i++) {
		struct fake_files files;

		fake_files_make(&files);
		fake_tree_put(&files, ports[i].tree);
		check_row(i, network_usable(files.root, "eth0") == ports[i].usable);
		fake_files_remove(&files);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_what_is_still_to_come),
		cmocka_unit_test(waits_again_after_each_disk),
		cmocka_unit_test(uses_real_ports_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
