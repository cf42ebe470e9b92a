# SPDX-License-Identifier: MIT
"""bonnie on a disk that may be written: on an ext4 of its own, which is gone afterwards."""

from lab import Disk

UUID = "6f2a6f0e-8f6b-4d35-9a3c-0d6c5a4e21b7"
DISK = Disk("virtio", mib=192)


def test_bonnie_on_a_disk(make_lab, boot_with_upload, assert_kernel_calm):
    lab = make_lab("bonnie", disks=(DISK,), uuid=UUID, keep_disks=True)
    boot, upload = boot_with_upload(
        lab, f"assay.plan=smoke assay.only=bonnie.phases assay.write={DISK.serial}@{UUID}", limit_s=120)
    (result,) = upload.results
    assert result["status"] == "ok", result
    assert result["params"]["file_system"] == "ext4" and len(result["metrics"]) == 36
    assert {"short-region", "cached"} <= set(result["warnings"])
    assert_kernel_calm(boot)
    image = lab.directory / f"{DISK.id}.img"
    content = image.read_bytes()
    image.unlink()
    assert any(content) and content[1080:1082] != b"\x53\xef"
