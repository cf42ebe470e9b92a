# SPDX-License-Identifier: MIT
"""lab.py - boot a kernel and an initrd in QEMU, with disks that are blank, broken or hung

    lab = Lab(directory, disks=DISKS, memory_mib=128)
    boot = lab.boot(kernel, initrd, "assay.plan=smoke")
    boot.ended, boot.elapsed_s, boot.lines, boot.verdict

or with a medium that its own firmware starts: Lab(directory, firmware="uefi",
medium=("build/assay.img", "usb")).boot().

Software emulation unless BOOT_ACCEL says otherwise: /dev/kvm may exist and still hang.
"""

import dataclasses
import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

from qmp import Qmp
from verdict import Verdict

TOP = Path(__file__).resolve().parent.parent

# How each kind of disk is attached; the driver that Linux uses for it.
CONTROLLERS = {
    "virtio": ("virtio_blk", ["virtio-blk-pci,drive={id},serial={serial}"]),
    "nvme": ("nvme", ["nvme,drive={id},serial={serial}"]),
    "ahci": ("ahci", ["ich9-ahci,id={id}-hba",
                      "ide-hd,bus={id}-hba.0,drive={id},serial={serial},model=LAB SATA disk"]),
    "megasas": ("megaraid_sas", ["megasas,id={id}-hba",
                                 "scsi-hd,bus={id}-hba.0,drive={id},serial={serial},"
                                 "vendor=LAB,product=MEGASAS DISK"]),
}


@dataclasses.dataclass(frozen=True)
class Disk:
    kind: str  # a key of CONTROLLERS
    mib: int = 256
    bad_sectors: tuple = ()  # 512-byte sectors whose reading fails
    number: int = 1  # of several of a kind
    source: str = ""  # of -drive, in place of an image of zeroes: "driver=null-co,size=1G"
    limits: str = ""  # of -drive: "throttling.iops-total=100"
    image: Path = None  # a file that is there already, and stays

    @property
    def id(self):
        return self.kind if self.number == 1 else f"{self.kind}{self.number}"

    @property
    def serial(self):
        return f"LAB-{self.kind.upper()}-{self.number}"

    @property
    def driver(self):
        return CONTROLLERS[self.kind][0]


# One of each kind of controller.
DISKS = tuple(Disk(kind) for kind in CONTROLLERS)


def default_kernel():
    """$KERNEL, else the one that image/kernel chooses, built if need be."""
    if os.environ.get("KERNEL"):
        return Path(os.environ["KERNEL"])
    made = subprocess.run([TOP / "image" / "kernel", "default"], stdout=subprocess.PIPE, text=True)
    if made.returncode:
        raise SystemExit("lab: no kernel: image/kernel default failed")
    return Path(made.stdout.strip()) / "bzImage"


def default_initrd():
    """$INITRD, else the one that ./build.sh image makes."""
    return Path(os.environ.get("INITRD") or TOP / "build" / "initrd.img")


@dataclasses.dataclass
class Boot:
    """What was seen of a machine, from QEMU's start to its end."""

    ended: str  # "guest-shutdown", "guest-reset" (a panic with -no-reboot), ...; "limit" = killed
    exit_status: int  # of QEMU
    elapsed_s: float
    lines: list  # of the console, without line ends
    verdict: Verdict

    @property
    def console(self):
        return "\n".join(self.lines)

    @property
    def first_job_s(self):
        """Kernel start to first job, by the guest's own clock; None if none started."""
        found = re.search(r"first job at ([0-9.]+) s of kernel time", self.console)
        return float(found[1]) if found else None

    @property
    def emulator_fault(self):
        """Did the kernel meet a breakpoint that it had taken back already, before there was init?

        The kernel changes its own code by way of breakpoints, and makes the other CPUs look at it
        again before it forgets them. QEMU 7.2 with a thread for each CPU may keep what it had
        translated in between: one boot in a hundred on a busy host, always in sched_clock_cpu().
        """
        return (self.ended == "guest-reset" and "Oops: int3" in self.console and
                not re.search("^(init|assay)[: ]", self.console, re.MULTILINE))

    def tail(self):
        """The end of the console: for the message of a test that fails."""
        return "\n".join([f"{self.ended} after {self.elapsed_s:.1f} s", *self.lines[-30:]])


class Lab:
    """A machine to be switched on once. The directory keeps console, verdict and disks."""

    faults = []  # of the emulator, for which a machine was switched on again; all labs'

    def __init__(self, directory, disks=DISKS, memory_mib=1024, network=True, vga=False,
                 serial="LAB-0001", cpus=2, keep_disks=False, ssh_port=None, cpu="max",
                 uuid=None, firmware="bios", medium=None, card="virtio-net-pci",
                 extra=()):
        self.directory = Path(directory)
        self.directory.mkdir(parents=True, exist_ok=True)
        self.disks, self.memory_mib, self.cpus, self.cpu = disks, memory_mib, cpus, cpu
        self.network, self.vga, self.serial = network, vga, serial
        self.keep_disks = keep_disks
        self.uuid = uuid
        self.firmware = firmware  # or uefi, secure
        self.medium = medium  # (file, "usb" or "cd")
        self.card = card
        self.extra = extra  # more words for QEMU
        self.ssh_port = ssh_port  # of the host's 127.0.0.1, leading to the guest's port 22
        self.qmp = None

    def boot(self, kernel=None, initrd=None, append="", limit_s=300, on_line=None, show=None):
        """Switch on, wait for the end, at most limit_s; returns a Boot.

        kernel   None: the firmware starts the medium
        initrd   a file, or bytes
        on_line  pattern -> function of this lab, called once at the first line that matches
        show     called with each line as it comes
        A machine that stays up and offers a shell is switched off: nobody sits there. One that
        the emulator fails is switched on once more; Lab.faults says so.
        """
        boot = self._boot(kernel, initrd, append, limit_s, on_line, show)
        if boot.emulator_fault:
            if show:
                show("lab: the emulator ran what was no longer there: booting again")
            Lab.faults += [f"{self.directory.name}: {line}" for line in boot.lines
                           if "RIP:" in line][:1]
            boot = self._boot(kernel, initrd, append, limit_s, on_line, show)
        return boot

    def _boot(self, kernel, initrd, append, limit_s, on_line, show):
        on_line = {"press Enter for a shell": Lab.stop, **(on_line or {})}
        if isinstance(initrd, bytes):
            self._path("initrd").write_bytes(initrd)
            initrd = self._path("initrd")
        for name in ("console", "verdict"):
            self._path(name).unlink(missing_ok=True)
        append = (f"{'console=tty0 ' if self.vga else ''}console=ttyS0 assay.verdict=ttyS1 "
                  f"panic=-1 quiet {append}")
        ours, theirs = socket.socketpair()
        command = self._command(theirs.fileno(), kernel, initrd, append)
        started = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   pass_fds=[theirs.fileno()])
        theirs.close()
        try:
            with ours:
                self.qmp = Qmp(ours)
                lines = self._follow(process, started, limit_s, on_line, show)
                ended = self.qmp.ended() if process.poll() is not None else "limit"
        finally:
            if process.poll() is None:
                process.kill()
            complaint = process.communicate()[1].decode(errors="replace").strip()
            for disk in [] if self.keep_disks else self.disks:
                self._image(disk).unlink(missing_ok=True)
        if process.returncode > 0:
            raise RuntimeError(f"qemu ended with {process.returncode}: {complaint}")
        verdict = self._path("verdict")
        text = verdict.read_text(errors="replace") if verdict.exists() else ""
        return Boot(ended, process.returncode, time.monotonic() - started, lines,
                    Verdict(text))

    def hang(self, disk):
        """From now on the disk takes I/O and never completes it."""
        # One byte a second: the first request is let through, the next waits for days.
        self.qmp.ask("block_set_io_throttle", device=disk.id, bps=1, bps_rd=0, bps_wr=0,
                     iops=0, iops_rd=0, iops_wr=0)

    def stop(self):
        """Pull the plug."""
        self.qmp.ask("quit")

    def screen(self):
        """The pixels of the VGA screen: one byte for each of red, green and blue."""
        path = self._path("screen.ppm")
        self.qmp.ask("screendump", filename=str(path))
        self.qmp.ask("screendump", filename=str(path.with_suffix(".png")), format="png")
        magic, size, depth, pixels = path.read_bytes().split(b"\n", 3)
        assert (magic, depth) == (b"P6", b"255"), "not a PPM"
        return pixels

    def _path(self, name):
        return self.directory / name

    def _command(self, qmp_fd, kernel, initrd, append):
        secure = ",smm=on" if self.firmware == "secure" else ""
        command = ["qemu-system-x86_64", "-machine", f"q35{secure}",
                   "-accel", os.environ.get("BOOT_ACCEL", "tcg"), "-cpu", self.cpu,
                   "-smp", str(self.cpus), "-m", str(self.memory_mib),
                   "-nodefaults", "-display", "none", "-no-reboot",
                   "-chardev", f"socket,id=qmp,fd={qmp_fd}", "-mon", "chardev=qmp,mode=control",
                   "-serial", f"file:{self._path('console')}",
                   "-serial", f"file:{self._path('verdict')}",
                   "-smbios", f"type=1,manufacturer=Assay,product=Lab,serial={self.serial}",
                   *self._firmware()]
        if self.uuid:
            command += ["-uuid", self.uuid]
        if kernel:
            command += ["-kernel", str(kernel), "-initrd", str(initrd), "-append", append]
        if self.medium:
            path, kind = self.medium
            command += ["-drive", f"if=none,id=medium,format=raw,file={path}"]
            command += {"usb": ["-device", "qemu-xhci",
                                "-device", "usb-storage,drive=medium,bootindex=0"],
                        "cd": ["-device", "ide-cd,drive=medium,bootindex=0"]}[kind]
        if self.network is True:  # the guest reaches the host's 127.0.0.1 as 10.0.2.2; it does not
            # boot from the network, so the card needs no boot program, a package of its own
            forward = f",hostfwd=tcp:127.0.0.1:{self.ssh_port}-:22" if self.ssh_port else ""
            command += ["-netdev", f"user,id=net{forward}", "-device", f"{self.card},netdev=net,romfile="]
        elif self.network:  # a site: tests/boot/network.py
            command = self.network.run(*command, *self.network.card(self.card))
        if self.vga:
            command += ["-device", "VGA"]
        command += self.extra
        for disk in self.disks:
            command += self._drive(disk)
        return command

    def _firmware(self):
        if self.firmware == "bios":
            return []
        secure = self.firmware == "secure"
        variables = self._path("firmware-variables")
        kind = "snakeoil" if secure else ""
        shutil.copy(f"/usr/share/OVMF/OVMF_VARS_4M{kind and '.' + kind}.fd", variables)
        code = "/usr/share/OVMF/OVMF_CODE_4M" + (".secboot.fd" if secure else ".fd")
        protect = ["-global", "driver=cfi.pflash01,property=secure,value=on"] if secure else []
        return ["-drive", f"if=pflash,format=raw,readonly=on,file={code}",
                "-drive", f"if=pflash,format=raw,file={variables}", *protect]

    def _image(self, disk):
        return self._path(f"{disk.id}.img")

    def _drive(self, disk):
        image = disk.image or self._image(disk)
        if not disk.image:
            with open(image, "wb") as file:
                file.truncate(disk.mib << 20)
        source = disk.source or f"driver=raw,file.driver=file,file.filename={image}"
        if disk.limits:
            source += f",{disk.limits}"
        if disk.bad_sectors:
            faults = "".join(f"[inject-error]\nevent = \"read_aio\"\nerrno = \"5\"\n"
                             f"sector = \"{sector}\"\n" for sector in disk.bad_sectors)
            config = self._path(f"{disk.id}.faults")
            config.write_text(faults)
            source = (f"driver=raw,file.driver=blkdebug,file.config={config},"
                      f"file.image.driver=file,file.image.filename={image}")
        options = ["-drive", f"if=none,id={disk.id},{source}"]
        for device in CONTROLLERS[disk.kind][1]:
            options += ["-device", device.format(id=disk.id, serial=disk.serial)]
        return options

    def _follow(self, process, started, limit_s, on_line, show):
        """Read the console until the machine is off or the time is up."""
        lines, waiting = [], dict(on_line)
        position, part, over = 0, b"", False
        while not over:
            over = process.poll() is not None or time.monotonic() - started > limit_s
            chunk = self._read("console", position)
            position += len(chunk)
            *whole, part = (part + chunk).split(b"\n")
            for raw in whole + ([part] if over and part else []):
                line = raw.decode(errors="replace").rstrip("\r")
                lines.append(line)
                if show:
                    show(line)
                for pattern in [p for p in waiting if re.search(p, line)]:
                    waiting.pop(pattern)(self)
            if not chunk and not over:
                time.sleep(0.05)  # how often the console is polled
        return lines

    def _read(self, name, position):
        try:
            with open(self._path(name), "rb") as file:
                file.seek(position)
                return file.read()
        except FileNotFoundError:
            return b""
