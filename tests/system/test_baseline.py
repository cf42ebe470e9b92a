# SPDX-License-Identifier: MIT
"""The program starts on the first x86-64, which ends with SSE2: no later instruction is anywhere
but in code for a higher level, and in functions that are only called when the CPU has it."""

import re
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent.parent
OBJECTS = TOP / "build" / "target"
ABOVE_BASELINE = re.compile(r"\.v[234]\.o$")

# Functions that are called by what flags_allow() says, and what they may use.
GUARDED = {"aes_ctr_aesni": {"AES"}, "sha256_blocks_shani": {"SHA", "SSSE3", "SSE4"},
           "crc32c_sse42": {"SSE4"}}

# Mnemonics by the extension that brought them. Vector ones with a v in front are all AVX.
EXTENSIONS = {
    "SSE3": r"addsubp[sd]|h(add|sub)p[sd]|lddqu|mov(shdup|sldup|ddup)|fisttp\w*|m(onitor|wait)",
    "SSSE3": r"p(shufb|alignr|abs[bwd]|sign[bwd]|mulhrsw|maddubsw|h(add|sub)(w|d|sw))",
    "SSE4": r"p(insr|extr)[bdq]|p(blendvb|blendw|minsb|maxsb|min[su][dw]|max[su][dw]|mulld|muldq|"
            r"packusdw|cmpeqq|cmpgtq|test|movsx\w+|movzx\w+|hminposuw|cmp[ei]str[im])|"
            r"blendv?p[sd]|dpp[sd]|round[ps][sd]|insertps|extractps|mpsadbw|movntdqa|crc32\w*|"
            r"extrq|insertq|movnts[sd]",
    "AES": r"aes(enc|dec)(last)?|aesimc|aeskeygenassist|pclmul\w+",
    "SHA": r"sha(1|256)\w+",
    "POPCNT, LZCNT, MOVBE, CX16": r"popcnt\w*|lzcnt\w*|movbe\w*|cmpxchg16b",
    "BMI": r"andn|bextr|bls(i|r|msk)|tzcnt\w*|bzhi|mulx|pdep|pext|rorx|s(ar|hl|hr)x|ad[co]x",
    "AVX": r"v[a-z]\w+|k(mov|or|xor|and|test|not|unpck|add|shift)\w+",
}
PATTERNS = {name: re.compile(rf"(?:{words})[lqw]?$") for name, words in EXTENSIONS.items()}
OLD = {"verr", "verw"}  # of the 80286
# rep bsf is the same bytes as tzcnt, which an older CPU takes for bsf: right for all but 0.
SAME_AS_BEFORE = {"tzcnt"}


def extensions(path):
    """Function -> the extensions that it uses."""
    listing = subprocess.run(["objdump", "-d", "-w", "--no-show-raw-insn", path], check=True,
                             text=True, stdout=subprocess.PIPE).stdout
    found, function = {}, None
    for line in listing.splitlines():
        start = re.match(r"[0-9a-f]+ <([^>]+)>:$", line)
        if start:
            function = start[1]
            continue
        instruction = re.match(r" *[0-9a-f]+:\t(?:(?:rep[nz]*|lock|bnd|notrack|data16) )*(\w+)", line)
        if not instruction or instruction[1] in OLD | SAME_AS_BEFORE:
            continue
        for name, pattern in PATTERNS.items():
            if pattern.match(instruction[1]):
                found.setdefault(function, set()).add(name)
    return found


def test_nothing_later_than_sse2(assay):
    objects = [path for path in OBJECTS.rglob("*.o") if not ABOVE_BASELINE.search(path.name)]
    assert any(path.name.endswith(".v1.o") for path in objects)
    wrong = {f"{path.relative_to(OBJECTS)}: {function}": names - GUARDED.get(function, set())
             for path in objects for function, names in extensions(path).items()}
    assert not {where: names for where, names in wrong.items() if names}


@pytest.mark.parametrize("path,function,name", [
    ("bench/cpu/aes_kernel_ni.o", "aes_ctr_aesni", "AES"),
    ("bench/cpu/sha256_kernel_ni.o", "sha256_blocks_shani", "SHA"),
    ("bench/cpu/crc32c_kernel.v2.o", "crc32c_v2", "SSE4"),
    ("bench/cpu/linear.v3.o", "linear_solve_v3", "AVX"),
])
def test_later_instructions_are_recognised(assay, path, function, name):
    """What is there must be seen, or the test above says nothing."""
    assert name in extensions(OBJECTS / path)[function]
