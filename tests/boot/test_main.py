# SPDX-License-Identifier: MIT
"""The whole line, once: four disks, 128 MiB of memory, smoke, upload by https, power off."""

import collections
import re
import subprocess

import pytest

from lab import DISKS, TOP

BUDGET_S = 45  # on two idle cores; printed, not asserted: the host may be busy


@pytest.fixture(scope="module")
def run(make_lab, boot_with_upload, figure):
    lab = make_lab("main", disks=DISKS, memory_mib=128)
    boot, upload = boot_with_upload(lab, "assay.plan=smoke", tls=True, limit_s=240)
    figure(f"smoke in 128 MiB: QEMU start to power-off {boot.elapsed_s:.1f} s "
           f"(budget {BUDGET_S} s on two idle cores)")
    return boot, upload


def test_verdict_is_a_pass(run):
    boot, upload = run
    assert boot.verdict.problem() == ""
    assert boot.verdict.plan == len(upload.results)


def test_console_ends_with_the_status(run, assert_kernel_calm):
    boot, upload = run
    assert [line for line in boot.lines if "assay: END" in line] == ["assay: END status=ok"]
    assert upload.report["run"]["status"] == "ok"
    assert_kernel_calm(boot)


def test_plan_is_printed_before_the_first_job(run):
    boot, upload = run
    first = next(i for i, line in enumerate(boot.lines) if "assay: first job at" in line)
    before = "\n".join(boot.lines[:first])
    for job in upload.report["plan"]["jobs"]:
        assert job["test"] in before
    assert boot.first_job_s is not None


def test_every_planned_job_has_its_result(run):
    _, upload = run
    planned = [(job["test"], job["target"]) for job in upload.report["plan"]["jobs"]]
    assert [(result["test"], result["target"]) for result in upload.results] == planned
    disks = {disk["name"] for disk in upload.report["machine"]["disks"]}
    tests_per_target = collections.Counter(target for _, target in planned if target in disks)
    assert len(tests_per_target) == len(DISKS)
    assert len(set(tests_per_target.values())) == 1, "a disk was left out of a test"


def test_every_result_is_ok_with_numbers(run):
    _, upload = run
    skipped = [result["test"] for result in upload.results if result["status"] == "skipped"]
    # the lab has one node, and one disk of four that does not turn; nothing lacks memory
    assert skipped == ["memory.node", "disk.seek"]
    for result in upload.results:
        assert result["status"] in ("ok", "skipped"), (result["test"], result["reason"])
        for metric in result["metrics"]:
            assert {"name", "value", "unit", "spread", "samples"} <= metric.keys()
            assert min(metric["samples"]) <= metric["value"] <= max(metric["samples"])
    families = {result["test"].split(".")[0] for result in upload.results}
    assert {"cpu", "memory", "system", "disk"} <= families


def test_all_disks_are_named(run):
    _, upload = run
    found = {disk["serial"]: disk for disk in upload.report["machine"]["disks"]}
    assert set(found) == {disk.serial for disk in DISKS}
    for disk in DISKS:
        assert found[disk.serial]["driver"] == disk.driver
        assert found[disk.serial]["bytes"] == disk.mib << 20
        assert disk.kind == "virtio" or found[disk.serial]["model"].strip()


def test_nothing_else_happened(run):
    _, upload = run
    assert upload.events("hardware", "kernel", "setting") == []


def test_the_image_is_named_and_whole(run):
    _, upload = run
    build_id = subprocess.run([TOP / "image" / "build_id"], check=True, text=True,
                              stdout=subprocess.PIPE).stdout.strip()
    facts = upload.report["machine"]["environment"]
    assert facts["image.id"] == build_id, facts
    assert not [event for event in upload.events("note") if "image:" in event["text"]]


def test_upload_is_filed_under_machine_and_run(run):
    _, upload = run
    folder = f"LAB-0001/{upload.report['run']['id']}"
    assert upload.paths == [f"{folder}/journal.ndjson", f"{folder}/report.json"]


def test_journal_tells_the_same_as_the_report(run):
    _, upload = run
    kinds = [line["type"] for line in upload.journal]
    assert kinds[0] == "run" and kinds[-1] == "end"
    results = [{name: value for name, value in line.items() if name != "type"}
               for line in upload.journal if line["type"] == "result"]
    assert results == upload.results


def test_serial_lines_are_append_only(run):
    boot, _ = run
    assert not [line for line in boot.lines if re.search(r"[\x1b\b\r]", line)]
