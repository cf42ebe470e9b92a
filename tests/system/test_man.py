# SPDX-License-Identifier: MIT
"""The manual page: all that the help knows, in a form that readers of manual pages understand."""

import re
import shutil
import subprocess

import pytest


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=60).stdout


@pytest.fixture(scope="module")
def page(assay, tmp_path_factory):
    path = tmp_path_factory.mktemp("man") / "assay.1"
    path.write_text(output(assay, "help", "--man"))
    return path


@pytest.fixture(scope="module")
def rendered(page):
    """What somebody reads, without bold letters and breaks of lines."""
    if not shutil.which("groff"):
        pytest.skip("groff is not installed")
    text = output("groff", "-man", "-ww", "-Tascii", "-P-cbou", "-rHY=0", page)
    return re.sub(r"\s+", " ", text)


def test_readers_of_manual_pages_have_nothing_to_complain(page):
    if not shutil.which("groff"):
        pytest.skip("groff is not installed")
    done = subprocess.run(["groff", "-man", "-ww", "-z", page], stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_has_every_command_with_its_words(assay, rendered):
    commands = re.findall(r"^assay (\S+.*) - (.*)$", output(assay, "help"), re.M)
    assert len(commands) > 15
    for words, summary in commands[1:]:  # the first is the title
        assert f"{words} {summary}" in rendered


def test_it_has_every_option_and_setting(assay, rendered):
    text = output(assay, "help", "run")
    options = re.findall(r"^  (--\S+)", text, re.M)
    assert {"--json", "--plan=TEXT", "--upload.deadline=TIME", "--help"} <= set(options)
    for option in options:
        assert f" {option.rstrip(',')}" in rendered, option
    for fallback in re.findall(r"\(default: .*\)", text):
        assert fallback in rendered


def test_it_has_every_plan_and_exit_status(assay, rendered):
    plans = output(assay, "list", "--plans").splitlines()
    assert len(plans) > 5
    for plan in plans:
        assert " ".join(plan.split()) in rendered
    statuses = re.search(r"Exit status: (.*)", output(assay, "help"))[1].split(", ")
    assert len(statuses) == 9
    for status in statuses:
        assert re.search(rf" {status} [a-z]", rendered, re.I), status


@pytest.mark.parametrize("name", ["fio", "dd", "run", "status"])
def test_help_and_the_option_say_the_same(assay, name):
    assert output(assay, "help", name) == output(assay, name, "--help") != ""
