/* SPDX-License-Identifier: MIT */
/* keeper.c - a small process that puts things back when this one dies, by whatever cause */

#include "bench/lib/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Sleep until @parent is dead. Closing @ready says that nothing can get between any more. */
static void keep(pid_t parent, int ready)
{
	sigset_t death;

	setsid();
	prctl(PR_SET_NAME, "assay keeper");
	prctl(PR_SET_PDEATHSIG, SIGUSR1);
	close(ready);
	sigemptyset(&death);
	sigaddset(&death, SIGUSR1);
	while (getppid() == parent)
		sigwaitinfo(&death, NULL);
}

pid_t keeper_start(void (*put_back)(void *context), void *context)
{
	pid_t keeper, parent = getpid();
	sigset_t all, before;
	int ready[2];
	char none;

	if (pipe2(ready, O_CLOEXEC) < 0)
		return -errno;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before); /* the keeper is born with it */
	fflush(NULL);
	keeper = fork();
	if (keeper == 0) {
		keep(parent, ready[1]);
		put_back(context);
		_exit(0);
	}
	if (keeper < 0)
		keeper = -errno;
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(ready[1]);
	while (read(ready[0], &none, 1) < 0 && errno == EINTR)
		;
	close(ready[0]);
	return keeper;
}

void keeper_end(pid_t keeper)
{
	if (keeper <= 0)
		return;
	kill(keeper, SIGKILL);
	while (waitpid(keeper, NULL, 0) < 0 && errno == EINTR)
		;
}
