# SPDX-License-Identifier: MIT
"""assay network and the DHCP clients of the image against a real dnsmasq."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from site_of import TOP, Site  # noqa: E402 - found only with the path above

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="network namespaces need root")

URL = f"http://192.0.2.1/{'long/' * 40}assay.conf"
DHCP4 = ("dhcp-range=192.0.2.100,192.0.2.200,1h", "dhcp-range=192.0.3.100,192.0.3.200,1h")
TOLD = (  # only to clients that call themselves assay
    "dhcp-vendorclass=set:assay,assay",
    f'dhcp-option=tag:assay,224,"{URL}"',
    "dhcp-option=option:ntp-server,192.0.2.123",
    "dhcp-option=option:dns-server,192.0.2.53",
    "dhcp-option=option:domain-search,lab.example,example",
)


@pytest.fixture
def site(tmp_path):
    with Site(tmp_path, ports=2) as made:
        yield made


def test_late_cable_and_what_dhcp_tells(site):
    """Two ports, no cable; one comes, then the other, then the first is pulled out."""
    site.serve(*DHCP4, *TOLD)
    site.start("quiet")
    assert site.note("way") == ""
    site.plug(1)
    site.wait(lambda: site.note("way") == "eth1")
    site.plug(0)
    site.wait(lambda: "192.0.2." in site.note("eth0"))
    assert site.note("eth0").endswith("/24 dhcp")
    assert site.note("way") == "eth1", "the first stays the way out"
    assert site.routes()[0] == "default via 192.0.3.1 dev eth1 metric 10"
    assert site.resolver == ["nameserver 192.0.2.53", "search lab.example example"]
    assert site.note("config-url") == URL
    assert site.note("ntp") == "192.0.2.123"
    site.unplug(1)
    site.wait(lambda: site.note("way") == "eth0")
    assert site.routes()[0] == "default via 192.0.2.1 dev eth0 metric 10"


def test_bootif_is_preferred(site):
    site.serve(*DHCP4, "dhcp-option=option:dns-server,0.0.0.0")
    site.start(f"BOOTIF=01-{site.mac(1).replace(':', '-')}")
    site.plug(0)
    site.wait(lambda: site.note("way") == "eth0")
    site.plug(1)
    site.wait(lambda: site.note("way") == "eth1")
    site.wait(lambda: site.resolver == ["nameserver 192.0.3.1"])  # 0.0.0.0 stands for the server
    assert site.routes()[0] == "default via 192.0.3.1 dev eth1 metric 10"


@pytest.mark.parametrize("line, expected", [
    ('dhcp-option=224,"no address at all"',
     "eth0: DHCP option 224 'no address at all' is ignored: expected an http or https address"),
    ("dhcp-option-force=option:netmask,1.0.0.1",  # a mask with a hole: two bits are set
     "/2, which is no address of a host: ignored"),
])
def test_nonsense_is_one_line(site, line, expected):
    site.serve(*DHCP4, line)
    site.start("quiet")
    site.plug(0)
    site.wait(lambda: expected in site.log)
    assert site.note("config-url") == ""
    assert site.log.count(expected) == 1


@pytest.mark.parametrize("address, mask", [
    ("0.0.0.0", "24"), ("192.0.2.5", "0"), ("169.254.1.1", "16"), ("127.0.0.1", "8"),
    ("224.0.0.5", "24"), ("255.255.255.255", "32"),
])
def test_no_address_of_a_host(address, mask):
    """The script alone, with what no server of ours would send."""
    done = subprocess.run(["/bin/sh", TOP / "init" / "udhcpc.script", "bound"], capture_output=True,
                          text=True, env={"PATH": "/nowhere", "interface": "eth0", "ip": address,
                                          "mask": mask})
    assert f"{address}/{mask}" in done.stdout and "ignored" in done.stdout
    assert (done.stdout.count("\n"), done.stderr, done.returncode) == (1, "", 0)


def test_ipv6_only_with_rdnss(site):
    """Router advertisements alone: address, route and name server."""
    site.serve("enable-ra", "dhcp-range=2001:db8:0::,ra-only,64,1h",
               "dhcp-option=option6:dns-server,[2001:db8::53]")
    site.start("quiet")
    site.plug(0, dhcp=False)
    site.wait(lambda: site.resolver == ["nameserver 2001:db8::53"])
    site.wait(lambda: site.note("way") == "eth0")
    assert site.note("eth0") == "2001:db8::ff:fe00:1/64 ra"
    assert len(site.routes("-6")) == 1


def test_dhcpv6_where_the_router_says_so(site):
    site.serve("enable-ra", "dhcp-range=2001:db8:0::100,2001:db8:0::1ff,64,1h",
               "dhcp-option=option6:dns-server,[2001:db8::53]",
               "dhcp-option=option6:domain-search,lab.example")
    site.start("quiet")
    site.plug(0, dhcp=False)
    site.wait(lambda: "/128 dhcp6" in site.note("eth0"))
    site.wait(lambda: site.resolver == ["nameserver 2001:db8::53", "search lab.example"])
    assert site.note("eth0").startswith("2001:db8::1"), "an address of the range"


def test_static_words(site):
    """A MAC in place of a name, IPv6 in brackets; the name server of the command line first."""
    site.start(f"ip=192.0.2.7::192.0.2.1:255.255.255.0:host:{site.mac(0)}:none:192.0.2.53 "
               "ip=[2001:db8:1::7]::[2001:db8:1::1]:64::eth1:none nameserver=2001:db8::54")
    site.plug(0, dhcp=False)
    site.plug(1, dhcp=False)
    site.wait(lambda: site.routes() == ["default via 192.0.2.1 dev eth0 metric 10"])
    site.wait(lambda: site.resolver == ["nameserver 2001:db8::54", "nameserver 192.0.2.53"])
    assert site.note("eth0").splitlines()[0] == "192.0.2.7/24 static"
    assert site.note("eth1").splitlines()[0] == "2001:db8:1::7/64 static"
    assert site.routes("-6")[0].startswith("default via 2001:db8:1::1 dev eth1")
    assert (site.root / "run/network/dhcp").read_text() == "\n", "nobody asks for an address"


@pytest.mark.parametrize("word, expected", [
    ("ip=192.0.2.300::192.0.2.1:24::eth0:none", "expected an address in the first field"),
    ("ip=eth7:dhcp", "expected the name or the MAC of a port of this machine"),
    ("vlan=eth0:30", "expected vlan=NAME:PORT"),
    ("bond=bond9:eth7:mode=802.3ad", "there is no port eth7"),
])
def test_a_wrong_word_is_one_line_and_plain_dhcp(site, word, expected):
    site.start(word)
    assert expected in site.log and word.partition("=")[0] in site.log
    assert site.log.count("\n") == 1
    assert not (site.root / "run/network/dhcp").exists(), "every port asks for an address"


def test_some_ports_only(site):
    site.start(f"ip={site.mac(1)}:dhcp ifname=uplink0:{site.mac(0)}")
    assert site.note("dhcp") == "eth1"
    assert site.log == ""
