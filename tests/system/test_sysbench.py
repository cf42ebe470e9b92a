# SPDX-License-Identifier: MIT
"""The command of sysbench on this host, in the spelling of 0.4 and in that of 1.0."""

import re
import subprocess

import pytest

SHORT = {
    "cpu": {"0.4": "--max-requests=20", "1.0": "--time=1"},
    "memory": {"0.4": "--memory-total-size=8M", "1.0": "--memory-total-size=8M"},
    "threads": {"0.4": "--max-requests=20", "1.0": "--time=1"},
    "mutex": {"0.4": "--mutex-locks=500", "1.0": "--mutex-locks=500"},
}


def call(assay, *words):
    return subprocess.run([assay, "sysbench", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=60)


def value(text, label):
    """The number after a label, as scripts take it out of the text."""
    return float(re.search(rf"^ *{label}: +([\d.]+)", text, re.M)[1])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("test", SHORT)
def test_0_4(assay, test, threads):
    done = call(assay, f"--test={test}", f"--num-threads={threads}", SHORT[test]["0.4"], "run")
    assert done.returncode == 0 and done.stderr == ""
    text = done.stdout
    assert re.match(r"assay \S+ \(sysbench 0\.4 semantics\)\n\nRunning the test", text)
    assert f"\nNumber of threads: {threads}\n" in text
    assert "\nThreads started!\nDone.\n\n" in text
    events = {"memory": 8192, "mutex": threads}.get(test, 20)
    assert events <= value(text, "total number of events") < events + threads
    assert value(text, "total time") > 0
    assert value(text, "min") <= value(text, "max")
    percentile = value(text, r"approx\.  95 percentile")
    assert percentile <= 1.001 * value(text, "max") + 0.01


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("test", SHORT)
def test_1_0(assay, test, threads):
    done = call(assay, test, f"--threads={threads}", SHORT[test]["1.0"], "run")
    assert done.returncode == 0 and done.stderr == ""
    text = done.stdout
    assert re.match(r"assay \S+ \(sysbench 1\.0 semantics\)\n\nRunning the test", text)
    assert "\nInitializing worker threads...\n\nThreads started!\n\n" in text
    events = value(text, "total number of events")
    if SHORT[test]["1.0"] == "--time=1":
        assert 1 <= value(text, "total time") < 2
    else:
        assert events == {"memory": 8192, "mutex": threads}[test]
    assert value(text, r"events \(avg/stddev\)") == events / threads
    if test == "cpu":
        rate = value(text, "events per second")
        assert abs(rate - events / value(text, "total time")) <= 0.01 * rate


def test_time_ends_0_4(assay):
    done = call(assay, "--test=cpu", "--max-time=1", "--max-requests=0", "--num-threads=2", "run")
    assert ("Threads started!\nTime limit exceeded, exiting...\n"
            "(last message repeated 1 times)\nDone.\n") in done.stdout


@pytest.mark.parametrize("words", [
    ["cpu", "prepare"], ["--test=mutex", "cleanup"], ["help"], ["memory", "help"], ["--help"],
])
def test_nothing_to_run(assay, words):
    done = call(assay, *words)
    assert done.returncode == 0 and done.stdout and done.stderr == ""


@pytest.mark.parametrize("words, named", [
    (["cpu", "--threads=0", "run"], "--threads=0"),
    (["--test=cpu", "--num-threads=-1", "run"], "--num-threads=-1"),
    (["cpu", "--report=1", "run"], "--report=1"),
    (["memory", "--memory-block-size=3K", "run"], "--memory-block-size=3072"),
    (["memory", "--memory-block-size=512G", "--memory-total-size=1024G", "run"],
     "--memory-block-size=549755813888"),
    (["fileio", "run"], "fileio"),
    (["cpu"], "cpu"),
])
def test_mistakes(assay, words, named):
    done = call(assay, *words)
    assert done.returncode == 2 and done.stdout == ""
    assert re.fullmatch(rf"assay: sysbench: {re.escape(named)}: .+\n", done.stderr)


def test_jobs_of_a_plan(smoke, tmp_path):
    results = smoke(tmp_path / "out", "sysbench*")
    assert {result["test"] for result in results} == {
        f"sysbench{generation}.{test}" for generation in ("", "04") for test in SHORT}
    for result in results:
        assert result["status"] == "ok", result
        assert int(result["target"].split()[0]) == result["params"]["threads"]
