# SPDX-License-Identifier: MIT
"""advertise.py PORT OPTIONS - advertise a router (RFC 4861), with any options, five times a second

OPTIONS are their bytes, in hexadecimal.
"""

import contextlib
import socket
import struct
import sys
import time

ALL_NODES = "ff02::1"
HEAD = struct.pack("!BBHBBHII", 134, 0, 0, 64, 0, 1800, 0, 0)  # the kernel fills the checksum in


def main(port, options):
    index = socket.if_nametoindex(port)
    wire = socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6)
    wire.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
    wire.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
    while True:
        with contextlib.suppress(OSError):  # the port has no address yet
            wire.sendto(HEAD + bytes.fromhex(options), (ALL_NODES, 0, 0, index))
        time.sleep(0.2)  # how often


main(*sys.argv[1:])
