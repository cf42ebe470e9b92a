# SPDX-License-Identifier: MIT
"""What is loaded beside the image: packs of firmware, and microcode. Every file is of a known
package and has a licence, and it is where the kernel looks for it."""

import fnmatch
import hashlib
import re
import shutil
import struct
import subprocess

import pytest

from lab import TOP

# The paragraph for all files that no other names: Debian's packaging.
OF_ALL = "*"


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def unpacked(package):
    return TOP / output_of(TOP / "image/sources/unpack", package).strip()


def manifest_of(image):
    """package -> version, sha256, licence, where the text of its licence is in the image."""
    lines = image.with_name(f"{image.name}.manifest").read_text().splitlines()
    return {line.split()[0]: line.split()[1:] for line in lines}


def matches(file, pattern):
    """As a shell does, and fnmatch(3) with FNM_PATHNAME: * and ? are no /."""
    return file.count("/") == pattern.count("/") and fnmatch.fnmatchcase(file, pattern)


def licences(copyright_text):
    """The paragraphs of Debian's machine-readable copyright file: patterns, short name."""
    for paragraph in re.split(r"\n\s*\n", copyright_text):
        files = re.search(r"^Files:((?:.*\n)(?:[ \t].*\n)*)", paragraph + "\n", re.M)
        short = re.search(r"^License:\s*(\S+)", paragraph, re.M)
        if files and short:
            yield files[1].split(), short[1]


def licence_of(path, paragraphs):
    """The last paragraph that names a file counts; in its patterns * matches / too."""
    named = [short for patterns, short in paragraphs
             for pattern in patterns
             if pattern != OF_ALL and fnmatch.fnmatchcase(path, pattern)]
    return named[-1] if named else None


@pytest.fixture(scope="module", params=("core", "extra"))
def pack(request, tmp_path_factory):
    """One pack: its name, the image, and what the kernel makes of it."""
    folder = tmp_path_factory.mktemp(request.param)
    image, root = folder / "firmware.img", folder / "root"
    subprocess.run([TOP / "image/firmware", request.param, image], check=True)
    archive = subprocess.run(["zstd", "-dc", image], check=True, stdout=subprocess.PIPE).stdout
    root.mkdir()
    subprocess.run(["cpio", "-i", "--quiet", "--no-absolute-filenames"], cwd=root, check=True,
                   input=archive)
    return request.param, image, root


def patterns_of(pack):
    words = [line.split() for line in (TOP / "image/firmware.list").read_text().splitlines()]
    return [word[1] for word in words if word and word[0] == pack]


def files_of(root):
    firmware = root / "lib/firmware"
    return {str(path.relative_to(firmware)) for path in firmware.rglob("*") if not path.is_dir()}


def test_pack_has_what_the_list_names_and_nothing_else(pack):
    name, _, root = pack
    patterns, files = patterns_of(name), files_of(root)
    assert patterns and files
    for pattern in patterns:
        assert any(matches(file, pattern) for file in files), pattern
    for file in files:
        assert any(matches(file, pattern) for pattern in patterns), file
        assert (root / "lib/firmware" / file).resolve().is_file(), f"{file} leads nowhere"


def test_each_file_is_of_a_package_in_the_manifest(pack):
    _, image, root = pack
    manifest, files = manifest_of(image), files_of(root)
    owned = set()
    for package, (version, sha256, *_) in manifest.items():
        deb = TOP / output_of(TOP / "image/sources/fetch", package).strip()
        assert hashlib.sha256(deb.read_bytes()).hexdigest() == sha256
        assert version in deb.name.replace("%3a", ":")
        theirs = unpacked(package) / "usr/lib/firmware"
        same = {file for file in files if (theirs / file).is_file() and
                (theirs / file).read_bytes() == (root / "lib/firmware" / file).read_bytes()}
        assert same, f"{package} is in the manifest, and nothing of it in the pack"
        owned |= same
    assert owned == files


def test_each_file_has_a_licence_in_the_pack(pack, figure):
    name, image, root = pack
    paragraphs = []
    for package, (*_, path) in manifest_of(image).items():
        text = (root / path).read_text()  # a link leads to the text within the pack
        assert text == (unpacked(package) / path).read_text()
        paragraphs += licences(text)
    found = {file: licence_of(file, paragraphs) for file in files_of(root)
             if not (root / "lib/firmware" / file).is_symlink()}  # the file that it leads to has
    assert found and None not in found.values(), found
    figure(f"firmware {name}: {len(found)} files of {len(manifest_of(image))} packages under "
           f"{len(set(found.values()))} licences, {image.stat().st_size} bytes")


def test_the_list_promises_nothing_that_no_pack_has(pack):
    """assay says of a file that a driver did not get which pack has it, by the patterns alone."""
    name, _, root = pack
    drivers = unpacked("linux") / "drivers"
    literals = output_of("grep", "-rhoE", "--include=*.[ch]",
                         r'"[-A-Za-z0-9_/.]+\.(fw|bin|pkg|dat|txt|nffw)"', drivers / "net/ethernet",
                         drivers / "scsi")
    asked = {literal.strip('"') for literal in literals.splitlines()}
    promised = {file for file in asked for pattern in patterns_of(name) if matches(file, pattern)}
    assert promised
    assert promised <= files_of(root)


def test_a_pattern_that_matches_nothing_fails_the_build(tmp_path):
    shutil.copytree(TOP / "image", tmp_path / "image")
    shutil.copy(TOP / "build.sh", tmp_path)
    with open(tmp_path / "image/firmware.list", "a", encoding="utf-8") as file:
        file.write("core no/such-*.bin\n")
    image = tmp_path / "firmware.img"
    done = subprocess.run([tmp_path / "image/firmware", "core", image], text=True,
                          stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert "image/firmware.list: no package has no/such-*.bin" in done.stderr
    assert not image.exists()


@pytest.fixture(scope="module")
def microcode(tmp_path_factory):
    image = tmp_path_factory.mktemp("microcode") / "microcode.img"
    subprocess.run([TOP / "image/microcode", image], check=True)
    return image


def content_of(image, name):
    return subprocess.run(["cpio", "-i", "--quiet", "--to-stdout", name], check=True,
                          input=image.read_bytes(), stdout=subprocess.PIPE).stdout


def test_microcode_is_where_the_kernel_looks(microcode):
    """Not compressed, with names that begin with kernel/: find_cpio_data() compares them whole."""
    data = microcode.read_bytes()
    assert data[:6] == b"070701"
    assert len(data) % 512 == 0  # so that another archive may follow
    names = subprocess.run(["cpio", "-it", "--quiet"], check=True, input=data,
                           stdout=subprocess.PIPE).stdout.decode().split()
    assert names[:5] == ["kernel", "kernel/x86", "kernel/x86/microcode",
                         "kernel/x86/microcode/GenuineIntel.bin",
                         "kernel/x86/microcode/AuthenticAMD.bin"]
    manifest = manifest_of(microcode)
    assert set(manifest) == {"intel-microcode", "amd64-microcode"}
    for package, (*_, path) in manifest.items():
        assert content_of(microcode, path) == (unpacked(package) / path).read_bytes()


def test_microcode_of_intel_is_whole(microcode):
    """Each update has a header of 48 bytes, and a sum of zero over its 32-bit words.

    Source: Intel's SDM, volume 3A, 11.11.1 "Microcode Update" and 11.11.5 "Checksum".
    """
    data, updates = content_of(microcode, "kernel/x86/microcode/GenuineIntel.bin"), 0
    while data:
        version, _, _, _, _, loader, _, data_bytes, total_bytes = struct.unpack_from("<9I", data)
        total_bytes = total_bytes if data_bytes else 2048
        assert (version, loader) == (1, 1)
        assert 48 < total_bytes <= len(data)
        assert sum(struct.unpack_from(f"<{total_bytes // 4}I", data)) % 2**32 == 0
        data = data[total_bytes:]
        updates += 1
    assert updates > 100  # of the processors since 2004


def test_microcode_of_amd_is_whole(microcode):
    """Containers, one after the other: a table of processors, then patches, each with its size.

    Source: arch/x86/kernel/cpu/microcode/amd.c of Linux, parse_container().
    """
    data, patches = content_of(microcode, "kernel/x86/microcode/AuthenticAMD.bin"), 0
    while data:
        magic, kind, table_bytes = struct.unpack_from("<3I", data)
        assert (magic, kind) == (0x00414d44, 0)
        data = data[12 + table_bytes:]
        while data and struct.unpack_from("<I", data)[0] == 1:
            patch_bytes, = struct.unpack_from("<I", data, 4)
            assert 8 + patch_bytes <= len(data)
            data = data[8 + patch_bytes:]
            patches += 1
    assert patches > 10


def test_microcode_is_the_same_bytes_again(microcode, tmp_path, figure):
    subprocess.run([TOP / "image/microcode", tmp_path / "microcode.img"], check=True)
    assert (tmp_path / "microcode.img").read_bytes() == microcode.read_bytes()
    versions = ", ".join(f"{package} {version}" for package, (version, *_) in
                         manifest_of(microcode).items())
    figure(f"microcode.img: {microcode.stat().st_size} bytes ({versions})")
