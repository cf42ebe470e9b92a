# SPDX-License-Identifier: MIT
"""ssh: root with the given key gets in; a password, or anybody without a key, does not.

The machine is one of the first with x86-64: the image has to start there, too.
"""

import json
import socket
import subprocess

import pytest

CALM = "assay.only=system.syscall,cpu.integer,cpu.aes"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def ssh(port, known_hosts, command, *options):
    return subprocess.run(
        ["ssh", "-F", "none", "-p", str(port), "-o", f"UserKnownHostsFile={known_hosts}",
         "-o", "StrictHostKeyChecking=accept-new", "-o", "BatchMode=yes",
         "-o", "IdentitiesOnly=yes", "-o", "ConnectTimeout=20", *options, "root@127.0.0.1",
         command], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)


@pytest.fixture(scope="module")
def visit(make_lab, kernel, initrd, tmp_path_factory):
    """One boot with a key; what the visitor saw once the run was over."""
    folder = tmp_path_factory.mktemp("ssh")
    key, known_hosts, port = folder / "key", folder / "known_hosts", free_port()
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "lab", "-f", key],
                   check=True)
    words = key.with_suffix(".pub").read_text().split()
    seen = {}

    def go_in(lab):
        seen["report"] = ssh(port, known_hosts, "cat /run/assay/report.json", "-i", key)
        seen["password"] = ssh(port, known_hosts, "true", "-o",
                               "PreferredAuthentications=password,keyboard-interactive")
        seen["fingerprint"] = subprocess.run(["ssh-keygen", "-lf", known_hosts],
                                             capture_output=True, text=True).stdout
        lab.stop()

    boot = make_lab("ssh", disks=(), ssh_port=port, cpu="qemu64").boot(
        kernel, initrd, f"{CALM} assay.ssh.key={words[0]}%20{words[1]}", limit_s=180,
        on_line={"press Enter for a shell": go_in})
    assert seen, boot.tail()
    return boot, seen


def test_the_key_opens_and_the_results_are_readable(visit):
    _, seen = visit
    assert seen["report"].returncode == 0, seen["report"].stderr
    report = json.loads(seen["report"].stdout)
    assert {result["test"] for result in report["results"]} == set(CALM.split("=")[1].split(","))


def test_a_first_x86_64_runs_everything_at_level_1(visit):
    report = json.loads(visit[1]["report"].stdout)
    assert report["machine"]["cpu"]["level"] == 1
    for result in report["results"]:
        assert result["status"] == "ok", result
        assert result["params"].get("level", 1) == 1, result


def test_no_password_is_accepted(visit):
    _, seen = visit
    assert seen["password"].returncode == 255
    assert "Permission denied (publickey)" in seen["password"].stderr


def test_console_names_the_host_key(visit):
    boot, seen = visit
    fingerprint = seen["fingerprint"].split()[1]
    assert fingerprint.startswith("SHA256:")
    assert fingerprint in boot.console


def test_no_port_is_open_without_a_key(make_lab, kernel, initrd):
    port, banner = free_port(), []

    def knock(lab):
        with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
            try:
                banner.append(connection.recv(100))
            except ConnectionResetError:
                banner.append(b"")
        lab.stop()

    boot = make_lab("no-ssh", disks=(), ssh_port=port).boot(
        kernel, initrd, CALM, limit_s=120, on_line={"press Enter for a shell": knock})
    assert any("by DHCP" in line for line in boot.lines), boot.tail()
    assert banner == [b""]
