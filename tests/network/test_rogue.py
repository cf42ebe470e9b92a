# SPDX-License-Identifier: MIT
"""Servers and routers that talk nonsense, come late, or go: one line each, and the rest is used."""

import os
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from site_of import TOP, Site  # noqa: E402 - found only with the path above

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="network namespaces need root")

GOOD = "192.0.2.77"
HOUR = struct.pack("!I", 3600)
MASK, ROUTER, DNS, HOST, DOMAIN, NTP, LEASE, SEARCH, CONFIG = 1, 3, 6, 12, 15, 42, 51, 119, 224
SCRIPTS = {"udhcpc": TOP / "init/udhcpc.script", "udhcpc6": TOP / "bench/network/udhcpc6.script"}


@pytest.fixture
def site(tmp_path):
    with Site(tmp_path) as made:
        yield made


def ip(*addresses):
    return b"".join(map(socket.inet_aton, addresses))


def domain(*labels):
    """A name as DNS packs it (RFC 1035); a label may hold any byte."""
    return b"".join(bytes([len(label)]) + label for label in labels) + b"\0"


@pytest.mark.parametrize("options, expected", [
    ({ROUTER: ip("198.51.100.1"), NTP: ip("0.0.0.0"), DNS: ip("127.0.0.1"), CONFIG: b"no address",
      SEARCH: domain(b"$(touch /harm)", b"x;touch /harm")},
     ["no way out by 198.51.100.1: expected a router on this wire",
      "NTP server '0.0.0.0' is ignored: expected the address of a server",
      "name server '127.0.0.1' is ignored: expected the address of a server",
      "DHCP option 224 'no address' is ignored: expected an http or https address",
      "search list '$(touch /harm).x;touch /harm' is ignored: expected names of domains"]),
    ({ROUTER: ip("0.0.0.0"), NTP: ip("127.0.0.1"), DNS: ip("255.255.255.255", "192.0.2.53"),
      CONFIG: b"http://h/\x1b[2J\r\n"},
     ["router '0.0.0.0' is ignored: expected the address of a router",
      "NTP server '127.0.0.1' is ignored: expected the address of a server",
      "name server '255.255.255.255' is ignored: expected the address of a server",
      "DHCP option 224 'http://h/?[2J??' is ignored: expected an http or https address"]),
    ({ROUTER: ip("224.0.0.1"), CONFIG: bytes(range(1, 226)) + b"x" * 40},
     ["router '224.0.0.1' is ignored: expected the address of a router",
      "DHCP option 224 '??????????"]),
    ({CONFIG: b"http://me:hush@h/ x"},
     ["DHCP option 224 'http://h/ x' is ignored: expected an http or https address"]),
    ({SEARCH: domain(b"a" * 60, b"b" * 60, b"c" * 60) + domain(b"d" * 60, b"e" * 20)},
     ["is ignored: expected names of domains, at most 255 characters"]),
])
def test_a_nonsense_option_is_one_line_and_the_rest_counts(site, options, expected):
    """The address is good and is used, and so is the name server that can be one."""
    site.cheat([0, GOOD], options={DNS: ip("192.0.2.53")} | options)
    site.start("quiet")
    site.plug(0)
    site.wait(lambda: all(line in site.log for line in expected) and site.note("way") == "eth0")
    assert site.log.count("\n") == len(expected) + 2, site.log  # the address, and the way out
    assert "hush" not in site.log and "\x1b" not in site.log
    assert site.note("eth0") == f"{GOOD}/24 dhcp"
    assert (site.note("config-url"), site.note("ntp")) == ("", "")
    assert site.resolver == ([] if options.get(DNS) == ip("127.0.0.1")
                             else ["nameserver 192.0.2.53"])
    assert not (site.root / "harm").exists()


@pytest.mark.parametrize("address, options, expected", [
    ("0.0.0.0", {}, "offers 0.0.0.0/24, which is no address of a host: ignored"),
    ("127.0.0.1", {}, "offers 127.0.0.1/24, which is no address of a host: ignored"),
    ("169.254.7.7", {}, "169.254.7.7/24 is ignored, it leads nowhere"),
    ("239.1.2.3", {}, "offers 239.1.2.3/24, which is no address of a host: ignored"),
    (GOOD, {MASK: ip("0.0.0.0")}, f"offers {GOOD}/0, which is no address of a host: ignored"),
])
def test_a_nonsense_address_is_one_line_and_none(site, address, options, expected):
    site.cheat([0, address], options=options)
    site.start("quiet")
    site.plug(0)
    site.wait(lambda: expected in site.log)
    assert site.log.count("\n") == 1
    assert (site.note("eth0"), site.note("way"), site.routes()) == ("", "", [])


def test_names_are_no_commands(site):
    """Host name, domain and search list, each meant for a shell that would take them for its own."""
    evil = b"x;touch /harm;$(touch /harm)\n*"
    site.cheat([0, GOOD], options={HOST: evil, DOMAIN: evil, 17: evil, 18: evil, 67: evil,
                                   SEARCH: domain(b"lab", b"example"), DNS: ip("192.0.2.53")})
    site.start("quiet")
    site.plug(0)
    site.wait(lambda: site.resolver == ["nameserver 192.0.2.53", "search lab.example"])
    assert not (site.root / "harm").exists()
    assert site.log.count("\n") == 2  # the address, and the way out


def test_a_line_in_a_name_is_no_line_of_the_note(site):
    url = b"http://evil/".hex().encode()
    site.cheat([0, GOOD], options={SEARCH: domain(b"a\nconfig " + url + b"\nb"),
                                   DNS: ip("192.0.2.53")})
    site.start("quiet")
    site.plug(0)
    site.wait(lambda: "nameserver 192.0.2.53" in site.resolver and site.note("way") == "eth0")
    assert site.note("config-url") == ""
    assert site.note("eth0.dhcp").splitlines()[-2:] == [f"search a config {url.decode()} b", "config"]


def test_long_lists_are_used_as_far_as_they_go(site):
    """63 name servers, routers and so on, as many as one option can hold."""
    many = [f"192.0.2.{number}" for number in range(100, 163)]
    site.cheat([0, GOOD], options={DNS: ip(*many), ROUTER: ip("192.0.2.1")})
    site.start("quiet")
    site.plug(0)
    site.wait(lambda: site.resolver == [f"nameserver {address}" for address in many[:3]])
    site.wait(lambda: site.routes()[:1] == ["default via 192.0.2.1 dev eth0 metric 10"])
    assert site.log.count("\n") == 2


def test_an_address_that_another_machine_has_is_said(site):
    site.cheat([0, "192.0.2.1"])  # that of the server itself
    site.start("quiet")
    site.plug(0)
    site.wait(lambda: "init: eth0: another machine has 192.0.2.1, too" in site.log)


def test_a_server_that_comes_late(site):
    """As behind a switch that lets nothing through at first: asked again until it answers."""
    site.cheat([11, None], [0, GOOD])
    site.start("quiet")
    site.plug(0)
    site.wait(lambda: site.note("way") == "eth0")
    assert site.note("eth0") == f"{GOOD}/24 dhcp"
    assert site.log.count("init: eth0: no DHCP server has answered yet\n") == 1


def test_a_lease_that_ends(site):
    """One of a second, and then no answer: it is given up, and asked for until there is another."""
    requests = site.cheat([2, GOOD], [8, None], [0, "192.0.2.78"],
                          options={LEASE: struct.pack("!I", 1)})
    site.start("quiet")
    site.plug(0)
    site.wait(lambda: site.note("way") == "eth0")
    assert site.note("eth0") == f"{GOOD}/24 dhcp"
    site.wait(lambda: "the way out for IPv4 is lost" in site.log)
    site.wait(lambda: site.note("eth0") == "192.0.2.78/24 dhcp")
    assert len(requests.read_text().splitlines()) >= 12


def test_a_link_that_flaps(site):
    site.serve("dhcp-range=192.0.2.100,192.0.2.200,1h", "dhcp-option=option:dns-server,192.0.2.53")
    site.start("quiet")
    site.plug(0)
    for _ in range(5):
        site.wait(lambda: site.note("way") == "eth0")
        site.unplug(0)
        site.wait(lambda: site.note("way") == "" and site.resolver == [])
        site.plug(0, dhcp=False)
    site.wait(lambda: site.routes()[:1] == ["default via 192.0.2.1 dev eth0 metric 10"])
    assert site.resolver == ["nameserver 192.0.2.53"]


OLD = "assay: time: that of http is ignored: expected one after this version was made"


@pytest.mark.parametrize("date, said, note", [
    ("now", False, "http "),
    ("Thu, 01 Jan 1970 00:00:10 GMT", True, "rtc 0.000"),
    ("Sat, 31 Oct 2026 23:00:00 GMT", True, "rtc 0.000"),  # the version is of November
    ("yesterday", False, "rtc 0.000"),
])
def test_a_time_before_this_version_is_nobodys(site, date, said, note):
    """It is asked for before the file is; a certificate may depend on it."""
    site.tell_date(date)
    site.start(f"ip={GOOD}:::24::eth0:none")
    site.plug(0, dhcp=False)
    site.wait(lambda: site.note("way") == "eth0")
    (site.root / "other").write_text("assay.config=http://192.0.2.1/x\n")
    printed = site.as_first("assay config --cmdline=/other")
    assert "http://192.0.2.1/x: 192.0.2.1:80 answered 404, expected 2xx; it is not used" in printed
    assert printed.count(OLD) == said
    assert site.note("time").startswith(note)


def rdnss(*addresses, lifetime_s=600, units=None):
    """RFC 8106, 5.1"""
    body = b"".join(socket.inet_pton(socket.AF_INET6, address) for address in addresses)
    return struct.pack("!BBHI", 25, units or 1 + 2 * len(addresses), 0, lifetime_s) + body


PREFIX = struct.pack("!BBBBIII", 3, 4, 64, 0xc0, 3600, 3600, 0) + socket.inet_pton(
    socket.AF_INET6, "2001:db8::")


@pytest.mark.parametrize("addresses, used, complaints", [
    (["::", "2001:db8::53"], ["2001:db8::53"], ["name server '::' is ignored"]),
    (["::1", "ff02::1"], [], ["name server '::1' is ignored", "name server 'ff02::1' is ignored"]),
    ([f"2001:db8::{number}" for number in range(1, 61)],
     ["2001:db8::1", "2001:db8::2", "2001:db8::3"], []),
])
def test_nonsense_of_a_router(site, addresses, used, complaints):
    site.start("quiet")
    site.plug(0, dhcp=False)
    site.advertise(PREFIX + rdnss(*addresses))
    site.wait(lambda: site.note("way") == "eth0" and all(line in site.log for line in complaints))
    site.wait(lambda: site.resolver == [f"nameserver {address}" for address in used])
    assert all(site.log.count(line) == 1 for line in complaints)
    assert site.note("eth0") == "2001:db8::ff:fe00:1/64 ra"


def test_an_option_of_a_router_that_is_cut_off(site):
    """Longer than the message, and one of no length: the kernel drops all of it, nothing hangs."""
    site.start("quiet")
    site.plug(0, dhcp=False)
    site.advertise(PREFIX + rdnss("2001:db8::53", units=200))
    site.cheat([0, GOOD])
    site.plug(0)
    site.wait(lambda: site.note("way") == "eth0")
    assert site.resolver == []


def test_stateless_dhcpv6(site):
    """The router names no name server, but says that DHCPv6 does."""
    site.serve("enable-ra", "dhcp-range=2001:db8:0::,ra-stateless,64,1h",
               "dhcp-option=tag:dhcpv6,option6:dns-server,[2001:db8::53]",
               "dhcp-option=tag:dhcpv6,option6:domain-search,lab.example")
    site.start("quiet")
    site.plug(0, dhcp=False)
    site.wait(lambda: site.resolver == ["nameserver 2001:db8::53", "search lab.example"])
    assert site.note("eth0") == "2001:db8::ff:fe00:1/64 ra"
    assert site.note("eth0.ra") == "", "it came by DHCPv6"


@pytest.mark.parametrize("address", [
    "0000:0000:0000:0000:0000:0000:0000:0000", "0000:0000:0000:0000:0000:0000:0000:0001",
    "ff02:0000:0000:0000:0000:0000:0000:0001", "fe80:0000:0000:0000:0000:0000:0000:0001",
])
def test_no_ipv6_address_of_a_host(address):
    """The script alone, with what no server of ours would send."""
    done = subprocess.run(["/bin/sh", SCRIPTS["udhcpc6"], "bound"], capture_output=True, text=True,
                          env={"PATH": "/nowhere", "interface": "eth0", "ipv6": address})
    assert f"{address}, which is no address of a host: ignored" in done.stdout
    assert (done.stdout.count("\n"), done.returncode) == (1, 0)
