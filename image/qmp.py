# SPDX-License-Identifier: MIT
"""qmp.py - QEMU's own control channel: ask it something, and learn why it ended"""

import json


class Qmp:
    """A connection to one QEMU."""

    def __init__(self, connection):
        connection.settimeout(30)
        self.file = connection.makefile("rw")
        self.shutdown = "unknown"
        self.file.readline()  # the greeting
        self.ask("qmp_capabilities")

    def ask(self, command, **arguments):
        self.file.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.file.flush()
        while reply := self._next():
            if "error" in reply:
                raise RuntimeError(f"{command}: {reply['error']['desc']}")
            if "return" in reply:
                return reply["return"]
        raise RuntimeError(f"{command}: qemu is gone")

    def ended(self):
        """Read to the end: why QEMU ended."""
        try:
            while self._next():
                pass
        except ConnectionError:
            pass
        return self.shutdown

    def _next(self):
        line = self.file.readline()
        message = json.loads(line) if line else None
        if message and message.get("event") == "SHUTDOWN":
            self.shutdown = message["data"]["reason"]
        return message
