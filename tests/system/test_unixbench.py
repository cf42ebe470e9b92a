# SPDX-License-Identifier: MIT
"""UnixBench on this host: the work of one count, and the command of the original."""

import json
import re
import subprocess

import pytest


@pytest.mark.parametrize("test, calls", [
    ("syscall", {"dup": 1, "close": 1, "getpid": 1, "getuid": 1, "umask": 1}),
    ("pipe", {"write": 1, "read": 1}),
])
def test_one_process(traced, tmp_path, test, calls):
    # the inventory asks the kernel for more than a slow loop does, but not for these together
    process = max(traced(tmp_path / "t", f"unixbench.{test}"),
                  key=lambda process: min(process[call] for call in calls))
    turns = process[next(iter(calls))]
    assert turns > 20
    for call, each in calls.items():
        assert abs(process[call] - each * turns) <= 20, (call, process)
    loop = sum(process[call] for call in calls)
    assert process.total() - loop < 100, process


def test_context1_is_a_round_trip(traced, tmp_path):
    """Two processes, each with one write and one read."""
    one, other = sorted(traced(tmp_path / "t", "unixbench.context1"),
                        key=lambda process: -min(process["read"], process["write"]))[:2]
    assert one["write"] > 20
    for count in (one["read"], other["read"], other["write"]):
        assert abs(count - one["write"]) <= 20


def test_spawn_is_a_fork_and_a_wait(traced, tmp_path):
    processes = traced(tmp_path / "t", "unixbench.spawn")
    parent = next(each for each in processes if each["wait4"] > 5 and each["exit_group"])
    forks = parent["fork"] + parent["clone"]
    assert abs(parent["wait4"] - forks) <= 1
    children = [each for each in processes if each.total() < 10 and each["exit_group"] == 1]
    assert len(children) >= forks - 1


def test_execl_is_three_calls_an_image(traced, tmp_path):
    process = next(each for each in traced(tmp_path / "t", "unixbench.execl")
                   if each["execve"] > 5)
    assert abs(process["arch_prctl"] - process["execve"]) <= 1
    assert abs(process["set_tid_address"] - process["execve"]) <= 1
    assert process.total() < 3 * process["execve"] + 30, process


@pytest.mark.parametrize("test", ["fstime", "fsbuffer", "fsdisk"])
def test_file_copy(traced, tmp_path, test):
    """2000 writes and one lseek a sweep when priming; then a read for each write."""
    process = max(traced(tmp_path / "t", f"unixbench.{test}"),
                  key=lambda process: process["write"])
    assert process["write"] >= 2000
    assert process["read"] > 20
    assert process["lseek"] <= (process["write"] + process["read"]) / 1000 + 10
    loop = sum(process[call] for call in ("read", "write", "lseek"))
    assert process.total() - loop < 120, process


def test_each_has_rate_and_index(smoke, tmp_path):
    results = smoke(tmp_path / "out", "unixbench.*")
    assert len({result["test"] for result in results}) == 12
    for result in results:
        assert {metric["name"] for metric in result["metrics"]} >= {"rate", "index"}
        assert result["params"]["passes"] == 1
        assert result["params"]["time_s"] > 0


def unixbench(assay, *words):
    done = subprocess.run([assay, "unixbench", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("words, complaint", [
    (["-c", "0"], "-c 0: expected a number from 1 to 4096"),
    (["-c", "-1"], "-c -1: expected"),
    (["-c", "1000000"], "-c 1000000: expected"),
    (["-c"], "-c: expected"),
    (["-i", "0"], "-i 0: expected"),
    (["-i", "many"], "-i many: expected"),
    (["nope"], "nope: no such test"),
    (["pipe", "--fast"], "--fast: no such option"),
])
def test_bad_words(assay, words, complaint):
    status, output, errors = unixbench(assay, *words)
    assert (status, output) == (2, "")
    assert errors.startswith(f"assay: unixbench {complaint}")
    assert errors.count("\n") == 1


def test_help_names_the_tests(assay):
    status, output, _ = unixbench(assay, "--help")
    assert status == 0
    assert "whetstone-double" in output


def test_command_at_full_length(assay):
    """One pass of 10 s: progress, then the report."""
    status, output, errors = unixbench(assay, "-i", "1", "-c", "3", "syscall")
    assert (status, errors) == (0, "")
    assert "\n3 x System Call Overhead  1\n" in output
    assert re.search(r"^System Call Overhead +[\d.]+ lps   \(1[01]\.\d s, 1 samples\)$",
                     output, re.M)
    assert "running 3 parallel copies of tests" in output


def test_json_of_a_missing_directory(assay, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "missing"))
    status, output, _ = unixbench(assay, "--json", "-i", "1", "-c", "1", "fsbuffer")
    assert status == 3
    report = json.loads(output)
    assert report["results"][0]["status"] == "skipped"
    assert "missing" in report["results"][0]["reason"]
    assert report["indexes"][0]["index"] == {"value": None, "tests": 0}
