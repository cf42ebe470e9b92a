# SPDX-License-Identifier: MIT
"""What is booted: made of the sources that the bundle has, to the same bytes elsewhere again."""

import hashlib
import os
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from lab import TOP, default_initrd


@pytest.fixture(scope="module")
def bundle():
    """What ./build.sh sources makes, unpacked."""
    # not pytest's own directories, which it keeps: this grows to 2 GB
    with tempfile.TemporaryDirectory(prefix="assay-bundle.") as name:
        directory = Path(name)
        subprocess.run([TOP / "image" / "bundle", directory / "bundle.tar"], check=True)
        subprocess.run(["tar", "-xf", directory / "bundle.tar", "-C", directory], check=True)
        yield directory / "assay-sources"


def test_bundle_has_the_source_of_every_component(bundle):
    have = {hashlib.sha256(path.read_bytes()).hexdigest()
            for path in (bundle / "sources").iterdir()}
    listed = (TOP / "build" / "initrd.img.components").read_text().splitlines()
    components = [line.split() for line in listed]
    assert {"assay", "linux", "musl", "busybox"} <= {fields[0] for fields in components}
    for name, _version, sha256, _licence in components:
        assert name == "assay" or sha256 in have, name
    assert (bundle / "assay" / "build.sh").exists()


def test_bundle_makes_the_same_image(bundle, figure):
    """Another directory, no cache, no network: the same bytes."""
    started = time.monotonic()
    environment = {**os.environ, "SOURCES_DIR": "../sources",  # as its README says
                   "XDG_CACHE_HOME": str(bundle / "cache")}
    for command in (["make", "-s", f"-j{os.cpu_count()}", "all"], ["image/initramfs"]):
        subprocess.run(command, cwd=bundle / "assay", env=environment, check=True)
    again = (bundle / "assay" / "build" / "initrd.img").read_bytes()
    same = again == default_initrd().read_bytes()
    assert same, "other bytes; or build/initrd.img was made before a change to the tree"
    figure(f"initrd made of the source bundle, elsewhere and without the cache: the same "
           f"{len(again)} bytes ({time.monotonic() - started:.0f} s)")


def test_server_configuration_loses_no_line(tmp_path, figure):
    source = subprocess.run([TOP / "image" / "sources" / "unpack", "linux"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout.strip()
    done = subprocess.run([TOP / "kernel-config" / "merge", "server", source, tmp_path],
                          check=True, stdout=subprocess.PIPE, text=True)
    figure(f"server kernel: {done.stdout.strip()}")
