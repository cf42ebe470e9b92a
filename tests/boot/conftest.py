# SPDX-License-Identifier: MIT
"""Fixtures of the boot tests: what to boot, and the figures printed at the end.

The tests boot build/initrd.img and the default kernel of image/lab.py. Each boot leaves its
console and verdict in build/boot/NAME.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

TOP = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "image"))

from budget import Budget  # noqa: E402 - found only with the path above
from cpio import archive, join  # noqa: E402
from lab import Lab, default_initrd, default_kernel  # noqa: E402
from receiver import Receiver  # noqa: E402

FIGURES = []
BUDGET = Budget()


def pytest_runtest_protocol(item):
    BUDGET.item = item


def pytest_sessionstart():
    BUDGET.start()


def pytest_sessionfinish():
    BUDGET.stop()


def pytest_terminal_summary(terminalreporter):
    faults = [f"the emulator ran a breakpoint that was gone, booted again: {fault}"
              for fault in Lab.faults]
    for line in FIGURES + BUDGET.lines() + faults:
        terminalreporter.write_line(f"figure: {line}")


@pytest.fixture(scope="session")
def figure():
    """Call it with a text: it is printed at the end of the whole run."""
    return FIGURES.append


@pytest.fixture(scope="session")
def kernel(figure):
    path = default_kernel()
    figure(f"booted kernel: {path.parent.name}")
    return path


@pytest.fixture(scope="session")
def initrd():
    path = default_initrd()
    assert path.exists(), f"{path} is missing: ./build.sh image makes it"
    return path.read_bytes()


@pytest.fixture(scope="session")
def parts(kernel, initrd, tmp_path_factory):
    """Kernel, initramfs and firmware: what each medium is made of."""
    subprocess.run([TOP / "image" / "firmware", "core"], check=True)
    path = tmp_path_factory.mktemp("parts") / "initrd.img"
    path.write_bytes(initrd)
    return kernel, path, TOP / "build" / "firmware.img"


@pytest.fixture(scope="session")
def negative_assay():
    """assay with tests that end badly on purpose."""
    subprocess.run(["make", "-s", "-C", TOP, "build/assay-negative"], check=True)
    return TOP / "build" / "assay-negative"


@pytest.fixture(scope="session")
def make_lab():
    def make(name, **options):
        return Lab(TOP / "build" / "boot" / name, **options)
    return make


class Upload:
    """What one boot left on the server, checked against the schema on the way."""

    def __init__(self, receiver):
        schema = json.loads((TOP / "bench" / "report" / "report.schema.json").read_text())
        files = {path.name: path for path in receiver.files()}
        assert set(files) == {"journal.ndjson", "report.json"}, receiver.files()
        self.paths = [str(path.relative_to(receiver.results)) for path in receiver.files()]
        self.report = json.loads(files["report.json"].read_text())
        journal = files["journal.ndjson"].read_text()
        assert journal.endswith("\n")
        self.journal = [json.loads(line) for line in journal.splitlines()]

        jsonschema.validate(self.report, schema)
        line_schema = {"$ref": "#/$defs/journal_line", "$defs": schema["$defs"]}
        for line in self.journal:
            jsonschema.validate(line, line_schema)

    @property
    def results(self):
        return self.report["results"]

    def results_of(self, disk):
        """The results on the disk with this serial."""
        name = next(each["name"] for each in self.report["machine"]["disks"]
                    if each["serial"] == disk.serial)
        return [result for result in self.results if result["target"] == name]

    def events(self, *kinds):
        return [event for event in self.report["events"] if event["kind"] in kinds]


@pytest.fixture(scope="session")
def boot_with_upload(kernel, initrd):
    """Boot a lab with a server to upload to; returns the Boot and the Upload."""
    def run(lab, append, overlay=b"", tls=False, **options):
        with Receiver(tls=tls) as receiver:
            parts = [initrd, overlay]
            if tls:
                parts.append(archive({"etc/assay/ca.pem": receiver.ca}))
                append += " assay.upload.ca=/etc/assay/ca.pem"
            boot = lab.boot(kernel, join(*parts),
                            f"assay.upload={receiver.guest_url} {append}", **options)
            assert boot.ended == "guest-shutdown", boot.tail()
            return boot, Upload(receiver)
    return run


@pytest.fixture(scope="session")
def assert_kernel_calm():
    """Neither panic nor oops in any boot."""
    def check(boot):
        bad = [line for line in boot.lines
               if re.search(r"Kernel panic|BUG:|Oops|general protection|RIP:", line)]
        assert not bad, bad
    return check
