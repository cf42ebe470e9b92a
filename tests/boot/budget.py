# SPDX-License-Identifier: MIT
"""budget.py - the boots of "boots anywhere": how many, how long each took, and what it said

A run of the suite boots BOOTS machines for it at most. Tests marked `all` are not among them:
they run with --all only. How long it takes is printed and not enforced: the host may be busy.
"""

import functools

from lab import Lab

FILES = ("test_config", "test_dashboard", "test_media", "test_netboot", "test_network",
         "test_stick")
BOOTS, SECONDS = 8, 360


class Budget:
    """Between start() and stop() each boot of a lab is noted, and refused above the budget."""

    def __init__(self):
        self.item = None  # the test that is set up or runs
        self.rows = []
        self.counted = []  # seconds of each boot within the budget

    def start(self):
        original = self.original = Lab.boot

        @functools.wraps(original)
        def boot(lab, kernel=None, *arguments, **options):
            counted = self._enter()
            done = original(lab, kernel, *arguments, **options)
            self._leave(lab, kernel, done, counted)
            return done
        Lab.boot = boot

    def stop(self):
        Lab.boot = self.original

    def lines(self):
        """One for each boot, and what they come to."""
        if not self.rows:
            return []
        widths = [max(map(len, column)) for column in zip(*self.rows, strict=True)]
        table = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in self.rows]
        return [*table, f"boots anywhere: {len(self.counted)} boots of at most {BOOTS}, "
                f"{sum(self.counted):.0f} s of {SECONDS} s on two idle cores"]

    def _enter(self):
        """Is the boot that begins counted?"""
        if not self._is_ours() or self.item.get_closest_marker("all"):
            return False
        if len(self.counted) == BOOTS:
            raise AssertionError(f"boot {BOOTS + 1} of {', '.join(FILES)}: at most {BOOTS} are for "
                                 "each run, others are marked `all` (tests/boot/README.md)")
        self.counted.append(0)
        return True

    def _leave(self, lab, kernel, boot, counted):
        if counted:
            self.counted[-1] = boot.elapsed_s
        if not self._is_ours():
            return
        way = "direct" if kernel else lab.medium[1] if lab.medium else "network"
        problem = boot.verdict.problem()
        self.rows.append((lab.directory.name, lab.firmware, way,
                          lab.card if lab.network else "no network", f"{boot.elapsed_s:.1f} s",
                          f"verdict: {problem or 'pass'}"))

    def _is_ours(self):
        return self.item.path.stem in FILES
