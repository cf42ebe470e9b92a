# SPDX-License-Identifier: MIT
"""One disk with unreadable sectors, one that stops answering: the others are still measured."""

import pytest

from lab import Disk

HUNG = Disk("virtio")  # its driver has no time limit: requests wait for ever
FIRST_BAD_SECTOR = 0x1000
UNREADABLE = Disk("nvme", bad_sectors=tuple(range(FIRST_BAD_SECTOR, 256 << 11, 0x1000)))
GOOD = (Disk("ahci"), Disk("megasas"))
SCREEN_BYTES = {}


def at_first_job(lab):
    SCREEN_BYTES["lit"] = sum(1 for byte in lab.screen() if byte)
    lab.hang(HUNG)


@pytest.fixture(scope="module")
def run(make_lab, boot_with_upload, figure):
    lab = make_lab("faults", disks=(HUNG, UNREADABLE, *GOOD), vga=True)
    boot, upload = boot_with_upload(lab, "assay.plan=smoke assay.only=disk.*",
                                    on_line={"assay: first job at": at_first_job}, limit_s=300)
    figure(f"with a hung and an unreadable disk: power-off after {boot.elapsed_s:.1f} s")
    return boot, upload


def test_vga_shows_text(run):
    # one letter lights some 20 pixels
    assert SCREEN_BYTES["lit"] > 5000


def test_good_disks_are_measured(run):
    _, upload = run
    for disk in GOOD:
        results = upload.results_of(disk)
        assert results and {result["status"] for result in results} == {"ok"}


def test_unreadable_sector_is_a_finding_with_its_place(run):
    _, upload = run
    results = {result["test"]: result for result in upload.results_of(UNREADABLE)}
    assert results["disk.read.sequential"]["status"] == "failed"
    assert f"at byte {FIRST_BAD_SECTOR * 512}:" in results["disk.read.sequential"]["reason"]
    assert results["disk.read.sequential"]["params"]["bad_byte_1"] == FIRST_BAD_SECTOR * 512
    assert any("nvme0n1" in event["text"] for event in upload.events("hardware"))


def test_hung_disk_is_timed_out_and_barred(run):
    _, upload = run
    statuses = [result["status"] for result in upload.results_of(HUNG)]
    reasons = [result["reason"] for result in upload.results_of(HUNG)]
    assert statuses[0] == "timed-out", reasons
    assert len(statuses) > 1 and all("barred" in reason for reason in reasons[1:])


def test_the_last_lines_name_the_disks_to_pull_out(run):
    boot, _ = run
    named = [line for line in boot.lines if line.startswith("BAD DISK ")]
    assert len(named) == 2, boot.tail()
    for disk in (HUNG, UNREADABLE):
        assert any(f"serial {disk.serial} at " in line for line in named), named


def test_hardware_error_wins(run, assert_kernel_calm):
    boot, upload = run
    assert upload.report["run"]["status"] == "hardware-error"
    assert "assay: END status=hardware-error" in boot.lines
    assert boot.verdict.problem() != ""
    assert_kernel_calm(boot)
