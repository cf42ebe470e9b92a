#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""ntp.py ADDRESS AHEAD_S - an NTP server whose clock is so many seconds ahead of this machine's"""

import socket
import struct
import sys
import time

SINCE_1900_S = 2208988800


def stamp(ahead_s):
    """Seconds since 1900 and their fraction: RFC 5905, 6."""
    now = time.time() + SINCE_1900_S + ahead_s
    return struct.pack("!II", int(now), int(now % 1 * (1 << 32)))


def main():
    address, ahead_s = sys.argv[1], float(sys.argv[2])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind((address, 123))
        while True:
            question, asker = server.recvfrom(1024)
            now = stamp(ahead_s)
            # server of version 4, stratum 1, known to 2**-20 s, no delay, no dispersion
            answer = struct.pack("!BBBbII4s", 0x24, 1, 4, -20, 0, 0, b"LAB\0")
            answer += now + question[40:48] + now + now
            server.sendto(answer, asker)


if __name__ == "__main__":
    main()
