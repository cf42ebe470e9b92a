# SPDX-License-Identifier: MIT
"""The one door, in the image: of six disks, one of them a stick with this very image, one is named
and empty, and only that one is written."""

import hashlib
import re
import subprocess

import pytest

from lab import Disk
from medium import make

UUID = "5a1e7f30-9c2b-4d18-8e44-0b6f2c7d9a11"
MIB = 1 << 20
# kinds that take a serial and an image each; what is on them; why the named ones are refused
ALLOWED, TABLE, EXT4, DATA, EMPTY, STICK = "allowed", "table", "ext4", "data", "empty", "stick"
NUMBERS = {ALLOWED: 1, TABLE: 2, EXT4: 3, DATA: 4, EMPTY: 5, STICK: 6}
REFUSED = {TABLE: "holds a partition table (dos) with 1 partition", EXT4: "holds ext4",
           STICK: "carries this image of Assay: own media are never written"}


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def disk_of(what, path=None):
    """The one that is written says how worn it is."""
    return Disk("nvme" if what == ALLOWED else "virtio", mib=64, number=NUMBERS[what], image=path)


def fill(path, what):
    with open(path, "w+b") as file:
        file.truncate(64 * MIB)
        if what == TABLE:  # one entry for Linux: 8 MiB from the first MiB on
            file.seek(446)
            file.write(bytes([0, 0, 0, 0, 0x83, 0, 0, 0]) + (2048).to_bytes(4, "little")
                       + (16384).to_bytes(4, "little"))
            file.seek(510)
            file.write(b"\x55\xaa")
        if what == DATA:
            file.seek(32 * MIB)
            file.write(b"somebody's")
    if what == EXT4:
        subprocess.run(["mkfs.ext4", "-q", path], check=True)
    if what == STICK:  # nobody starts from it: what it holds beside its id does not matter
        make("hybrid", path, "quiet", *[__file__] * 3)


class Run:
    """One boot, and what the disks were before and are after it."""

    def __init__(self, make_lab, boot_with_upload, name, append):
        directory = make_lab(name).directory
        self.paths = {what: directory / f"{what}.img" for what in NUMBERS}
        for what, path in self.paths.items():
            fill(path, what)
        self.disks = {what: disk_of(what, path) for what, path in self.paths.items()}
        before = {what: digest(path) for what, path in self.paths.items()}
        lab = make_lab(name, disks=tuple(self.disks.values()), uuid=UUID, memory_mib=256)
        self.boot, self.upload = boot_with_upload(lab, append)
        self.changed = [what for what, path in self.paths.items() if digest(path) != before[what]]
        for path in self.paths.values():
            path.unlink()

    def complaints(self):
        return [event["text"] for event in self.upload.events("setting")]

    def name_of(self, what):
        return next(disk["name"] for disk in self.upload.report["machine"]["disks"]
                    if disk["serial"] == self.disks[what].serial)


@pytest.fixture(scope="module")
def named(make_lab, boot_with_upload, figure):
    words = [f"{disk_of(what).serial}@{UUID}" for what in (ALLOWED, *REFUSED)]
    words += [f"GONE@{UUID}", "LAB-VIRTIO-5@SOMEBODY-ELSE"]
    run = Run(make_lab, boot_with_upload, "door",
              "assay.plan=smoke assay.only=disk.write.sequential,disk.write.random,dd.write.1m,fs.ext4 "
              f"assay.write={','.join(words)} assay.write.limit=300G")
    figure(f"door: power-off after {run.boot.elapsed_s:.1f} s")
    return run


@pytest.fixture(scope="module")
def blank(make_lab, boot_with_upload):
    return Run(make_lab, boot_with_upload, "door-blank",
               "assay.plan=smoke assay.only=disk.write.random assay.write=blank")


def test_only_the_disk_that_was_named_is_written(named):
    assert named.changed == [ALLOWED]


def test_the_others_are_refused_by_name_and_reason(named):
    texts = named.complaints()
    for what, why in REFUSED.items():
        wanted = f"setting write: {named.disks[what].serial}: {named.name_of(what)}: {why}"
        assert wanted in texts, texts
        assert f"assay: {wanted}" in named.boot.lines
    assert any(re.match("setting write: GONE: no disk of this machine has that serial", text)
               for text in texts), texts
    assert any("SOMEBODY-ELSE: meant for another machine" in text for text in texts), texts
    assert len(texts) == 5


def test_the_run_ends_as_refused(named):
    assert [line for line in named.boot.lines if "assay: END" in line] == [
        "assay: END status=refused"]
    assert named.upload.report["run"]["exit_status"] == 4


def test_what_is_written_is_said_before(named):
    name = named.name_of(ALLOWED)
    writes, = named.upload.report["plan"]["writes"]
    assert (writes["target"], writes["serial"]) == (name, named.disks[ALLOWED].serial)
    assert 0 < writes["bytes"] <= 300e9
    lines = named.boot.lines
    said = next(i for i, line in enumerate(lines)
                if re.match(f"writes to {name}, .*, serial LAB-NVME-1: at most .*"
                            ", 0 % of its endurance used so far, in about", line))
    first = next(i for i, line in enumerate(lines) if "assay: first job at" in line)
    assert said < first


def test_each_result_says_where_it_wrote(named):
    serial = named.disks[ALLOWED].serial
    assert {result["test"] for result in named.upload.results} >= {
        "disk.write.sequential", "disk.write.random", "fs.ext4"}
    for result in named.upload.results:
        assert result["status"] == "ok", result["reason"]
        assert (result["target"], result["params"]["writes"]) == (named.name_of(ALLOWED), serial)
        assert (result["params"]["used_percent"], result["params"]["used_percent_after"]) == (0, 0)
    allowed = [disk["serial"] for disk in named.upload.report["machine"]["disks"]
               if disk["may_write"]]
    assert allowed == [serial]


def test_blank_takes_the_empty_disks_only(blank):
    """Two, and not the stick: nor does it get the results, for the machine was booted without it."""
    assert blank.changed == [ALLOWED, EMPTY]
    name = blank.name_of(DATA)
    assert f"setting write: blank: {name}: byte {32 * MIB} is not zero" in blank.complaints()
    assert blank.upload.report["run"]["status"] == "ok"


def test_the_kernel_stays_calm(named, blank, assert_kernel_calm):
    assert_kernel_calm(named.boot)
    assert_kernel_calm(blank.boot)
