# SPDX-License-Identifier: MIT
"""A web server that takes the results of a run: nginx, private to its caller.

It has a folder, a port and a process of its own; the host's nginx and its
configuration are neither read nor touched. Only the standard library is needed.

    with Receiver() as receiver:
        boot(upload=receiver.guest_url)
        report = receiver.wait_for("report.json", timeout=60)
"""

import http.client
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from pathlib import Path

CONFIGURATION = """
daemon off;
worker_processes 1;
{user}
pid nginx.pid;
error_log error.log;
events {{ worker_connections 64; }}
http {{
	access_log access.log;
	client_body_temp_path body;
	proxy_temp_path proxy;
	fastcgi_temp_path fastcgi;
	uwsgi_temp_path uwsgi;
	scgi_temp_path scgi;
	client_max_body_size 64m;
	server {{
		listen 127.0.0.1:{port} {ssl};
		{certificate}
		location /results/ {{
			root {prefix};
			dav_methods PUT;
			create_full_put_path on;
		}}
	}}
}}
"""

CERTIFICATE = "ssl_certificate server.pem; ssl_certificate_key server.key;"

# What a machine under test may call this host: itself, or the host of QEMU's user network.
NAMES = "subjectAltName=IP:127.0.0.1,IP:10.0.2.2,DNS:localhost"
GUEST_ADDRESS = "10.0.2.2"


def free_port():
    """A port of 127.0.0.1 on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Receiver:
    """nginx with PUT below /results/, from start() or `with` to stop().

    url         what to upload to from this host; known before start()
    guest_url   the same from a guest on QEMU's user network
    ca          with tls: PEM file of the authority, made on the spot, of its certificate
    """

    def __init__(self, tls=False):
        self.port = free_port()
        self.scheme = "https" if tls else "http"
        self.url = f"{self.scheme}://127.0.0.1:{self.port}/results/"
        self.guest_url = f"{self.scheme}://{GUEST_ADDRESS}:{self.port}/results/"
        self.prefix = Path(tempfile.mkdtemp(prefix="assay-receiver."))
        self.prefix.chmod(0o755)
        self.results = self.prefix / "results"
        self.results.mkdir()
        self.ca = self.prefix / "ca.pem" if tls else None
        self.process = None

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.stop()
            raise

    def __exit__(self, *exception):
        self.stop()

    def start(self):
        """Start nginx and wait until it answers."""
        if self.ca:
            self._make_certificate()
        (self.prefix / "nginx.conf").write_text(
            CONFIGURATION.format(
                # as root, nginx would give its work to a user who may not write here
                user="user root;" if os.geteuid() == 0 else "",
                port=self.port,
                prefix=self.prefix,
                ssl="ssl" if self.ca else "",
                certificate=CERTIFICATE if self.ca else "",
            )
        )
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        error_log = str(self.prefix / "error.log")
        command = [nginx, "-p", str(self.prefix), "-c", "nginx.conf", "-e", error_log]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        self._wait_until_up(10)
        return self

    def stop(self):
        """Stop nginx and remove what belongs to it."""
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None
        shutil.rmtree(self.prefix, ignore_errors=True)

    def files(self):
        """The path of everything uploaded: .../MACHINE/RUN/FILE."""
        return sorted(path for path in self.results.rglob("*") if path.is_file())

    def wait_for(self, name, timeout):
        """The path of the first upload whose last part is `name`; TimeoutError after `timeout` s."""
        limit = time.monotonic() + timeout
        while time.monotonic() < limit:
            for path in self.files():
                if path.name == name:
                    return path
            time.sleep(0.05)
        raise TimeoutError(f"no {name} was uploaded within {timeout} s")

    def _wait_until_up(self, timeout):
        limit = time.monotonic() + timeout
        while time.monotonic() < limit:
            if self.process.poll() is not None:
                break
            try:
                self._ask()
                return
            except OSError:
                time.sleep(0.02)
        log = self.prefix / "error.log"
        raise RuntimeError("nginx did not start: " + (log.read_text() if log.exists() else "no log"))

    def _ask(self):
        if self.ca:
            context = ssl.create_default_context(cafile=str(self.ca))
            client = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=5, context=context)
        else:
            client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        client.request("HEAD", "/")
        client.getresponse()
        client.close()

    def _make_certificate(self):
        (self.prefix / "names").write_text(NAMES)
        new = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        self._openssl(*new, "-x509", "-days", "2", "-subj", "/CN=Assay test authority",
                      "-keyout", "ca.key", "-out", "ca.pem")
        self._openssl(*new, "-subj", "/CN=Assay receiver", "-keyout", "server.key", "-out", "server.csr")
        self._openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
                      "-CAcreateserial", "-days", "2", "-extfile", "names", "-out", "server.pem")

    def _openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.prefix, check=True, capture_output=True)
