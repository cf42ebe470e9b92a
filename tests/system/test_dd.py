# SPDX-License-Identifier: MIT
"""dd and diskinfo on this host: the work and the lines of the originals."""

import os
import re
import select
import shutil
import subprocess
import time

import pytest

DD = shutil.which("dd")
NEW = (r"(\d+) bytes?(?: \([\d.]+ [kMGT]?B(?:, [\d.]+ (?:[KMGT]i)?B)?\))? copied, "
       r"([\d.e+-]+) s, (?:[\d.]+ [kMGTPE]?|Infinity )B/s")
COPIES = [
    "bs=64K", "bs=64K count=3", "bs=64K count=100000B", "bs=1000 count=100", "bs=1M conv=fdatasync",
    "bs=4K conv=fsync,notrunc", "ibs=3000 obs=7000", "ibs=64K obs=512 count=2", "", "bs=512 skip=7",
    "bs=512 seek=3 count=2", "bs=512 seek=3 count=2 conv=notrunc", "bs=4K skip=5000B",
    "bs=64K iflag=fullblock oflag=dsync", "bs=64K iflag=direct oflag=direct", "count=0",
    "bs=64K status=noxfer", "bs=64K status=none", "bs=64K iflag=nocache oflag=nocache,sync",
]


def call(*command, **options):
    return subprocess.run([str(each) for each in command], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120,
                          env={**os.environ, "LC_ALL": "C"}, **options)


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "source"
    path.write_bytes(os.urandom(300_001))
    return path


def copy(program, source, target, words):
    """Copy onto a file that is there; returns the lines and what the file is then."""
    target.write_bytes(b"z" * 5000)
    done = call(*program, f"if={source}", f"of={target}", *words.split())
    assert done.returncode == 0, done.stderr
    return done.stderr.splitlines(), target.read_bytes()


def shape(lines):
    """The lines, with the time and the rate taken out."""
    return [re.sub(r"copied, [\d.e+-]+ s, .*", "copied", line) for line in lines]


@pytest.mark.skipif(not DD, reason="dd is not installed")
@pytest.mark.parametrize("words", COPIES)
def test_lines_and_file_are_those_of_dd(assay, source, tmp_path, words):
    theirs, file_of_theirs = copy([DD], source, tmp_path / "theirs", words)
    ours, file_of_ours = copy([assay, "dd"], source, tmp_path / "ours", words)
    assert file_of_ours == file_of_theirs
    assert shape(ours) == shape(theirs)
    for line in ours[2:]:
        assert re.fullmatch(NEW, line), line


def test_old_style(assay, tmp_path):
    done = call(assay, "dd", "--style=old", "if=/dev/zero", f"of={tmp_path / 'file'}", "bs=1M",
                "count=16", "conv=fdatasync")
    assert done.returncode == 0 and done.stdout == ""
    assert re.fullmatch(r"16\+0 records in\n16\+0 records out\n16777216 bytes \(17 MB\) copied, "
                        r"[\d.e-]+ s, [\d.]+ [kMG]B/s\n", done.stderr)


def traced(path, command):
    """The reads, writes and flushes of a copy, in their order."""
    strace = shutil.which("strace")
    if not strace or call(strace, "-o", "/dev/null", "true").returncode:
        pytest.skip("strace is not installed, or may not trace")
    done = call(strace, "-f", "--quiet=all", "-o", path, "-e", "signal=none", "-e",
                "trace=read,write,pread64,fdatasync,fsync,fadvise64,ftruncate", *command)
    assert done.returncode == 0, done.stderr
    return path.read_text()


@pytest.mark.skipif(not DD, reason="dd is not installed")
@pytest.mark.parametrize("words", ["bs=64K conv=fdatasync", "bs=64K", "ibs=512 obs=4K conv=fsync"])
def test_the_kernel_is_asked_for_the_same(assay, source, tmp_path, words):
    def calls(program):
        text = traced(tmp_path / "trace", [*program, f"if={source}", f"of={tmp_path / 'out'}",
                                           *words.split()])
        # sizes as asked for; what is read to start up and written as lines is shorter
        found = re.findall(r"(?:read|write)\(\d+, .*, (\d+)\) += (\d+)|(fdatasync|fsync)\(", text)
        return [each for each in found if each[2] or int(each[0]) >= 512 and int(each[1]) >= 65]

    ours, theirs = calls([assay, "dd"]), calls([DD])
    # both read to start up before the copy, which is what they end with
    start = next(i for i, each in enumerate(theirs) if theirs[i:] == ours[-len(theirs[i:]):])
    blocks = 300_001 // (65536 if "64K" in words else 512)
    assert len(theirs) - start > 2 * blocks if "64K" in words else len(theirs) - start > blocks


def test_pipes(assay):
    done = subprocess.run([assay, "dd", "bs=4", "count=2", "iflag=fullblock"], input=b"0123456789",
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    assert (done.returncode, done.stdout) == (0, b"01234567")
    assert done.stderr.startswith(b"2+0 records in\n2+0 records out\n8 bytes copied, ")


def test_progress_is_shown(assay):
    process = subprocess.Popen([assay, "dd", "bs=1", "of=/dev/null", "status=progress"],
                               stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    seen, limit = b"", time.monotonic() + 30
    while b"\r" not in seen and time.monotonic() < limit:
        process.stdin.write(b"x")
        process.stdin.flush()
        if select.select([process.stderr], [], [], 0.05)[0]:
            seen += os.read(process.stderr.fileno(), 4096)
    process.stdin.close()
    seen += process.stderr.read()
    assert process.wait(timeout=60) == 0
    assert re.match(rb"\r\d+ bytes copied, \d+ s, [\d.]+ k?B/s", seen), seen
    assert re.search(rb"\n\d+\+0 records in\n", seen), seen


@pytest.mark.parametrize("words, status, named", [
    ("if=/nonexistent of=/dev/null", 2, "/nonexistent"),
    ("if=/dev/zero of=/dev/full bs=4K count=1", 1, "write at byte 0 of /dev/full: No space"),
    ("if=/dev/zero of=/dev/null bs=0 count=1", 2, "bs=0"),
    ("if=/dev/zero of=/dev/null conv=ucase", 2, "conv=ucase"),
    ("if=/dev/zero of=/dev/null oflag=append", 2, "oflag=append"),
    ("if=/dev/zero of=/dev/null count", 2, "count:"),
    ("--style=odd if=/dev/zero", 2, "--style=odd"),
    ("if=/dev/zero of=/dev/sdzz count=1", 2, "/dev/sdzz"),
    ("if=/ of=/dev/null", 2, "/: expected a plain file or a disk"),
])
def test_bad_input_is_named(assay, words, status, named):
    done = call(assay, "dd", *words.split())
    assert done.returncode == status and done.stdout == ""
    first = done.stderr.splitlines()[0]
    assert first.startswith("assay: dd: ") and named in first
    assert status == 1 or done.stderr.count("\n") == 1


def expected_places(sectors, sector=512):
    """What diskinfo -t reads, as (offset, bytes), from its definition."""
    step = 1
    while step * 2 <= sectors // 800 and step < 16384:
        step *= 2
    quarter, half = sectors // 4, sectors // 2
    places = []
    for first, second, pairs in (
            (lambda i: i * step, lambda i: sectors - step - i * step, 125),
            (lambda i: quarter + i * step, lambda i: quarter + half + i * step, 125),
            (lambda i: quarter + i * step, lambda i: quarter + quarter + i * step, 250)):
        places += [at for i in range(pairs) for at in (first(i), second(i))]
    places += [half + i * step for i in range(400)] + [half - i * step for i in range(400)]
    places += list(range(2048)) + [sectors - 2048 + i for i in range(2048)]
    reads = [(at * sector, sector) for at in places]
    mega = (1 << 20) // sector
    bulk = min(100, (sectors - 2) // mega)
    for start in (0, half - bulk * mega // 2 - 1, sectors - bulk * mega - 1):
        reads.append((start * sector, sector))
        reads += [((start + 1) * sector + (i << 20), 1 << 20) for i in range(bulk)]
    return reads


@pytest.mark.parametrize("mib", [8, 130])
def test_diskinfo_reads_where_it_should(assay, tmp_path, mib):
    disk = tmp_path / "disk"
    with open(disk, "wb") as file:
        file.truncate(mib << 20)
    text = traced(tmp_path / "trace", [assay, "diskinfo", "-t", "--pause=0", disk])
    reads = [(int(offset), int(size)) for size, offset in
             re.findall(r"pread64\(\d+, .*?, (\d+), (\d+)\) = \d", text)]
    expected = expected_places((mib << 20) // 512)
    assert reads[-len(expected):] == expected


def test_diskinfo_text(assay, tmp_path):
    disk = tmp_path / "disk"
    with open(disk, "wb") as file:
        file.truncate(16 << 20)
    done = call(assay, "diskinfo", "-tc", "--pause=0", disk)
    assert done.returncode == 0
    number = r"(?: *[\d.]+)"
    seek = rf"\t%s:\t{number} iter in{number} sec ={number} msec\n"
    zone = rf"\t%s{number} kbytes in{number} sec ={number} kbytes/sec\n"
    seeks = ["Full stroke", "Half stroke", "Quarter stroke", "Short forward", "Short backward",
             "Seq outer", "Seq inner"]
    assert re.fullmatch(
        re.escape(f"{disk}\n\t512         \t# sectorsize\n"
                  "\t16777216    \t# mediasize in bytes (16M)\n"
                  "\t32768       \t# mediasize in sectors\n\t0           \t# stripesize\n"
                  "\t0           \t# stripeoffset\n\nI/O command overhead:\n") +
        rf"\ttime to read 10MB block   {number} sec\t={number} msec/sector\n"
        rf"\ttime to read 20480 sectors{number} sec\t={number} msec/sector\n"
        r"\tcalculated command overhead\t\t\t= +-?[\d.]+ msec/sector\n"
        "\nSeek times:\n" + "".join(seek % label for label in seeks) + "\nTransfer rates:\n" +
        "".join(zone % label for label in ("outside:    ", "middle:     ", "inside:     ")) +
        "\n", done.stdout), done.stdout
    assert call(assay, "diskinfo", disk).stdout == f"{disk}\t512\t16777216\t32768\t0\t0\n"


@pytest.mark.parametrize("words, status, named", [
    ("", 2, "expected a DISK"),
    ("-x /dev/null", 2, "-x"),
    ("-S {file}", 2, "-w"),
    ("-p -s {file}", 2, "-p -s"),
    ("--pause=never {file}", 2, "--pause=never"),
    ("/nonexistent", 2, "/nonexistent"),
    ("-t {file}", 1, "too small for -t"),
    ("-c {file}", 1, "too small for -c"),
    ("-i {file}", 1, "too small for -i"),
])
def test_diskinfo_bad_input_is_named(assay, tmp_path, words, status, named):
    file = tmp_path / "file"
    file.write_bytes(bytes(4096))
    done = call(assay, "diskinfo", *words.format(file=file).split())
    assert done.returncode == status
    assert done.stderr.startswith("assay: diskinfo: ") and named in done.stderr
    assert done.stderr.count("\n") == 1
    assert file.read_bytes() == bytes(4096)


def test_diskinfo_writes_only_when_told_to(assay, tmp_path):
    disk = tmp_path / "disk"
    disk.write_bytes(bytes(1 << 20))
    done = call(assay, "diskinfo", "-t", "-v", "--pause=0", disk)
    assert disk.read_bytes() == bytes(1 << 20), done.stdout
