/* SPDX-License-Identifier: MIT */
/* loop.c - everything that process 1 waits for, in one poll() */

#include "init/init.h"

#include "bench/lib/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

/* What loop_run() polls, in this order; the consoles come last. */
enum { POLL_SIGNAL, POLL_OUTPUT, POLL_CONSOLES };

static int signal_fd = -1, output_fd = -1;
int child_output = -1;

int loop_open(struct settings *settings)
{
	sigset_t child;
	int ends[2];

	(void)settings;
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, NULL);
	signal_fd = signalfd(-1, &child, SFD_NONBLOCK | SFD_CLOEXEC);
	if (signal_fd < 0 || pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	output_fd = ends[0];
	child_output = ends[1];
	/* our end only: children do not expect EAGAIN */
	return fcntl(output_fd, F_SETFL, O_NONBLOCK) < 0 ? -errno : 0;
}

void loop_read_output(void)
{
	char bytes[4096];
	ssize_t count;

	/* a child that prints without end must not keep us here */
	for (int i = 0; i < 16 && (count = read(output_fd, bytes, sizeof(bytes))) > 0; i++)
		console_put(bytes, (size_t)count);
}

static void reap(void)
{
	struct signalfd_siginfo ignored;
	pid_t pid;
	int status;

	while (read(signal_fd, &ignored, sizeof(ignored)) > 0)
		;
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		child_ended(pid, status);
}

void loop_run(int timeout_ms)
{
	struct pollfd fds[POLL_CONSOLES + CONSOLES_MAX] = {
		[POLL_SIGNAL] = { .fd = signal_fd, .events = POLLIN },
		[POLL_OUTPUT] = { .fd = output_fd, .events = POLLIN },
	};

	console_poll(fds + POLL_CONSOLES);
	if (poll(fds, countof(fds), timeout_ms) < 0) {
		clock_sleep_ns(MS(10)); /* no memory, most likely: not in a tight loop */
		return;
	}
	if (fds[POLL_OUTPUT].revents != 0)
		loop_read_output();
	if (fds[POLL_SIGNAL].revents != 0)
		reap();
	console_serve(fds + POLL_CONSOLES);
}

void loop_run_until(uint64_t deadline_ns)
{
	uint64_t now_ns;

	while ((now_ns = clock_now_ns()) < deadline_ns)
		loop_run((int)((deadline_ns - now_ns + MS(1) - 1) / MS(1)));
}
