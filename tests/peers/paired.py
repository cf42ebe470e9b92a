# SPDX-License-Identifier: MIT
"""What the comparisons share: run one program, know who else used the CPUs, and intervals."""

import math
import os
import resource
import subprocess
import time
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
TICK = os.sysconf("SC_CLK_TCK")


def machine_busy_s():
    """CPU time that the whole machine has used, stolen time included."""
    fields = [int(each) for each in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    user, nice, system, _idle, _iowait, irq, softirq, steal = fields
    return (user + nice + system + irq + softirq + steal) / TICK


def children_busy_s():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def call(command, **options):
    """Run one program to its end; returns what it printed, its time, and the foreign load."""
    busy, own, start = machine_busy_s(), children_busy_s(), time.monotonic()
    done = subprocess.run([str(each) for each in command], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True, **options)
    elapsed = time.monotonic() - start
    foreign = (machine_busy_s() - busy) - (children_busy_s() - own)
    if done.returncode:
        raise SystemExit(f"{command[0]}: exit status {done.returncode}: {done.stderr[-400:]}")
    return done, elapsed, max(0.0, foreign / elapsed)


def interval(ratios):
    """The 95 % interval of the median; of fewer than 6 ratios, their range."""
    ordered, n = sorted(ratios), len(ratios)
    if n < 6:
        return ordered[0], ordered[-1]
    reach = 1.96 * math.sqrt(n) / 2
    low, high = max(0, math.floor(n / 2 - reach) - 1), min(n - 1, math.ceil(n / 2 + reach))
    return ordered[low], ordered[high]
