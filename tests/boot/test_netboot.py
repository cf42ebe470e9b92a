# SPDX-License-Identifier: MIT
"""Boot from the network, as a technician does: real dnsmasq and nginx, the files of build/pxe."""

import json
import re
import shutil
import subprocess

import pytest

from medium import make
from network import Network, pxe_folder

CMDLINE = ("console=ttyS0 quiet panic=-1 assay.verdict=ttyS1 assay.plan=smoke "
           "assay.only=system.syscall,cpu.integer assay.upload=http://192.0.2.1/results/")
# Cards of one machine, and the drivers that Linux has for them; it boots from the last.
CARDS = {"virtio-net-pci": "virtio_net", "e1000e": "e1000e", "vmxnet3": "vmxnet3",
         "i82559er": "e100", "i82551": "e100", "e1000": "e1000"}
# dnsmasq knows nothing of iPXE: the program of the card, which is iPXE, does as any PXE.
PLAIN_PXE = {"dhcp-boot=tag:ipxe": "", "dhcp-match=set:ipxe": ""}
# Of UEFI's own network stack: the card brings no program. It tries HTTP after PXE, if there is any.
UEFI_CARD = "virtio-net-pci,romfile="
NO_PXE = tuple(word for version in (4, 6) for word in
               ("-fw_cfg", f"name=opt/org.tianocore/IPv{version}PXESupport,string=no"))


@pytest.fixture(scope="module")
def folder(parts, tmp_path_factory):
    return pxe_folder(tmp_path_factory.mktemp("pxe") / "pxe", CMDLINE, *parts)


def check(make_lab, name, network, direct=(), **options):
    """Boot from the wire, or directly; the results must come back over it. Returns the boot and the
    report."""
    boot = make_lab(name, disks=(), network=network, **options).boot(*direct, limit_s=240)
    assert boot.verdict.problem() == "", boot.tail() + network.log("dnsmasq.log")[-2000:]
    assert boot.ended == "guest-shutdown", boot.tail()
    assert "kernel word" not in boot.console, boot.tail()
    report = next(path for path in network.files() if path.name == "report.json")
    return boot, json.loads(report.read_text())


def check_tftp(network, *names):
    """These files were sent by TFTP, whole; and nothing fell back to UEFI's own way."""
    log = network.log("dnsmasq.log")
    sent = set(re.findall(rf"sent {network.prefix}/files/(\S+)", log))
    assert set(names) <= sent, log
    assert ("assay.efi" in sent) == ("assay.efi" in names), log


def check_http(network, *names):
    got = set(re.findall(r'"GET /(\S+) \S+ 20[06] ', network.log("access.log")))
    assert got == set(names)


def check_each_has_a_lease(nics):
    leases = [address for nic in nics for address in nic["addresses"].split()
              if address.startswith("192.0.2.")]
    assert len(leases) == len(set(leases)) == len(nics), nics


def test_ipxe_over_http(make_lab, folder):
    """Cards of all kinds on one wire, two of which need firmware; BOOTIF= names the way out. iPXE
    puts a file of settings into the initramfs. DHCP names others: there are none for this machine,
    so those for all are taken."""
    lines = {"dhcp-boot=tag:ipxe": "dhcp-boot=tag:ipxe,http://192.0.2.1/site.ipxe",
             "#dhcp-vendorclass": "dhcp-vendorclass=set:assay,assay",
             "#dhcp-option=tag:assay": 'dhcp-option=tag:assay,224,"http://192.0.2.1/${mac}.conf"'}
    (folder / "default.conf").write_text("quiet=off\nwrite=blank\n")
    (folder / "assay.conf").write_text("upload.deadline=7m\n")
    # tests enough for the slowest card to get its link meanwhile
    (folder / "site.ipxe").write_text(
        "#!ipxe\nset assay-args assay.only=system.*,cpu.*,memory.*,unixbench.*\nchain assay.ipxe\n")
    with Network(folder, lines) as network:
        boot, report = check(make_lab, "net-ipxe-http", network, card=" ".join(CARDS))
        check_http(network, "site.ipxe", "assay.ipxe", "vmlinuz", "initrd.img", "firmware.img",
                   "assay.conf", "default.conf")
    nics = report["machine"]["nics"]
    assert sorted(nic["driver"] for nic in nics) == sorted(CARDS.values())
    check_each_has_a_lease(nics)
    assert "another machine has" not in boot.console, boot.tail()
    assert "firmware" not in {event["kind"] for event in report["events"]}, report["events"]
    (booted,) = (nic["name"] for nic in nics if nic["driver"] == "e1000")
    ways = re.findall(r"the way out for IPv4 is (\S+)", boot.console.split("assay: END")[0])
    assert ways and ways[-1] == booted, boot.tail()
    run = report["run"]
    assert (run["settings"]["quiet"], run["settings"]["write"]) == ("off", "")
    assert run["settings_from"]["upload.deadline"] == "/etc/assay/assay.conf"
    assert run["settings_from"]["quiet"] == "http://192.0.2.1/default.conf"
    assert any("default.conf: write: refused" in event["text"] for event in report["events"])


def test_pxelinux_over_tftp(make_lab, folder):
    """The clock is an hour slow, as the NTP server sees it that DHCP names."""
    with Network(folder, PLAIN_PXE, clock_ahead_s=3600) as network:
        _, report = check(make_lab, "net-pxelinux", network, card="rtl8139")
        check_tftp(network, "lpxelinux.0", "ldlinux.c32", "pxelinux.cfg/default", "initrd.img",
                   "firmware.img")
    (nic,) = report["machine"]["nics"]
    assert nic["driver"] == "8139cp"
    check_each_has_a_lease([nic])
    facts = report["machine"]["environment"]
    assert facts["time.source"] == "ntp"
    assert abs(float(facts["time.offset_s"]) - 3600) < 5
    assert not any("clock-stepped" in result["warnings"] for result in report["results"])


@pytest.mark.all
@pytest.mark.parametrize("firmware", ("bios", "uefi"))
def test_ipxe_over_tftp(make_lab, folder, firmware):
    """The example for dnsmasq as it is: the script and all that it names by TFTP."""
    with Network(folder) as network:
        check(make_lab, f"net-ipxe-tftp-{firmware}", network, firmware=firmware, card="vmxnet3")
        check_tftp(network, "assay.ipxe", "vmlinuz", "initrd.img", "firmware.img")


@pytest.fixture(scope="module")
def grub(folder):
    """GRUB for both kinds of firmware, and our entry as all that it knows."""
    subprocess.run(["grub-mknetdir", f"--net-directory={folder}", "--subdir=grub"], check=True,
                   capture_output=True)
    shutil.copy(folder / "grub.cfg", folder / "grub" / "grub.cfg")
    return {"bios": "grub/i386-pc/core.0", "uefi": "grub/x86_64-efi/core.efi"}


@pytest.mark.all
@pytest.mark.parametrize("firmware, tag, card", (("bios", "!uefi", "e1000e"),
                                                 ("uefi", "uefi", UEFI_CARD)))
def test_grub_over_tftp(make_lab, folder, grub, firmware, tag, card):
    lines = {f"dhcp-boot=tag:{tag}": f"dhcp-boot=tag:{tag},{grub[firmware]}"}
    with Network(folder, {**PLAIN_PXE, **lines}) as network:
        check(make_lab, f"net-grub-{firmware}", network, firmware=firmware, card=card)
        check_tftp(network, grub[firmware], "grub/grub.cfg", "vmlinuz", "initrd.img",
                   "firmware.img")


@pytest.mark.all
def test_uefi_over_tftp(make_lab, folder):
    """The firmware loads assay.efi by itself; its own command line counts, not the file's name."""
    with Network(folder) as network:
        check(make_lab, "net-uefi-tftp", network, firmware="uefi", card=UEFI_CARD)
        check_tftp(network, "assay.efi")


@pytest.mark.all
@pytest.mark.parametrize("name", ("assay.efi", "assay.img"))
def test_uefi_over_http(make_lab, folder, parts, name):
    """The program, or the whole image as a disk in memory."""
    if name == "assay.img":
        make("hybrid", folder / name, CMDLINE, folder / "assay.efi", *parts)
    lines = {"dhcp-boot=tag:http": f"dhcp-boot=tag:http,http://192.0.2.1/{name}"}
    with Network(folder, lines) as network:
        check(make_lab, f"net-uefi-http-{name[6:]}", network, firmware="uefi", card=UEFI_CARD,
              extra=NO_PXE)
        check_http(network, name)


@pytest.mark.all
def test_cards_without_firmware(make_lab, folder, kernel, initrd):
    """Each file that a card asks for is named. One cannot do without; over the other, which can,
    the results come back."""
    with Network(folder) as network:
        boot, report = check(make_lab, "net-no-firmware", network, (kernel, initrd, CMDLINE),
                             card="i82551 i82559er")
    for device, file in (("0000:00:01.0", "d102e"), ("0000:00:02.0", "d101s")):
        (line,) = (line for line in boot.lines if line.startswith("firmware:") and file in line)
        assert f"{device} asked for e100/{file}_ucode.bin" in line
    addresses = {nic["bus"]: nic["addresses"] for nic in report["machine"]["nics"]}
    assert addresses["0000:00:01.0"] == "" and "192.0.2." in addresses["0000:00:02.0"]
