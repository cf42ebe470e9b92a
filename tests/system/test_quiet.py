# SPDX-License-Identifier: MIT
"""What assay sets while tests run is put back, however the run ends.

In a mount namespace of its own, files of the test stand in for what assay sets: nothing of
this machine is touched.
"""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import jsonschema
import pytest

TOP = Path(__file__).resolve().parent.parent.parent
STAND_INS = {  # value before, value while tests run
    "/proc/sys/vm/stat_interval": ("7", "60"),
    "/proc/sys/kernel/nmi_watchdog": ("1", "0"),
}
MOUNT = "".join(f'mount --bind "$1" {path}; shift; ' for path in STAND_INS)
LIMIT_S = 30


@pytest.fixture(scope="module")
def negative():
    subprocess.run(["make", "-s", "-C", TOP, "build/assay-negative"], check=True)
    return TOP / "build" / "assay-negative"


@pytest.fixture
def files(tmp_path):
    paths = []
    for path, (before, _) in STAND_INS.items():
        paths.append(tmp_path / Path(path).name)
        paths[-1].write_text(before + "\n")
    trial = subprocess.run(["unshare", "--mount", "sh", "-euc", MOUNT, "sh", *paths],
                           stderr=subprocess.PIPE, text=True)
    if trial.returncode:
        pytest.skip(f"a mount namespace cannot be made here: {trial.stderr.strip()}")
    return paths


def values(files):
    return [path.read_text().strip() for path in files]


BEFORE, DURING = ([row[i] for row in STAND_INS.values()] for i in (0, 1))


def wait_for(files, wanted):
    deadline = time.monotonic() + LIMIT_S
    while values(files) != wanted and time.monotonic() < deadline:
        time.sleep(0.01)
    assert values(files) == wanted


def start(negative, files, out, only, *options):
    return subprocess.Popen(
        ["unshare", "--mount", "sh", "-euc", MOUNT + 'exec "$@"', "sh", *files, negative, "run",
         "--plan=smoke", f"--only={only}", f"--out={out}", *options],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        # whoever runs the suite may have ignored it, as nohup does
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))


def notes(out):
    return [event["text"] for event in json.loads((out / "report.json").read_text())["events"]
            if event["text"].startswith("quiet: ")]


def test_a_run_that_ends(negative, files, tmp_path):
    run = start(negative, files, tmp_path / "out", "negative.hang")
    wait_for(files, DURING)
    run.communicate(timeout=LIMIT_S)
    assert values(files) == BEFORE
    assert "nmi_watchdog 1 -> 0, vm.stat_interval 7 -> 60" in notes(tmp_path / "out")[0]
    assert "put back" in notes(tmp_path / "out")[-1]


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_run_that_the_user_stops(negative, files, tmp_path, name):
    run = start(negative, files, tmp_path / "out", "negative.hang,negative.skip")
    wait_for(files, DURING)
    run.send_signal(getattr(signal, name))
    console, _ = run.communicate(timeout=LIMIT_S)
    assert values(files) == BEFORE
    assert run.returncode == 8
    assert console.splitlines()[-1] == "assay: END status=stopped"

    report = json.loads((tmp_path / "out" / "report.json").read_text())
    schema = json.loads((TOP / "bench" / "report" / "report.schema.json").read_text())
    jsonschema.validate(report, schema)
    assert report["run"]["status"] == "stopped"
    assert "not begun" in report["events"][-2]["text"] + report["events"][-1]["text"]
    for result in report["results"]:  # none if the signal came before the job
        assert (result["test"], result["status"]) == ("negative.hang", "skipped")
        assert "stopped by signal" in result["reason"]


def test_a_run_that_dies(negative, files, tmp_path):
    run = start(negative, files, tmp_path / "out", "negative.hang")
    wait_for(files, DURING)
    run.kill()
    run.communicate(timeout=LIMIT_S)
    assert run.returncode == -signal.SIGKILL
    wait_for(files, BEFORE)


def test_a_group_that_dies(negative, files, tmp_path):
    """kill -9 to the whole process group, as an impatient terminal or supervisor does."""
    run = subprocess.Popen(["setsid", "sh", "-c", 'echo $$ >"$1"; shift; exec "$@"', "sh",
                            tmp_path / "leader", "unshare", "--mount", "sh", "-euc",
                            MOUNT + 'exec "$@"', "sh", *files, negative, "run", "--plan=smoke",
                            "--only=negative.hang", f"--out={tmp_path}/out"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(files, DURING)
    os.killpg(int((tmp_path / "leader").read_text()), signal.SIGKILL)
    run.wait(timeout=LIMIT_S)
    wait_for(files, BEFORE)


def test_a_run_that_is_to_leave_all_alone(negative, files, tmp_path):
    stamps = [path.stat().st_mtime_ns for path in files]
    run = start(negative, files, tmp_path / "out", "negative.good", "--quiet=off")
    run.communicate(timeout=LIMIT_S)
    assert run.returncode == 0
    assert [path.stat().st_mtime_ns for path in files] == stamps
    assert notes(tmp_path / "out") == []
