/* SPDX-License-Identifier: MIT */
/* stop.c - a user who wants the run to end now: SIGINT, SIGTERM, SIGHUP */

#include "bench/run/stop.h"

#include "bench/lib/base.h"

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static const int wanted[] = { SIGINT, SIGTERM, SIGHUP };
static sigset_t noted;
static int signals = -1, first;

void stop_begin(void)
{
	struct sigaction now;

	sigemptyset(&noted);
	for (size_t i = 0; i < countof(wanted); i++)
		if (sigaction(wanted[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaddset(&noted, wanted[i]);
	first = 0;
	signals = signalfd(-1, &noted, SFD_NONBLOCK | SFD_CLOEXEC);
	if (signals >= 0) /* without it, they kill as ever */
		sigprocmask(SIG_BLOCK, &noted, NULL);
}

void stop_end(void)
{
	struct signalfd_siginfo about;

	if (signals < 0)
		return;
	while (read(signals, &about, sizeof(about)) > 0)
		; /* those that came meanwhile wanted the same */
	close(signals);
	signals = -1;
	sigprocmask(SIG_UNBLOCK, &noted, NULL);
}

int stop_asked(void)
{
	struct signalfd_siginfo about;

	if (first == 0 && signals >= 0 && read(signals, &about, sizeof(about)) == sizeof(about))
		first = (int)about.ssi_signo;
	return first;
}

int stop_fd(void)
{
	return signals;
}
