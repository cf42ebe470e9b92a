# SPDX-License-Identifier: MIT
"""Boot from the network, as a technician does: real dnsmasq and nginx, the files of build/pxe."""

import json
import subprocess

import pytest

from lab import TOP
from network import Network, pxe_folder

CMDLINE = ("console=ttyS0 quiet panic=-1 assay.verdict=ttyS1 assay.plan=smoke "
           "assay.only=system.syscall,cpu.integer assay.upload=http://192.0.2.1/results/")


@pytest.fixture(scope="module")
def folder(kernel, initrd, tmp_path_factory):
    subprocess.run([TOP / "image" / "firmware", "core"], check=True)
    path = tmp_path_factory.mktemp("pxe")
    (path / "initrd.img").write_bytes(initrd)
    return pxe_folder(path / "pxe", CMDLINE, kernel, path / "initrd.img",
                      TOP / "build" / "firmware.img")


def check(make_lab, name, network, **options):
    """Boot from the wire; the results must come back over it."""
    boot = make_lab(name, disks=(), network=network, **options).boot(limit_s=180)
    assert boot.verdict.problem() == "", boot.tail() + network.log("dnsmasq.log")[-2000:]
    assert boot.ended == "guest-shutdown", boot.tail()
    report = next(path for path in network.files() if path.name == "report.json")
    return json.loads(report.read_text())


def test_ipxe_over_http(make_lab, folder):
    """DHCP names settings, too: there are none for this machine, so those for all are taken."""
    lines = {"dhcp-boot=tag:ipxe": "dhcp-boot=tag:ipxe,http://192.0.2.1/assay.ipxe",
             "#dhcp-vendorclass": "dhcp-vendorclass=set:assay,assay",
             "#dhcp-option=tag:assay": 'dhcp-option=tag:assay,224,"http://192.0.2.1/${mac}.conf"'}
    (folder / "default.conf").write_text("quiet=off\nwrite=blank\n")
    with Network(folder, lines) as network:
        report = check(make_lab, "net-ipxe-http", network, card="e1000")
        log = network.log("access.log")
    assert report["machine"]["nics"][0]["driver"] == "e1000"
    for name in ("assay.ipxe", "vmlinuz", "initrd.img", "firmware.img", "default.conf"):
        assert f"GET /{name} " in log, log
    run = report["run"]
    assert (run["settings"]["quiet"], run["settings"]["write"]) == ("off", "")
    assert run["settings_from"]["quiet"] == "http://192.0.2.1/default.conf"
    assert any("default.conf: write: refused" in event["text"] for event in report["events"])


def test_pxelinux_over_tftp(make_lab, folder):
    """The card's program is iPXE here too; told of no script of its own it does as any PXE. The
    clock is an hour slow, as the NTP server sees it that DHCP names."""
    with Network(folder, {"dhcp-boot=tag:ipxe": "", "dhcp-match=set:ipxe": ""},
                 clock_ahead_s=3600) as network:
        report = check(make_lab, "net-pxelinux", network, card="rtl8139")
        log = network.log("dnsmasq.log")
    assert report["machine"]["nics"][0]["driver"] == "8139cp"
    for name in ("lpxelinux.0", "ldlinux.c32", "initrd.img", "firmware.img"):
        assert f"sent {network.prefix}/files/{name}" in log, log
    facts = report["machine"]["environment"]
    assert facts["time.source"] == "ntp"
    assert abs(float(facts["time.offset_s"]) - 3600) < 5
    assert not any("clock-stepped" in result["warnings"] for result in report["results"])
    assert report["machine"]["nics"][0]["addresses"].startswith("192.0.2.")
