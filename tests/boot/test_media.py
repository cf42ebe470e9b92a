# SPDX-License-Identifier: MIT
"""What firmware starts by itself: the hybrid image by BIOS and by UEFI, and by secure boot a signed
kernel but no other. Each file is the same bytes when it is made twice."""

import json
import re
import shutil
import subprocess

import pytest

from medium import Contents, fat_with, make, second_partition, sign

CMDLINE = ("console=ttyS0 quiet panic=-1 assay.verdict=ttyS1 assay.plan=smoke "
           "assay.only=system.syscall,cpu.integer assay.end=poweroff")


@pytest.fixture(scope="module")
def uki(parts, tmp_path_factory):
    return make("uki", tmp_path_factory.mktemp("uki") / "assay.efi", CMDLINE, *parts)


@pytest.fixture(scope="module")
def hybrid(parts, uki, tmp_path_factory):
    return make("hybrid", tmp_path_factory.mktemp("hybrid") / "assay.img", CMDLINE, uki, *parts)


def check(boot):
    assert boot.verdict.problem() == "", boot.tail()
    assert boot.verdict["system.syscall"].ok
    assert boot.ended == "guest-shutdown", boot.tail()


def test_made_twice_they_are_the_same(parts, uki, hybrid, tmp_path, figure):
    assert make("uki", tmp_path / "assay.efi", CMDLINE, *parts).read_bytes() == uki.read_bytes()
    again = make("hybrid", tmp_path / "assay.img", CMDLINE, uki, *parts)
    assert again.read_bytes() == hybrid.read_bytes()
    figure(f"assay.efi: {uki.stat().st_size} bytes, assay.img: {hybrid.stat().st_size} bytes")


def check_results(before, after, *tests):
    """One run is on the stick that was not there; all else of it is what it was."""
    assert (after.beside, after.others) == (before.beside, before.others)
    assert {path: after.results.get(path) for path in before.results} == before.results
    new = set(after.results) - set(before.results)
    report, = (report for path, report in after.reports().items()
               if f"{path}/report.json" in new)
    folder = f"results/LAB-0001/{report['run']['id']}"
    assert new == {f"{folder}/report.json", f"{folder}/journal.ndjson"}
    assert [result["test"] for result in report["results"]] == list(tests)
    assert report["run"]["status"] == "ok"
    journal = after.results[f"{folder}/journal.ndjson"].decode().splitlines()
    assert json.loads(journal[-1])["type"] == "end"
    return folder


def test_bios_starts_the_stick(make_lab, hybrid, tmp_path):
    """The results are on it afterwards, beside older ones, and nothing else on it has changed."""
    stick, older = tmp_path / "stick.img", tmp_path / "older"
    shutil.copy(hybrid, stick)
    older.write_text("mine")
    subprocess.run(["mcopy", "-i", f"{stick}@@{second_partition(stick)}", older, "::/results/"],
                   check=True)
    before = Contents(stick)
    boot = make_lab("media-bios", disks=(), network=False, medium=(stick, "usb")).boot(limit_s=120)
    check(boot)
    folder = check_results(before, Contents(stick), "cpu.integer", "system.syscall")
    assert f"deliver: the results are on the own medium sda2, {folder}:" in boot.console, boot.tail()


def test_uefi_starts_the_cd(make_lab, hybrid):
    lab = make_lab("media-uefi", disks=(), network=False, firmware="uefi", medium=(hybrid, "cd"))
    check(lab.boot(limit_s=120))


def edit(stick, folder):
    """Settings on the stick, written as on a laptop, and credentials beside the kernel."""
    conf, credential = folder / "assay.conf", folder / "assay.conf.cred"
    conf.write_bytes(b"\xef\xbb\xbf# mine\r\nplan=smoke\r\nonly=system.syscall\r\n"
                     b"end=shell\r\nwrite=NONE@NOBODY\r\n")
    credential.write_text("end=poweroff\nwrite=blank\n")
    fat, beside = f"{stick}@@{second_partition(stick)}", "::/EFI/BOOT/BOOTX64.EFI.extra.d"
    for command in (["mcopy", "-o", "-i", fat, conf, "::/assay.conf"],
                    ["mmd", "-i", fat, beside],
                    ["mcopy", "-i", fat, credential, f"{beside}/assay.conf.cred"]):
        subprocess.run(command, check=True)


def test_secure_boot(make_lab, parts, uki, tmp_path):
    """The first stick is not signed and refused, the second is. Its settings count: credentials
    more than assay.conf, but they allow no writing. The machine switches off, as they say."""
    words = "console=ttyS0 quiet panic=-1 assay.verdict=ttyS1"
    signed = sign(make("uki", tmp_path / "assay.efi", words, *parts), tmp_path / "signed.efi")
    stick = make("hybrid", tmp_path / "assay.img", words, signed, *parts)
    edit(stick, tmp_path)
    before = Contents(stick)
    second = ("-drive", f"if=none,id=second,format=raw,file={stick}",
              "-device", "usb-storage,drive=second,bootindex=1")
    boot = make_lab("media-secure", disks=(), network=False, firmware="secure",
                    medium=(fat_with(tmp_path / "unsigned.img", uki), "usb"),
                    extra=second).boot(limit_s=180)
    assert boot.ended == "guest-shutdown", boot.tail()
    refused = [line for line in boot.lines if re.search("Access Denied|Security Violation", line)]
    assert len(refused) == 1, boot.tail()
    assert boot.verdict["system.syscall"].ok
    assert boot.verdict.plan == 1
    for line in ("setting write: NONE@NOBODY: meant for another machine",
                 "/.extra/credentials/assay.conf.cred: write: refused"):
        assert line in boot.console, boot.tail()
    check_results(before, Contents(stick), "system.syscall")


@pytest.mark.all
@pytest.mark.parametrize("firmware, kind", (("bios", "cd"), ("uefi", "usb")))
def test_the_image_the_other_ways(make_lab, hybrid, firmware, kind):
    check(make_lab(f"media-{firmware}-{kind}", disks=(), network=False, firmware=firmware,
                   medium=(hybrid, kind)).boot(limit_s=120))


@pytest.mark.all
def test_uefi_starts_the_program_alone(make_lab, uki, tmp_path):
    """On any FAT, not signed: without secure boot."""
    medium = fat_with(tmp_path / "esp.img", uki)
    check(make_lab("media-uefi-esp", disks=(), network=False, firmware="uefi",
                   medium=(medium, "usb")).boot(limit_s=120))
