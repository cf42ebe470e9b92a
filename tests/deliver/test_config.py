# SPDX-License-Identifier: MIT
"""`assay config` and a real nginx that has settings, or has not; and servers that talk nonsense."""

import contextlib
import json
import subprocess
import time
from pathlib import Path

import pytest
from delivery import ASSAY, server
from receiver import Receiver, free_port

MINUTE = 60


def config(tmp_path, words, *options, mac="52:54:00:12:34:56"):
    """What counts with these words on a kernel command line; returns settings and notes."""
    cmdline = tmp_path / "cmdline"
    cmdline.write_text(f"quiet BOOTIF=01-{mac.replace(':', '-')} {words}\n")
    done = subprocess.run([str(ASSAY), "config", "--json", f"--cmdline={cmdline}", *options],
                          capture_output=True, text=True, timeout=MINUTE, check=True)
    found = json.loads(done.stdout)
    return found["settings"], found["notes"]


@pytest.fixture(scope="module")
def nginx():
    with Receiver() as receiver:
        yield receiver


def put(nginx, name, text):
    path = nginx.results / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return f"{nginx.url}{name}"


def test_a_file_counts_less_than_the_command_line(nginx, tmp_path):
    url = put(nginx, "a.conf", "plan=smoke\r\nonly=cpu.*\r\nwrite=SN@HOST\r\n")
    settings, notes = config(tmp_path, f"assay.config={url} assay.plan=full")
    assert settings["plan"] == {"value": "full", "from": "command line"}
    assert settings["only"] == {"value": "cpu.*", "from": url}
    assert settings["write"] == {"value": "SN@HOST", "from": url}
    assert settings["end"] == {"value": "auto", "from": "default"}
    assert notes == []


def test_each_machine_has_its_own_or_the_default(nginx, tmp_path):
    put(nginx, "default.conf", "plan=quick\n")
    mine = put(nginx, "52:54:00:00:00:01.conf", "plan=smoke\n")
    words = f"assay.config={nginx.url}${{mac}}.conf"
    settings, notes = config(tmp_path, words, mac="52:54:00:00:00:01")
    assert (settings["plan"], notes) == ({"value": "smoke", "from": mine}, [])
    settings, notes = config(tmp_path, words, mac="52:54:00:00:00:02")
    assert (settings["plan"], notes) == (
        {"value": "quick", "from": f"{nginx.url}default.conf"}, [])


@pytest.mark.parametrize("content, complaint", [
    (None, "answered 404, expected 2xx; it is not used"),
    ("", "an empty file"),
    ("<!DOCTYPE html><html>no</html>", "a web page (HTML): expected lines NAME=VALUE"),
    (b"plan=\0\1\2", "binary: expected lines NAME=VALUE"),
    ("#" * 65537, "sends more than 64 KiB; it is not used"),
    ("plna=full\n", "setting plna: there is none of that name"),
    ("end=never\n", "setting end=never: expected auto|poweroff|reboot|shell"),
    ("plan\n", "line 1, plan: expected NAME=VALUE"),
    ("plan=full\nplan=quick\n", "plan stands there more than once: the last one counts"),
    ("config=http://other/\n", "config: one file that was fetched cannot name another"),
])
def test_a_bad_file_is_one_line_and_defaults(nginx, tmp_path, content, complaint):
    url = put(nginx, "bad.conf", content) if content is not None else f"{nginx.url}none.conf"
    settings, notes = config(tmp_path, f"assay.config={url}")
    assert len(notes) == 1, notes
    assert notes[0].startswith(url) and complaint in notes[0]
    assert settings["plan"]["value"] == "quick"
    assert settings["end"] == {"value": "auto", "from": "default"}


def test_a_server_that_is_not_there(tmp_path):
    url = f"http://127.0.0.1:{free_port()}/x"
    settings, notes = config(tmp_path, f"assay.config={url} assay.net.timeout=1s")
    assert len(notes) == 1 and "(Connection refused); it is not used" in notes[0]
    assert settings["plan"]["from"] == "default"


def test_a_server_that_says_nothing(tmp_path):
    def silent(handler):
        handler.rfile.read()  # until the client hangs up

    with server(silent) as fake:
        _, notes = config(tmp_path, f"assay.config={fake.url} assay.net.timeout=1s")
    assert len(notes) == 1 and "no answer from 127.0.0.1" in notes[0]


def closing(handler):
    handler.close_connection = True


def head(handler, length=None, status=200, **headers):
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    if length is not None:
        handler.send_header("Content-Length", str(length))
    handler.end_headers()
    handler.close_connection = True


def cut(handler):
    head(handler, length=1000)
    handler.wfile.write(b"plan=smoke\n")


def endless(handler):
    head(handler)
    while True:  # until the client hangs up
        handler.wfile.write(b"plan=smoke\n" * 1000)


def dripping(handler):
    head(handler)
    for byte in b"plan=smoke\n" * 30:  # never silent for long, and never at an end
        handler.wfile.write(bytes([byte]))
        handler.wfile.flush()
        time.sleep(0.1)


def circling(handler):
    head(handler, length=0, status=302, Location=handler.path)


def leading_away(handler):
    head(handler, length=0, status=302, Location="http://me:hush@192.0.2.1/x?token=hush")


@pytest.mark.parametrize("act, complaint", [
    (closing, "(Empty reply from server); it is not used"),
    (cut, "no answer from 127.0.0.1"),
    (endless, "sends more than 64 KiB; it is not used"),
    (dripping, "no answer from 127.0.0.1"),
    (circling, "answered 302, expected 2xx: it wants the file at http://127.0.0.1"),
    (leading_away, "it wants the file at http://192.0.2.1/x?(hidden) instead; it is not used"),
])
def test_a_server_that_misbehaves_is_one_line_and_defaults(tmp_path, act, complaint):
    with server(act) as fake:
        settings, notes = config(tmp_path, f"assay.config={fake.url} assay.net.timeout=2s")
    assert len(notes) == 1, notes
    assert notes[0].startswith(fake.url) and complaint in notes[0]
    assert "hush" not in notes[0]
    assert settings["plan"]["from"] == "default"


def test_a_certificate_of_nobody_we_trust(tmp_path):
    with Receiver(tls=True) as receiver:
        url = put(receiver, "a.conf", "plan=smoke\n")
        settings, notes = config(tmp_path, f"assay.config={url}")
        trusted, _ = config(tmp_path, f"assay.config={url} assay.upload.ca={receiver.ca}")
    assert len(notes) == 1 and "no trust in the certificate of 127.0.0.1" in notes[0]
    assert "; clock: 20" in notes[0] and notes[0].endswith("; it is not used")
    assert settings["plan"]["from"] == "default"
    assert trusted["plan"] == {"value": "smoke", "from": url}


def test_a_server_that_is_busy_at_first(tmp_path):
    def busy(handler):
        handler.send_error(503)

    def ready(handler):
        handler.send_response(200)
        handler.end_headers()
        handler.wfile.write(b"plan=smoke\n")
        handler.close_connection = True

    with server(busy, ready) as fake:
        settings, notes = config(tmp_path, f"assay.config={fake.url}")
    assert (settings["plan"]["value"], notes) == ("smoke", [])


@pytest.mark.parametrize("word", [
    "assay.upload=http://me:hush@host/", "assay.config=http://me:hush@host/x",
    "assay.config=http://host/x?token=hush", "assay.upload.token=hush",
])
def test_a_secret_on_the_command_line_is_refused_and_never_shown(tmp_path, word):
    settings, notes = config(tmp_path, word)
    assert len(notes) == 1
    assert "everybody can read secrets that stand there: put it into " in notes[0]
    assert "hush" not in json.dumps([settings, notes])
    assert settings["upload"]["from"] == settings["config"]["from"] == "default"


def test_a_secret_of_a_file_counts_and_is_never_shown(nginx, tmp_path):
    url = put(nginx, "secret.conf", "upload=http://me:hush@127.0.0.1:9/\n")
    settings, notes = config(tmp_path, f"assay.config={url}")
    assert settings["upload"] == {"value": "(hidden)", "from": url}
    assert notes == []


def command_lines():
    """Of all processes."""
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            lines.append(path.read_bytes())
    return b"".join(lines)


def test_a_run_takes_what_was_found_and_reports_it(nginx, tmp_path):
    url = put(nginx, "run.conf", "only=system.syscall\nupload=http://me:hush@127.0.0.1:9/\nno\n"
                                 "upload.deadline=0\n")
    cmdline, in_force = tmp_path / "cmdline", tmp_path / "in-force"
    cmdline.write_text(f"assay.config={url} assay.plan=smoke\n")
    command = [str(ASSAY), "config", f"--cmdline={cmdline}", f"--out={in_force}"]
    assert subprocess.run(command, capture_output=True, text=True, timeout=MINUTE,
                          check=True).stdout == ""
    assert in_force.stat().st_mode & 0o777 == 0o600
    command = [str(ASSAY), "run", f"--settings={in_force}", "--upload.deadline=1s",
               f"--out={tmp_path / 'run'}"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while run.poll() is None:
        assert b"hush" not in command_lines(), "everybody can read those of all processes"
    printed = "".join(run.communicate(timeout=MINUTE))
    run = json.loads((tmp_path / "run" / "report.json").read_text())["run"]
    assert run["settings"]["only"] == "system.syscall"
    assert run["settings"]["upload"] == "(hidden)"
    assert run["settings_from"] == {"plan": "command line", "only": url, "upload": url,
                                    "config": "command line", "upload.deadline": "option"}
    everything = printed + "".join(
        path.read_text() for path in (tmp_path / "run").iterdir())
    assert "hush" not in everything
    assert "http://127.0.0.1:9/" in printed  # the upload that was tried


@pytest.mark.parametrize("content, complaint", [
    (None, "cannot be read as a file of settings"),
    (b"plan=\0", "cannot be read as a file of settings"),
])
def test_a_file_of_settings_that_is_none(tmp_path, content, complaint):
    path = tmp_path / "settings"
    if content is not None:
        path.write_bytes(content)
    done = subprocess.run([str(ASSAY), "run", f"--settings={path}"], capture_output=True,
                          text=True, timeout=MINUTE)
    assert done.returncode == 2
    assert f"assay: {path}: {complaint}" in done.stderr


def test_a_slip_in_a_file_of_settings_is_named(tmp_path):
    path = tmp_path / "settings"
    path.write_text("plna=smoke\nonly=system.syscall\n")
    done = subprocess.run([str(ASSAY), "config", f"--settings={path}"], capture_output=True,
                          text=True, timeout=MINUTE, check=True)
    assert done.stdout.split() == ["only", "system.syscall", str(path)]
    assert f"assay: {path}: line 1: setting plna: there is none of that name" in done.stderr
