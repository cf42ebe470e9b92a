# SPDX-License-Identifier: MIT
"""Which machines are switched on again: those that the emulator failed, once, and no other."""

import pytest

from lab import Boot, Lab
from verdict import Verdict

FAULT = ["[    0.961] Oops: int3: 0000 [#1] SMP", "[    0.962] RIP: 0010:sched_clock_cpu+0x5/0x180",
         "[    0.963] Kernel panic - not syncing: Fatal exception in interrupt"]
PANIC = ["[    1.200] Kernel panic - not syncing: Attempted to kill init!"]
WELL = ["init: reading the configuration", "assay: all done"]


def boot_of(lines, ended="guest-reset"):
    return Boot(ended, 0, 1.0, lines, Verdict(""))


@pytest.mark.parametrize(("boots", "kept", "faults"), [
    ([boot_of(FAULT), boot_of(WELL, "guest-shutdown")], 1, 1),
    ([boot_of(FAULT), boot_of(FAULT), boot_of(WELL, "guest-shutdown")], 1, 1),
    ([boot_of(PANIC), boot_of(WELL, "guest-shutdown")], 0, 0),
    ([boot_of(WELL[:1] + FAULT), boot_of(WELL, "guest-shutdown")], 0, 0),
    ([boot_of(FAULT, "limit"), boot_of(WELL, "guest-shutdown")], 0, 0),
], ids=["once", "twice", "panic", "after init", "hung"])
def test_what_the_emulator_failed_is_repeated(monkeypatch, tmp_path, boots, kept, faults):
    waiting = iter(boots)
    monkeypatch.setattr(Lab, "faults", [])
    monkeypatch.setattr(Lab, "_boot", lambda *arguments, **options: next(waiting))
    assert Lab(tmp_path).boot("vmlinuz") is boots[kept]
    assert len(Lab.faults) == faults
    assert all("RIP: 0010:sched_clock_cpu" in fault for fault in Lab.faults)
