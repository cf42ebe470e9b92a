/* SPDX-License-Identifier: MIT */
/*
 * attach.c - assay attach: the dashboard of a run, in this terminal
 *
 * While a test measures it sleeps: what wakes it is state.json, which is replaced only when
 * nothing is measured, or a key. Else it draws once a second.
 */

#include "bench/commands/commands.h"
#include "bench/lib/clock.h"
#include "bench/lib/status.h"
#include "bench/run/kmsg.h"
#include "bench/view/view.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/klog.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

#define EVERY_NS SECONDS(1)
#define LONG_S 1.0 /* a test that takes longer is shown at its start, however soon that comes */

/* Nothing may scroll: no line goes on by itself, and no cursor is seen. */
#define ENTER "\033[?1049h\033[?7l\033[?25l"
#define LEAVE "\033[H\033[2J\033[?25h\033[?7h\033[?1049l"

static struct view view; /* large */
static struct screen screens[2];

static struct dashboard {
	const char *directory;
	bool colour, is_console;
	bool is_whole;          /* what the terminal shows is screens[shown] */
	unsigned shown;         /* which of the two */
	unsigned rows, columns; /* of the terminal */
	unsigned job;           /* drawn last */
	uint64_t drawn_ns;
	int signals, changes, kmsg;
	int watched, watched_pid; /* the process of the run */
	struct termios before;
} dashboard = { .watched = -1 };

/*
 * Of syslog(2): while the dashboard has the screen of the machine, messages of the kernel do not
 * get onto consoles, or they would scroll it away. A panic still does; assay tells the others. The
 * kernel remembers what was before, so that two dashboards do not mistake each other's silence for
 * it.
 */
enum { CONSOLE_OFF = 6, CONSOLE_ON = 7 };

#define VT_MAJOR 4 /* of the screens of the machine, minors 1 to 63 */
#define VT_MINOR_LAST 63

static bool wants_colour(void)
{
	const char *no = getenv("NO_COLOR");

	return !no || no[0] == '\0';
}

static void put(const char *bytes, size_t size)
{
	while (size > 0) {
		ssize_t done = write(STDOUT_FILENO, bytes, size);

		if (done < 0)
			return; /* the terminal is gone: SIGHUP says so */
		bytes += done;
		size -= (size_t)done;
	}
}

static void find_rows(struct dashboard *d)
{
	struct winsize size = { .ws_row = 0 };

	ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
	d->rows = size.ws_row ? size.ws_row : 24; /* a serial line does not know */
	d->columns = size.ws_col ? size.ws_col : SCREEN_COLUMNS;
	d->is_whole = false;
}

static void draw(struct dashboard *d)
{
	static char bytes[SCREEN_BYTES_MAX];
	struct event event;
	unsigned home;

	view_look(&view.health, "");
	view_read(&view, d->directory);
	/* what the kernel prints on its screen tears ours */
	while (d->kmsg >= 0 && kmsg_next(d->kmsg, &event))
		d->is_whole = false;
	home = view_draw(&view, d->rows, &screens[!d->shown]);
	put(bytes, screen_bytes(d->is_whole ? &screens[d->shown] : NULL, &screens[!d->shown],
	                        d->rows, d->columns, d->colour, home, bytes));
	d->shown = !d->shown;
	d->is_whole = true;
	d->job = view.state.job;
	d->drawn_ns = clock_now_ns();
}

/* Something is being measured, and it must not be disturbed. */
static bool is_measuring(void)
{
	return view.state.job > 0 && view.status[0] == '\0' && !view.health.gone;
}

/* The state has changed, so that nothing is measured for a moment: draw, but not too often. */
static void draw_change(struct dashboard *d)
{
	char events[4096];
	bool is_new;

	while (read(d->changes, events, sizeof(events)) > 0)
		;
	view_read_state(&view.state, d->directory);
	is_new = view.state.job != d->job && view.state.job > 0 &&
	         view.state.job <= view.job_count &&
	         view.jobs[view.state.job - 1].estimate_s > LONG_S;
	if (is_new || clock_now_ns() - d->drawn_ns >= EVERY_NS)
		draw(d);
}

/* Returns false when it is time to leave. */
static bool take_signal(struct dashboard *d)
{
	struct signalfd_siginfo signal;

	if (read(d->signals, &signal, sizeof(signal)) != sizeof(signal))
		return true;
	if (signal.ssi_signo != SIGWINCH)
		return false;
	find_rows(d);
	draw(d);
	return true;
}

static bool take_key(void)
{
	char key;

	return read(STDIN_FILENO, &key, 1) == 1 && key != 'q' && key != 'Q';
}

/* Something that poll() finds ready when the run dies in the middle of a test. */
static int watch_run(struct dashboard *d)
{
	if (d->watched_pid != view.state.pid) {
		if (d->watched >= 0)
			close(d->watched);
		d->watched = (int)syscall(SYS_pidfd_open, view.state.pid, 0);
		d->watched_pid = view.state.pid;
	}
	return d->watched;
}

static void show(struct dashboard *d)
{
	draw(d);
	for (;;) {
		bool asleep = is_measuring();
		struct pollfd fds[] = { { .fd = d->signals, .events = POLLIN },
			                { .fd = STDIN_FILENO, .events = POLLIN },
			                { .fd = d->changes, .events = POLLIN },
			                { .fd = asleep ? watch_run(d) : -1, .events = POLLIN } };
		int ready = poll(fds, countof(fds), asleep ? -1 : (int)(EVERY_NS / MS(1)));

		if ((fds[0].revents && !take_signal(d)) || (fds[1].revents && !take_key()))
			return;
		if (fds[2].revents)
			draw_change(d);
		if (ready == 0 || fds[3].revents)
			draw(d);
	}
}

static bool is_screen_of_machine(void)
{
	struct stat device;

	return fstat(STDOUT_FILENO, &device) == 0 && S_ISCHR(device.st_mode) &&
	       major(device.st_rdev) == VT_MAJOR && minor(device.st_rdev) >= 1 &&
	       minor(device.st_rdev) <= VT_MINOR_LAST;
}

/* Returns 0 or -errno. */
static int open_all(struct dashboard *d)
{
	/* all but the last end it: stopped by Ctrl-Z it would leave the terminal as it is */
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH };
	struct termios raw;
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < countof(signals); i++)
		sigaddset(&set, signals[i]);
	sigprocmask(SIG_BLOCK, &set, NULL);
	d->signals = signalfd(-1, &set, SFD_CLOEXEC);
	d->changes = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (d->signals < 0 || d->changes < 0 ||
	    inotify_add_watch(d->changes, d->directory, IN_MOVED_TO) < 0 ||
	    tcgetattr(STDIN_FILENO, &d->before) < 0)
		return -errno;
	d->is_console = is_screen_of_machine();
	d->kmsg = d->is_console ? kmsg_open("/dev/kmsg", false) : -1;
	d->colour = wants_colour();
	raw = d->before;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	tcsetattr(STDIN_FILENO, TCSANOW, &raw);
	find_rows(d);
	return 0;
}

int command_attach(const struct options *options)
{
	const char *term = getenv("TERM");
	struct dashboard *d = &dashboard;
	int rc;

	d->directory = directory_watched(options);
	if (!d->directory)
		return EXIT_USAGE;
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !term || strcmp(term, "dumb") == 0) {
		fprintf(stderr, "assay: attach: expected a terminal that can move its cursor; see "
		                "assay status and assay log -f\n");
		return EXIT_USAGE;
	}
	rc = open_all(d);
	if (rc) {
		fprintf(stderr, "assay: attach: %s: %s\n", d->directory, strerror(-rc));
		return EXIT_INTERNAL;
	}
	view.health.is_console = d->is_console;
	if (d->is_console)
		klogctl(CONSOLE_OFF, NULL, 0);
	put(ENTER, strlen(ENTER));
	show(d);
	put(LEAVE, strlen(LEAVE));
	if (d->is_console)
		klogctl(CONSOLE_ON, NULL, 0);
	tcsetattr(STDIN_FILENO, TCSANOW, &d->before);
	return EXIT_OK;
}
