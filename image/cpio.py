# SPDX-License-Identifier: MIT
"""cpio.py - small initramfs archives, to lay over a finished image without unpacking it"""

import os
import stat


def archive(files):
    """An uncompressed newc archive, as bytes.

    files: path without a leading "/" -> bytes (a file that may be executed), a Path (the file
    of the host with that name), or str (where a symbolic link points to). Directories on the
    way are added. The kernel unpacks archives in order: a later file replaces an earlier one.
    Source: Documentation/driver-api/early-userspace/buffer-format.rst of Linux.
    """
    out = bytearray()
    done = set()
    for path, content in files.items():
        for directory in _parents(path):
            if directory not in done:
                done.add(directory)
                _entry(out, directory, stat.S_IFDIR | 0o755, b"")
        if isinstance(content, str):
            _entry(out, path, stat.S_IFLNK | 0o777, content.encode())
        else:
            data = content if isinstance(content, bytes) else content.read_bytes()
            _entry(out, path, stat.S_IFREG | 0o755, data)
    _entry(out, "TRAILER!!!", 0, b"")
    _pad(out, 512)
    return bytes(out)


def join(*parts):
    """One initrd out of several: each starts at a multiple of four bytes."""
    out = bytearray()
    for part in parts:
        _pad(out, 4)
        out += part
    return bytes(out)


def _parents(path):
    names = []
    while path := os.path.dirname(path):
        names.insert(0, path)
    return names


def _entry(out, name, mode, data):
    name = name.encode() + b"\0"
    # magic, inode (always new: no hard links), mode, uid, gid, links, mtime, size,
    # device and rdev numbers, length of the name, checksum
    numbers = (len(out), mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name), 0)
    out += b"070701" + b"".join(b"%08x" % number for number in numbers) + name
    _pad(out, 4)
    out += data
    _pad(out, 4)


def _pad(out, size):
    out += bytes(-len(out) % size)
