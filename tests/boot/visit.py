# SPDX-License-Identifier: MIT
"""visit.py - go into a booted machine by ssh and run commands there"""

import socket
import subprocess


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Visitor:
    """Somebody with a key of its own. The machine is booted with .port and the words .append."""

    def __init__(self, directory):
        self.key, self.known_hosts = directory / "key", directory / "known_hosts"
        self.port = free_port()
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "lab", "-f", self.key],
                       check=True)
        kind, text = self.key.with_suffix(".pub").read_text().split()[:2]
        self.append = f"assay.ssh.key={kind}%20{text}"

    def start(self, command, terminal=False):
        """Run a command there, in a terminal of its own if so asked; returns the process, whose
        output is both streams."""
        return subprocess.Popen(
            ["ssh", *(["-tt"] if terminal else []), "-F", "none", "-p", str(self.port), "-i", self.key,
             "-o", f"UserKnownHostsFile={self.known_hosts}",
             "-o", "StrictHostKeyChecking=accept-new", "-o", "BatchMode=yes", "-o", "LogLevel=ERROR",
             "-o", "IdentitiesOnly=yes", "-o", "ConnectTimeout=20", "root@127.0.0.1", command],
            stdin=subprocess.PIPE if terminal else subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run(self, command, limit_s):
        """Run it to its end; returns what it printed."""
        process = self.start(command)
        try:
            return process.communicate(timeout=limit_s)[0]
        finally:
            process.kill()
