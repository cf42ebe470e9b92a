# SPDX-License-Identifier: MIT
"""assay itself is missing or dies: init says so, delivers what there is, and nothing is green."""

import hashlib
import re

from cpio import archive, join
from lab import Disk

BAD_ENDS = {
    "negative.good": "ok",
    "negative.wrong": "failed",
    "negative.crash": "broken",
    "negative.hang": "timed-out",
    "negative.silent": "broken",
    "negative.skip": "skipped",
}


def test_image_without_assay(make_lab, kernel, initrd, assert_kernel_calm):
    # A later archive cannot remove a file, but it can put a dangling link in its place.
    image = join(initrd, archive({"bin/assay": "nowhere"}))
    boot = make_lab("missing", disks=(Disk("virtio"),), network=False).boot(
        kernel, image, "assay.end=poweroff", limit_s=120)

    assert boot.ended == "guest-shutdown", boot.tail()
    assert boot.verdict.bail_out is not None
    assert boot.verdict.problem().startswith("bailed out")
    assert any("assay could not be run" in line for line in boot.lines)
    assert "assay: END status=internal" in boot.lines
    assert_kernel_calm(boot)


def test_image_that_came_only_in_part(make_lab, kernel, initrd):
    """A server that stopped in the middle: what is there does not run on half of it."""
    boot = make_lab("truncated", disks=(), network=False).boot(
        kernel, initrd[:len(initrd) // 4], "assay.end=poweroff", limit_s=120)

    assert boot.ended == "guest-shutdown", boot.tail()
    said = [line for line in boot.lines if "the image came only in part" in line]
    assert len(said) == 2, "the first file, and how many more"
    assert re.fullmatch(r"init: the image came only in part: /\S+ is not whole", said[0])
    assert re.fullmatch(r"init: the image came only in part: \d+ more files are missing", said[1])
    assert ("init: assay could not be run: the image is not whole, load it again"
            in boot.lines)
    assert boot.verdict.bail_out is not None
    assert "assay: END status=internal" in boot.lines


def test_assay_killed_in_the_middle(make_lab, boot_with_upload, negative_assay,
                                    assert_kernel_calm):
    lab = make_lab("killed", disks=(Disk("virtio"),))
    program = negative_assay.read_bytes()
    manifest = f"{hashlib.sha256(program).hexdigest()} {len(program)} /bin/assay\n"
    overlay = archive({"bin/assay": program, "etc/assay/manifest": manifest.encode()})
    boot, upload = boot_with_upload(lab, "assay.plan=smoke", overlay=overlay, limit_s=180)

    # what was finished before is on the server, each with its own status
    assert {result["test"]: result["status"] for result in upload.results} == BAD_ENDS
    assert [job["test"] for job in upload.report["plan"]["jobs"]][-1] == "negative.kill"
    assert upload.report["run"]["ended"] is None
    assert upload.journal[-1]["type"] != "end"

    assert boot.verdict.problem() != ""
    assert [line for line in boot.lines if "assay: END" in line][-1] == (
        "assay: END status=internal")
    assert_kernel_calm(boot)
