# SPDX-License-Identifier: MIT
"""assay on this host, with tests that end badly on purpose: each is reported as what it is."""

import json
import os
import re
import subprocess
import sys
import tty
from pathlib import Path

import jsonschema
import pytest

TOP = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "image"))

from verdict import Verdict  # noqa: E402 - found only with the path above

# test -> status, what the reason says, what the verdict says
ENDS = {
    "negative.good": ("ok", "", ""),
    "negative.wrong": ("failed", "expected 42", "ERROR failed"),
    "negative.crash": ("broken", "signal 11", "ERROR broken"),
    "negative.hang": ("timed-out", "after 2 s", "TIMEOUT"),
    "negative.silent": ("broken", ".", "ERROR broken"),
    "negative.skip": ("skipped", "no such part", "SKIP"),
}


@pytest.fixture(scope="module")
def assay():
    subprocess.run(["make", "-s", "-C", TOP, "build/assay-negative"], check=True)
    return TOP / "build" / "assay-negative"


def run(assay, directory, only):
    """Returns exit status, console, verdict."""
    port, terminal = os.openpty()
    tty.setraw(terminal)
    with open(port, "rb", buffering=0) as stream:
        done = subprocess.run(
            [assay, "run", "--plan=smoke", f"--only={only}", f"--out={directory}",
             f"--verdict={os.ttyname(terminal).removeprefix('/dev/')}"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        os.set_blocking(port, False)
        verdict = Verdict((stream.read(65536) or b"").decode())
    os.close(terminal)
    return done.returncode, done.stdout, verdict


@pytest.fixture(scope="module")
def all_ends(assay, tmp_path_factory):
    directory = tmp_path_factory.mktemp("run") / "out"
    return directory, *run(assay, directory, ",".join(ENDS))


@pytest.mark.parametrize("name", ENDS)
def test_report_and_verdict_say_how_it_ended(all_ends, name):
    directory, _, console, verdict = all_ends
    status, reason, directive = ENDS[name]
    report = json.loads((directory / "report.json").read_text())
    result = next(each for each in report["results"] if each["test"] == name)

    assert result["status"] == status
    assert re.search(reason, result["reason"])
    assert bool(result["metrics"]) == (status == "ok")
    assert verdict[name].ok == (status in ("ok", "skipped"))
    assert verdict[name].directive.startswith(directive)
    assert status == "ok" or f"{status}: {result['reason']}"[:20] in console


def test_report_follows_the_schema(all_ends):
    schema = json.loads((TOP / "bench" / "report" / "report.schema.json").read_text())
    jsonschema.validate(json.loads((all_ends[0] / "report.json").read_text()), schema)


def test_nothing_is_green(all_ends):
    _, status, console, verdict = all_ends
    assert status == 7  # a test broke: Assay's own fault outweighs the finding
    assert console.splitlines()[-1] == "assay: END status=internal"
    assert verdict.plan == len(verdict.results) == len(ENDS)
    assert verdict.problem() != ""


@pytest.mark.parametrize("only, status, word", [
    ("negative.good,negative.skip", 0, "ok"),
    ("negative.good,negative.wrong", 1, "test-failed"),
    ("negative.skip", 3, "nothing-ran"),
])
def test_exit_status(assay, tmp_path, only, status, word):
    exit_status, console, verdict = run(assay, tmp_path / "out", only)
    assert exit_status == status, console
    assert console.splitlines()[-1] == f"assay: END status={word}"
    assert (verdict.problem() == "") == (word != "test-failed")


def test_killed_in_the_middle(assay, tmp_path):
    """What was finished is in the journal; a report can be made of it."""
    status, _, verdict = run(assay, tmp_path / "out", "negative.good,negative.kill")
    assert status == -9
    assert verdict.problem() == "2 planned, these came: [1]"

    done = subprocess.run([assay, "report", tmp_path / "out"], stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0
    assert "cut off" in done.stdout
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert [result["test"] for result in report["results"]] == ["negative.good"]
    assert report["run"]["ended"] is None


def test_a_directory_is_for_one_run(assay, tmp_path):
    """Of several that begin at once one gets it; it is never given to another."""
    words = [assay, "run", "--plan=smoke", "--only=negative.good", f"--out={tmp_path}/out"]
    runs = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            for _ in range(6)]
    outputs = [run.communicate(timeout=60)[0] for run in runs]
    assert sorted(run.returncode for run in runs) == [0, 4, 4, 4, 4, 4], outputs
    for run, output in zip(runs, outputs, strict=True):
        assert (run.returncode == 4) == ("holds the results of another run" in output)
    journal = (tmp_path / "out/journal.ndjson").read_text()
    assert subprocess.run(words).returncode == 4
    assert (tmp_path / "out/journal.ndjson").read_text() == journal
    types = [json.loads(line)["type"] for line in journal.splitlines()]
    assert types.count("run") == types.count("end") == types.count("result") == 1
