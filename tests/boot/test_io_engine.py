# SPDX-License-Identifier: MIT
"""The I/O engine in the image, on a disk of the kernel that ends each I/O at once: what it costs
beside a bare loop of liburing, as ratios of the same minute."""

import json
import re
import statistics
import subprocess
from pathlib import Path

import pytest

from cpio import archive, join

TOP = Path(__file__).resolve().parent.parent.parent
ROUNDS = 9
KINDS = {"bare": "bare 128 32 peak", "peak": "io_uring 128 32 peak",
         "measure": "io_uring 128 32 measure"}
# In place of init: makes the disk, and lets the three take turns.
INIT = f"""#!/bin/sh
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
exec >/dev/ttyS0 2>&1 </dev/null
mount -t configfs none /sys/kernel/config
disk=/sys/kernel/config/nullb/nullb0
mkdir $disk
echo 4096 >$disk/blocksize
echo 1024 >$disk/size
echo 1 >$disk/poll_queues
echo 1 >$disk/power
for round in {" ".join(map(str, range(ROUNDS)))}; do
	echo "bare $(iobench {KINDS["bare"]} 0.5 /dev/nullb0)"
	echo "peak $(iobench {KINDS["peak"]} 0.5 /dev/nullb0)"
	echo "measure $(iobench {KINDS["measure"]} 0.5 /dev/nullb0)"
done
echo "polled $(iobench io_uring 8 0 measure+poll 0.5 /dev/nullb0)"
echo "refused $(iobench io_uring 8 0 measure+poll+cached 0.5 /dev/nullb0)"
poweroff -f
"""


@pytest.fixture(scope="module")
def results(make_lab, kernel, initrd, assert_kernel_calm):
    """What iobench printed, by kind and in order."""
    iobench = TOP / "build" / "peers" / "iobench"
    subprocess.run(["make", "-s", "-C", TOP, iobench.relative_to(TOP)], check=True)
    lab = make_lab("io-engine", disks=(), network=False)
    overlay = archive({"init": INIT.encode(), "bin/iobench": iobench})
    boot = lab.boot(kernel, join(initrd, overlay), limit_s=120)
    assert boot.ended == "guest-shutdown", boot.tail()
    assert_kernel_calm(boot)
    found = {kind: [] for kind in (*KINDS, "polled", "refused")}
    for line in boot.lines:
        match = re.match(r"(\w+) (\{.*\})", line)
        if match:
            found[match[1]].append(json.loads(match[2]))
    assert [len(each) for each in found.values()] == [ROUNDS] * len(KINDS) + [1, 1], boot.tail()
    return found


# least: not to be missed even on a busy host
@pytest.mark.parametrize("ours,theirs,goal,least", [("peak", "bare", 0.95, 0.85),
                                                    ("measure", "peak", 0.85, 0.75)])
def test_the_engine_is_as_fast(results, figure, ours, theirs, goal, least):
    rates = {kind: [each["ios"] / each["elapsed_s"] for each in results[kind]] for kind in KINDS}
    ratios = [a / b for a, b in zip(rates[ours], rates[theirs], strict=True)]
    ratio = statistics.median(ratios)
    figure(f"null_blk, 128 in flight, batches of 32: {ours} / {theirs} {ratio:.3f}, "
           f"{min(ratios):.3f} to {max(ratios):.3f} (goal {goal}, fails below {least})")
    assert ratio >= least, ratios


def test_what_can_poll_is_polled(results):
    (polled,) = results["polled"]
    assert polled["polled"] and polled["ios"] > 0


def test_what_refuses_to_be_polled_is_waited_for(results):
    """Its queue polls, but not for the page cache: each read comes back unsupported at first."""
    (refused,) = results["refused"]
    assert not refused["polled"] and refused["ios"] > 0
