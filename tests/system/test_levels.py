# SPDX-License-Identifier: MIT
"""What the compiler made: code of a higher x86-64-vN is only where it may be, and the loops of
Dhrystone and Whetstone do the work that their definitions count."""

import json
import re
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent.parent
OBJECTS = TOP / "build" / "target" / "bench"
LEVELED = sorted(path.relative_to(TOP / "bench") for path in TOP.glob("bench/*/*.level.c"))
LEVELS = (1, 2, 3, 4)

VEX, EVEX = ("c4", "c5"), "62"  # in 64-bit mode these bytes begin nothing else
PREFIXES = ("26", "2e", "36", "3e", "64", "65", "67")  # those that may stand before them
NEEDED_FLAGS = {3: {"avx2", "bmi2", "fma"}, 4: {"avx512f", "avx512bw", "avx512vl"}}


def leveled(path, level):
    return OBJECTS / str(path).replace(".level.c", f".v{level}.o")


def objdump(*arguments):
    return subprocess.run(["objdump", "-d", "-w", *arguments], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def encodings(path):
    """{"VEX", "EVEX"}: those that the object has."""
    found = set()
    for line in re.findall(r"^ +[0-9a-f]+:\t((?:[0-9a-f]{2} )+)", objdump(path), re.M):
        first = next((byte for byte in line.split() if byte not in PREFIXES), "")
        found |= {"VEX"} if first in VEX else {"EVEX"} if first == EVEX else set()
    return found


def functions(path):
    """Function -> its instructions and relocations, a text."""
    parts = re.split(r"^[0-9a-f]+ <(\w+)>:$", objdump("-r", "--no-show-raw-insn", path), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def calls(code):
    """What is called, or jumped to at the end, in order."""
    return re.findall(r"\b(?:call|jmp) .*?R_X86_64_(?:PLT32|PC32)\t(\w+)", code)


def cpu_flags():
    return set(re.search(r"^flags\s*: (.*)", Path("/proc/cpuinfo").read_text(), re.M)[1].split())


@pytest.mark.parametrize("level", LEVELS)
def test_higher_code_is_only_where_it_may_be(assay, level):
    allowed = set() if level < 3 else {"VEX"} if level == 3 else {"VEX", "EVEX"}
    found = {str(path): encodings(leveled(path, level)) for path in LEVELED}
    assert not {path: each for path, each in found.items() if each - allowed}
    assert set().union(*found.values()) == allowed, "the compiler makes use of the level"


def test_all_else_starts_on_the_first_x86_64(assay):
    others = [path for path in OBJECTS.rglob("*.o") if not re.search(r"\.v[1-4]\.o$", path.name)]
    assert others
    assert [path for path in others if encodings(path)] == []


@pytest.mark.parametrize("level", LEVELS)
def test_level_runs_here(assay, tmp_path, level):
    missing = NEEDED_FLAGS.get(level, set()) - cpu_flags()
    if missing:
        pytest.skip(f"untested: x86-64-v{level} is built and disassembled, but this CPU cannot "
                    f"run it: no {' '.join(sorted(missing))}")
    subprocess.run([assay, "run", "--plan=smoke", "--only=unixbench.dhry2reg,unixbench.whetstone",
                    f"--level=v{level}", f"--out={tmp_path}"], check=True, timeout=120)
    results = json.loads((tmp_path / "report.json").read_text())["results"]
    assert results
    for result in results:
        assert result["status"] == "ok", result["reason"]
        assert result["params"]["level"] == level


@pytest.mark.parametrize("level", LEVELS)
def test_dhrystone_does_its_calls(assay, level):
    def name(short):
        return f"dhrystone_{short}_v{level}"

    code = {}
    for part in ("dhrystone", "dhrystone_rest"):
        code |= functions(OBJECTS / "system" / f"{part}.v{level}.o")
    loop = code[name("run")]
    # ten calls in all: func_1 is called twice, and proc_6 by a branch that is never taken
    assert calls(loop) == [name(each) for each in ("func_2", "proc_7", "proc_8", "proc_1",
                                                   "func_1", "proc_6")]
    assert calls(code[name("proc_1")]) == [name(each) for each in ("proc_7", "proc_6", "proc_7")]
    assert calls(code[name("func_2")]) == [name("strcmp")]
    assert re.search(r"mov .*,0x0\(%rip\).*\tdhrystone_count", loop), "the counter is stored"
    assert not re.search(r"\bi?div|\bimul", loop), "what only unused values need is left out"


@pytest.mark.parametrize("level", LEVELS)
def test_whetstone_is_folded_as_everywhere(assay, level):
    code = functions(OBJECTS / "system" / f"whetstone.v{level}.o")
    called = [each for text in code.values() for each in calls(text) if each != "clock_now_ns"]
    assert sorted(called) == sorted(2 * ["sincos"] + 4 * ["cos"] + 2 * ["atan"] + ["exp", "log"])
    assert not any("sqrt" in text for text in code.values())
