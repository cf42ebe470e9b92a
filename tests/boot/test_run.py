# SPDX-License-Identifier: MIT
"""The first command of the README, with a short plan: boots, receives the report, shows it."""

import re
import subprocess

from lab import TOP


def test_run_shows_the_report(kernel):
    done = subprocess.run([TOP / "image" / "run", f"--kernel={kernel}",
                           "--append=assay.only=cpu.integer"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=200)
    assert done.returncode == 0, done.stdout
    assert re.search(r"^status ok; guest-shutdown after [0-9.]+ s", done.stdout, re.M), done.stdout
    assert re.search(r"^disk nvme0n1: serial LAB-NVME-1, ", done.stdout, re.M)
    (report,) = re.findall(r"^report (\S+)$", done.stdout, re.M)
    assert (TOP / report).exists()
