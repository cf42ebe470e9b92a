# SPDX-License-Identifier: MIT
"""Fixtures: the program as it was built, and what its processes asked of the kernel."""

import collections
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="session")
def assay():
    subprocess.run(["make", "-s", "-C", TOP, "build/assay", "helpers"], check=True)
    return TOP / "build" / "assay"


@pytest.fixture(scope="session")
def smoke(assay):
    """Run one test for a moment, below another program or not; returns its results."""
    def run(directory, only, *wrapper):
        done = subprocess.run([*wrapper, assay, "run", "--plan=smoke", f"--only={only}",
                               f"--out={directory}"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=120)
        assert done.returncode == 0, done.stdout
        return json.loads((directory / "report.json").read_text())["results"]
    return run


@pytest.fixture(scope="session")
def traced(smoke):
    """The same, counting system calls: one Counter for each process, the busiest first."""
    strace = shutil.which("strace")
    if not strace or subprocess.run([strace, "-o", "/dev/null", "true"]).returncode:
        pytest.skip("strace is not installed, or may not trace")

    def run(directory, only):
        trace = directory / "trace"
        trace.mkdir(parents=True)
        smoke(directory / "out", only, strace, "-ff", "--quiet=all", "-o", trace / "of")
        processes = [collections.Counter(re.findall(r"^(\w+)\(", path.read_text(errors="replace"),
                                                    re.M)) for path in trace.iterdir()]
        return sorted(processes, key=lambda calls: -calls.total())
    return run
