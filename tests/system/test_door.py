# SPDX-License-Identifier: MIT
"""No disk is written but the one that the user named: loop devices that stand in for disks."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from loops import HOST, Disks, Loop, digest, writers

BYTES = Loop().size


def put(image, offset, data):
    with open(image, "r+b") as file:
        file.seek(offset)
        file.write(data)


def make_ext4(image):
    subprocess.run(["mkfs.ext4", "-q", image], check=True)


def make_table(image):  # one entry for Linux: 8 MiB from the first MiB on
    put(image, 446, bytes([0, 0, 0, 0, 0x83, 0, 0, 0])
        + (2048).to_bytes(4, "little") + (16384).to_bytes(4, "little"))
    put(image, 510, b"\x55\xaa")


def make_md(image):  # the magic and the version of a superblock 1.2, 4 KiB from the start
    put(image, 4096, bytes.fromhex("fc4e2ba901000000"))


def make_lvm(image):  # a label in the second sector
    put(image, 512, b"LABELONE" + (1).to_bytes(8, "little") + bytes(8) + b"LVM2 001")


def make_data(image):  # of nobody knows what
    put(image, BYTES // 2, b"x")


# name of the disk: what is done to it, and why it is refused when it is named
DISKS = {
    "sda": (make_ext4, "holds ext4"),
    "sdb": (make_table, "holds a partition table (dos) with 0 partitions"),
    "sdc": (make_md, "holds linux_raid_member"),
    "sdd": (make_lvm, "holds LVM2_member"),
    "sde": (make_ext4, "sde is mounted on"),
    "sdf": (make_data, None),  # by name it may be written, but it is not blank
    "sdg": (lambda image: None, None),
}
REFUSED = {name: why for name, (_, why) in DISKS.items() if why}


class Lab(Disks):
    def run(self, *words):
        mount = f"mount -o ro,noload /dev/sde {self.directory}/mnt"
        return super().run(*words, before=mount)


@pytest.fixture
def lab(tmp_path, assay):
    with Lab(tmp_path, assay, {name: Loop(make) for name, (make, _) in DISKS.items()}) as made:
        yield made


@pytest.mark.parametrize("name", REFUSED)
def test_commands_refuse_it_by_name_and_reason(lab, name):
    for line in writers(lab.assay, f"/dev/{name}", f"--write=SN-{name}@{HOST}"):
        done = lab.run(*line)
        assert done.returncode == 4, (line, done.stdout)
        assert f"setting write: SN-{name}: {name}: {REFUSED[name]}" in done.stdout, done.stdout
        assert len(done.stdout.splitlines()) == 1, done.stdout
    assert lab.changed() == []


def test_commands_write_nothing_that_nobody_named(lab):
    for words in [], [f"--write=SN-sdf@{HOST}"], ["--write=SN-sdg@HOST-8"]:
        for line in writers(lab.assay, "/dev/sdg", *words):
            done = lab.run(*line)
            assert done.returncode != 0, (line, done.stdout)
            assert re.search("sdg.* may not be written", done.stdout), done.stdout
            assert "SN-sdg" in done.stdout  # how to allow it
    assert lab.changed() == []


def test_dd_writes_what_was_named(lab):
    done = lab.run("dd", f"--write=SN-sdg@{HOST}", "if=/dev/sdf", "of=/dev/sdg", "bs=1M",
                   "conv=fsync")
    assert done.returncode == 0, done.stdout
    assert lab.changed() == ["sdg"]
    assert digest(lab.images["sdg"]) == lab.before["sdf"]


def test_blank_is_only_what_is_blank(lab):
    done = lab.run("inventory", "--write=blank")
    lines = done.stdout.splitlines()
    allowed = [lines[i - 1].split()[1] for i, line in enumerate(lines) if "you allowed it" in line]
    assert allowed == ["sdg:"], done.stdout
    assert f"setting write: blank: sdf: byte {BYTES // 2} is not zero" in lines[0], done.stdout
    assert lab.changed() == []


def test_a_run_says_what_it_was_refused(lab):
    words = ",".join(f"SN-{name}@{HOST}" for name in [*REFUSED, "gone"])
    done = lab.run("run", "--plan=smoke", "--only=disk.present", f"--write={words}",
                   f"--out={lab.directory}/out")
    assert done.returncode == 4, done.stdout
    assert done.stdout.splitlines()[-1] == "assay: END status=refused"
    report = json.loads(Path(lab.directory, "out/report.json").read_text())
    texts = [event["text"] for event in report["events"] if event["kind"] == "setting"]
    assert len(texts) == len(REFUSED) + 1
    for name, why in REFUSED.items():
        assert any(f"SN-{name}: {name}: {why}" in text for text in texts), texts
    assert any("SN-gone: no disk of this machine" in text for text in texts), texts
    assert not any(disk["may_write"] for disk in report["machine"]["disks"])
    assert lab.changed() == []


@pytest.mark.parametrize("test", ["disk.write.random", "dd.write.1m"])
def test_a_run_writes_to_one_disk_below_its_limit(lab, test):
    if f"{test} " not in lab.run("list").stdout:
        pytest.skip(f"there is no {test} yet")
    done = lab.run("run", "--plan=smoke", f"--only={test}", f"--write=SN-sdg@{HOST}",
                   f"--out={lab.directory}/out")
    assert done.returncode == 0, done.stdout
    report = json.loads(Path(lab.directory, "out/report.json").read_text())
    writes, = report["plan"]["writes"]
    assert (writes["target"], writes["serial"]) == ("sdg", "SN-sdg")
    assert writes["bytes"] <= 1e12
    assert "writes to sdg, serial SN-sdg" in done.stdout
    result, = report["results"]
    assert (result["target"], result["params"]["writes"]) == ("sdg", "SN-sdg")
    assert lab.changed() == ["sdg"]


def test_a_run_keeps_below_the_limit(lab):
    done = lab.run("run", "--plan=smoke", "--only=disk.write.random", f"--write=SN-sdg@{HOST}",
                   "--write.limit=1K", f"--out={lab.directory}/out")
    assert done.returncode == 3, done.stdout  # nothing ran
    assert "write.limit=1K" in done.stdout
    assert lab.changed() == []


def test_a_disk_that_somebody_has_is_left_alone(lab):
    holder = os.open(lab.loops["sdg"], os.O_RDONLY | os.O_EXCL)  # as a mount elsewhere has it
    done = lab.run("dd", f"--write=SN-sdg@{HOST}", "if=/dev/zero", "of=/dev/sdg", "count=1")
    os.close(holder)
    assert done.returncode != 0
    assert "sdg: open: Resource busy: another program or the kernel has it" in done.stdout
    assert lab.changed() == []


@pytest.mark.parametrize("name", ["sda", "sdb", "sdc", "sdd", "sdg"])
def test_loop_devices_themselves_are_no_disks(lab, name):
    why = REFUSED.get(name, "it is no disk of its own")
    for line in writers(lab.assay, lab.loops[name], f"--write=SN-{name}@{HOST}"):
        done = subprocess.run([lab.assay, *line], stdout=subprocess.PIPE, cwd=lab.directory,
                              stderr=subprocess.STDOUT, text=True, timeout=60)
        assert done.returncode != 0, done.stdout
        if done.returncode != 4:  # this host has no such serial: a word for another machine
            assert f"{lab.loops[name]} may not be written: {why}" in done.stdout, done.stdout
    assert lab.changed() == []
