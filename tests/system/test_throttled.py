# SPDX-License-Identifier: MIT
"""A CPU that a quota of a control group stops is no CPU to measure: the result says so."""

import os
from pathlib import Path

import pytest

GROUPS = Path("/sys/fs/cgroup")
NAME = f"assay-test-{os.getpid()}"
# Version 2 of control groups, then version 1: where, and which files say 2 ms of every 10.
KINDS = [
    (GROUPS, {"cpu.max": "2000 10000"}),
    (GROUPS / "cpu", {"cpu.cfs_period_us": "10000", "cpu.cfs_quota_us": "2000"}),
]


def make_group(top, quota):
    """Returns the group, or why there can be none."""
    if not (top / "cgroup.procs").exists():
        return None, f"{top} is not such a tree"
    group = top / NAME
    try:
        group.mkdir()
    except OSError as error:
        return None, str(error)
    try:
        for name, value in quota.items():
            (group / name).write_text(value)
        return group, ""
    except OSError as error:  # without the controller its files are not there
        group.rmdir()
        return None, str(error)


@pytest.fixture
def slow_group():
    reasons = []
    for top, quota in KINDS:
        group, reason = make_group(top, quota)
        if group:
            yield group
            group.rmdir()
            return
        reasons.append(reason)
    pytest.skip("no control group with a quota can be made here: " + "; ".join(reasons))


def test_a_quota_is_flagged(smoke, tmp_path, slow_group):
    inside = ["sh", "-c", 'echo $$ >"$0"/cgroup.procs && exec "$@"', slow_group]
    result, = smoke(tmp_path / "out", "cpu.integer", *inside)
    assert result["status"] == "ok"
    assert "throttled" in result["warnings"]


def test_without_a_quota_nothing_is(smoke, tmp_path):
    result, = smoke(tmp_path / "out", "cpu.integer")
    assert "throttled" not in result["warnings"]
