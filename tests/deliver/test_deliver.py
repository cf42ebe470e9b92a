# SPDX-License-Identifier: MIT
"""`assay deliver` to a real nginx; and what cannot be delivered at all."""

import json
import subprocess

import pytest
from delivery import (INTERNAL, MACHINE, NOT_DELIVERED, OK, RUN, USAGE, answer, command, deliver,
                      is_marked, server)
from receiver import Receiver, free_port


def assert_uploaded(results, receiver):
    folder = receiver.results / MACHINE / RUN
    for name in ("journal.ndjson", "report.json"):
        assert (folder / name).read_bytes() == (results / name).read_bytes()
    assert len(receiver.files()) == 2


@pytest.mark.parametrize("slashes", ["", "/", "//"])
def test_nginx_takes_it_twice(results, slashes):
    with Receiver() as receiver:
        url = receiver.url.rstrip("/") + slashes
        status, printed = deliver(results, url)
        assert status == OK
        size = (results / "report.json").stat().st_size
        file_url = f"{receiver.url}{MACHINE}/{RUN}/report.json"
        assert f"assay: deliver: report.json -> {file_url}: 201, {size} bytes\n" in printed
        assert printed.index("journal.ndjson ->") < printed.index("report.json ->")
        assert is_marked(results)
        assert_uploaded(results, receiver)

        status, printed = deliver(results, url)
        assert status == OK
        assert f"{file_url}: 204, {size} bytes\n" in printed
        assert_uploaded(results, receiver)


def test_tls_with_its_authority(results):
    with Receiver(tls=True) as receiver:
        status, printed = deliver(results, receiver.url, f"--upload.ca={receiver.ca}")
        assert status == OK
        assert ": 201, " in printed
        assert_uploaded(results, receiver)


def test_tls_of_an_unknown_authority_is_refused(results):
    with Receiver(tls=True) as receiver, Receiver(tls=True) as other:
        status, printed = deliver(results, receiver.url, f"--upload.ca={other.ca}")
        assert status == NOT_DELIVERED
        assert "no trust in the certificate of 127.0.0.1" in printed
        assert not receiver.files()
        assert not is_marked(results)


def test_tls_for_another_name_is_refused(results):
    with Receiver(tls=True) as receiver:
        url = receiver.url.replace("127.0.0.1", "other.localhost")
        status, printed = deliver(results, url, f"--upload.ca={receiver.ca}")
        assert status == NOT_DELIVERED
        assert "no trust in the certificate of other.localhost" in printed
        assert not receiver.files()


def test_tls_without_authorities_is_refused(results):
    with Receiver(tls=True) as receiver:
        status, printed = deliver(results, receiver.url, "--upload.ca=/nowhere/ca.pem")
        assert status == NOT_DELIVERED
        assert "no authorities to trust for https in /nowhere/ca.pem" in printed
        assert not receiver.files()


def test_server_that_starts_late(results):
    receiver = Receiver()
    try:
        words = command(results, receiver.url, "--upload.deadline=20")
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            first = process.stdout.readline()
            assert f"cannot connect to 127.0.0.1:{receiver.port} (Connection refused); " in first
            assert "until the deadline in 20 s" in first
            receiver.start()
            process.stdout.read()
        assert process.returncode == OK
        assert_uploaded(results, receiver)
    finally:
        receiver.stop()


def test_server_that_never_starts(results):
    (results / "delivered").touch()  # left by an earlier delivery to another place
    status, printed = deliver(results, f"http://127.0.0.1:{free_port()}/", "--upload.deadline=1")
    assert status == NOT_DELIVERED
    assert "(Connection refused); the deadline is over" in printed
    assert f"the results stay in {results}" in printed
    assert not is_marked(results)


def test_report_is_made_from_the_journal_of_a_crash(results):
    (results / "report.json").unlink()
    with Receiver() as receiver:
        status, printed = deliver(results, receiver.url)
        assert status == OK
        assert "making it from the journal" in printed
        assert_uploaded(results, receiver)


@pytest.mark.parametrize("url, reason", [
    ("ftp://127.0.0.1/results/", "not an address of the web"),
    ("127.0.0.1/results/", "not an address of the web"),
    ("http:///results/", "no host"),
    ("http://127.0.0.1:0/", "the port is not a number from 1 to 65535"),
    ("http://127.0.0.1:http/", "the port is not a number from 1 to 65535"),
    ("http://127.0.0.1/results/?hush", "a query (?)"),
    ("http://127.0.0.1/results/#hush", "a fragment (#)"),
    ("http://127.0.0.1/a\\b", "a character that needs %-encoding"),
])
def test_bad_address(results, url, reason):
    code, printed = deliver(results, url)
    assert code == USAGE
    assert reason in printed
    assert "expected http://HOST[:PORT]/PATH/" in printed
    assert "hush" not in printed


@pytest.mark.parametrize("url", [
    "http://hush:hush@127.0.0.1/", "http://127.0.0.1/results/?token=hush",
])
def test_secrets_are_taken_from_files_only(results, url):
    done = subprocess.run(command(results, url), capture_output=True, text=True, timeout=30)
    assert done.returncode == USAGE
    assert "assay: --upload: credentials do not belong on the command line" in done.stderr
    assert "hush" not in done.stdout + done.stderr


def test_a_password_of_a_file_is_used_and_not_shown(results, tmp_path):
    with server(answer(201)) as fake:
        settings = tmp_path / "settings"
        settings.write_text(f"upload={fake.url.replace('://', '://me:hush@')}\n")
        done = subprocess.run([*command(results, "")[:2], f"--settings={settings}", str(results)],
                              capture_output=True, text=True, timeout=30)
        assert done.returncode == OK
        assert f"-> {fake.url}" in done.stdout
        assert "hush" not in done.stdout + done.stderr
        assert fake.requests[0][1]["Authorization"] == "Basic bWU6aHVzaA=="


@pytest.mark.parametrize("text", [None, "", "{}", '{"run":{"id":7,"machine":"x"}}', "{" * 5000])
def test_nothing_to_deliver(results, text):
    (results / "journal.ndjson").unlink()
    (results / "report.json").unlink()
    if text is not None:
        (results / "report.json").write_text(text)
    with server(answer(201)) as fake:
        code, printed = deliver(results, fake.url)
        assert code == INTERNAL
        assert str(results) in printed
        assert not fake.requests


def test_machine_is_one_step_of_the_path(results):
    run = {"id": RUN, "machine": "../../etc/x y"}
    (results / "report.json").write_text(json.dumps({"run": run}))
    with server(answer(201)) as fake:
        assert deliver(results, fake.url)[0] == OK
        assert fake.requests[1][0] == f"/results/-.-..-etc-x-y/{RUN}/report.json"
