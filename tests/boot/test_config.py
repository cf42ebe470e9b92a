# SPDX-License-Identifier: MIT
"""Settings from everywhere at once: the machine takes each from the strongest place, says where it
came from, and lets no weak place allow writing. Those of a stick: test_media.py."""

import json

import pytest

from cpio import archive, join
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
