# SPDX-License-Identifier: MIT
"""A directory as a run leaves it."""

import json

import pytest
from delivery import MACHINE, RUN

LINE = {
    "type": "run", "schema": "assay.report/1", "id": RUN, "machine": MACHINE, "version": "0.1.0",
    "plan": "smoke", "settings": {}, "started": "2026-01-01T00:00:00.000Z",
}


@pytest.fixture
def results(tmp_path):
    """A directory as a run leaves it."""
    directory = tmp_path / "results"
    directory.mkdir()
    (directory / "journal.ndjson").write_text(json.dumps(LINE) + "\n")
    run = {"id": RUN, "machine": MACHINE}
    (directory / "report.json").write_text(json.dumps({"schema": "assay.report/1", "run": run}))
    return directory
