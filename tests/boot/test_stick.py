# SPDX-License-Identifier: MIT
"""A stick that cannot take the results: one line says which and why, and it is in the report that
arrives at the server all the same."""

import re
import subprocess

import pytest

from lab import TOP, Disk
from medium import Contents, make, second_partition

pytestmark = pytest.mark.all
USB = ("-device", "qemu-xhci")


@pytest.fixture
def stick(tmp_path):
    """Nobody starts from it: what it holds beside its id does not matter."""
    return make("hybrid", tmp_path / "stick.img", "quiet", *[__file__] * 3)


def attach(path, name="stick", options=""):
    return ("-drive", f"if=none,id={name}-image,format=raw,file={path}{options}",
            "-device", f"usb-storage,id={name},drive={name}-image,serial=SN-{name}")


@pytest.fixture
def refuse(make_lab, boot_with_upload):
    """Boot with the word of the loader entry there; the results must not land on the stick."""
    def run(name, stick, why, *devices, disks=(), seen="sda2 (serial SN-stick)", **options):
        before = Contents(stick)
        build_id = subprocess.run([TOP / "image/build_id"], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout.strip()
        lab = make_lab(f"stick-{name}", disks=disks, extra=[*USB, *devices])
        boot, upload = boot_with_upload(
            lab, f"assay.plan=smoke assay.only=system.syscall assay.medium={build_id}", **options)
        line = f"the results are not on the own medium {seen}: {why}"
        assert f"assay: deliver: {line}" in boot.lines, boot.tail()
        assert [event["text"] for event in upload.events("note")].count(line) == 1
        assert upload.report["run"]["status"] == "ok"
        assert [line for line in boot.lines if "assay: END" in line] == ["assay: END status=ok"]
        after = Contents(stick)
        assert (after.beside, after.others, after.results) == (before.beside, before.others, {})
    return run


def test_full(refuse, stick, tmp_path):
    fat = f"{stick}@@{second_partition(stick)}"
    listing = subprocess.run(["mdir", "-i", fat, "::"], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    free = re.search(r"([\d ]+) bytes free", listing)[1].replace(" ", "")
    (tmp_path / "full").write_bytes(bytes(int(free)))
    subprocess.run(["mcopy", "-i", fat, tmp_path / "full", "::/"], check=True)
    refuse("full", stick, "it is full", *attach(stick))


def test_read_only(refuse, stick):
    refuse("read-only", stick, "it is read-only", *attach(stick, options=",readonly=on"))


def test_pulled_out(refuse, stick):
    def pull(lab):
        lab.qmp.ask("device_del", id="stick")
    refuse("pulled", stick, "it is gone", *attach(stick), on_line={"first job at": pull})


def test_two_of_the_same(refuse, stick, tmp_path):
    second = make("hybrid", tmp_path / "second.img", "quiet", *[__file__] * 3)
    refuse("two", stick, "others carry this image, too: which one was booted is not known",
           *attach(stick), *attach(second, "second"))
    assert Contents(second).results == {}


def test_it_does_not_answer(refuse, stick):
    """From the last test on; 60 s later the rest goes on. Not on USB: there QEMU itself waits."""
    disk = Disk("virtio", image=stick)
    refuse("hung", stick, "it does not answer", disks=(disk,), seen="vda2 (serial LAB-VIRTIO-1)",
           on_line={"RESULT": lambda lab: lab.hang(disk)})
