# SPDX-License-Identifier: MIT
"""verdict.py - read what assay wrote on the port of the tests: KTAP, version 1"""

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Line:
    ok: bool
    number: int
    name: str  # test, and the target if it has one
    directive: str  # "SKIP reason", "TIMEOUT reason", "ERROR reason"; "" = none


class Verdict:
    def __init__(self, text):
        self.text = text.replace("\r", "")
        self.plan = None  # how many results were announced; None = no plan
        self.bail_out = None  # why everything was given up; None = it was not
        self.results = []
        for line in self.text.splitlines():
            if found := re.fullmatch(r"1\.\.(\d+).*", line):
                self.plan = int(found[1])
            elif found := re.fullmatch(r"Bail out!\s*(.*)", line):
                self.bail_out = found[1]
            elif found := re.fullmatch(r"(not )?ok (\d+) (?:- )?(.*?)(?: # (.*))?", line):
                self.results.append(Line(not found[1], int(found[2]), found[3], found[4] or ""))

    def __getitem__(self, name):
        """The one result with this name."""
        return next(line for line in self.results if line.name == name)

    def problem(self):
        """Why this is not a pass; "" when it is. Silence is never a pass."""
        if self.bail_out is not None:
            return f"bailed out: {self.bail_out}"
        if not self.plan:
            return "nothing was planned"
        numbers = [line.number for line in self.results]
        if numbers != list(range(1, self.plan + 1)):
            return f"{self.plan} planned, these came: {numbers}"
        bad = [f"{line.name} ({line.directive})" for line in self.results if not line.ok]
        return "not ok: " + ", ".join(bad) if bad else ""
