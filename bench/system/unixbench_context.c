/* SPDX-License-Identifier: MIT */
/*
 * unixbench_context.c - unixbench.context1: a number back and forth between two processes
 *
 * One count is a round trip: parent and child each write their own count, 8 bytes, to the
 * other's pipe and compare what they get with what they expect. Neither is bound to a CPU:
 * whether the kernel puts both on one decides more than anything else.
 */

#include "bench/system/alarm.h"
#include "bench/system/unixbench.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The child: @from the parent, @to it. It ends when the parent closes the pipe. */
static _Noreturn void answer(int from, int to)
{
	unsigned long turns = 0, heard;

	while (read(from, &heard, sizeof(heard)) == (ssize_t)sizeof(heard)) {
		if (heard != turns || write(to, &turns, sizeof(turns)) != (ssize_t)sizeof(turns))
			break;
		turns++;
	}
	_exit(0);
}

static int ask(const struct copy *copy, int to, int from, unsigned long *turns)
{
	unsigned long heard;

	while (!alarm_rang) {
		if (write(to, turns, sizeof(*turns)) != (ssize_t)sizeof(*turns))
			return broken(copy->run, "write to a pipe: %s", strerror(errno));
		if (read(from, &heard, sizeof(heard)) != (ssize_t)sizeof(heard))
			return broken(copy->run, "the other process has gone");
		if (heard != *turns)
			return fail(copy->run, "a pipe gave %lu, expected %lu", heard, *turns);
		++*turns;
	}
	return 0;
}

int context_copy(const struct copy *copy, struct count *count)
{
	unsigned long turns = 0;
	int there[2], back[2], rc;
	pid_t child;

	if (pipe(there) < 0 || pipe(back) < 0)
		return broken(copy->run, "no pipe: %s", strerror(errno));
	signal(SIGPIPE, SIG_IGN);
	alarm_set(copy->duration_s); /* a child inherits no timer */
	child = fork();
	if (child == 0) {
		close(there[1]);
		close(back[0]);
		answer(there[0], back[1]);
	}
	if (child < 0)
		return broken(copy->run, "no second process: %s", strerror(errno));
	close(there[0]);
	close(back[1]);
	rc = ask(copy, there[1], back[0], &turns);
	close(there[1]);
	close(back[0]);
	waitpid(child, NULL, 0);
	count->count = (double)turns;
	return rc;
}
