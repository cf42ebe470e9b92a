# SPDX-License-Identifier: MIT
"""How many instructions one I/O costs the engine, without the kernel: counted, not timed.

The count is the difference between a long and a short run, so that what happens once does not
matter. It is the same on any machine: a budget that is passed is a change of the code.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent.parent
IOBENCH = TOP / "build" / "peers" / "iobench"
SHORT, LONG = 20_000, 120_000


@pytest.fixture(scope="module")
def iobench():
    if not shutil.which("valgrind"):
        pytest.skip("valgrind is not installed")
    subprocess.run(["make", "-s", "-C", TOP, IOBENCH.relative_to(TOP)], check=True)
    return IOBENCH


def instructions(iobench, depth, mode, ios):
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                           iobench, "null", str(depth), "0", mode, "600", "-", str(ios)],
                          check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=300)
    assert f'"ios": {ios},' in done.stdout
    return int(re.search(r"Collected\s*:\s*(\d+)", done.stderr)[1])


# Measured 2026 with GCC 12, and a tenth more.
@pytest.mark.parametrize("depth,mode,budget", [
    (1, "measure", 560),
    (32, "measure", 365),
    (128, "measure", 365),
    (128, "peak", 240),
])
def test_an_io_costs_no_more_instructions(iobench, depth, mode, budget):
    each = (instructions(iobench, depth, mode, LONG) -
            instructions(iobench, depth, mode, SHORT)) / (LONG - SHORT)
    print(f"depth {depth}, {mode}: {each:.0f} instructions per I/O")
    assert budget / 3 < each <= budget
