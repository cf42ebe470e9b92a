# SPDX-License-Identifier: MIT
"""The classic userland, once: loaded as a second initramfs, the tests that depend on it use it."""

import re
import subprocess
import tarfile

import pytest

from lab import TOP, Disk

TESTS = "unixbench.execl,unixbench.spawn,unixbench.shell*"


@pytest.fixture(scope="module")
def classic():
    """What ./build.sh classic makes."""
    subprocess.run([TOP / "image" / "classic"], check=True)
    return TOP / "build" / "classic.img"


@pytest.fixture(scope="module")
def run(make_lab, boot_with_upload, classic, figure):
    figure(f"classic.img: {classic.stat().st_size} bytes")
    lab = make_lab("classic", disks=(Disk("virtio"),), memory_mib=256)
    return boot_with_upload(lab, f"assay.plan=smoke assay.only={TESTS}",
                            overlay=classic.read_bytes(), limit_s=240)


def test_each_is_ok_and_says_classic(run):
    _, upload = run
    assert {result["test"] for result in upload.results} == {
        "unixbench.execl", "unixbench.spawn", "unixbench.shell1", "unixbench.shell8"}
    manifest = (TOP / "build" / "classic.img.manifest").read_text().splitlines()
    libc = next(line.split()[1] for line in manifest if line.startswith("libc6 "))
    for result in upload.results:
        assert result["status"] == "ok", (result["test"], result["reason"])
        assert result["params"]["userland"] == f"classic (Debian libc {libc})"


def test_nothing_else_happened(run, assert_kernel_calm):
    boot, upload = run
    assert_kernel_calm(boot)
    assert boot.verdict.problem() == ""
    assert upload.events("hardware", "kernel", "setting") == []


def test_packed_again_it_is_the_same(classic, tmp_path):
    again = tmp_path / "again.img"
    subprocess.run([TOP / "image" / "classic", again], check=True)
    assert again.read_bytes() == classic.read_bytes()


def test_its_sources_can_be_given(classic):
    """Those that the GPL asks for, whole: what was published first, and what Debian changed."""
    subprocess.run([TOP / "image" / "classic_bundle", classic], check=True)
    with tarfile.open(TOP / "build" / "classic-sources.tar") as bundle:
        names = "\n".join(bundle.getnames())
    for package in ("glibc", "coreutils", "grep"):
        assert re.search(rf"/{package}_[^/]*\.orig\.tar", names), names
        assert re.search(rf"/{package}_[^/]*\.debian\.tar", names), names
