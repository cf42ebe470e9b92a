# SPDX-License-Identifier: MIT
"""The budget of boots, without booting anything: one too many is refused, and which are counted."""

from pathlib import Path

import pytest

from budget import BOOTS, Budget
from lab import Boot, Lab
from verdict import Verdict


class Item:
    """A test in this file, marked `all` or not."""

    def __init__(self, file, is_all=False):
        self.path, self.is_all = Path(file), is_all

    def get_closest_marker(self, name):
        return self.is_all and name == "all"


@pytest.fixture
def budget(monkeypatch):
    seen = Boot("guest-shutdown", 0, 1.0, [], Verdict("1..1\nok 1 cpu.integer\n"))
    monkeypatch.setattr(Lab, "boot", lambda *arguments, **options: seen)
    budget = Budget()
    budget.start()
    yield budget
    budget.stop()


def test_one_too_many_is_refused(budget, tmp_path):
    lab = Lab(tmp_path, network=False)
    for item in (Item("test_media.py"), Item("test_media.py", is_all=True), Item("test_ssh.py")):
        budget.item = item
        for _ in range(BOOTS):
            lab.boot("vmlinuz")
    budget.item = Item("test_netboot.py")
    with pytest.raises(AssertionError, match=f"boot {BOOTS + 1} of .*at most {BOOTS}"):
        lab.boot("vmlinuz")
    *rows, total = budget.lines()
    assert len(rows) == 2 * BOOTS, "of test_ssh.py nothing is noted"
    assert rows[0].split() == f"{tmp_path.name} bios direct no network 1.0 s verdict: pass".split()
    assert total.startswith(f"boots anywhere: {BOOTS} boots of at most {BOOTS}, {BOOTS} s of ")
