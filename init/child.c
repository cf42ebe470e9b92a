/* SPDX-License-Identifier: MIT */
/* child.c - start processes, and account for those that end */

#include "init/init.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static struct service {
	const char *name;
	pid_t pid; /* 0 = free */
} services[8];

static pid_t program_pid; /* the program that is waited for; 0 = it has ended */
static int program_status;

/* A child in a session of its own, with nothing to read, that prints to the consoles. */
static pid_t child_fork(void)
{
	pid_t pid = fork();
	sigset_t none;

	if (pid != 0)
		return pid < 0 ? -errno : pid;
	setsid();
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
	dup2(child_output, STDOUT_FILENO);
	dup2(child_output, STDERR_FILENO);
	return 0;
}

pid_t service_fork(const char *name)
{
	pid_t pid = child_fork();

	if (pid == 0) {
		prctl(PR_SET_NAME, name);
		syscall(SYS_close_range, STDERR_FILENO + 1, ~0u, 0); /* the consoles are init's */
		return 0;
	}
	for (size_t i = 0; pid > 0 && i < countof(services); i++) {
		if (services[i].pid == 0) {
			services[i] = (struct service){ name, pid };
			break;
		}
	}
	return pid;
}

int program_run(const char *const argv[])
{
	int failure[2], rc = 0;
	pid_t pid;

	if (pipe2(failure, O_CLOEXEC) < 0)
		return -errno;
	pid = child_fork();
	if (pid == 0) {
		execv(argv[0], (char *const *)argv);
		rc = -errno;
		_exit(write(failure[1], &rc, sizeof(rc)) > 0 ? 127 : 126);
	}
	close(failure[1]);
	/* ends when execv() closes the other end, or brings its error */
	if (pid > 0 && read(failure[0], &rc, sizeof(rc)) > 0)
		pid = rc;
	close(failure[0]);
	if (pid < 0)
		return pid; /* a child whose execv() failed is reaped like any orphan */

	for (program_pid = pid; program_pid != 0;)
		loop_run(-1);
	loop_read_output();
	return program_status;
}

void child_end_text(int status, char *text, size_t size)
{
	if (status < 0)
		snprintf(text, size, "%s", strerror(-status));
	else if (WIFSIGNALED(status))
		snprintf(text, size, "was killed by signal %d (%s)", WTERMSIG(status),
		         strsignal(WTERMSIG(status)));
	else
		snprintf(text, size, "ended with exit status %d", WEXITSTATUS(status));
}

void child_ended(pid_t pid, int status)
{
	char how[64];

	if (pid == program_pid) {
		program_pid = 0;
		program_status = status;
		return;
	}
	if (console_guest_ended(pid))
		return;
	for (size_t i = 0; i < countof(services); i++) {
		if (services[i].pid != pid)
			continue;
		services[i].pid = 0;
		child_end_text(status, how, sizeof(how));
		init_say("%s %s", services[i].name, how);
	}
}
