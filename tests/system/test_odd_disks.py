# SPDX-License-Identifier: MIT
"""Disks under other names, disks of odd sizes, and runs that are killed at any time."""

import json
import math
import os
import signal
import subprocess
import time

import pytest

from loops import MIB, Disks, Loop, writers

KIB = 1 << 10
# ways to a disk beside its name: how each is made, and where it leads from
NAMES = {
    "link": ("ln -s /dev/sdb way", "way"),
    "link by serial": ("mkdir -p /dev/disk/by-id\nln -s ../../sdb /dev/disk/by-id/x",
                       "/dev/disk/by-id/x"),
    "hard link": ("ln /dev/sdb /dev/x", "/dev/x"),
    "node": ("mknod /dev/x b NUMBERS", "/dev/x"),
    "name of another": ("rm /dev/sda\nmknod /dev/sda b NUMBERS", "/dev/sda"),
    "bind mount": ("touch way\nmount --bind /dev/sdb way", "way"),
    "descriptor": ("exec 9<>/dev/sdb", "/dev/fd/9"),
    "descriptor of a process": ("exec 9<>/dev/sdb", "/proc/self/fd/9"),
}
# below a block, below a MiB, no multiple of anything, large sectors, read-only
SIZES = {
    "sda": Loop(size=512), "sdb": Loop(size=64 * KIB), "sdc": Loop(size=MIB, turns=False),
    "sdd": Loop(size=9 * MIB + 3 * 512), "sde": Loop(size=4 * KIB, sector=4096),
    "sdf": Loop(size=9 * MIB + 4 * KIB, sector=4096, turns=False),
    "sdg": Loop(read_only=True),
}
TESTS = ("disk.*,diskinfo.*", "dd.*,readahead.*", "fs.*,bonnie.*", "fio.*",
         "iometer.rndread.4k,iometer.oltp.4k,iometer.seq1read.64k")
KILLS = {"run": lambda run, job: os.kill(run.pid, signal.SIGKILL),
         "group": lambda run, job: os.killpg(run.pid, signal.SIGKILL),
         "job": lambda run, job: os.kill(job, signal.SIGKILL),
         "stop": lambda run, job: os.kill(run.pid, signal.SIGTERM)}


@pytest.fixture
def two(tmp_path, assay):
    with Disks(tmp_path, assay, {"sda": Loop(), "sdb": Loop()}) as made:
        yield made


@pytest.mark.parametrize("way", NAMES)
def test_a_disk_is_known_by_what_it_is(two, way):
    """sda may be written; all names but its own lead to sdb."""
    before, path = NAMES[way]
    before = before.replace("NUMBERS", " ".join(two.numbers("sdb")))
    for line in writers(two.assay, path, two.words("sda")):
        done = two.run(*line, before=f"rm -f way\n{before}")
        assert done.returncode == 4, (line, done.stdout)
        assert "may not be written" in done.stdout
    assert two.changed() == []


@pytest.mark.parametrize("path", ["/dev/sdx", "/dev/./sdx", "/dev/disk/by-id/x", "link",
                                  "/dev/shm/../sdx", "/dev/shmsdx"])
def test_a_misspelt_disk_is_not_made(two, path):
    before = "mkdir -p /dev/disk/by-id /dev/shm\nln -sf /dev/sdx link"
    for line in writers(two.assay, path, two.words("sda")):
        done = two.run("-c", '"$@"; status=$?; ls -R /dev; exit $status', "sh", two.assay, *line,
                       before=before, program="sh")
        assert done.returncode == 2, (line, done.stdout)
        assert "sdx" not in done.stdout.split("/dev:")[-1], done.stdout


def test_files_in_memory_may_be_made(two):
    for line in writers(two.assay, "/dev/shm/file", two.words("sda")):
        if line[0] not in ("dd", "fio"):
            continue  # the others want a file that is there
        done = two.run("-c", '"$@"; status=$?; ls /dev/shm; exit $status', "sh", two.assay, *line,
                       before="mkdir /dev/shm", program="sh")
        assert done.returncode == 0, (line, done.stdout)
        assert done.stdout.endswith("file\n")


@pytest.mark.parametrize("name", ["journal.ndjson", "state.json", "state.json.part", "report.json"])
def test_results_go_through_no_link(two, name):
    before = f"mkdir out\nln -s /dev/sda out/{name}"
    done = two.run("run", "--plan=smoke", "--only=disk.present", "--out=out", before=before)
    assert done.returncode == (4 if name == "journal.ndjson" else 0), done.stdout
    assert two.changed() == []


IOMETER = ("iometer", "--block=4k", "--outstanding=1-2", "--ramp=0s", "--time=1s")


def test_a_disk_that_fails_is_an_exit_status(two):
    os.truncate(two.images["sda"], 0)
    done = two.run(*IOMETER, "--profile=rndread", "/dev/sda", "/dev/sdb")
    assert done.returncode == 1, done.stdout
    assert "/dev/sda: read of 4096 bytes at byte" in done.stdout
    assert "/dev/sdb: rndread 4K" in done.stdout  # the other goes on


@pytest.mark.parametrize("limit, status", [("0", 2), ("8191", 2), ("8192", 0)])
def test_less_than_a_block_for_each_measurement_is_no_measurement(two, limit, status):
    done = two.run(*IOMETER, "--profile=rndwrite", two.words("sda"), f"--write.limit={limit}",
                   "/dev/sda")
    assert done.returncode == status, done.stdout
    assert two.changed() == (["sda"] if status == 0 else [])


def numbers_of(result):
    for metric in result["metrics"]:
        for value in (metric["value"], *metric["samples"]):
            yield metric, value


@pytest.mark.parametrize("only", TESTS)
def test_each_test_on_odd_disks_gives_numbers_or_a_reason(tmp_path, assay, only):
    with Disks(tmp_path, assay, SIZES) as disks:
        done = disks.run("run", "--plan=smoke", "--quiet=off", f"--only={only}", disks.words(),
                         "--out=out")
        assert done.returncode == 4, done.stdout  # sdg is read-only
        report = json.loads((tmp_path / "out/report.json").read_text())
        for result in report["results"]:
            assert result["status"] in ("ok", "skipped"), result
            assert (result["status"] == "ok") == (result["reason"] == ""), result
            for metric, value in numbers_of(result):
                assert math.isfinite(value), (result["test"], metric)
                assert value > 0 or metric["unit"] == "1", (result["test"], metric)
        assert {result["status"] for result in report["results"]} == {"ok", "skipped"}
        assert "stays on" not in done.stdout and "cannot" not in done.stdout, done.stdout
        assert "sdg" not in disks.changed()
        for loop in disks.loops.values():
            assert subprocess.run(["blkid", "-p", loop]).returncode == 2, "something is left on it"


@pytest.mark.parametrize("before, says", [
    ("mount -t tmpfs -o nr_inodes=4 none mnt", "No space left on device"),
    ("mount -t tmpfs -o size=64k none mnt", "no room"),
    ("mount -t tmpfs -o ro none mnt", "setting directory: mnt: Read-only file system"),
    ("rmdir mnt\necho x >mnt", "setting directory: mnt: Not a directory"),
    ("rmdir mnt", "setting directory: mnt: No such file or directory"),
])
def test_a_directory_without_room_is_no_fault_of_the_machine(two, before, says):
    done = two.run("run", "--plan=smoke", "--quiet=off", "--directory=mnt", "--out=out",
                   "--only=disk.present,dd.file,fio.rw.4k,fio.randwrite,bonnie.*", before=before)
    assert done.returncode == 0, done.stdout
    assert says in done.stdout
    report = json.loads((two.directory / "out/report.json").read_text())
    assert {result["status"] for result in report["results"]} <= {"ok", "skipped"}
    assert two.changed() == []


def processes_of(disks):
    """The processes that see the made-up /sys: their names by number."""
    found = {}
    for entry in os.scandir("/proc"):
        try:
            with open(f"{entry.path}/mountinfo", encoding="utf-8") as file:
                if f"{disks.directory}/sys /sys " in file.read():
                    with open(f"{entry.path}/comm", encoding="utf-8") as comm:
                        found[int(entry.name)] = comm.read().strip()
        except (OSError, ValueError):
            continue
    return found


def poll(condition, limit_s=30):
    end = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.005)


def is_free(loop):
    """The kernel may need a moment to let go of it."""
    try:
        os.close(os.open(loop, os.O_RDONLY | os.O_EXCL))
        return True
    except OSError:
        return False


# disks on which each is at work for long enough to be met there
@pytest.mark.parametrize("how", KILLS)
@pytest.mark.parametrize("test,size", [("dd.file", 256 * MIB), ("readahead.16384", 4096 * MIB)])
def test_a_kill_leaves_nothing(tmp_path, assay, test, size, how):
    with Disks(tmp_path, assay, {"sda": Loop(size=size), "sdb": Loop(size=size)}) as disks:
        words = ["run", "--plan=quick", "--quiet=off", f"--only=disk.present,{test}",
                 disks.words(), "--out=out"]
        run = subprocess.Popen(disks.command(*words), stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, start_new_session=True)
        poll(lambda: "assay keeper" in processes_of(disks).values())
        job = next((pid for pid, name in processes_of(disks).items() if name == test[:15]), None)
        if job:  # else it has just ended
            KILLS[how](run, job)
        again = disks.run(*words)
        assert again.returncode == 4 and "holds the results of another run" in again.stdout
        assert "stays on" not in run.communicate(timeout=60)[0]
        poll(lambda: not processes_of(disks))
        lines = (tmp_path / "out/journal.ndjson").read_text().splitlines()
        results = [line for line in map(json.loads, lines) if line["type"] == "result"]
        assert results[0]["test"] == "disk.present" and results[0]["status"] == "ok"
        assert disks.run("report", "out").returncode == 0
        report = json.loads((tmp_path / "out/report.json").read_text())
        assert len(report["results"]) == len(results)
        for name, loop in disks.loops.items():
            assert disks.queue(name, "read_ahead_kb").read_text().strip() == "128"
            poll(lambda: is_free(loop))
            assert subprocess.run(["blkid", "-p", loop]).returncode == 2, "something is left on it"
