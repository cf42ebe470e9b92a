# SPDX-License-Identifier: MIT
"""medium.py - media for firmware to start from, made as ./build.sh image makes them"""

import hashlib
import json
import os
import struct
import subprocess
import tempfile
from pathlib import Path

from lab import TOP

OVMF_KEYS = "/usr/share/ovmf/PkKek-1-snakeoil"  # what the firmware of a lab knows


def make(script, output, cmdline, *inputs):
    """Run a script of image/ with another command line; returns the output."""
    subprocess.run([TOP / "image" / script, output, *inputs], check=True,
                   env={**os.environ, "CMDLINE": cmdline})
    return output


def sign(program, output):
    """As ./build.sh sign does, with the key that the firmware with secure boot trusts."""
    key = output.with_suffix(".key")
    subprocess.run(["openssl", "rsa", "-in", f"{OVMF_KEYS}.key", "-passin", "pass:snakeoil",
                    "-out", key], check=True, capture_output=True)
    subprocess.run(["sbsign", "--key", key, "--cert", f"{OVMF_KEYS}.pem", "--output", output,
                    program], check=True, capture_output=True)
    return output


def fat_with(path, program):
    """A medium that holds only this program, where UEFI looks for it."""
    path.touch()
    os.truncate(path, 64 << 20)
    subprocess.run(["mformat", "-i", path, "-F", "::"], check=True)
    subprocess.run(["mmd", "-i", path, "::/EFI", "::/EFI/BOOT"], check=True)
    subprocess.run(["mcopy", "-i", path, program, "::/EFI/BOOT/BOOTX64.EFI"], check=True)
    return path


def second_entry(image):
    """Where the FAT partition begins and ends, in bytes: the second entry of the GPT."""
    with open(image, "rb") as file:
        file.seek(512 + 72)
        entries, = struct.unpack("<Q", file.read(8))
        file.seek(entries * 512 + 128 + 32)
        first, last = struct.unpack("<QQ", file.read(16))
        return first * 512, (last + 1) * 512


def second_partition(image):
    """Where the FAT partition begins, in bytes."""
    return second_entry(image)[0]


class Contents:
    """What is on a stick: the files of its FAT partition by path, and all that is beside it."""

    def __init__(self, stick):
        start, end = second_entry(stick)
        data = stick.read_bytes()
        self.beside = hashlib.sha256(data[:start] + data[end:]).hexdigest()
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["mcopy", "-s", "-n", "-i", f"{stick}@@{start}", "::/*", folder],
                           check=True)
            files = {str(path.relative_to(folder)): path.read_bytes()
                     for path in Path(folder).rglob("*") if path.is_file()}
        self.results = {path: content for path, content in files.items()
                        if path.startswith("results/")}
        self.others = {path: content for path, content in files.items()
                       if path not in self.results}

    def reports(self):
        """Each report on it, by the folder that it is in."""
        return {path.removesuffix("/report.json"): json.loads(content)
                for path, content in self.results.items() if path.endswith("/report.json")}
