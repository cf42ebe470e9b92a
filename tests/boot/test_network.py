# SPDX-License-Identifier: MIT
"""The network beyond one port with DHCP: cables that come late, sites without IPv4, the time."""

import datetime
import json
import subprocess
import threading

import pytest

from lab import Lab
from network import PORT, Network
from visit import Visitor, free_port

V6 = "2001:db8::1"
DNSMASQ = """
port=0
interface={port}
enable-ra
dhcp-range=2001:db8::,ra-only,64,1h
"""

class SixOnly(Network):
    """A site with router advertisements, a web server, and no IPv4. In the machine two cards and a
    wire to its BMC."""

    def __init__(self, folder):
        super().__init__(folder)
        self.address, self.upload = f"[{V6}]", f"http://[{V6}]/results/"

    def card(self, model):
        wires = {"spare": "hubport,id=spare,hubid=1",
                 "net": f"tap,id=net,ifname={PORT},script=no,downscript=no"}
        # a BMC on USB, with a DHCP server of its own
        bmc = ["-device", "qemu-xhci", "-netdev", "user,id=bmc", "-device", "usb-net,netdev=bmc"]
        return bmc + [word for name, wire in wires.items() for word in
                      ("-netdev", wire, "-device", f"{model},netdev={name},romfile=")]

    def addresses(self, port):
        return [("addr", "add", f"{V6}/64", "dev", port, "nodad")]

    def _dnsmasq(self):
        return DNSMASQ.format(port=PORT)

class Unplugged(Lab):
    """Both cables are out when it is switched on, and its clock stands in 2001."""

    def _command(self, *arguments):
        return [*super()._command(*arguments), "-rtc", "base=2001-02-03T04:05:06"]

    def _follow(self, *arguments):
        for name in ("spare", "net"):
            self.qmp.ask("set_link", name=name, up=False)
        return super()._follow(*arguments)

    def plug(self):
        self.qmp.ask("set_link", name="net", up=True)

def test_late_cable_and_ipv6_only(kernel, initrd, make_lab, tmp_path, figure):
    """Nothing waits for cables; the one that comes while tests run brings the results home."""
    with SixOnly(tmp_path) as network:
        lab = Unplugged(make_lab("network-six").directory, disks=(), network=network, card="e1000")
        boot = lab.boot(kernel, initrd, "assay.plan=smoke assay.only=system.*,cpu.*,memory.*,unixbench.* "
                        f"assay.upload={network.upload}", limit_s=240,
                        on_line={"first job at": Unplugged.plug})
        now = datetime.datetime.now(datetime.timezone.utc)
        assert boot.ended == "guest-shutdown", boot.tail()
        path = next(path for path in network.files() if path.name == "report.json")
        report = json.loads(path.read_text())
    assert boot.verdict.problem() == "", boot.tail()
    figure(f"first job without any cable after {boot.first_job_s} s of kernel time")

    # the inventory of the end, not that of the beginning
    (bmc,) = (nic for nic in report["machine"]["nics"] if nic["driver"] != "e1000")
    spare, port = (nic for nic in report["machine"]["nics"] if nic["driver"] == "e1000")
    assert bmc["driver"] in ("cdc_ether", "rndis_host", "cdc_ncm")
    assert bmc["addresses"] == "", "a wire to the BMC is no way out"
    assert (spare["carrier"], port["carrier"]) == (False, True)
    assert spare["addresses"] == ""
    assert any(address.startswith("2001:db8::") for address in port["addresses"].split())

    # the clock: not before this version was made, then that of the web server, beside the tests
    facts = report["machine"]["environment"]
    ended = datetime.datetime.fromisoformat(report["run"]["ended"].replace("Z", "+00:00"))
    assert report["run"]["started"] >= "2026-11-01T00:00:00.000Z"
    assert facts["time.source"] == "http", boot.tail()
    assert abs((now - ended).total_seconds()) < 60
    assert not any("clock-stepped" in result["warnings"] for result in report["results"])


class Moving(Network):
    """A site of which the machine's cable is put into another network while tests run, and whose NTP
    server lives twenty years ago."""

    range = "192.0.2.100,192.0.2.150"

    def card(self, model):
        return ["-netdev", f"tap,id=net,ifname={PORT},script=no,downscript=no",
                "-device", f"{model},netdev=net,romfile="]

    def _dnsmasq(self):
        return f"port=0\ninterface={PORT}\ndhcp-authoritative\ndhcp-range={self.range},1h\n" \
            f"dhcp-option=option:ntp-server,{self.address}\n"

    @staticmethod
    def pull(lab):
        lab.qmp.ask("set_link", name="net", up=False)

    def plug(self, lab):
        dnsmasq = self.processes[0]
        dnsmasq.terminate()
        dnsmasq.wait(10)
        (self.prefix / "leases").unlink()
        self.range = "192.0.2.200,192.0.2.250"
        (self.prefix / "dnsmasq.conf").write_text(self._dnsmasq())
        self.processes[0] = subprocess.Popen(dnsmasq.args)
        lab.qmp.ask("set_link", name="net", up=True)


@pytest.mark.all
def test_a_cable_that_comes_back_in_another_network(kernel, initrd, make_lab, tmp_path):
    """The old lease holds for an hour there: it is not waited for. The time is nobody's if it cannot
    be: then the web server's counts."""
    with Moving(tmp_path, clock_ahead_s=-20 * 365 * 86400) as network:
        lab = make_lab("network-moved", disks=(), network=network, card="e1000")
        boot = lab.boot(kernel, initrd, "assay.plan=smoke assay.only=cpu.*,memory.*,unixbench.* "
                        f"assay.upload={network.upload}", limit_s=240,
                        on_line={r"init: eth0: 192.0.2.1.*/24 by DHCP": network.pull,
                                 "the way out for IPv4 is lost": network.plug})
        assert boot.ended == "guest-shutdown", boot.tail()
        (path,) = (path for path in network.files() if path.name == "report.json")
        facts = json.loads(path.read_text())["machine"]["environment"]
    assert "init: eth0: 192.0.2.2" in boot.console, boot.tail()
    assert "assay: time: that of ntp is ignored" in boot.console, boot.tail()
    # never ntp; a run that is over before the network is back has asked nobody else
    assert facts["time.source"] in ("http", "rtc")


@pytest.mark.all
@pytest.mark.parametrize("clock, source, way", [("1970-01-02T03:04:05", "build", "behind"),
                                                ("2089-01-02T03:04:05", "rtc", "ahead of")])
def test_a_wrong_clock_a_late_cable_and_a_certificate(make_lab, boot_with_upload, clock, source, way):
    """QEMU 7.2 keeps the distance to today in 32 bits, 68 years. Nobody could be asked for the time until the cable was there, and the certificate is of today."""
    lab = make_lab(f"network-{clock[:4]}", disks=(), extra=("-rtc", f"base={clock}"))
    cable = {"is starting": lambda lab: lab.qmp.ask("set_link", name="net", up=False),
             "until the deadline in": lambda lab: lab.qmp.ask("set_link", name="net", up=True)}
    boot, upload = boot_with_upload(lab, "assay.plan=smoke assay.only=cpu.integer", tls=True,
                                    limit_s=120, on_line=cable)
    assert upload.report["machine"]["environment"]["time.source"] == source
    assert any(f"{way} that of http" in line for line in boot.lines), boot.tail()


class Wired(Lab):
    """A machine with two more cards, each on a wire to another machine."""

    def __init__(self, *arguments, wires, end, **options):
        super().__init__(*arguments, disks=(), card="e1000", **options)
        self.wires, self.end = wires, end

    def _command(self, *arguments):
        words = super()._command(*arguments)
        for number, port in enumerate(self.wires):
            mac = f"52:54:00:{'01' if self.end == 'listen' else '02'}:00:0{number}"
            words += ["-netdev", f"socket,id=wire{number},{self.end}=127.0.0.1:{port}",
                      "-device", f"e1000,netdev=wire{number},romfile=,mac={mac}"]
        return words


@pytest.mark.all
def test_vlan_on_lacp(kernel, initrd, make_lab, tmp_path):
    """A bond of two cables and a VLAN on it, as one line of dracut words; the switch is one of us."""
    visitor = Visitor(tmp_path)
    wires = [free_port(), free_port()]
    peer = Wired(make_lab("network-peer").directory, network=False, wires=wires, end="listen")
    lab = Wired(make_lab("network-lacp").directory, wires=wires, end="connect",
                ssh_port=visitor.port)
    seen = {}

    def look(machine):
        seen["text"] = visitor.run(
            "timeout 60 sh -c 'until ping -c 1 -W 1 192.0.2.1; do :; done' | tail -n 2; "
            "cat /proc/net/bonding/bond0 /run/network/bond0.30", limit_s=90)
        machine.stop()

    words = "bond=bond0:{ports}:mode=802.3ad,miimon=100 vlan=bond0.30:bond0 ip={ip}:::24::bond0.30:none"
    other = threading.Thread(target=peer.boot, args=(
        kernel, initrd, f"assay.only=cpu.integer assay.plan=smoke "
        f"{words.format(ports='eth0,eth1', ip='192.0.2.1')}"),
        kwargs={"on_line": {"press Enter for a shell": lambda machine: None}, "limit_s": 200})
    other.start()
    try:
        boot = lab.boot(kernel, initrd, "assay.only=cpu.integer assay.plan=smoke ip=eth0:dhcp "
                        f"{words.format(ports='eth1,eth2', ip='192.0.2.7')} {visitor.append}",
                        on_line={"press Enter for a shell": look}, limit_s=200)
    finally:
        peer.stop()
        other.join()
    text = seen.get("text", boot.tail())
    assert "IEEE 802.3ad Dynamic link aggregation" in text, text
    assert text.count("MII Status: up") == 3, text
    assert "Number of ports: 2" in text, text
    assert "192.0.2.7/24 static" in text, text
    assert " 0% packet loss" in text, text
