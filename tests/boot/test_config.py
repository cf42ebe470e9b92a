# SPDX-License-Identifier: MIT
"""Settings from everywhere at once: the machine takes each from the strongest place, says where it
came from, and lets no weak place allow writing. And those on the stick that it was booted from."""

import json
import os
import struct
import subprocess

import pytest

from cpio import archive, join
from lab import TOP
from receiver import Receiver
from visit import Visitor

FIRMWARE = ("-smbios", "type=11,value=assay:upload.deadline=5m,value=other,value=assay:write=blank",
            "-fw_cfg", "name=opt/assay/config,string=quiet=off")
FILE = "plan=smoke\nonly=cpu.integer\nplna=full\n"


@pytest.fixture(scope="module")
def visit(make_lab, kernel, initrd, tmp_path_factory):
    """One boot with settings from five places; what somebody with the key found there."""
    folder = tmp_path_factory.mktemp("config")
    visitor, seen = Visitor(folder), {}
    word, key = visitor.append.split("=", 1)

    def go_in(lab):
        seen["config"] = json.loads(visitor.run("assay config --effective --json", 60))
        seen["report"] = json.loads(visitor.run("cat /run/assay/report.json", 60))
        lab.stop()

    with Receiver() as receiver:
        (receiver.results / "LAB-0001.conf").write_text(
            f"{word.removeprefix('assay.')}={key}\nplan=full\nend=shell\nonly=memory.*\n")
        seen["url"] = f"{receiver.guest_url}LAB-0001.conf"
        boot = make_lab("config", disks=(), ssh_port=visitor.port, extra=FIRMWARE).boot(
            kernel, join(initrd, archive({"etc/assay/assay.conf": FILE.encode()})),
            f"assay.only=system.syscall assay.config={receiver.guest_url}${{serial}}.conf",
            limit_s=180, on_line={"press Enter for a shell": go_in})
    assert "report" in seen, boot.tail()
    return boot, seen


def expected(seen):
    return {
        "only": ("system.syscall", "command line"),
        "plan": ("smoke", "/etc/assay/assay.conf"),
        "end": ("shell", seen["url"]),
        "upload.deadline": ("300s", "SMBIOS OEM strings"),
        "quiet": ("off", "/sys/firmware/qemu_fw_cfg/by_name/opt/assay/config/raw"),
        "write": ("", "default"),
    }


def test_each_setting_is_of_the_strongest_place(visit):
    _, seen = visit
    settings = seen["config"]["settings"]
    for name, (value, place) in expected(seen).items():
        assert settings[name] == {"value": value, "from": place}, name
    assert settings["ssh.key"]["from"] == seen["url"]  # it let the visitor in


def test_what_cannot_be_used_is_named_with_its_place(visit):
    boot, seen = visit
    for part in ("SMBIOS OEM strings: write: refused",
                 "/etc/assay/assay.conf: setting plna: there is none of that name"):
        assert any(note.startswith(part) for note in seen["config"]["notes"]), part
        assert len([line for line in boot.lines if part in line]) == 1, boot.tail()


def test_the_run_took_them_and_reports_it(visit):
    boot, seen = visit
    run = seen["report"]["run"]
    assert [result["test"] for result in seen["report"]["results"]] == ["system.syscall"]
    for name, (value, place) in expected(seen).items():
        assert run["settings"][name] == value
        assert run["settings_from"].get(name, "default") == place
    assert boot.verdict["system.syscall"].ok


def second_partition(image):
    """Where the FAT partition begins, in bytes: the second entry of the GPT."""
    with open(image, "rb") as file:
        file.seek(512 + 72)
        entries, = struct.unpack("<Q", file.read(8))
        file.seek(entries * 512 + 128 + 32)
        return struct.unpack("<Q", file.read(8))[0] * 512


def test_the_stick_has_settings(make_lab, kernel, initrd, tmp_path):
    """Edited as on a laptop, and credentials beside the kernel: those count more, but allow no
    writing. The machine switches off, as they say."""
    parts = [kernel, tmp_path / "initrd.img"]
    parts[1].write_bytes(initrd)
    uki, stick, conf, credential = (
        tmp_path / name for name in ("assay.efi", "assay.img", "assay.conf", "assay.conf.cred"))
    words = {**os.environ, "CMDLINE": "console=ttyS0 quiet panic=-1 assay.verdict=ttyS1"}
    subprocess.run([TOP / "image/uki", uki, *parts], check=True, env=words)
    subprocess.run([TOP / "image/hybrid", stick, uki, *parts], check=True, env=words)
    conf.write_bytes(b"\xef\xbb\xbf# mine\r\nplan=smoke\r\nonly=system.syscall\r\n"
                     b"end=shell\r\nwrite=NONE@NOBODY\r\n")
    credential.write_text("end=poweroff\nwrite=blank\n")
    fat, beside = f"{stick}@@{second_partition(stick)}", "::/EFI/BOOT/BOOTX64.EFI.extra.d"
    for command in (["mcopy", "-o", "-i", fat, conf, "::/assay.conf"],
                    ["mmd", "-i", fat, beside],
                    ["mcopy", "-i", fat, credential, f"{beside}/assay.conf.cred"]):
        subprocess.run(command, check=True)
    boot = make_lab("config-stick", disks=(), network=False, firmware="uefi",
                    medium=(stick, "usb")).boot(limit_s=120)
    assert boot.ended == "guest-shutdown", boot.tail()
    assert boot.verdict["system.syscall"].ok
    assert boot.verdict.plan == 1
    for line in ("setting write: NONE@NOBODY: meant for another machine",
                 "/.extra/credentials/assay.conf.cred: write: refused"):
        assert line in boot.console, boot.tail()
