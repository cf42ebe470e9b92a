# SPDX-License-Identifier: MIT
"""site_of.py - a DHCP server, routers and a machine of ours, each in a network namespace

    with Site(directory, ports=2) as site:
        site.serve("dhcp-range=192.0.2.100,192.0.2.200,1h")
        site.start("BOOTIF=01-02-00-00-00-00-01")
        site.plug(0)
        site.wait(lambda: site.note("way") == "eth0")
"""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
INITRD = os.environ.get("INITRD") or TOP / "build" / "initrd.img"
LIMIT_S = 30

# What /init starts on a port with a link: init/network.c.
UDHCPC = ("udhcpc -f -i {port} -s /etc/udhcpc.script -V assay -O 224 -O ntpsrv -O search "
          "-t 5 -T 1 -A 1")


class Site:
    """The machine has eth0, eth1, ...; at the other end of eth0's cable is s0, and so on."""

    def __init__(self, directory, ports=1):
        self.root, self.directory = directory / "root", directory
        self.count = ports
        self.server, self.machine = (f"assay-{end}-{os.getpid()}" for end in ("s", "m"))
        self.processes = []

    def __enter__(self):
        try:
            self._make()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exception):
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        for name in (self.server, self.machine):
            # what was started by what we started ends with its namespace
            pids = subprocess.run(["ip", "netns", "pids", name], capture_output=True, text=True)
            for pid in pids.stdout.split():
                os.kill(int(pid), 9)
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)
        shutil.rmtree(self.root, ignore_errors=True)

    def _make(self):
        self.root.mkdir(parents=True)
        subprocess.run(f"zstd -qdc {INITRD} | cpio -idmu --quiet", shell=True,
                       cwd=self.root, check=True)
        (self.root / "run" / "network").mkdir(parents=True)
        for name in (self.server, self.machine):
            self._ip("netns", "add", name)
        for number in range(self.count):
            self._ip("link", "add", f"s{number}", "netns", self.server, "type", "veth", "peer",
                     "name", f"eth{number}", "address", self.mac(number), "netns", self.machine)
            self._ip("-n", self.server, "addr", "add", f"192.0.{2 + number}.1/24", "dev",
                     f"s{number}")
            self._ip("-n", self.server, "addr", "add", f"2001:db8:{number}::1/64", "dev",
                     f"s{number}", "nodad")
            self._ip("-n", self.machine, "link", "set", f"eth{number}", "up")

    @staticmethod
    def mac(number):
        return f"02:00:00:00:00:{number + 1:02x}"

    @staticmethod
    def _ip(*words):
        subprocess.run(["ip", *words], check=True)

    def serve(self, *lines):
        """Start dnsmasq with these lines on all cables."""
        config = self.directory / "dnsmasq.conf"
        config.write_text("\n".join(["port=0", "leasefile-ro", "bind-dynamic", *lines]) + "\n")
        self.processes.append(subprocess.Popen(
            ["ip", "netns", "exec", self.server, shutil.which("dnsmasq") or "/usr/sbin/dnsmasq",
             "-k", "-C", config, "-u", "root", "--log-facility", self.directory / "dnsmasq.log",
             "--log-dhcp", "-x", self.directory / "dnsmasq.pid"]))

    def _beside(self, script, *words):
        """Start a script of this folder at the other end of the cables; returns the file it prints
        to."""
        path = self.directory / f"{script}.log"
        with open(path, "w") as log:
            self.processes.append(subprocess.Popen(
                ["ip", "netns", "exec", self.server, sys.executable,
                 Path(__file__).with_name(script), *words], stdout=log))
        return path

    def cheat(self, *steps, options=None):
        """Start a DHCP server on the first cable that says anything: rogue.py."""
        plan = {"steps": steps, "options": {code: value.hex()
                                            for code, value in (options or {}).items()}}
        return self._beside("rogue.py", "s0", json.dumps(plan))

    def tell_date(self, date):
        """Start a web server on the first cable that has nothing but a header Date: dated.py."""
        said = self._beside("dated.py", "192.0.2.1", date)
        self.wait(said.read_text)

    def advertise(self, options):
        """Be a router on the first cable that says anything: advertise.py."""
        self._beside("advertise.py", "s0", options.hex())

    def _inside(self, command, **options):
        """Start a command in the machine."""
        script = (f"mount -t proc proc {self.root}/proc && mount -t sysfs sysfs {self.root}/sys && "
                  f"mount --bind /dev {self.root}/dev && "
                  f"exec chroot {self.root} /usr/bin/env -i PATH=/bin {command}")
        process = subprocess.Popen(["ip", "netns", "exec", self.machine, "unshare", "-m",
                                    "sh", "-c", script], **options)
        self.processes.append(process)
        return process

    def as_first(self, command):
        """Run a command as the child of a process 1 that is /init; it cannot set the clock. Returns
        what it printed."""
        shutil.copy(self.root / "bin/busybox", self.root / "init")
        words = ["sh", "-c", f"mount -t proc proc /proc && {command} 2>&1; exit"]
        start = (f"import os; os.chroot({str(self.root)!r}); os.chdir('/'); "
                 f"os.execve('/init', {words!r}, {{'PATH': '/bin'}})")
        return subprocess.run(
            ["ip", "netns", "exec", self.machine, "setpriv", "--bounding-set=-sys_time", "unshare",
             "-mpf", sys.executable, "-c", start], capture_output=True, text=True, check=True,
            timeout=LIMIT_S).stdout

    def start(self, cmdline):
        """Start assay network; returns when what @cmdline says is in force."""
        (self.root / "cmdline").write_text(cmdline + "\n")
        ready, theirs = os.pipe()
        with open(self.directory / "log", "a") as log:
            self._inside("/bin/assay network --cmdline=/cmdline", stdin=theirs, stdout=log,
                         stderr=log)
        os.close(theirs)
        os.read(ready, 1)  # the end of file
        os.close(ready)

    def plug(self, number, dhcp=True):
        """Put the cable of a port in; with a DHCP client, as /init does it."""
        self._ip("-n", self.server, "link", "set", f"s{number}", "up")
        if dhcp:
            with open(self.directory / "log", "a") as log:
                self._inside(UDHCPC.format(port=f"eth{number}"), stdin=subprocess.DEVNULL,
                             stdout=log, stderr=subprocess.DEVNULL)

    def unplug(self, number):
        self._ip("-n", self.server, "link", "set", f"s{number}", "down")

    def note(self, name):
        path = self.root / "run" / "network" / name
        return path.read_text().strip() if path.exists() else ""

    @property
    def resolver(self):
        path = self.root / "etc" / "resolv.conf"
        return path.read_text().splitlines() if path.exists() else []

    @property
    def log(self):
        return (self.directory / "log").read_text()

    def routes(self, family="-4"):
        """The default routes, the one that counts first."""
        shown = subprocess.run(["ip", "-n", self.machine, family, "route", "show", "default"],
                               check=True, capture_output=True, text=True).stdout
        return [line.strip() for line in shown.splitlines()]

    def wait(self, condition):
        """Until it is true, or the limit."""
        end = time.monotonic() + LIMIT_S
        while not condition():
            assert time.monotonic() < end, (self.log, self.resolver, self.routes(), sorted(
                (path.name, path.read_text())
                for path in (self.root / "run" / "network").iterdir()))
            time.sleep(0.05)  # how often is looked
