# SPDX-License-Identifier: MIT
"""Everything wrong at once: one line for each thing, and the rest still runs."""

import re

import pytest

from cpio import archive, join

WRONG = {
    "nosuchplan": "assay.plan=nosuchplan",
    "NOSUCHDISK": "assay.disk=NOSUCHDISK",
    "nosuchtest": "assay.only=disk.*,cpu.integer,nosuchtest",
    "nonsense": "assay.nonsense=1",
    "foo=bar": "foo=bar",
    "devices.timeout": "assay.devices.timeout=soon",
    "ssh.key=ssh-rsa": "assay.ssh.key=ssh-rsa%20AAAAB3",  # cut off
    "ip=eth0:sometimes: expected": "ip=eth0:sometimes",
}


@pytest.fixture(scope="module")
def boot(make_lab, kernel, initrd):
    append = " ".join(WRONG.values())
    image = join(initrd, archive({"etc/hosts": b"# of another site\n" * 4}))
    card = ("-device", "i82559er,romfile=")  # no cable, and no firmware.img for its driver
    return make_lab("bad-input", disks=(), network=False, extra=card).boot(
        kernel, image, f"{append} assay.upload=http://10.0.2.2:9/results/ "
        "assay.upload.deadline=5s", limit_s=180)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_thing_is_named_in_one_line(boot, name):
    lines = [line for line in boot.lines if line.startswith("assay:") and name in line]
    assert lines, boot.tail()


def test_a_file_laid_over_the_image_is_named(boot):
    lines = [line for line in boot.lines if "image:" in line]
    assert len(lines) == 1, boot.tail()
    assert "image: /etc/hosts is not the file that was packed: sha256 " in lines[0]


def test_firmware_that_a_driver_did_not_get_is_named(boot):
    lines = [line for line in boot.lines if line.startswith("firmware:")]
    assert len(lines) == 1, boot.tail()
    assert re.fullmatch(r"firmware: e100 0000:00:0\d\.0 asked for e100/d101s_ucode\.bin, which is "
                        r"not in this image \(firmware\.img has it\)", lines[0]), lines


def test_no_ssh_is_started_for_a_key_that_is_cut(boot):
    assert "ssh: host key" not in boot.console


def test_the_rest_runs(boot, assert_kernel_calm):
    assert boot.verdict["cpu.integer"].ok
    assert_kernel_calm(boot)


def test_no_disk_is_a_finding(boot):
    assert not boot.verdict["disk.present"].ok
    assert boot.verdict.problem() != ""
    assert "no disk was found" in boot.console


def test_unreachable_server_is_named(boot):
    lines = [line for line in boot.lines if "http://10.0.2.2:9/results/" in line
             and "deadline" in line]
    assert lines, boot.tail()


def test_machine_stays_up_and_says_where_the_results_are(boot):
    assert boot.ended == "host-qmp-quit", boot.tail()  # the lab's answer to the offer of a shell
    assert any("no server acknowledged" in line and "stays up" in line for line in boot.lines)
    assert any("the results are in /run/assay" in line for line in boot.lines)


def test_status_is_the_worst_that_applies(boot):
    # not delivered (6) and a failed test (1): the failed test comes first
    assert [line for line in boot.lines if "assay: END" in line] == [
        "assay: END status=test-failed"]
