# SPDX-License-Identifier: MIT
"""Disks whose speed is known, and one that stops answering: what is reported must be true.

One boot, and a visitor who measures: the disks are slow enough for software emulation.
"""

import json
import os
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from lab import Disk
from visit import Visitor

IOPS, BYTES_PER_S, LATENCIES_MS = 200, 24 << 20, (10, 25)
THROTTLED = Disk("virtio", number=1, limits=f"throttling.iops-total={IOPS}")
NARROW = Disk("virtio", number=2, mib=1024, limits=f"throttling.bps-total={BYTES_PER_S}")
SLOW = tuple(Disk("virtio", number=3 + i, source=f"driver=null-co,size=1G,latency-ns={ms}000000,"
                                                 "read-zeroes=on")
             for i, ms in enumerate(LATENCIES_MS))
# How far what is reported may be from what is known. What a throttle gives away at first, a tenth
# of a second, is 1 % of what diskinfo and dd do.
WITHIN = {"disk.read.random, 1/s": 0.02, "disk.read.sequential, B/s": 0.02,
          "disk.read.latency, added ms": 0.05, "diskinfo Seq outer, 1/s": 0.02,
          "diskinfo Seq inner, 1/s": 0.02, "dd, B/s": 0.02}
RAMP_S, DD_BYTES = 2, 256 << 20
ATTEMPTS = 3
TOP = Path(__file__).resolve().parent.parent.parent
UUID = "3f1c6a52-7d0e-4b9f-8a61-52c0d7e94b10"
COPIED_BYTES = 1 << 20


class Server:
    """A disk that another process serves, which can be stopped."""

    def __init__(self, directory):
        image, socket = directory / "served.img", directory / "served.socket"
        with open(image, "wb") as file:
            file.truncate(256 << 20)
        socket.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            ["qemu-storage-daemon", "--blockdev", f"driver=file,node-name=disk,filename={image}",
             "--nbd-server", f"addr.type=unix,addr.path={socket}",
             "--export", "type=nbd,id=disk,node-name=disk,writable=on"])
        limit = time.monotonic() + 30
        while not socket.exists():
            assert self.process.poll() is None and time.monotonic() < limit, "no disk server"
            time.sleep(0.02)  # how often it is looked for
        self.disk = Disk("virtio", number=5, source="driver=raw,file.driver=nbd,"
                         f"file.server.type=unix,file.server.path={socket},file.export=disk")

    def signal(self, number):
        os.kill(self.process.pid, number)

    def end(self):
        self.signal(signal.SIGCONT)
        self.process.kill()
        self.process.wait()


# An inventory reads all disks: so the jobs are first. dd reads for 2 s before it counts.
MEASURE = """
cd /tmp
rm -rf iops narrow slow
assay run --plan=standard --only=disk.read.random --disk={iops} --out=iops >iops.log 2>&1
assay run --plan=standard --only=disk.read.sequential --disk={narrow} --out=narrow >narrow.log 2>&1
assay run --plan=quick --only=disk.read.latency --disk={slow} --out=slow >slow.log 2>&1
assay diskinfo -t --pause=0 /dev/{iops_name} >diskinfo.log 2>&1 &
{{
assay dd if=/dev/{narrow_name} of=/dev/null bs=1M count={ramp} iflag=direct 2>&1 &&
assay dd if=/dev/{narrow_name} of=/dev/null bs=1M count={count} iflag=direct
}} >dd.log 2>&1
wait
for each in iops narrow slow; do cat $each/report.json; echo; done
cat diskinfo.log dd.log
"""


def metric(report, test, name, target=None):
    (found,) = [each for each in report["results"]
                if each["test"] == test and target in (None, each["target"])]
    assert found["status"] == "ok", found
    return next(metric["value"] for metric in found["metrics"] if metric["name"] == name)


def measure(visitor, names):
    """Returns for each of WITHIN what was reported, and what is known."""
    text = visitor.run(MEASURE.format(
        iops=THROTTLED.serial, iops_name=names[THROTTLED.serial], narrow=NARROW.serial,
        narrow_name=names[NARROW.serial], ramp=RAMP_S * BYTES_PER_S >> 20, count=DD_BYTES >> 20,
        slow=",".join(disk.serial for disk in SLOW)), limit_s=240)
    reports, rest = [], text.lstrip()
    while rest.startswith("{"):
        report, end = json.JSONDecoder().raw_decode(rest)
        reports.append(report)
        rest = rest[end:].lstrip()
    iops, narrow, slow = reports
    low, high = (metric(slow, "disk.read.latency", "latency_p50", names[disk.serial]) / 1e6
                 for disk in SLOW)
    seeks = [(int(count), float(elapsed)) for count, elapsed in
             re.findall(r"\tSeq \w+:\t +(\d+) iter in +([\d.]+) sec", rest)]
    copied, elapsed = re.findall(r"^(\d+) bytes.* copied, ([\d.]+) s,", rest, re.M)[-1]
    assert [count for count, _ in seeks] == [2048, 2048] and int(copied) == DD_BYTES, rest
    return {
        "disk.read.random, 1/s": (metric(iops, "disk.read.random", "rate"), IOPS),
        "disk.read.sequential, B/s": (metric(narrow, "disk.read.sequential", "throughput"),
                                      BYTES_PER_S),
        "disk.read.latency, added ms": (high - low, LATENCIES_MS[1] - LATENCIES_MS[0]),
        "diskinfo Seq outer, 1/s": (2048 / seeks[0][1], IOPS),
        "diskinfo Seq inner, 1/s": (2048 / seeks[1][1], IOPS),
        "dd, B/s": (int(copied) / float(elapsed), BYTES_PER_S),
    }


def measure_in_peace(visitor, names):
    """A host that stalls for a second makes disks slower than they are: then it is done again."""
    for _ in range(ATTEMPTS):
        figures = measure(visitor, names)
        if all(abs(reported - known) <= WITHIN[name] * known
               for name, (reported, known) in figures.items()):
            break
    return figures


# Nobody allowed it; too much; then as it should be, and once more to the end of what is allowed.
WRITE = """
exec 2>&1
assay dd if=/bin/assay of={disk} bs=64K count=16; echo "status $?"
assay dd {write} --write.limit=1M if=/bin/assay of={disk} bs=64K count=16; echo "status $?"
assay dd {write} if=/bin/assay of={disk} bs=64K count=16 seek=1024; echo "status $?"
assay dd {write} if=/bin/assay of={disk} bs=64K count=16 oflag=direct conv=fdatasync
echo "status $?"
assay dd if=/dev/zero bs=512 count=1 >{disk}; echo "status $?"
assay diskinfo -v {disk}
assay diskinfo -Sw --pause=0 {write} --write.limit=1M {disk}; echo "status $?"
assay diskinfo -s {disk}
"""

JOBS = """
cd /tmp; assay run --plan=smoke --only=dd.*,diskinfo.* --disk={serial} --write={serial}@{uuid} \\
--out=jobs >jobs.log 2>&1; cat jobs/report.json
"""


def measure_while_one_hangs(visitor, server):
    """The disk stops at the first job; returns the report."""
    process = visitor.start("cd /tmp; assay run --plan=smoke --only=disk.read.random --out=hung; "
                            "cat hung/report.json; sync")
    lines = []
    limit = threading.Timer(120, process.kill)
    limit.start()
    for line in process.stdout:
        lines.append(line)
        if "first job at" in line:
            server.signal(signal.SIGSTOP)
    limit.cancel()
    text = "".join(lines)
    assert process.wait(timeout=10) == 0, text
    return json.loads(text[text.index("\n{") + 1:])


@pytest.fixture(scope="module")
def seen(make_lab, kernel, initrd, tmp_path_factory, figure, assert_kernel_calm):
    directory = tmp_path_factory.mktemp("truth")
    visitor, server = Visitor(directory), Server(directory)
    target = Disk("virtio", number=6, image=directory / "target.img")
    with open(target.image, "wb") as file:
        file.truncate(64 << 20)
    seen = {}

    def go_in(lab):
        machine = json.loads(visitor.run("cat /run/assay/report.json", 60))["machine"]
        seen["names"] = {disk["serial"]: disk["name"] for disk in machine["disks"]}
        seen["figures"] = measure_in_peace(visitor, seen["names"])
        seen["written"] = visitor.run(WRITE.format(
            disk=f"/dev/{seen['names'][target.serial]}", write=f"--write={target.serial}@{UUID}"),
            limit_s=120)
        seen["jobs"] = json.loads(visitor.run(JOBS.format(serial=NARROW.serial, uuid=UUID), 120))
        seen["hung"] = measure_while_one_hangs(visitor, server)
        server.signal(signal.SIGCONT)  # or QEMU waits for it at its end
        lab.stop()

    try:
        boot = make_lab("truth", disks=(THROTTLED, NARROW, *SLOW, server.disk, target),
                        memory_mib=512, uuid=UUID, ssh_port=visitor.port).boot(
            kernel, initrd, f"assay.plan=smoke assay.only=disk.present {visitor.append}",
            limit_s=600, on_line={"press Enter for a shell": go_in})
    finally:
        server.end()
    assert "hung" in seen, boot.tail()
    assert_kernel_calm(boot)
    seen["target"] = target.image.read_bytes()
    return seen


@pytest.mark.parametrize("name", sorted(WITHIN))
def test_what_is_known_is_reported(seen, figure, name):
    reported, known = seen["figures"][name]
    figure(f"{name}: {reported:.6g} of {known:.6g}")
    assert abs(reported - known) <= WITHIN[name] * known


def test_a_disk_that_stops_costs_only_its_own_job(seen, figure):
    stopped = seen["names"]["LAB-VIRTIO-5"]
    results = {each["target"]: each for each in seen["hung"]["results"]}
    assert len(results) == 6
    figure(f"the disk that stopped: {results[stopped]['status']}: {results[stopped]['reason']}")
    assert results.pop(stopped)["status"] == "timed-out"
    assert {each["status"] for each in results.values()} == {"ok"}, results


def test_dd_writes_a_disk_only_when_it_may(seen):
    statuses = re.findall(r"^status (\d)", seen["written"], re.M)
    assert statuses[:5] == ["4", "2", "2", "0", "4"], seen["written"]
    assert "standard output is a disk" in seen["written"]
    assert "nobody allowed it" in seen["written"]
    assert "as --write.limit= says" in seen["written"]
    assert "expected at most 0 bytes from byte 67108864 on" in seen["written"]
    assert re.search(r"^16\+0 records in\n16\+0 records out\n1048576 bytes \(1\.0 MB, 1\.0 MiB\) "
                     r"copied, ", seen["written"], re.M)


def test_diskinfo_knows_the_disk_and_its_limit(seen):
    text = seen["written"]
    assert "\t67108864    \t# mediasize in bytes (64M)\n" in text
    assert "\tLAB-VIRTIO-6\t# Disk ident.\n" in text
    assert text.rstrip().endswith("LAB-VIRTIO-6")
    assert re.findall(r"^status (\d)", text, re.M)[5] == "1"
    assert "as much is written as --write.limit= allows" in text
    written = sum(byte != 0 for byte in seen["target"][::512])
    assert 0 < written <= (COPIED_BYTES + 1000000) // 512


def test_the_jobs_of_dd_and_diskinfo_give_numbers(seen):
    results = {each["test"]: each for each in seen["jobs"]["results"]}
    sizes = ("64k", "256k", "512k", "1m")
    assert set(results) == {f"dd.{way}.{size}" for way in ("read", "write") for size in sizes} | {
        "dd.file", "diskinfo.seek", "diskinfo.transfer", "diskinfo.overhead"}
    for each in results.values():
        assert each["status"] == "ok", each
        assert "short-region" in each["warnings"], each
    assert results["dd.file"]["params"]["file_system"] == "ext4"
    assert results["dd.write.1m"]["params"]["region_bytes"] == 10 << 20
