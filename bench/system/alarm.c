/* SPDX-License-Identifier: MIT */
/* alarm.c - the end of a pass: a signal sets a flag, and no system call is cut short */

#include "bench/system/alarm.h"

#include <stddef.h>
#include <sys/time.h>

volatile sig_atomic_t alarm_rang;

static void ring(int signal_number)
{
	(void)signal_number;
	alarm_rang = 1;
}

void alarm_set(double duration_s)
{
	struct sigaction action = { .sa_handler = ring, .sa_flags = SA_RESTART };
	struct itimerval timer = { .it_value.tv_sec = (time_t)duration_s };

	timer.it_value.tv_usec = (suseconds_t)((duration_s - (double)timer.it_value.tv_sec) * 1e6);
	if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0)
		timer.it_value.tv_usec = 1; /* zero would mean never */
	alarm_rang = 0;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}
