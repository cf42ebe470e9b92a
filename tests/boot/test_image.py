# SPDX-License-Identifier: MIT
"""What is booted: made of the sources that the bundle has, to the same bytes elsewhere again."""

import hashlib
import os
import re
import subprocess
import tempfile
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
            for path in (bundle / "sources").iterdir() if path.is_file()}
    listed = (TOP / "build" / "initrd.img.components").read_text().splitlines()
    components = [line.split() for line in listed]
    assert {"assay", "linux", "musl", "busybox"} <= {fields[0] for fields in components}
    for name, _version, sha256, _licence in components:
        assert name == "assay" or sha256 in have, name
    assert (bundle / "assay" / "build.sh").exists()


def test_bundle_has_the_source_of_the_loaders(bundle):
    """What is in assay.efi, assay.img and pxe/ under the GPL or LGPL: the original and what Debian did."""
    names = {path.name for path in (bundle / "sources" / "loaders").iterdir()}
    for package in ("syslinux", "systemd"):
        for part in (r"\.dsc", r"\.orig\.tar\..z", r"\.debian\.tar\.xz"):
            assert [name for name in names if re.fullmatch(rf"{package}_.*{part}", name)], (part, names)


def offline(bundle):
    """The environment of a build from the bundle, as its README says."""
    return {**os.environ, "SOURCES_DIR": "../sources", "XDG_CACHE_HOME": str(bundle / "cache")}


@pytest.fixture(scope="module")
def elsewhere(bundle):
    """The tree of the bundle, with its programs and its initramfs: made without network, and with
    nothing from the cache."""
    for command in (["make", "-s", f"-j{os.cpu_count()}", "all"], ["image/initramfs"]):
        subprocess.run(command, cwd=bundle / "assay", env=offline(bundle), check=True)
    return bundle / "assay"


def test_bundle_makes_the_same_image(elsewhere, figure):
    again = (elsewhere / "build" / "initrd.img").read_bytes()
    same = again == default_initrd().read_bytes()
    assert same, "other bytes; or build/initrd.img was made before a change to the tree"
    figure(f"initrd made of the source bundle, elsewhere and without the cache: the same "
           f"{len(again)} bytes")


def pack_all(tree, kernel, into, environment=None, umask=-1):
    """All else that is booted, made by the scripts of this tree; each file with its hash.

    environment  of those whose sources are in the bundle
    """
    into.mkdir()
    initrd, uki, core = tree / "build" / "initrd.img", into / "assay.efi", into / "firmware.img"
    parts = (kernel, initrd, core)
    for script, *words in (("firmware", "core", core),
                           ("firmware", "extra", into / "firmware-extra.img"),
                           ("classic", into / "classic.img"), ("microcode", into / "microcode.img"),
                           ("uki", uki, *parts), ("hybrid", into / "assay.img", uki, *parts),
                           ("pxe", into / "pxe", uki, *parts)):
        packaged = None if script in ("classic", "microcode") else environment
        subprocess.run([tree / "image" / script, *words], check=True, cwd=tree, env=packaged,
                       umask=umask)
    return {str(path.relative_to(into)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in into.rglob("*") if path.is_file()}


def test_all_that_is_booted_is_the_same_elsewhere(kernel, elsewhere, tmp_path, figure):
    """Two trees, each with programs of its own; the kernel: test_kernel_is_the_same_elsewhere."""
    ours = pack_all(TOP, kernel, tmp_path / "ours")
    theirs = pack_all(elsewhere, kernel, tmp_path / "theirs", offline(elsewhere.parent), 0o077)
    assert {"assay.img", "assay.efi", "firmware.img", "pxe/assay.ipxe"} <= set(ours)
    assert ours == theirs
    figure(f"made in two directories, the same bytes: {', '.join(sorted(ours))}")


@pytest.mark.all
def test_kernel_is_the_same_elsewhere(bundle, figure):
    """Its source unpacked in another directory, built in another; ten minutes on two idle cores."""
    def make(tree, **words):
        made = subprocess.run([tree / "image" / "kernel", "lab"], cwd=tree, check=True, text=True,
                              env={**os.environ, **words}, stdout=subprocess.PIPE).stdout.strip()
        return Path(made) / "bzImage"

    ours = make(TOP)
    theirs = make(bundle / "assay", SOURCES_DIR="../sources", XDG_CACHE_HOME=str(bundle / "cache"))
    assert ours != theirs
    assert ours.read_bytes() == theirs.read_bytes()
    figure(f"lab kernel made of the source bundle, elsewhere: the same {ours.stat().st_size} bytes")


def test_server_configuration_loses_no_line(tmp_path, figure):
    source = subprocess.run([TOP / "image" / "sources" / "unpack", "linux"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout.strip()
    done = subprocess.run([TOP / "kernel-config" / "merge", "server", source, tmp_path],
                          check=True, stdout=subprocess.PIPE, text=True)
    figure(f"server kernel: {done.stdout.strip()}")


def size(folder, **sizes):
    """What image/size says of files of these sizes."""
    for name, bytes_ in sizes.items():
        with open(folder / name, "wb") as file:
            file.truncate(bytes_)
    return subprocess.run([TOP / "image" / "size", *(folder / name for name in sizes)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


MIB = 1 << 20


@pytest.mark.parametrize("kernel, initrd, firmware, status, said", (
    (15 * MIB, MIB, 3 * MIB, 0, "= 16.00 MiB, 0.00 MiB below 16; + firmware.img 3145728 = 19.00 MiB, "
                                "0.00 MiB below 19"),
    (8 * MIB, MIB, 1, 0, "= 9.00 MiB, 7.00 MiB below 16; "),
    (15 * MIB, MIB + 1, 1, 1, "the image is 1 bytes above 16 MiB"),
    (15 * MIB, MIB, 3 * MIB + 1, 1, "the image is 1 bytes above 19 MiB")))
def test_size_above_the_budget_fails(tmp_path, kernel, initrd, firmware, status, said):
    done = size(tmp_path, kernel=kernel, initrd=initrd, firmware=firmware)
    assert (done.returncode, said in done.stdout) == (status, True), done.stdout
