# SPDX-License-Identifier: MIT
"""The command of fio on this host: what it prints, read by the tools that come with fio."""

import errno
import json
import re
import resource
import shutil
import signal
import subprocess
import time

import pytest


@pytest.fixture
def fio(assay, tmp_path):
    """Run it in a directory of its own; returns what subprocess.run() returns."""
    def run(*words):
        return subprocess.run([assay, "fio", *words], cwd=tmp_path, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=60)
    return run


def tool(name):
    path = shutil.which(name)
    if not path:
        pytest.skip(f"{name} is not installed; Debian has it in the package fio")
    return path


SHORT = ["--name=job", "--size=1m", "--rw=randrw", "--bs=4k", "--filename=data"]


def test_text(fio):
    done = fio(*SHORT, "--numjobs=2", "--group_reporting", "--fsync=32")
    assert done.returncode == 0
    text = done.stdout
    assert text.startswith(
        "job: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, "
        "ioengine=psync, iodepth=1\n...\nfio-3.33-assay-")
    assert "\nStarting 2 threads\njob: Laying out IO file (1 file / 1MiB)\n\njob: (groupid=0, " in text
    issued = re.search(r"issued rwts: total=(\d+),(\d+),0,(\d+) short=0,0,0,0", text)
    reads, writes, syncs = (int(number) for number in issued.groups())
    assert reads + writes == 512 and 0 < syncs <= writes // 32
    shown = sum(float(share) for share in re.findall(
        r"\d=(\d+\.\d+)%", "".join(re.findall(r"^  lat \(.*\n", text, re.M))))
    assert 99.5 < shown < 101
    assert re.search(r"^   READ: bw=\S+ \(\S+\), \S+-\S+ \(\S+-\S+\), io=\S+ \(\S+\), "
                     r"run=\d+-\d+msec$", text, re.M)
    # before anything is written it is said how much that can be
    assert done.stderr == "assay: fio: job: writes at most 3145728 bytes to data\n"


def test_job_file(fio, tmp_path):
    (tmp_path / "two.fio").write_text(
        "[global]\nsize=256k\nfilename=data\n\n[write]\nrw=write ; first\nend_fsync=1\n"
        "[read]\nstonewall\nrw=randread\nioengine=io_uring\niodepth=8\nverify=0\n")
    done = fio("two.fio", "--output-format=json", "--output=out")
    assert done.returncode == 0 and done.stdout == ""
    report = json.loads((tmp_path / "out").read_text())
    assert report["global options"] == {"size": "256k", "filename": "data"}
    write, read = report["jobs"]
    assert [write["groupid"], read["groupid"]] == [0, 1]
    assert write["write"]["io_bytes"] == read["read"]["io_bytes"] == 262144
    assert read["job options"]["iodepth"] == "8" and read["job options"]["numjobs"] == "1"
    assert read["read"]["slat_ns"]["N"] == 64
    assert read["read"]["clat_ns"]["percentile"]["99.000000"] > 0
    assert "percentile" not in read["read"]["lat_ns"]


def test_clat2csv(fio, tmp_path):
    """json+ is what fio_jsonplus_clat2csv takes apart, and compares again."""
    script = tool("fio_jsonplus_clat2csv")
    done = fio(*SHORT, "--output-format=json+", "--slat_percentiles=1", "--lat_percentiles=1",
               "--ioengine=io_uring", "--iodepth=4", "--output=out.json")
    assert done.returncode == 0
    subprocess.run([script, "out.json", "out.csv"], cwd=tmp_path, check=True)
    checked = subprocess.run([script, "out.json", "out.csv", "--validate"], cwd=tmp_path,
                             check=True, stdout=subprocess.PIPE, text=True)
    assert checked.stdout == "out_job0.csv validated\n"
    names, *rows = ([cell.strip() for cell in line.split(",")]
                    for line in (tmp_path / "out_job0.csv").read_text().splitlines())
    for direction in ("read", "write"):
        column = names.index(f"{direction}_clat_ns_count")
        counted = sum(int(row[column]) for row in rows if row[column])
        job = json.loads((tmp_path / "out.json").read_text())["jobs"][0]
        assert counted == job[direction]["total_ios"] > 0


def test_fio2gnuplot(fio, tmp_path):
    script = tool("fio2gnuplot")
    done = fio("--name=job", "--ioengine=null", "--size=1m", "--time_based", "--runtime=900ms",
               "--rate_iops=2000", "--write_bw_log=plot", "--write_iops_log=plot",
               "--log_avg_msec=100")
    assert done.returncode == 0
    rows = [line.split(", ") for line in (tmp_path / "plot_bw.1.log").read_text().splitlines()]
    assert len(rows) >= 2 and all(row[2:] == ["0", "0", "0"] for row in rows)
    for kind in ("-b", "-i"):
        plotted = subprocess.run([script, kind, "-m", "0", "-o", "plot"], cwd=tmp_path,
                                 stdout=subprocess.PIPE, text=True)
        assert plotted.returncode in (0, None) and "1.log" in plotted.stdout, plotted.stdout
    numbers = dict(line.split("=") for line in
                   (tmp_path / "plot.global").read_text().splitlines())
    assert float(numbers["min"]) > 0


def test_terse(fio):
    done = fio(*SHORT, "--minimal", "--disk_util=0")
    fields = done.stdout.rstrip("\n").split(";")
    assert done.returncode == 0 and len(fields) == 121  # as many as fio 3.33 prints
    assert fields[0] == "3" and fields[2:5] == ["job", "0", "0"]
    assert int(fields[5]) + int(fields[46]) == 1024  # KiB read, and written


def test_layout_of_1_59(fio):
    done = fio(*SHORT, "--output-layout=1.59")
    assert done.returncode == 0
    assert re.match(r"job: \(g=0\): rw=randrw, bs=4K-4K/4K-4K, ioengine=psync, iodepth=1\n"
                    r"fio 1\.59-assay-\S+\nStarting 1 thread\n"
                    r"job: Laying out IO file\(s\) \(1 file\(s\) / 1MB\)\n\n"
                    r"job: \(groupid=0, jobs=1\): err= 0: pid=\d+\n  read : io=\S+ ?B, bw=\S+B/s, "
                    r"iops=\S+ , runt= *\d+msec\n", done.stdout)


@pytest.mark.parametrize("text, complaint", [
    ("[a]\nrw=reed\n", "bad.fio:2: rw=reed: expected read, write, "),
    ("[a]\nsize=1m\nramptime=1\n", "bad.fio:3: ramptime: not supported; expected an option "),
    ("[a]\nsize=1m\nioengine=posixaio\n", "bad.fio:3: ioengine=posixaio: expected io_uring, "),
    ("[a]\nsize=1m\nrw=randtrim\n", "bad.fio:3: rw=randtrim: expected read, write, "),
    ("[a]\nsize=1m\ndirect=2\n", "bad.fio:3: direct=2: expected 0 or 1"),
])
def test_typos_in_a_file(fio, tmp_path, text, complaint):
    (tmp_path / "bad.fio").write_text(text)
    done = fio("bad.fio")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(f"assay: fio: {complaint}") and done.stderr.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.fio"]


@pytest.mark.parametrize("words, complaint", [
    (["--filename=none"], "job: none: no such file yet; expected size=BYTES"),
    (["--filename=no/f", "--size=1m"], "job: no: No such file or directory; "),
    (["--filename=f", "--size=4k", "--bs=8k"], "job: size: expected room for a block of 8192 "),
    (["--filename=f", "--size=1m", "--direct=1", "--bs=1000"], "job: direct: expected sizes "),
    (["--filename=f", "--size=1000t"], "job: f: "),
    (["--filename=f", "--size=1m", "--output=no/out"], "--output=no/out: No such file "),
])
def test_requests_that_make_no_sense(fio, tmp_path, words, complaint):
    done = fio("--name=job", "--rw=write", *words)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(f"assay: fio: {complaint}") and done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_error_costs_its_own_job(fio):
    """What goes wrong costs its own job; the others are reported."""
    done = fio("--size=64k", "--name=bad", "--write_bw_log=no/log", "--name=good")
    assert done.returncode == 1
    assert "assay: fio: bad: " in done.stderr and "no/log_bw.1.log: No such file" in done.stderr
    assert re.search(r"^bad: \(groupid=0, jobs=1\): err= 2 \(file:bad\.0\.0, error=", done.stdout,
                     re.M)
    assert re.search(r"^good: \(groupid=0, jobs=1\): err= 0: ", done.stdout, re.M)


def test_a_stopped_job_is_reported(assay, tmp_path):
    job = subprocess.Popen([assay, "fio", "--name=job", "--ioengine=null", "--size=1m",
                            "--time_based", "--runtime=100"], cwd=tmp_path, text=True,
                           stdout=subprocess.PIPE)
    while not job.stdout.readline().startswith("Starting"):
        pass
    job.send_signal(signal.SIGINT)
    text, _ = job.communicate(timeout=20)
    assert job.returncode == 8
    assert re.search(r"^job: \(groupid=0, jobs=1\): err= 0: ", text, re.M)


def test_a_job_that_waits_can_be_stopped(assay, tmp_path):
    job = subprocess.Popen([assay, "fio", "--name=job", "--ioengine=null", "--size=1m",
                            "--startdelay=100"], cwd=tmp_path, text=True, stdout=subprocess.PIPE)
    while not job.stdout.readline().startswith("Starting"):
        pass
    job.send_signal(signal.SIGINT)
    job.communicate(timeout=20)
    assert job.returncode == 8


def test_a_write_cut_short_is_an_error(assay, tmp_path):
    """1.5 MiB may be written: the second block of 1 MiB is cut short, without an errno."""
    def no_more():
        resource.setrlimit(resource.RLIMIT_FSIZE, (3 << 19, 3 << 19))
    (tmp_path / "data").write_bytes(bytes(4 << 20))
    done = subprocess.run([assay, "fio", "--name=job", "--rw=write", "--bs=1m", "--size=4m",
                           "--filename=data"], cwd=tmp_path, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=60, preexec_fn=no_more)
    assert done.returncode == 1
    assert f"err={errno.ENOSPC:2} (" in done.stdout, done.stdout
    assert "write of 1048576 bytes at offset 1048576: No space left on device" in done.stderr


def test_what_was_measured_before_an_error_is_printed(assay, tmp_path):
    (tmp_path / "last").write_bytes(bytes(1 << 20))
    (tmp_path / "jobs.fio").write_text(
        "[global]\nsize=1m\nrw=randread\n[first]\nfilename=data\ntime_based\nruntime=2s\n"
        "[second]\nstonewall\nfilename=last\n")
    process = subprocess.Popen([assay, "fio", "jobs.fio"], cwd=tmp_path, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    (tmp_path / "last").unlink()
    text, complaints = process.communicate(timeout=60)
    assert process.returncode == 1
    assert re.search(r"^first: \(groupid=0, jobs=1\): err= 0", text, re.M), text
    assert re.search(r"^   READ: bw=", text, re.M)
    assert re.search(r"^second: \(groupid=1, jobs=1\): err= 2 \(file:last, error=No such file", text,
                     re.M), text
    assert complaints.count("last: open: No such file or directory") == 1


@pytest.mark.parametrize("words", [[], ["--offset=50%"], ["--offset_increment=25%", "--numjobs=3"]])
def test_a_share_never_reaches_beyond_the_file(fio, tmp_path, words):
    (tmp_path / "data").write_bytes(bytes(1 << 20))
    done = fio("--name=job", "--filename=data", "--rw=read", "--bs=64k", "--size=100%",
               "--group_reporting", *words)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "data").stat().st_size == 1 << 20
    issued = {0: 16, 1: 8, 2: 16 + 12 + 8}[len(words)]
    assert f"issued rwts: total={issued},0,0,0" in done.stdout


def test_what_ends_before_its_time_says_why(fio):
    words = ["--name=job", "--rw=write", "--size=1m", "--filename=data", "--time_based"]
    done = fio(*words, "--runtime=20s", "--write.limit=8388608")
    assert done.returncode == 0
    assert "job: ended before its time, at the 8388608 bytes that it may write" in done.stderr
    assert "ended before" not in fio(*words, "--runtime=100ms").stderr
    done = fio("--name=job", "--rw=write", "--size=1m", "--filename=data", "--ramp_time=5s")
    assert done.returncode == 1
    assert "all was done within ramp_time" in done.stderr


def test_help_names_every_option(fio):
    done = fio("--help")
    assert done.returncode == 0
    for word in ("--output-format=", "\n  bssplit=", "\n  write_hist_log=", "--write=SERIAL@HOST"):
        assert word in done.stdout
    assert re.fullmatch(r"fio-3\.33-assay-\S+\n", fio("--version").stdout)


def test_jobs_of_a_plan(assay, tmp_path):
    store = tmp_path / "store"
    store.mkdir()
    done = subprocess.run([assay, "run", "--plan=smoke", "--only=fio.*", f"--directory={store}",
                           f"--out={tmp_path / 'out'}"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=120)
    assert done.returncode == 0, done.stdout
    results = json.loads((tmp_path / "out" / "report.json").read_text())["results"]
    assert [result["test"] for result in results] == [
        "fio.rw.4k", "fio.rw.32k", "fio.rw.1m", "fio.randwrite"]
    for result in results:
        if result["status"] == "skipped":
            pytest.skip(result["reason"])
        assert result["status"] == "ok", result
        metrics = {metric["name"]: metric["value"] for metric in result["metrics"]}
        assert metrics["write_throughput"] > 0 and metrics["cpu_per_io"] > 0
        assert ("read_rate" in metrics) == result["test"].startswith("fio.rw")
    assert list(store.iterdir()) == []
