# SPDX-License-Identifier: MIT
"""The shell tests on this host: the programs of one count, and what they leave behind."""

import collections
import json
import re
import subprocess

import pytest

# What one of the scripts starts.
TST = {"sort": 2, "od": 1, "grep": 1, "tee": 1, "wc": 1, "rm": 1}
CHECK = {name: number for name, number in TST.items() if name != "rm"}


def programs(trace):
    """Every program that was started: the name it was called by, and its first argument."""
    for path in trace.iterdir():
        yield from re.findall(r'^execve\("[^"]*?([^/"]+)", \["[^"]*"(?:, "([^"]*)")?.*\) += 0$',
                              path.read_text(errors="replace"), re.M)


@pytest.mark.parametrize("test, jobs, execs", [("shell1", 1, 9), ("shell8", 8, 65)])
def test_execs_of_one_count(traced, tmp_path, test, jobs, execs):
    traced(tmp_path / "t", f"unixbench.{test}")
    started = collections.Counter()
    scripts = collections.Counter()
    for name, argument in programs(tmp_path / "t" / "trace"):
        scripts[argument if name == "sh" else name] += 1
        started[name] += 1
    counts, checks = scripts["multi"], scripts["check"]
    assert counts > 0 and checks > 0
    assert scripts["./tst"] == jobs * counts
    for name, number in TST.items():
        assert started[name] == number * jobs * counts + CHECK.get(name, 0) * checks, name
    others = started["assay"] + checks * (1 + sum(CHECK.values()))
    assert started.total() - others == execs * counts, started


def test_nothing_is_left_behind(smoke, tmp_path, monkeypatch):
    files = tmp_path / "files"
    files.mkdir()
    monkeypatch.setenv("TMPDIR", str(files))
    results = smoke(tmp_path / "out", "unixbench.shell*")
    assert list(files.iterdir()) == []
    assert all(result["params"]["userland"].startswith("host (/bin/sh is ") for result in results)


def reason(assay, directory, **environment):
    """Of a shell1 that cannot be run."""
    done = subprocess.run(["env", *(f"{name}={value}" for name, value in environment.items()),
                           assay, "run", "--plan=smoke", "--only=unixbench.shell1",
                           f"--out={directory}"], stdout=subprocess.PIPE, text=True, timeout=120)
    assert done.returncode == 3, done.stdout
    results = json.loads((directory / "report.json").read_text())["results"]
    assert {result["status"] for result in results} == {"skipped"}
    return results[0]["reason"]


def test_a_missing_tool_is_named(assay, tmp_path):
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sort", "od", "tee", "wc", "rm"):
        (tools / name).symlink_to(f"/usr/bin/{name}")
    assert reason(assay, tmp_path / "out", PATH=tools) == "no grep on the PATH"


def test_a_missing_directory_is_named(assay, tmp_path):
    assert str(tmp_path / "no") in reason(assay, tmp_path / "out", TMPDIR=tmp_path / "no")
