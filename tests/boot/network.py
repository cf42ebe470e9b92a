# SPDX-License-Identifier: MIT
"""network.py - a site of its own: dnsmasq and nginx in a network namespace, with build/pxe's files

The machine under test is a QEMU in the same namespace with a port on the one wire. Neither the
host's network nor its services are touched; all is gone at the end. Needs root.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from lab import TOP

ADDRESS = "192.0.2.1"
PORT = "tap0"
NGINX = """
daemon off;
worker_processes 1;
user root;
pid nginx.pid;
error_log error.log;
events {{ worker_connections 64; }}
http {{
	access_log access.log;
	client_body_temp_path body;
	client_max_body_size 64m;
	server {{
		listen {address}:80;
		root {prefix}/files;
		location /results/ {{
			root {prefix};
			dav_methods PUT;
			create_full_put_path on;
		}}
	}}
}}
"""


class Network:
    """The site, from `with` to its end.

    folder  what is served by TFTP and HTTP
    boot    lines for dnsmasq in place of the example's: {"dhcp-boot=tag:ipxe": "..."}; the key
            is the beginning of the lines that go; value "" = nothing comes in their place
    clock_ahead_s  of an NTP server that DHCP names; None = there is none
    """

    def __init__(self, folder, boot=None, clock_ahead_s=None):
        self.name = f"assay-{os.getpid()}"
        self.folder, self.boot, self.clock_ahead_s = folder, boot or {}, clock_ahead_s
        self.prefix = Path(tempfile.mkdtemp(prefix="assay-network."))
        self.results = self.prefix / "results"
        self.processes = []
        self.address, self.upload = ADDRESS, f"http://{ADDRESS}/results/"

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exception):
        for process in self.processes:
            process.terminate()
            process.wait(10)
        subprocess.run(["ip", "netns", "del", self.name], check=False, capture_output=True)
        shutil.rmtree(self.prefix)

    def run(self, *command):
        return ["ip", "netns", "exec", self.name, *command]

    def card(self, models):
        """QEMU's words for cards of these models, all on the one wire; the last boots from it."""
        words = ["-netdev", f"tap,id=tap,ifname={PORT},script=no,downscript=no",
                 "-netdev", "hubport,id=wire,hubid=0,netdev=tap"]
        *others, last = models.split()
        cards = [f"{model},romfile=" for model in others] + [f"{last},bootindex=1"]
        for number, card in enumerate(cards):
            words += ["-netdev", f"hubport,id=net{number},hubid=0",
                      "-device", f"{card},netdev=net{number}"]
        return words

    def addresses(self, port):
        """Words of ip that give this end of the wire its addresses."""
        return [("addr", "add", f"{self.address}/24", "dev", port)]

    def files(self):
        return sorted(path for path in self.results.rglob("*") if path.is_file())

    def log(self, name):
        path = self.prefix / name
        return path.read_text() if path.exists() else ""

    def _start(self):
        if os.geteuid():
            pytest.skip("network namespaces need root")
        os.chmod(self.prefix, 0o755)
        self.results.mkdir()
        (self.prefix / "files").symlink_to(Path(self.folder).resolve())
        for command in (["ip", "netns", "add", self.name],
                        self.run("ip", "tuntap", "add", PORT, "mode", "tap"),
                        *(self.run("ip", *words) for words in self.addresses(PORT)),
                        self.run("ip", "link", "set", PORT, "up"),
                        self.run("ip", "link", "set", "lo", "up")):
            subprocess.run(command, check=True)
        (self.prefix / "dnsmasq.conf").write_text(self._dnsmasq())
        (self.prefix / "nginx.conf").write_text(
            NGINX.format(address=self.address, prefix=self.prefix))
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        dnsmasq = shutil.which("dnsmasq") or "/usr/sbin/dnsmasq"
        self._spawn(dnsmasq, "-C", str(self.prefix / "dnsmasq.conf"), "-k", "-u", "root",
                    "--log-dhcp", "--log-facility", str(self.prefix / "dnsmasq.log"),
                    "-l", str(self.prefix / "leases"), "-x", str(self.prefix / "dnsmasq.pid"))
        if self.clock_ahead_s is not None:
            self._spawn(sys.executable, str(Path(__file__).with_name("ntp.py")), ADDRESS,
                        str(self.clock_ahead_s))
        self._spawn(nginx, "-p", str(self.prefix), "-c", "nginx.conf",
                    "-e", str(self.prefix / "error.log"))

    def _spawn(self, *command):
        self.processes.append(subprocess.Popen(self.run(*command)))

    def _dnsmasq(self):
        """The example that is shipped, for this wire, which nobody else is on, and this folder."""
        text = (Path(self.folder) / "dnsmasq.conf").read_text()
        text = re.sub(r"^interface=.*$", f"interface={PORT}\nport=0\nno-ping", text, flags=re.M)
        text = re.sub(r"^tftp-root=.*$", f"tftp-root={self.prefix}/files", text, flags=re.M)
        for start, line in self.boot.items():
            text = re.sub(rf"^{re.escape(start)}.*$", line, text, flags=re.M)
        if self.clock_ahead_s is not None:
            text += f"dhcp-option=option:ntp-server,{ADDRESS}\n"
        return text


def pxe_folder(output, cmdline, *parts):
    """What ./build.sh image puts into build/pxe, with another command line."""
    environment = {**os.environ, "CMDLINE": cmdline}
    uki = output.parent / "assay.efi"
    for command in ([TOP / "image" / "uki", uki, *parts],
                    [TOP / "image" / "pxe", output, uki, *parts]):
        subprocess.run(command, check=True, env=environment)
    return output
