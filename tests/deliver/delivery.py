# SPDX-License-Identifier: MIT
"""A run's results, `assay deliver` as a command, and servers to answer it."""

import contextlib
import http.server
import os
import subprocess
import sys
import threading
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "image"))  # where receiver.py is

ASSAY = os.environ.get("ASSAY", TOP / "build" / "assay")
RUN = "0b8a4a3e-9d2f-4c1b-8a77-5f0e6d3c2b1a"
MACHINE = "SN-0042"
OK, USAGE, NOT_DELIVERED, INTERNAL = 0, 2, 6, 7  # bench/lib/status.h


def command(results, url, *options):
    return [str(ASSAY), "deliver", f"--upload={url}", *options, str(results)]


def deliver(results, url, *options):
    """Returns the exit status and what was printed."""
    done = subprocess.run(command(results, url, *options), capture_output=True, text=True,
                          timeout=30, check=False)
    print(done.stdout, done.stderr)
    assert all(line.startswith("assay: ") for line in done.stdout.splitlines())
    return done.returncode, done.stdout


def is_marked(results):
    return (results / "delivered").exists()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_PUT(self):
        self.server.requests.append((self.path, self.headers))
        answers = self.server.answers
        (answers.pop(0) if len(answers) > 1 else answers[0])(self)

    do_GET = do_PUT

    def log_message(self, *words):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # clients that hang up are part of the tests


@contextlib.contextmanager
def server(*answers):
    """A server that gives one answer per request, and the last one from then on."""
    with Server(("127.0.0.1", 0), Handler) as fake:
        fake.answers, fake.requests, fake.bodies = list(answers), [], []
        fake.url = f"http://127.0.0.1:{fake.server_port}/results/"
        threading.Thread(target=fake.serve_forever, kwargs={"poll_interval": 0.05}).start()
        try:
            yield fake
        finally:
            fake.shutdown()


def reply(handler, status, **headers):
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def answer(status, **headers):
    """Read the file and answer."""

    def act(handler):
        handler.server.bodies.append(handler.rfile.read(int(handler.headers["Content-Length"])))
        reply(handler, status, **headers)

    return act
