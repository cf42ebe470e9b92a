# SPDX-License-Identifier: MIT
"""assay as a command of a script: what goes to standard output, and what if it takes nothing."""

import json
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent.parent
RUN = ["run", "--plan=smoke", "--only=negative.good"]
NOBODY = "http://127.0.0.1:9/"  # the discard service, which hardly any host has


@pytest.fixture(scope="module")
def assay():
    subprocess.run(["make", "-s", "-C", TOP, "build/assay-negative"], check=True)
    return TOP / "build" / "assay-negative"


def test_json_is_all_that_is_printed(assay, tmp_path):
    done = subprocess.run([assay, *RUN, "--json", f"--out={tmp_path}/out", f"--upload={NOBODY}",
                           "--upload.deadline=0"], capture_output=True, text=True, timeout=60)
    assert json.loads(done.stdout)["results"][0]["status"] == "ok"
    assert "assay: deliver:" in done.stderr
    assert done.returncode == 6


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", "<&- >&- 2>&-"])
def test_nothing_is_printed_into_the_journal(assay, tmp_path, closed):
    command = f"'{assay}' {' '.join(RUN)} '--out={tmp_path}/out' {closed}"
    done = subprocess.run(["sh", "-c", command], stdout=subprocess.DEVNULL, timeout=60)
    assert done.returncode == 0
    for line in (tmp_path / "out" / "journal.ndjson").read_text().splitlines():
        json.loads(line)


@pytest.mark.parametrize("words", [["list"], ["inventory"], ["help"], ["list", "--json"]])
def test_lost_output_is_no_success(assay, words):
    with open("/dev/full", "w") as full:
        done = subprocess.run([assay, *words], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 7
    assert "standard output" in done.stderr


def test_report_of_a_stranger_gives_the_terminal_no_orders(assay, tmp_path):
    wild = "\x1b[2J\x07\r\u009b\u202e"
    lines = [{"type": "run", "id": wild, "machine": "a\nb"},
             {"type": "result", "test": wild, "status": "failed", "reason": wild},
             {"type": "event", "kind": wild, "text": wild}]
    (tmp_path / "journal.ndjson").write_text("".join(json.dumps(x) + "\n" for x in lines))
    done = subprocess.run([assay, "report", tmp_path], capture_output=True)
    assert done.returncode == 0
    assert all(byte == 10 or 32 <= byte < 127 for byte in done.stdout)
    assert len(done.stdout.splitlines()) == 5
