# SPDX-License-Identifier: MIT
"""Loop devices that stand in for disks.

In a mount namespace of its own, a made-up /sys gives loop devices names and serial numbers and
this host one, too. All else about them is real: the device numbers, the size, who has it open.
"""

import dataclasses
import hashlib
import os
import subprocess
from collections.abc import Callable

import pytest

MIB = 1 << 20
HOST = "HOST-7"
CONTROLLER = "devices/pci0000:00/0000:00:05.0/host0/block"
NODES = {"null": "c 1 3", "zero": "c 1 5", "urandom": "c 1 9"}


@dataclasses.dataclass
class Loop:
    """What a disk is like, and what is done to its image before it is one."""
    make: Callable = lambda image: None
    size: int = 16 * MIB
    sector: int = 512
    read_only: bool = False
    turns: bool = True


def digest(image):
    return hashlib.sha256(image.read_bytes()).hexdigest()


def attach(image, loop):
    done = subprocess.run(["losetup", "--find", "--show", "--sector-size", str(loop.sector),
                           *["--read-only"] * loop.read_only, image], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode:
        pytest.skip(f"loop devices cannot be had here: {done.stderr.strip()}")
    return done.stdout.strip()


class Disks:
    """Images by the name of their disk, each behind a loop device."""

    def __init__(self, directory, assay, loops):
        if os.geteuid() != 0:
            pytest.skip("needs root")
        if subprocess.run(["unshare", "--mount", "true"]).returncode:
            pytest.skip("a mount namespace cannot be made here")
        self.assay, self.directory, self.kinds = assay, directory, loops
        self.images, self.loops, self.before = {}, {}, {}

    def __enter__(self):
        try:
            for name, loop in self.kinds.items():
                image = self.images[name] = self.directory / f"{name}.img"
                with open(image, "wb") as file:
                    file.truncate(loop.size)
                loop.make(image)
                self.before[name] = digest(image)
                self.loops[name] = attach(image, loop)
                self._describe(name, loop)
            self._file("class/dmi/id/product_serial", HOST)
            (self.directory / "mnt").mkdir()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for loop in self.loops.values():
            subprocess.run(["losetup", "--detach", loop], check=True)

    def _file(self, path, text):
        path = self.directory / "sys" / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n")

    def queue(self, name, file):
        return self.directory / "sys" / CONTROLLER / name / "queue" / file

    def _describe(self, name, loop):
        for file, text in {"size": loop.size // 512, "serial": f"SN-{name}",
                           "dev": ":".join(self.numbers(name)), "ro": int(loop.read_only),
                           "queue/logical_block_size": loop.sector,
                           "queue/rotational": int(loop.turns),
                           "queue/read_ahead_kb": 128}.items():
            self._file(f"{CONTROLLER}/{name}/{file}", text)
        link = self.directory / "sys/block" / name
        link.parent.mkdir(exist_ok=True)
        link.symlink_to(f"../{CONTROLLER}/{name}")

    def numbers(self, name):
        device = os.stat(self.loops[name]).st_rdev
        return str(os.major(device)), str(os.minor(device))

    def words(self, *names):
        """The word that allows to write to all of these, or to all."""
        return "--write=" + ",".join(f"SN-{name}@{HOST}" for name in names or self.kinds)

    def command(self, *words, before="", program=None):
        """The arguments of assay, or another program, where the loop devices are disks."""
        nodes = NODES | {name: "b " + " ".join(self.numbers(name)) for name in self.loops}
        script = ("mount -t tmpfs none /dev\nln -s /proc/self/fd /dev/fd\n"
                  + "".join(f"mknod /dev/{name} {what}\n" for name, what in nodes.items())
                  + f"mount --bind {self.directory}/sys /sys\n"
                  f'cd "$0"\n{before}\nexec "$@"\n')
        return ["unshare", "--mount", "sh", "-euc", script, self.directory,
                program or self.assay, *words]

    def run(self, *words, **how):
        return subprocess.run(self.command(*words, **how), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=120)

    def changed(self):
        """The disks that are not what they were."""
        names = []
        for name, image in self.images.items():
            subprocess.run(["blockdev", "--flushbufs", self.loops[name]], check=True)
            if digest(image) != self.before[name]:
                names.append(name)
        return names


def writers(assay, target, *words):
    """Each command that can write to a disk, asked to write to this one."""
    known = subprocess.run([assay, "help"], stdout=subprocess.PIPE, text=True).stdout
    lines = {
        "dd": ["dd", *words, "if=/dev/zero", f"of={target}", "bs=4096", "count=2"],
        "fio": ["fio", *words, "--name=x", "--rw=write", "--bs=4k", "--size=8k",
                f"--filename={target}"],
        "iometer": ["iometer", *words, "--profile=rndwrite", "--block=4k", "--outstanding=1-1",
                    "--ramp=0s", "--time=1s", target],
        "diskinfo": ["diskinfo", *words, "-w", "-S", target],
    }
    return [line for name, line in lines.items() if f"\nassay {name} " in known]
