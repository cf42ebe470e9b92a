# SPDX-License-Identifier: MIT
"""The UnixBench tests in the image: one boot, a moment of each."""

import pytest


@pytest.fixture(scope="module")
def run(make_lab, boot_with_upload, figure):
    lab = make_lab("unixbench", disks=(), memory_mib=256)
    boot, upload = boot_with_upload(lab, "assay.plan=smoke assay.only=unixbench.*", limit_s=240)
    slowest = max(upload.results, key=lambda result: result["elapsed_s"])
    figure(f"unixbench smoke in 256 MiB: {sum(each['elapsed_s'] for each in upload.results):.1f} s,"
           f" the longest {slowest['test']} with {slowest['elapsed_s']:.2f} s")
    return boot, upload


def test_all_are_ok(run, assert_kernel_calm):
    boot, upload = run
    assert boot.verdict.problem() == ""
    assert len({result["test"] for result in upload.results}) == 12
    assert {result["target"] for result in upload.results} == {"1 copy", "2 copies"}
    for result in upload.results:
        assert result["status"] == "ok", (result["test"], result["reason"])
    assert_kernel_calm(boot)


def test_what_the_numbers_depend_on_is_said(run):
    params = {result["test"]: result["params"] for result in run[1].results}
    assert params["unixbench.fstime"]["file_system"] == "tmpfs"
    assert params["unixbench.execl"]["userland"].startswith("static")
    assert params["unixbench.spawn"]["userland"].startswith("static")
