# SPDX-License-Identifier: MIT
"""`assay deliver` to servers that say no, not now, or what they should not."""

import contextlib
import socket
import struct
import threading
import time

import pytest
from delivery import MACHINE, NOT_DELIVERED, OK, RUN, answer, deliver, is_marked, reply, server


def grow_journal(results, mib):
    with open(results / "journal.ndjson", "ab") as journal:
        journal.truncate(mib << 20)


def test_request_is_plain(results):
    with server(answer(201)) as fake:
        assert deliver(results, fake.url)[0] == OK
        assert [path for path, _ in fake.requests] == [
            f"/results/{MACHINE}/{RUN}/journal.ndjson", f"/results/{MACHINE}/{RUN}/report.json"]
        types = [headers["Content-Type"] for _, headers in fake.requests]
        assert types == ["application/x-ndjson", "application/json"]
        for _, headers in fake.requests:
            assert headers["Idempotency-Key"] == RUN
            assert headers["User-Agent"].startswith("assay/")
            assert "Transfer-Encoding" not in headers and "Expect" not in headers
        assert fake.bodies[1] == (results / "report.json").read_bytes()


@pytest.mark.parametrize("status", [408, 503])
def test_not_now_is_retried(results, status):
    with server(answer(status), answer(201)) as fake:
        code, printed = deliver(results, fake.url)
        assert code == OK
        assert f"127.0.0.1:{fake.server_port} answered {status}" in printed
        assert "; again in " in printed
        assert len(fake.requests) == 3


def test_retry_after_is_honoured(results):
    with server(answer(429, Retry_After="4"), answer(201)) as fake:
        began = time.monotonic()
        code, printed = deliver(results, fake.url)
        assert code == OK
        assert time.monotonic() - began >= 4
        assert "again in 4 s" in printed


def test_retry_after_is_a_date_of_the_server(results):
    # a server whose clock is decades away from ours: only the difference counts
    headers = {"Date": "Sun, 06 Nov 1994 08:49:37 GMT",
               "Retry_After": "Sun, 06 Nov 1994 08:49:41 GMT"}

    def act(handler):
        handler.date_time_string = lambda timestamp=None: headers["Date"]
        answer(503, Retry_After=headers["Retry_After"])(handler)

    with server(act, answer(201)) as fake:
        code, printed = deliver(results, fake.url)
        assert code == OK
        assert "again in 4 s" in printed


def test_retry_after_ends_at_the_deadline(results):
    with server(answer(503, Retry_After="86400")) as fake:
        code, printed = deliver(results, fake.url, "--upload.deadline=1")
        assert code == NOT_DELIVERED
        assert "answered 503, expected 2xx; the deadline is over after 2 tries" in printed
        assert len(fake.requests) == 2  # once more when the deadline comes


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 413])
def test_no_is_no(results, status):
    with server(answer(status)) as fake:
        code, printed = deliver(results, fake.url)
        assert code == NOT_DELIVERED
        assert f"answered {status}, expected 2xx" in printed
        assert "; not tried again" in printed
        assert len(fake.requests) == 1
        assert not is_marked(results)


def test_no_before_the_file_was_read(results):
    grow_journal(results, 16)

    def close(handler):
        reply(handler, 413)
        handler.rfile.read(1 << 20)
        handler.close_connection = True

    with server(close) as fake:
        code, printed = deliver(results, fake.url)
        assert code == NOT_DELIVERED
        assert "answered 413" in printed and "client_max_body_size" in printed


def test_slow_server(results):
    def slow(handler):
        time.sleep(1.5)
        answer(201)(handler)

    with server(slow, answer(201)) as fake:
        assert deliver(results, fake.url)[0] == OK
        assert len(fake.requests) == 2


def test_server_that_never_answers(results):
    over = threading.Event()
    with server(lambda handler: over.wait(30)) as fake:
        code, printed = deliver(results, fake.url, "--upload.deadline=1")
        over.set()
        assert code == NOT_DELIVERED
        assert f"no answer from 127.0.0.1:{fake.server_port}" in printed


def test_connection_reset_in_the_middle(results):
    grow_journal(results, 8)

    def reset(handler):
        handler.rfile.read(100_000)
        linger = struct.pack("ii", 1, 0)
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        handler.connection.close()
        handler.close_connection = True

    with server(reset, answer(201)) as fake:
        code, printed = deliver(results, fake.url)
        assert code == OK
        assert f"no answer from 127.0.0.1:{fake.server_port}" in printed
        assert fake.bodies[0] == (results / "journal.ndjson").read_bytes()


def test_answer_without_reading_is_no_acknowledgement(results):
    grow_journal(results, 16)

    def ignore(handler):
        reply(handler, 200)
        handler.close_connection = True

    with server(ignore, answer(201)) as fake:
        code, printed = deliver(results, fake.url)
        assert code == OK
        assert "; again in " in printed
        assert fake.bodies[0] == (results / "journal.ndjson").read_bytes()


def talk_without_end(handler):
    handler.send_response(201)
    handler.send_header("Content-Length", str(1 << 40))
    handler.end_headers()
    handler.close_connection = True
    with contextlib.suppress(OSError):
        while True:
            handler.wfile.write(bytes(1 << 16))


def test_answer_without_end_is_cut(results):
    def endless(handler):
        handler.rfile.read(int(handler.headers["Content-Length"]))
        talk_without_end(handler)

    with server(endless) as fake:
        assert deliver(results, fake.url)[0] == OK


def test_answer_without_end_before_the_file_is_no_acknowledgement(results):
    grow_journal(results, 16)
    with server(talk_without_end, answer(201)) as fake:
        code, printed = deliver(results, fake.url)
        assert code == OK
        assert "answered 201 before it had read the file; again in " in printed
        assert fake.bodies[0] == (results / "journal.ndjson").read_bytes()


def test_answer_that_is_no_http(results):
    def babble(handler):
        handler.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n\x1b[2J\r\n")
        handler.close_connection = True

    with server(babble) as fake:
        code, printed = deliver(results, fake.url, "--upload.deadline=0")
        assert code == NOT_DELIVERED
        assert f"no answer from 127.0.0.1:{fake.server_port}" in printed


@pytest.mark.parametrize("status", [307, 308])
def test_redirect_on_the_same_server_is_followed(results, status):
    with server(answer(status, Location="/elsewhere/journal"), answer(201)) as fake:
        assert deliver(results, fake.url)[0] == OK
        assert fake.requests[1][0] == "/elsewhere/journal"
        assert fake.bodies[1] == (results / "journal.ndjson").read_bytes()


def test_redirect_to_another_server_is_refused(results):
    with server(answer(201)) as other:
        with server(answer(307, Location=other.url + "\x1b[31m")) as fake:
            code, printed = deliver(results, fake.url)
        assert code == NOT_DELIVERED
        assert f"answered 307, expected 2xx: it wants the file at {other.url}" in printed
        assert "\x1b" not in printed
        assert not other.requests


@pytest.mark.parametrize("status", [301, 302, 303])
def test_redirect_that_may_change_the_method_is_refused(results, status):
    with server(answer(status, Location="/elsewhere")) as fake:
        code, printed = deliver(results, fake.url)
        assert code == NOT_DELIVERED
        assert f"answered {status}, expected 2xx: it wants the file at {fake.url[:-9]}/elsewhere" in printed


def test_redirects_in_a_circle_end(results):
    with server(answer(308, Location="/results/again")) as fake:
        assert deliver(results, fake.url)[0] == NOT_DELIVERED
        assert len(fake.requests) == 6
