# SPDX-License-Identifier: MIT
"""What firmware starts by itself: the hybrid image by BIOS and by UEFI, a signed kernel by secure
boot, and an unsigned one not. Each file is the same bytes when it is made twice."""

import os
import subprocess

import pytest

from lab import TOP

CMDLINE = ("console=ttyS0 quiet panic=-1 assay.verdict=ttyS1 assay.plan=smoke "
           "assay.only=system.syscall,cpu.integer assay.end=poweroff")


def make(script, output, *inputs):
    subprocess.run([TOP / "image" / script, output, *inputs], check=True,
                   env={**os.environ, "CMDLINE": CMDLINE})
    return output


@pytest.fixture(scope="module")
def parts(kernel, initrd, tmp_path_factory):
    """Kernel, initramfs and firmware, as all media have them."""
    subprocess.run([TOP / "image" / "firmware", "core"], check=True)
    path = tmp_path_factory.mktemp("parts") / "initrd.img"
    path.write_bytes(initrd)
    return kernel, path, TOP / "build" / "firmware.img"


@pytest.fixture(scope="module")
def uki(parts, tmp_path_factory):
    return make("uki", tmp_path_factory.mktemp("uki") / "assay.efi", *parts)


@pytest.fixture(scope="module")
def hybrid(parts, uki, tmp_path_factory):
    return make("hybrid", tmp_path_factory.mktemp("hybrid") / "assay.img", uki, *parts)


def check(boot):
    assert boot.verdict.problem() == "", boot.tail()
    assert boot.verdict["system.syscall"].ok
    assert boot.ended == "guest-shutdown", boot.tail()


def test_made_twice_they_are_the_same(parts, uki, hybrid, tmp_path, figure):
    assert make("uki", tmp_path / "assay.efi", *parts).read_bytes() == uki.read_bytes()
    again = make("hybrid", tmp_path / "assay.img", uki, *parts)
    assert again.read_bytes() == hybrid.read_bytes()
    figure(f"assay.efi: {uki.stat().st_size} bytes, assay.img: {hybrid.stat().st_size} bytes")


def test_bios_starts_the_stick(make_lab, hybrid):
    lab = make_lab("media-bios", disks=(), network=False, medium=(hybrid, "usb"))
    check(lab.boot(limit_s=120))


def test_uefi_starts_the_cd(make_lab, hybrid):
    lab = make_lab("media-uefi", disks=(), network=False, firmware="uefi", medium=(hybrid, "cd"))
    check(lab.boot(limit_s=120))


def fat_with(path, program):
    """A medium that holds only this program, where UEFI looks for it."""
    path.touch()
    os.truncate(path, 64 << 20)
    subprocess.run(["mformat", "-i", path, "-F", "::"], check=True)
    subprocess.run(["mmd", "-i", path, "::/EFI", "::/EFI/BOOT"], check=True)
    subprocess.run(["mcopy", "-i", path, program, "::/EFI/BOOT/BOOTX64.EFI"], check=True)
    return path


def test_secure_boot_starts_it_signed(make_lab, uki, tmp_path):
    key, certificate = tmp_path / "key", "/usr/share/ovmf/PkKek-1-snakeoil.pem"
    subprocess.run(["openssl", "rsa", "-in", "/usr/share/ovmf/PkKek-1-snakeoil.key", "-passin",
                    "pass:snakeoil", "-out", key], check=True, capture_output=True)
    signed = tmp_path / "signed.efi"
    subprocess.run(["sbsign", "--key", key, "--cert", certificate, "--output", signed, uki],
                   check=True, capture_output=True)
    medium = fat_with(tmp_path / "signed.img", signed)
    lab = make_lab("media-secure", disks=(), network=False, firmware="secure",
                   medium=(medium, "usb"))
    check(lab.boot(limit_s=120))


def test_secure_boot_refuses_it_unsigned(make_lab, uki, tmp_path):
    medium = fat_with(tmp_path / "unsigned.img", uki)
    lab = make_lab("media-refused", disks=(), network=False, firmware="secure",
                   medium=(medium, "usb"))
    boot = lab.boot(limit_s=60, on_line={"Access Denied|Security Violation": type(lab).stop})
    assert any("Access Denied" in line or "Security Violation" in line for line in boot.lines), \
        boot.tail()
    assert boot.verdict.plan is None
