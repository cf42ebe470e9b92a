# SPDX-License-Identifier: MIT
"""The dashboard on the screen of the machine and over ssh; status, log; serial stays plain.

One boot with a disk that cannot be read. What the screen shows is read back from /dev/vcs1.
"""

import json
import re
import subprocess
import threading
import time

import pytest

from lab import Disk
from visit import Visitor

COLUMNS, ROWS = 80, 25
# enough for the CPU that two visits find it at work on a slow host, too
PLAN = ("assay.plan=quick assay.only=disk.present,cpu.integer,cpu.float,cpu.aes,cpu.sha256,"
        "disk.read.random")
BROKEN = Disk("nvme", bad_sectors=tuple(range(2000)))
GOOD = Disk("virtio")


def poll(look, limit_s=60):
    """Look again and again, until what is seen is something."""
    end = time.monotonic() + limit_s
    while not (seen := look()) and time.monotonic() < end:
        time.sleep(0.2)  # how often to look
    return seen


class Screen:
    """One look at the VGA screen: its rows, and how many bytes of its pixels are lit."""

    def __init__(self, lab, visitor):
        text = visitor.run("cat /dev/vcs1", 60)
        self.size = len(text)
        self.rows = [text[i:i + COLUMNS].rstrip() for i in range(0, len(text), COLUMNS)]
        self.lit = sum(1 for byte in lab.screen() if byte)

    def has(self, text):
        return any(text in row for row in self.rows)


def press(lab, key):
    lab.qmp.ask("send-key", keys=[{"type": "qcode", "data": key}])


LEVEL = "cat /proc/sys/kernel/printk"  # the first number: what gets onto consoles is below it


def attach(visitor, words="TERM=xterm"):
    """The dashboard in a terminal of the visitor, left by q; its exit status and its output."""
    process, output = visitor.start(f"{words} assay attach", terminal=True), ""
    limit = threading.Timer(60, process.kill)
    limit.start()
    while "-- health" not in output and (byte := process.stdout.read(1)):
        output += byte
    process.stdin.write("q")
    process.stdin.flush()
    output += process.stdout.read()
    limit.cancel()
    return process.wait(), output


@pytest.fixture(scope="module")
def run(make_lab, kernel, initrd, tmp_path_factory):
    visitor, seen = Visitor(tmp_path_factory.mktemp("visitor")), {}

    def look(moment, *wanted):
        """Until one look shows all that is wanted."""
        def at_that_line(lab):
            shown = poll(lambda: all(map((screen := Screen(lab, visitor)).has, wanted)) and screen)
            seen[moment] = shown or Screen(lab, visitor)
            path = lab.directory / "screen.png"
            path.replace(path.with_name(f"screen-{moment}.png"))
        return at_that_line

    def at_the_end(lab):
        look("end", "R E S U L T")(lab)
        for name, command in (("status", "assay status"), ("json", "assay status --json"),
                              ("log", "assay log"), ("report", "cat /run/assay/report.json"),
                              ("ports", "cat /proc/net/tcp /proc/net/tcp6"),
                              ("datagrams", "cat /proc/net/udp /proc/net/udp6"),
                              ("dumb", "TERM=dumb assay attach"), ("level", LEVEL),
                              ("nowhere", "assay status /nowhere")):
            seen[name] = visitor.run(command, 60)
        seen["attach"] = attach(visitor)
        seen["no colour"] = attach(visitor, "TERM=xterm NO_COLOR=1")
        seen["host key"] = subprocess.run(["ssh-keygen", "-lf", visitor.known_hosts], check=True,
                                          stdout=subprocess.PIPE, text=True).stdout.split()[1]
        visitor.run("echo '<2>a line of the kernel' >/dev/kmsg", 60)
        seen["untorn"] = Screen(lab, visitor)
        attach(visitor, "TERM=linux")
        seen["level after a visit"] = visitor.run(LEVEL, 60)
        press(lab, "q")
        seen["plain"] = poll(lambda: (screen := Screen(lab, visitor)).has("press Enter")
                             and not screen.has("-- health") and screen)
        seen["level after"] = visitor.run(LEVEL, 60)
        press(lab, "ret")
        seen["shell"] = poll(lambda: (screen := Screen(lab, visitor)).has("assay:~#") and screen)
        lab.stop()

    lab = make_lab("dashboard", disks=(BROKEN, GOOD), vga=True, ssh_port=visitor.port)
    boot = lab.boot(kernel, initrd, f"{PLAN} {visitor.append}", limit_s=300,
                    on_line={r"\] 1/\d": look("start", "tests, about"),
                             r"\] 2/\d": look("middle", "> cpu", ", sample "),
                             "press Enter for a shell": at_the_end})
    assert "shell" in seen, boot.tail()
    return boot, seen


@pytest.mark.parametrize("moment", ("start", "middle", "end"))
def test_dashboard_fills_the_screen_and_nothing_scrolls(run, moment):
    screen = run[1][moment]
    assert screen.size == COLUMNS * ROWS
    assert screen.lit > 20000
    assert re.match(r" assay \S+  LAB-0001  Assay Lab .* plan quick  0:0\d:\d\d", screen.rows[0])
    assert re.search(r"2 threads; \d+ MiB; 2 disks, 536.9 MB$", screen.rows[1])
    assert screen.rows[ROWS - 1].startswith(" q: plain lines")
    assert screen.has("-- health ---")


def test_progress_and_the_rate_of_now_are_seen(run):
    _, seen = run
    for moment in ("start", "middle"):
        assert seen[moment].has("-- now ---")
        assert re.search(r"^\[[#.]{20}\]  \d of 7 tests, about \d+ s left +"
                         r"(all well so far|HARDWARE ERRORS)$", seen[moment].rows[3])
    assert any(re.match(r"  (rate|throughput) \S+ .?(ops|B)/s, sample \d+, after \d+ s", row)
               for row in seen["middle"].rows), seen["middle"].rows
    assert any(re.search(r"> cpu +\d/4\b", row) for row in seen["middle"].rows)


def test_the_end_says_what_is_broken(run):
    screen = run[1]["end"]
    assert screen.has("R E S U L T :   H A R D W A R E - E R R O R")
    assert screen.has("BAD DISK nvme0n1: QEMU NVMe Ctrl, serial LAB-NVME-1 at 0000:")
    assert screen.has("nvme0n1   failed: read of")
    assert screen.has("results: stay in this machine; there is no upload=")


def test_serial_lines_stay_plain(run):
    boot, _ = run
    assert not [line for line in boot.lines if re.search(r"[\x1b\b\r]", line)]


def test_the_kernel_does_not_tear_the_dashboard(run):
    """A dashboard over ssh does not change what it may print; when that of the screen goes it may."""
    _, seen = run
    assert seen["level"].split()[0] == seen["level after a visit"].split()[0] == "1"
    assert not seen["untorn"].has("a line of the kernel")
    assert seen["untorn"].rows[ROWS - 1].startswith(" q: plain lines")
    assert seen["level after"].split()[0] == "4"


def test_a_bad_disk_does_not_fill_the_console(run):
    boot, seen = run
    told = 0
    for line in boot.lines:
        told = 0 if line.startswith("[+") else told + line.startswith("assay: hardware: ")
        assert told <= 4, "three of a job, and how many more there are"
    left_out = sum(map(int, re.findall(r"assay: hardware: (\d+) more", boot.console)))
    shown = boot.console.count("assay: hardware: ") - boot.console.count(" more of these are in")
    events = [event for event in json.loads(seen["report"])["events"] if event["kind"] == "hardware"]
    assert left_out > 0 and left_out + shown == len(events)


def test_visits_are_one_line_each(run):
    boot, _ = run
    visits = [line for line in boot.lines if "init: ssh: " in line]
    assert any(re.fullmatch(r"init: ssh: login from 10\.0\.2\.2:\d+", line) for line in visits)
    assert not [line for line in boot.lines if "Pubkey" in line or "Exit (" in line]


def test_log_is_what_the_console_showed(run):
    boot, seen = run
    log = seen["log"].splitlines()
    for line in boot.lines:
        if (line.startswith(("assay:", "[+", "RESULT:", "init:", "plan "))
                and not line.startswith("init: ssh: login")):  # the visits go on after that one
            assert line in log, line


def test_status_is_one_screen(run):
    _, seen = run
    lines = seen["status"].splitlines()
    assert len(lines) < ROWS and max(map(len, lines)) <= COLUMNS
    assert "\x1b" not in seen["status"]
    status = json.loads(seen["json"])
    report = json.loads(seen["report"])
    assert status["status"] == report["run"]["status"] == "hardware-error"
    assert status["done"] == status["jobs"] == len(report["results"])
    assert status["counts"]["failed"] == sum(result["status"] == "failed"
                                             for result in report["results"])
    assert status["now"] is None
    assert "assay: /nowhere: no run there" in seen["nowhere"]


def test_dashboard_over_ssh(run):
    _, seen = run
    status, output = seen["attach"]
    assert status == 0, output
    assert "-- health" in output and "\x1b[0;36m" in output
    assert output.rstrip().endswith("\x1b[?1049l"), "the terminal is not as it was"
    status, output = seen["no colour"]
    assert status == 0, output
    assert "-- health" in output and not re.search(r"\x1b\[[0-9;]*m", output)
    assert "\x1b" not in seen["dumb"]
    assert "expected a terminal" in seen["dumb"]


def test_the_host_key_is_in_the_report_and_on_screens(run):
    boot, seen = run
    report = json.loads(seen["report"])
    assert report["machine"]["environment"]["ssh.fingerprint"] == seen["host key"]
    assert seen["host key"] in boot.console
    assert seen["end"].rows[2] == f"ssh root@10.0.2.15  {seen['host key']}"


def test_only_ssh_listens(run):
    """0A is the state of listening; 16 hexadecimal is 22."""
    seen = run[1]
    listening = re.findall(r"^ *\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:0000 0A ", seen["ports"], re.M)
    assert listening and set(listening) == {"0016"}
    assert not re.search(r"^ *\d+: ", seen["datagrams"], re.M)


def test_q_leads_to_plain_lines_and_then_to_a_shell(run):
    _, seen = run
    assert seen["plain"], "q did not leave the dashboard"
    assert seen["shell"], "Enter gave no shell"
