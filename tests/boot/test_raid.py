# SPDX-License-Identifier: MIT
"""RAID and file systems on disks that may be written: numbers, and no mark on any disk after."""

import hashlib
import os
import struct

import pytest

from cpio import archive, join
from lab import Disk

UUID = "6f2a6f0e-8f6b-4d35-9a3c-0d6c5a4e21b7"
MEMBERS = tuple(Disk("virtio", mib=96, number=number) for number in (1, 2, 3, 4))
OTHER = Disk("nvme", mib=64)
WRITE = ",".join(f"{disk.serial}@{UUID}" for disk in MEMBERS)
RAIDS = {"raid.0": 4, "raid.1": 2, "raid.10": 4, "raid.5": 4}
LOADS = ("write", "read", "rread", "rwrite")
# In place of init: kills a job as soon as its array or file system is there.
CRASHES = {"raid.5": "/sys/block/md100/md/dev-vda", "fs.ext4": "/proc/fs/ext4/vda"}
INIT = """#!/bin/sh
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
exec >/dev/ttyS0 2>&1 </dev/null
wait_until() {
	left=60
	until "$@" || [ $left = 0 ]; do sleep 1; left=$((left - 1)); done
	"$@"
}
no_keeper() { ! pgrep keeper >/dev/null; }
crash() {
	assay run --plan=quick --only=$1 --write=WORDS >/dev/null 2>&1 &
	wait_until [ -e $2 ] && echo "$1 is there"
	for task in /proc/[0-9]*; do
		[ "$(cat $task/comm 2>/dev/null)" != $1 ] || kill -9 ${task#/proc/}
	done
	wait_until [ ! -e $2 ] && echo "$1 is gone"
	kill $! 2>/dev/null
	wait
	wait_until no_keeper
}
CALLS
poweroff -f
"""
MD_MAGIC = struct.pack("<I", 0xA92B4EFC)
EXT_MAGIC = struct.pack("<H", 0xEF53)


@pytest.fixture(scope="module")
def run(make_lab, boot_with_upload, figure):
    lab = make_lab("raid", disks=(*MEMBERS, OTHER), uuid=UUID, keep_disks=True)
    boot, upload = boot_with_upload(
        lab, f"assay.plan=smoke assay.only=raid.*,fs.* assay.write={WRITE}", limit_s=300)
    figure(f"raid.* and fs.* on four disks: power-off after {boot.elapsed_s:.1f} s")
    yield lab, boot, upload
    for disk in lab.disks:
        os.unlink(lab.directory / f"{disk.id}.img")


def samples_of(result):
    return {metric["name"]: metric["samples"] for metric in result["metrics"]}


@pytest.mark.parametrize("test", RAIDS)
def test_an_array_is_measured_beside_its_members(run, test):
    _, _, upload = run
    (result,) = [result for result in upload.results if result["test"] == test]
    assert result["status"] == "ok", result
    assert result["params"]["members"] == RAIDS[test]
    assert len(result["params"]["test_data_remains_on"].split()) == RAIDS[test]
    samples = samples_of(result)
    for load in LOADS:
        for name in (load, f"{load}_disks", f"{load}_least"):
            assert len(samples[name]) == 5 and max(samples[name]) > 0, result
        assert all(least <= together for least, together in
                   zip(samples[f"{load}_least"], samples[f"{load}_disks"], strict=True)), result
        assert samples[f"{load}_ratio"][0] > 0, result
        assert samples[f"{load}_cpu"][0] >= 0, result


@pytest.mark.parametrize("test", RAIDS)
def test_each_member_can_be_compared(run, test):
    _, _, upload = run
    (result,) = [result for result in upload.results if result["test"] == test]
    grids = {grid["name"]: grid for grid in result["grids"]}
    for name, reads in {"members_in_order": [0, 100], "members_at_random": [100, 0]}.items():
        grid = grids[name]
        assert (grid["x_name"], len(grid["x"])) == ("member", RAIDS[test])
        assert (grid["y_name"], grid["y"]) == ("read_percent", reads)
        assert all(value > 0 for row in grid["rows"] for value in row), grid


def test_what_is_announced_follows_the_pace(run):
    """Four arrays, the disk itself and three file systems, for a moment each."""
    _, _, upload = run
    for writes in upload.report["plan"]["writes"]:
        assert 0 < writes["bytes"] < 12e9, writes


def test_a_disk_that_knows_its_wear_says_it(run):
    _, _, upload = run
    wear = {disk["serial"]: disk.get("used_percent") for disk in upload.report["machine"]["disks"]}
    assert wear[OTHER.serial] == 0
    assert all(wear[disk.serial] is None for disk in MEMBERS)


def test_the_size_of_an_array_is_that_of_its_level(run):
    _, _, upload = run
    for test, disks_of_data in {"raid.0": 4, "raid.1": 1, "raid.10": 2, "raid.5": 3}.items():
        (result,) = [result for result in upload.results if result["test"] == test]
        params = result["params"]
        assert params["array_bytes"] == disks_of_data * params["component_bytes"], params


@pytest.mark.parametrize("kind", ("raw", "ext2", "ext3", "ext4"))
def test_a_file_system_is_measured_on_each_disk(run, kind):
    _, _, upload = run
    results = [result for result in upload.results if result["test"] == f"fs.{kind}"]
    assert len(results) == len(MEMBERS)
    for result in results:
        assert result["status"] == "ok", result
        samples = samples_of(result)
        assert max(samples["write"]) > 0 and max(samples["read"]) > 0
        if kind != "raw":
            assert result["params"]["file_system"] == kind


def assert_no_mark(lab):
    for disk in MEMBERS:
        content = (lab.directory / f"{disk.id}.img").read_bytes()
        size = len(content)
        # where versions 1.1, 1.2, 1.0 and 0.90 of md have their superblock
        for at in (0, 4096, (size - 8192) & ~4095, (size & ~65535) - 65536):
            assert content[at:at + 4] != MD_MAGIC, f"{disk.serial}: md superblock at {at}"
        # the last test made an ext4 there
        assert content[1080:1082] != EXT_MAGIC, f"{disk.serial}: ext superblock"
        assert any(content), f"{disk.serial}: nothing was written"


def test_no_disk_has_a_mark(run):
    assert_no_mark(run[0])


def test_a_disk_that_was_not_named_is_untouched(run):
    lab, _, _ = run
    content = (lab.directory / f"{OTHER.id}.img").read_bytes()
    assert hashlib.sha256(content).digest() == hashlib.sha256(bytes(OTHER.mib << 20)).digest()


def test_no_array_is_left(run, assert_kernel_calm):
    _, boot, upload = run
    assert upload.report["run"]["status"] == "ok", boot.tail()
    assert_kernel_calm(boot)
    assert not any("cannot stop the array" in line or "stays on a disk" in line
                   for line in boot.lines)


def test_nothing_is_left_when_a_job_is_killed(make_lab, kernel, initrd, assert_kernel_calm):
    lab = make_lab("raid-crash", disks=MEMBERS, uuid=UUID, keep_disks=True, network=False)
    calls = "\n".join(f"crash {test} {sign}" for test, sign in CRASHES.items())
    init = INIT.replace("WORDS", WRITE).replace("CALLS", calls)
    boot = lab.boot(kernel, join(initrd, archive({"init": init.encode()})), limit_s=200)
    assert boot.ended == "guest-shutdown", boot.tail()
    for test in CRASHES:
        assert f"{test} is there" in boot.lines and f"{test} is gone" in boot.lines, boot.tail()
    assert_kernel_calm(boot)
    assert_no_mark(lab)
    for disk in lab.disks:
        os.unlink(lab.directory / f"{disk.id}.img")
