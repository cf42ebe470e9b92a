/* SPDX-License-Identifier: MIT */
/*
 * spawn.c - the process of unixbench.spawn: it starts others, which end at once
 *
 * usage: spawn DURATION    in ms
 *
 * Prints how many it has started and waited for.
 */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t over;

static void ring(int signal_number)
{
	(void)signal_number;
	over = 1;
}

static void alarm_set(long duration_ms)
{
	struct sigaction action = { .sa_handler = ring, .sa_flags = SA_RESTART };
	struct itimerval timer = { .it_value = { .tv_sec = duration_ms / 1000,
		                                 .tv_usec = duration_ms % 1000 * 1000 } };

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}

int main(int argc, char **argv)
{
	long duration_ms = argc == 2 ? atol(argv[1]) : 0;
	unsigned long count = 0;
	int status;

	if (duration_ms <= 0)
		return 2;
	alarm_set(duration_ms);
	while (!over) {
		pid_t child = fork();

		if (child == 0)
			exit(0);
		if (child < 0) {
			perror("fork");
			return 1;
		}
		wait(&status);
		if (status != 0) {
			fprintf(stderr, "a process ended with status 0x%x\n", (unsigned)status);
			return 1;
		}
		count++;
	}
	return printf("%lu\n", count) < 0;
}
