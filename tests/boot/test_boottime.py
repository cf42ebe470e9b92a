# SPDX-License-Identifier: MIT
"""Kernel start to first job, as a ratio to Debian's kernel for clouds on the same host.

Ours has four disks and everything that init does; the peer has an empty init and no disk.
Alternating boots, so that a busy host slows both.
"""

import os
import statistics
import subprocess
from pathlib import Path

import pytest

from cpio import archive
from lab import DISKS

RUNS = int(os.environ.get("BOOT_RUNS", "5"))
GOAL, LIMIT = 1.2, 1.5
HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="module")
def peer_kernel():
    found = subprocess.run([HERE / "peer-kernel"], stdout=subprocess.PIPE, text=True)
    if found.returncode == 77:
        pytest.skip("Debian's kernel for clouds cannot be had here")
    assert found.returncode == 0
    return Path(found.stdout.strip())


@pytest.fixture(scope="module")
def empty_initrd(tmp_path_factory):
    program = tmp_path_factory.mktemp("empty") / "init"
    subprocess.run(["cc", "-std=gnu11", "-static", "-O2", "-o", program, HERE / "empty_init.c"],
                   check=True)
    return archive({"init": program})


def test_time_to_first_job(make_lab, kernel, initrd, peer_kernel, empty_initrd, figure):
    ours, peer = [], []
    for _ in range(RUNS):
        boot = make_lab("boottime", disks=DISKS).boot(
            kernel, initrd, "assay.plan=smoke", limit_s=120,
            on_line={"assay: first job at": lambda lab: lab.stop()})
        ours.append(boot.first_job_s)
        peer.append(make_lab("boottime-peer", disks=()).boot(
            peer_kernel, empty_initrd, limit_s=120).first_job_s)
    assert None not in ours + peer
    ratio = statistics.median(ours) / statistics.median(peer)
    figure(f"kernel start to first job: {statistics.median(ours):.2f} s, Debian cloud kernel with "
           f"an empty init {statistics.median(peer):.2f} s: ratio {ratio:.2f} "
           f"(medians of {RUNS}; goal {GOAL}, fails above {LIMIT})")
    assert ratio <= LIMIT
