# SPDX-License-Identifier: MIT
"""The command of the Iometer loads on this host: on plain files, and on a loop device."""

import csv
import hashlib
import json
import os
import re
import subprocess

import pytest

SIZE = 8 << 20
SHORT = ("--region=100%", "--ramp=10ms", "--time=50ms", "--outstanding=1,4,16", "--block=4k")


def call(assay, *words):
    return subprocess.run([assay, "iometer", *map(str, words)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=120)


def sum_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def make_file(tmp_path):
    """Make files of random bytes where direct reads work: /tmp may be in memory."""
    made = []

    def make(name):
        directory = "/var/tmp" if os.path.isdir("/var/tmp") else tmp_path
        path = type(tmp_path)(directory) / f"assay-{os.getpid()}-{name}"
        path.write_bytes(os.urandom(SIZE))
        made.append(path)
        return path
    yield make
    for path in made:
        path.unlink()


@pytest.fixture
def loop(make_file):
    """A loop device that is a file; returns both."""
    path = make_file("loop")
    made = subprocess.run(["losetup", "--find", "--show", path], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if made.returncode:
        pytest.skip(f"no loop device: {made.stdout.strip()}")
    yield made.stdout.strip(), path
    subprocess.run(["losetup", "--detach", made.stdout.strip()], check=True)


def rows_of(path):
    """The rows of results.csv, each by the titles above it."""
    titles, rows = None, []
    for fields in csv.reader(path.open()):
        if fields[0] == "'Target Type":
            titles = fields
        elif fields[0].startswith("'"):
            titles = None
        elif titles:
            assert len(fields) == len(titles)
            rows.append(dict(zip(titles, fields)))
    return rows


def test_table_json_and_csv_of_a_file(assay, make_file, tmp_path):
    path = make_file("read")
    before = sum_of(path)
    done = call(assay, *SHORT, path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"{path}: rndread 4K (")
    assert [int(line.split()[0]) for line in lines[2:5]] == [1, 4, 16]
    assert re.search(r"^  peak: [\d.]+ IOPS; with \d+ in flight", done.stdout, re.M)

    done = call(assay, *SHORT, "--workers=2", "--json", f"--csv={tmp_path / 'results.csv'}", path)
    assert done.returncode == 0, done.stderr
    sweep, = json.loads(done.stdout)["sweeps"]
    assert sweep["region_bytes"] == SIZE and sweep["block_bytes"] == 4096
    assert [point["depth"] for point in sweep["points"]] == [2, 8, 32]
    assert sweep["peak"]["iops"] == max(point["iops"] for point in sweep["points"])
    rows = rows_of(tmp_path / "results.csv")
    every = [row for row in rows if row["'Target Type"] == "ALL"]
    assert [int(row["Queue Depth"]) for row in every] == [1, 4, 16]
    for row, point in zip(every, sweep["points"]):
        assert float(row["IOps"]) == pytest.approx(point["iops"], rel=1e-6)
        assert int(row["Bytes Read"]) == 4096 * int(row["Read I/Os"])
        assert int(row["Write I/Os"]) == 0
        bins = list(row.values())[-21:]
        assert sum(map(int, bins)) == int(row["Read I/Os"])
    disks = [row for row in rows if row["'Target Type"] == "DISK"]
    assert len(disks) == 2 * 3
    cpus = [row for row in rows if row["'Target Type"] == "PROCESSOR"]
    assert len(cpus) == os.sysconf("SC_NPROCESSORS_ONLN") * 3
    assert all(row["IOps"] == "" and float(row["% CPU Utilization"]) >= 0 for row in cpus)
    assert sum_of(path) == before


def test_writes_only_into_the_region(assay, make_file):
    path = make_file("write")
    before = path.read_bytes()
    done = call(assay, *SHORT, "--profile=oltp", "--region=25%", "--json", path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"at most 1\.000 TB will be written", done.stderr)
    after = path.read_bytes()
    assert after[:SIZE // 4] != before[:SIZE // 4]
    assert after[SIZE // 4:] == before[SIZE // 4:]


def test_keeps_to_the_write_limit(assay, make_file, tmp_path):
    path = make_file("limit")
    done = call(assay, *SHORT, "--ramp=0", "--time=1m", "--profile=rndwrite",
                "--write.limit=120000", "--json", f"--csv={tmp_path / 'results.csv'}", path)
    assert done.returncode == 0, done.stderr
    sweep, = json.loads(done.stdout)["sweeps"]
    assert all(point["cut"] for point in sweep["points"])
    assert [int(row["Bytes Written"]) for row in rows_of(tmp_path / "results.csv")
            if row["'Target Type"] == "ALL"] == 3 * [36864]  # 40000 in whole blocks


def test_together(assay, make_file):
    paths = [make_file("one"), make_file("two")]
    done = call(assay, *SHORT, "--together", "--json", *paths)
    assert done.returncode == 0, done.stderr
    both, one, two = json.loads(done.stdout)["sweeps"]
    assert both["target"] == "2 together" and both["targets"] == 2
    assert [one["target"], two["target"]] == [str(path) for path in paths]
    for all_of_it, first, second in zip(both["points"], one["points"], two["points"]):
        assert all_of_it["depth"] == first["depth"] + second["depth"]
        # less by as much as one has gone on for longer than the other
        assert 0 < all_of_it["iops"] <= 1.001 * (first["iops"] + second["iops"])


def test_loop_device_is_read_and_never_written(assay, loop):
    device, path = loop
    before = sum_of(path)
    done = call(assay, *SHORT, "--profile=rndread,seq1read", "--outstanding=1", device)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(f"{device}: ") == 2
    done = call(assay, *SHORT, "--profile=oltp", device)
    assert done.returncode == 4 and done.stdout == ""
    assert device in done.stderr
    done = call(assay, *SHORT, f"--csv={device}", path)
    assert done.returncode == 2 and done.stdout == ""
    assert device in done.stderr
    subprocess.run(["sync"], check=True)
    assert sum_of(path) == before


@pytest.mark.parametrize("words, named", [
    ([], "expected a DISK or a FILE"),
    (["--profile=iops", "FILE"], "--profile=iops: expected"),
    (["--block=5k5", "FILE"], "--block=5k5: expected"),
    (["--block=1536", "--region=1%", "FILE"], None),
    (["--block=16m", "FILE"], "the active range has"),
    (["--what", "FILE"], "--what: no such option"),
    (["/nowhere/at/all"], "/nowhere/at/all"),
    (["/dev"], "/dev"),
    (["--csv=/nowhere/at/all", "FILE"], "--csv=/nowhere/at/all"),
])
def test_mistakes(assay, make_file, words, named):
    path = make_file("mistake")
    words = [path if word == "FILE" else word for word in words]
    done = call(assay, "--ramp=0", "--time=10ms", "--outstanding=1", *words)
    if named is None:
        assert done.returncode == 0, done.stderr
        return
    assert done.returncode == 2 and done.stdout == ""
    assert named in done.stderr and done.stderr.count("\n") == 1


def test_help_names_every_load(assay):
    done = call(assay, "--help")
    assert done.returncode == 0 and done.stderr == ""
    for name in ("oltp", "rndread", "streamwrite", "seq1read", "fileserver", "workstation"):
        assert re.search(rf"^  {name} ", done.stdout, re.M)
