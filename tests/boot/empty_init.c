/* SPDX-License-Identifier: MIT */
/* empty_init.c - the least that process 1 can do: say when it was started, and switch off */

#include <stdio.h>
#include <sys/reboot.h>
#include <time.h>

int main(void)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now); /* what /proc/uptime shows */
	printf("assay: first job at %lld.%02ld s of kernel time\n", (long long)now.tv_sec,
	       now.tv_nsec / 10000000);
	fflush(stdout);
	reboot(RB_POWER_OFF);
	return 1;
}
