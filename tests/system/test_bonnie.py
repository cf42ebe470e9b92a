# SPDX-License-Identifier: MIT
"""The command of bonnie++ on this host: its words, its lines, and the readers of these."""

import json
import re
import shutil
import signal
import subprocess
import time

import pytest

PHASES = 12


def call(assay, *words, **options):
    return subprocess.run([assay, "bonnie", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=120, **options)


def small(directory):
    """Words for a run of a few seconds, most of them those that the seekers wait."""
    return ["-d", directory, "-s", "8::100", "-r", "0", "-n", "1:300:100:2", "-f1", "-m", "host",
            "-z", "42"]


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    """A directory in memory, if there is a file system for that."""
    path = tmp_path_factory.mktemp("bonnie")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64M", "bonnie", path],
                             stderr=subprocess.DEVNULL).returncode == 0
    yield path
    if mounted:
        subprocess.run(["umount", path], check=True)


@pytest.fixture(scope="module")
def run_2_00(assay, memory):
    done = call(assay, *small(memory))
    assert done.returncode == 0, done.stderr
    return done


def test_table_and_csv(run_2_00, memory):
    lines = run_2_00.stdout.splitlines()
    assert len(lines) == 11
    assert lines[0].startswith("Version 2.00a       ------Sequential Output------ ")
    assert lines[2].startswith("Name:Size etc ") and lines[3].startswith("host       8M:::100 ")
    assert lines[7].startswith("files:max:min ") and lines[8].startswith("        1:300:100/2 ")
    assert all(len(lines[at]) == 79 for at in (0, 1, 2, 5, 6, 7, 8))
    assert re.fullmatch(r"1\.98,2\.00a,host,1,42,8M,,100,5,(.*,){28}.*us.*", lines[10])
    assert lines[10].count(",") == 49
    assert lines[10].split(",")[21:26] == ["1", "300", "100", "2", ""]
    assert run_2_00.stderr.count("done\n") == PHASES
    assert list(memory.iterdir()) == []


def test_older_layout(assay, memory):
    done = call(assay, *small(memory), "--layout=1.96", "-q")
    assert done.returncode == 0
    assert re.fullmatch(r"1\.96,1\.96,host,1,42,8M,,[^\n]*\n", done.stdout)
    assert done.stdout.count(",") == 47
    assert done.stderr.startswith("Version  1.96       ---")
    assert done.stderr.splitlines()[1].startswith("Concurrency   1     -Per Chr- ")


def test_several_runs(assay, memory):
    done = call(assay, "-d", memory, "-s", "0", "-n", "1", "-x", "3")
    names, *lines = done.stdout.splitlines()
    assert names.startswith("format_version,bonnie_version,name,concurrency,seed,file_size,")
    assert len(lines) == 3 and {line.count(",") for line in lines} == {49} == {names.count(",")}
    assert call(assay, "-d", memory, "-s", "0", "-n", "1", "-x", "2", "-q").stdout.count("\n") == 2


def test_links_and_options(assay, memory):
    for kind, name in (("-1", "link"), ("-2", "symlink")):
        done = call(assay, "-d", memory, "-s", "0", "-n", f"1:{kind}:0:3", "-b", "-q")
        assert done.returncode == 0, done.stderr
        assert done.stdout.split(",")[22:25] == [name, "", "3"]
    done = call(assay, "-d", memory, "-s", "4::20:2", "-r", "0", "-n", "0", "-f", "-b", "-c", "2",
                "--random-data", "--percentiles")
    assert done.returncode == 0, done.stderr
    assert "\nLatency p99 " in done.stdout
    fields = done.stdout.splitlines()[-1].split(",")
    assert fields[3] == "2" and fields[7:11] == ["20", "2", "", ""] and fields[21:38] == [""] * 17


def reader(name):
    path = shutil.which(name)
    if not path:
        pytest.skip(f"{name} is not installed (Debian: bonnie++)")
    return path


def test_csv2txt_reads_it(run_2_00):
    csv = run_2_00.stdout.splitlines()[-1] + "\n"
    done = subprocess.run([reader("bon_csv2txt")], input=csv, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=20)
    assert done.returncode == 0
    latencies = [re.findall(r"[0-9]+(?:us|ms|s)\b", text)
                 for text in (done.stdout, run_2_00.stdout.rsplit("\n", 2)[0])]
    assert latencies[0] == latencies[1] and len(latencies[0]) == PHASES, done.stdout


def test_csv2html_reads_it(run_2_00):
    fields = run_2_00.stdout.splitlines()[-1].split(",")
    csv = "".join(",".join([*fields[:2], name, *fields[3:]]) + "\n" for name in ("one", "other"))
    done = subprocess.run([reader("bon_csv2html")], input=csv, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=20)
    assert done.returncode == 0 and done.stderr == ""
    rows = [row for row in re.findall(r"<tr.*?</tr>", done.stdout, re.I | re.S)
            if re.search(r">(one|other)<", row)]
    assert len(rows) == 2
    for row in rows:
        assert "8M" in row and "300" in row


@pytest.mark.parametrize("words, named", [
    (["-s", "1"], "-s 1: expected"),
    (["-s", "1x"], "-s 1x: expected"),
    (["-r", "0", "-s", "8:3000"], "-s 8:3000: expected"),
    (["-n", "1:2:3"], "-n 1:2:3: expected"),
    (["-p", "3"], "-p: "),
    (["-Z", "x"], "-Z: "),
    (["--nothing"], "--nothing: no such option"),
    (["-u", "no-such-user", "-r", "0", "-s", "1"], "-u no-such-user: no such user"),
    (["-d", "/nonexistent", "-r", "0", "-s", "1"], "/nonexistent: "),
    (["-r", "0", "-s", "900000000"], ".: the files need 900000000 MiB"),
])
def test_mistakes(assay, memory, words, named):
    done = call(assay, *words, cwd=memory)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(f"assay: bonnie: {named}") and done.stderr.count("\n") == 1
    assert list(memory.iterdir()) == []


def test_no_more_room(assay, memory):
    (memory / "others").write_bytes(bytes(1 << 20))
    done = call(assay, "-d", memory, "-s", "0", "-n", "8:70000:1", "-q")
    assert done.returncode == 2
    assert re.fullmatch(r"assay: bonnie: \S+: the files need \d+ MiB; there are \d+ MiB free\n",
                        done.stderr)
    assert [path.name for path in memory.iterdir()] == ["others"]
    (memory / "others").unlink()


def test_what_was_measured_before_an_error_is_printed(assay, tmp_path):
    """There is room for the large file, but not for so many small ones."""
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64M,nr_inodes=100", "bonnie", tmp_path],
                      stderr=subprocess.DEVNULL).returncode != 0:
        pytest.skip("no file system may be mounted here")
    try:
        done = call(assay, "-d", tmp_path, "-s", "4::20", "-r", "0", "-n", "1", "-f", "-q")
        left = list(tmp_path.iterdir())
    finally:
        subprocess.run(["umount", tmp_path], check=True)
    fields = done.stdout.strip().split(",")
    assert done.returncode == 2 and left == []
    assert all(fields[at] for at in (11, 13, 17, 19)) and fields[26:38] == [""] * 12
    assert done.stderr.endswith("seq_create: No space left on device\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("phase", ["putc", "seeks", "seq_create"])
def test_a_signal_removes_everything(assay, memory, phase, number):
    size = "4" if phase != "seq_create" else "0"
    process = subprocess.Popen([assay, "bonnie", "-d", memory, "-r", "0", "-s", size, "-n", "32",
                                *(["-f"] if phase == "seeks" else [])],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said = b""
    while phase.encode() not in said:
        byte = process.stderr.read(1)
        assert byte, said
        said += byte
    process.send_signal(number)
    started = time.monotonic()
    assert process.wait(timeout=30) == 8
    assert time.monotonic() - started < 30
    assert process.stderr.read().endswith(b"assay: bonnie: stopped; its files are removed\n")
    figures = process.stdout.read().decode()
    if phase == "seeks":  # what has ended before is printed
        fields = figures.splitlines()[-1].split(",")
        assert all(fields[at] for at in (11, 13, 17)) and fields[19:21] == ["", ""]
    assert list(memory.iterdir()) == []
    process.stdout.close()
    process.stderr.close()


def test_job_of_a_plan(assay, tmp_path):
    files = tmp_path / "files"
    files.mkdir()
    done = subprocess.run([assay, "run", "--plan=smoke", "--only=bonnie.phases", f"--directory={files}",
                           f"--out={tmp_path / 'out'}"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=120)
    assert done.returncode == 0, done.stdout
    result, = json.loads((tmp_path / "out" / "report.json").read_text())["results"]
    assert result["status"] == "ok" and result["target"] == "directory"
    assert len(result["metrics"]) == 3 * PHASES
    assert {"short-region", "cached"} <= set(result["warnings"])
    assert list(files.iterdir()) == []
