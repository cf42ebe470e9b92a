/* SPDX-License-Identifier: MIT */
/* temperature.h - how warm a disk is, as the kernel's hwmon says */

#ifndef ASSAY_DISK_TEMPERATURE_H
#define ASSAY_DISK_TEMPERATURE_H

#include "bench/machine.h"

/*
 * The temperature that the driver of @disk gives (nvme, drivetemp), in thousandths of a degree
 * Celsius.
 *
 * @root  "" = this machine
 * Returns 0, or -ENOENT when nothing tells it.
 */
MUST_CHECK int disk_temperature(const struct disk *disk, const char *root, int *temperature_mc);

#endif
