# SPDX-License-Identifier: MIT
"""rogue.py PORT PLAN - a DHCP server that says what no honest one does, late, and not always

PLAN is JSON: "steps" is a list of [COUNT, ADDRESS]: so many requests are answered with that address,
null = not at all; the last step never ends. "options" is {CODE: bytes in hexadecimal}. Prints a line
for each request.
"""

import json
import socket
import struct
import sys

OFFER, ACK = 2, 5
DISCOVER = 1
SERVER = socket.inet_aton("192.0.2.1")
HEAD = struct.Struct("!4s4sHH4s4s4s4s16s64s128s4s")
COOKIE = b"\x63\x82\x53\x63"
USUAL = {54: SERVER, 1: b"\xff\xff\xff\0", 51: struct.pack("!I", 3600)}


def kind_of(request):
    at = HEAD.size
    while at + 2 < len(request) and request[at] != 255:
        if request[at] == 53:
            return request[at + 2]
        at += 2 + request[at + 1] if request[at] else 1
    return None


def answer(request, kind, address, options):
    """A reply; more than 255 bytes of one option go on in the next of the same code (RFC 3396)."""
    _, xid, _, flags, *_, chaddr, _, _, _ = HEAD.unpack(request[:HEAD.size])
    packet = HEAD.pack(b"\2\1\6\0", xid, 0, flags, b"", socket.inet_aton(address), SERVER, b"",
                       chaddr, b"", b"", COOKIE)
    for code, value in ({53: bytes([kind])} | USUAL | options).items():
        for at in range(0, len(value), 255):
            part = value[at:at + 255]
            packet += bytes([code, len(part)]) + part
    return packet + b"\xff"


def main(port, plan):
    plan = json.loads(plan)
    options = {int(code): bytes.fromhex(value) for code, value in plan.get("options", {}).items()}
    steps = [list(step) for step in plan["steps"]]
    wire = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, port.encode())
    wire.bind(("", 67))
    while True:
        request = wire.recv(2000)
        while len(steps) > 1 and steps[0][0] == 0:
            del steps[0]
        address = steps[0][1]
        steps[0][0] -= 1
        kind = kind_of(request)
        print(kind, address, flush=True)
        if address:
            wire.sendto(answer(request, OFFER if kind == DISCOVER else ACK, address, options),
                        ("255.255.255.255", 68))


main(*sys.argv[1:])
