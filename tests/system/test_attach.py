# SPDX-License-Identifier: MIT
"""The dashboard in terminals of several sizes: a pseudo-terminal, and a small terminal to read it."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import pytest

COMMAND = re.compile(rb"\x1b\[([?0-9;]*)([A-Za-z])")
LIMIT_S = 20
KEYS = {"q": b"q", "Q": b"Q", "Ctrl-C": b"\x03", "Ctrl-Z": b"\x1a", "Ctrl-\\": b"\x1c"}


class Terminal:
    """Knows what the dashboard may send, and nothing that scrolls."""

    def __init__(self, columns, rows):
        self.alternate = self.wraps = self.cursor_seen = None
        self.colours, self.part = 0, b""
        self.resize(columns, rows)

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.stale = True  # what was sent for another size is still on its way

    def take(self, data):
        data, self.part, position = self.part + data, b"", 0
        while position < len(data):
            command = COMMAND.match(data, position)
            if command:
                self._obey(command[1].decode(), command[2].decode())
                position = command.end()
                continue
            if data[position:position + 1] == b"\x1b" and len(data) - position < 12:
                self.part = data[position:]  # the rest of it is still to come
                return
            character = chr(data[position])
            assert " " <= character <= "~", repr(data[position:position + 20])
            position += 1
            if self.stale:
                continue
            assert self.row < self.rows and self.column < self.columns, "beyond the edge"
            self.cells[self.row][self.column] = character
            self.column += 1

    def _obey(self, words, letter):
        if letter == "H":
            self.row, self.column = (int(word or 1) - 1 for word in (words or "1;1").split(";"))
        elif letter == "J":
            assert words == "2"
            self.stale = False
            self.cells = [[" "] * self.columns for _ in range(self.rows)]
        elif letter == "m":
            self.colours += words != ""
        elif letter in "hl":
            name = {"?1049": "alternate", "?7": "wraps", "?25": "cursor_seen"}[words]
            setattr(self, name, letter == "h")
        else:
            raise AssertionError(f"an unknown command: {words}{letter}")

    @property
    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]


class Dashboard:
    """assay attach in a terminal of its own."""

    def __init__(self, assay, directory, columns, rows, **environment):
        self.main, terminal = pty.openpty()
        self.terminal = Terminal(columns or 80, rows or 24)
        self._size(columns, rows)
        self.before = termios.tcgetattr(self.main)
        self.process = subprocess.Popen(
            [assay, "attach", directory], stdin=terminal, stdout=terminal,
            stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            env={"TERM": "xterm", **environment})
        os.close(terminal)

    def _size(self, columns, rows):
        fcntl.ioctl(self.main, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        self.terminal.resize(columns, rows)
        self._size(columns, rows)

    def wait_for(self, text):
        """Read until a line has it; returns the lines."""
        end = time.monotonic() + LIMIT_S
        while not any(text in line for line in self.terminal.lines):
            assert time.monotonic() < end, self.terminal.lines
            if select.select([self.main], [], [], 0.2)[0]:
                self.terminal.take(self._read())
        return self.terminal.lines

    def _read(self):
        try:
            return os.read(self.main, 65536)
        except OSError:  # its terminal was closed on the other side
            return b""

    def leave(self, key):
        """Press a key; returns the exit status, with all read that was sent."""
        os.write(self.main, key)
        status = self.process.wait(LIMIT_S)
        while select.select([self.main], [], [], 0)[0] and (data := self._read()):
            self.terminal.take(data)
        return status


@pytest.fixture(scope="module")
def run(smoke, tmp_path_factory):
    """The directory of a run that is over."""
    directory = tmp_path_factory.mktemp("attach") / "run"
    smoke(directory, "cpu.integer")
    return directory


@pytest.fixture
def open_dashboard(assay, run):
    with contextlib.ExitStack() as stack:
        def opened(columns=80, rows=25, **environment):
            dashboard = Dashboard(assay, run, columns, rows, **environment)
            stack.callback(os.close, dashboard.main)
            stack.callback(dashboard.process.kill)
            return dashboard
        yield opened


@pytest.mark.parametrize("columns, rows", [(80, 25), (40, 10), (200, 60), (80, 24), (1, 1), (0, 0)])
def test_it_stays_inside_of_any_terminal(open_dashboard, columns, rows):
    dashboard = open_dashboard(columns, rows)
    lines = dashboard.wait_for("q: leave"[:max(columns - 1, 0)] if columns else "q: leave")
    if columns != 1:
        assert lines[0].startswith(" assay ")
        assert lines[min(rows or 24, 25) - 1].startswith(" q: leave"), lines
    assert not any(lines[25:])
    assert dashboard.leave(b"q") == 0


@pytest.mark.parametrize("key", KEYS)
def test_keys_leave_the_terminal_as_it_was(open_dashboard, key):
    dashboard = open_dashboard()
    dashboard.wait_for("R E S U L T")
    during = dashboard.terminal
    assert (during.alternate, during.wraps, during.cursor_seen) == (True, False, False)
    assert termios.tcgetattr(dashboard.main) != dashboard.before
    assert dashboard.leave(KEYS[key]) == 0
    after = dashboard.terminal
    assert (after.alternate, after.wraps, after.cursor_seen) == (False, True, True)
    assert termios.tcgetattr(dashboard.main) == dashboard.before


def test_other_keys_and_signals_do_not_end_it(open_dashboard):
    dashboard = open_dashboard()
    dashboard.wait_for("R E S U L T")
    os.write(dashboard.main, b"x\r\x1b[A")
    dashboard.resize(60, 20)
    lines = dashboard.wait_for("q: leave")
    assert lines[19].startswith(" q: leave")
    assert dashboard.leave(b"q") == 0


def test_it_follows_a_terminal_that_grows(open_dashboard):
    dashboard = open_dashboard(40, 10)
    dashboard.wait_for("q: leave")
    dashboard.resize(132, 43)
    lines = dashboard.wait_for("q: leave")
    assert any("no upload=" in line for line in lines)
    assert lines[24].startswith(" q: leave"), lines
    assert dashboard.leave(b"q") == 0


def test_two_at_once_are_the_same(open_dashboard):
    one, two = open_dashboard(), open_dashboard()
    assert one.wait_for("q: leave") == two.wait_for("q: leave")
    assert one.leave(b"q") == 0
    two.resize(80, 24)  # the other one has taken nothing away from it
    two.wait_for("q: leave")
    assert two.leave(b"q") == 0


def test_no_colour(open_dashboard):
    plain, coloured = open_dashboard(NO_COLOR="1"), open_dashboard(NO_COLOR="")
    assert plain.wait_for("R E S U L T") == coloured.wait_for("R E S U L T")
    assert plain.terminal.colours == 0 and coloured.terminal.colours > 0


def test_it_ends_when_its_terminal_goes(open_dashboard):
    dashboard = open_dashboard()
    dashboard.wait_for("R E S U L T")
    dashboard.process.send_signal(signal.SIGHUP)
    assert dashboard.process.wait(LIMIT_S) == 0


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {}])
def test_what_is_no_such_terminal_is_told_what_to_use(assay, run, environment):
    main, terminal = pty.openpty()
    done = subprocess.run([assay, "attach", run], stdin=terminal, stdout=terminal,
                          stderr=subprocess.PIPE, env=environment, text=True, timeout=LIMIT_S)
    os.close(main)
    os.close(terminal)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "assay status and assay log -f" in done.stderr


def test_status_is_for_pipes_and_narrow_eyes(assay, run):
    done = subprocess.run([assay, "status", run], stdout=subprocess.PIPE, text=True,
                          env={"TERM": "dumb"}, check=True, timeout=LIMIT_S)
    lines = done.stdout.splitlines()
    assert len(lines) == 24 and max(map(len, lines)) <= 80
    assert "\x1b" not in done.stdout
