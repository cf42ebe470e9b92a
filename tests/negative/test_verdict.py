# SPDX-License-Identifier: MIT
"""The harness is red where it must be: image/verdict.py takes nothing for a pass but a pass."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "image"))

from verdict import Verdict  # noqa: E402 - found only with the path above

HEAD = "KTAP version 1\n1..2\n"


@pytest.mark.parametrize("text, problem", [
    (HEAD + "ok 1 cpu.integer\nok 2 disk.read vda\n", ""),
    (HEAD + "ok 1 cpu.integer\r\nok 2 disk.read vda # SKIP no medium\r\n", ""),
    ("", "nothing was planned"),
    ("KTAP version 1\n1..0\n", "nothing was planned"),
    ("ok 1 cpu.integer\n", "nothing was planned"),
    (HEAD, "2 planned, these came: []"),
    (HEAD + "ok 1 cpu.integer\n", "2 planned, these came: [1]"),
    (HEAD + "ok 1 a\nok 1 a\n", "2 planned, these came: [1, 1]"),
    (HEAD + "ok 1 a\nok 2 b\nok 3 c\n", "2 planned, these came: [1, 2, 3]"),
    (HEAD + "ok 1 a\nnot ok 2 b vda # TIMEOUT no end\n", "not ok: b vda (TIMEOUT no end)"),
    (HEAD + "ok 1 a\nok 2 b\nBail out! assay was killed\n", "bailed out: assay was killed"),
    ("Bail out!\n", "bailed out: "),
])
def test_problem(text, problem):
    assert Verdict(text).problem() == problem
