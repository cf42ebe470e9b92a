/* SPDX-License-Identifier: MIT */
/* console.c - every line on every console, none of which may hold up the tests */

#include "init/init.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/klog.h>
#include <sys/stat.h>
#include <unistd.h>

#define DRAIN_LIMIT_NS SECONDS(2)
#define PIECE_BYTES 1024     /* written at once: a frame buffer may take long to scroll */
#define LOG_BYTES_MAX MIB(4) /* a program that prints without end must not fill the memory */
#define CTRL_C 3

static struct console {
	char name[32];
	int fd;       /* -1 = it is gone */
	dev_t device; /* two names of one device get one console */
	pid_t guest;  /* the terminal is this process's; 0 = ours */
	struct ring ring;
} consoles[CONSOLES_MAX];

static size_t console_count;
static int log_fd = -1; /* of all that is printed */
static size_t log_bytes;
static bool shell_offered, mid_line;
static const char offer[] = "assay: press Enter for a shell\n";

/* Print on /dev/NAME too, if it is there and is not one of the others by another name. */
static void add(const char *name, const char *reserved, bool set_speed)
{
	struct console *console = &consoles[console_count];
	struct stat device;
	int fd;

	if (console_count == CONSOLES_MAX || strcmp(name, reserved) == 0)
		return;
	fd = terminal_open(name, set_speed);
	if (fd < 0 || fstat(fd, &device) < 0)
		return;
	for (size_t i = 0; i < console_count; i++) {
		if (consoles[i].device == device.st_rdev) {
			close(fd);
			return;
		}
	}
	text_copy(console->name, sizeof(console->name), name);
	console->fd = fd;
	console->device = device.st_rdev;
	console_count++;
}

int console_open(struct settings *settings)
{
	char active[256] = "", name[32];
	const char *list = active;

	mkdir(RESULTS_DIRECTORY, 0755); /* the log says if this mattered: there is none */
	log_fd = open(RESULTS_DIRECTORY "/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);

	/* the kernel's errors stay visible, the rest would only tear our lines */
	klogctl(8, NULL, 4);

	/* tty0 is whichever screen is shown: ours */
	add("tty1", settings->verdict, false);
	if (text_read("", "/sys/class/tty/console/active", active, sizeof(active)) > 0)
		while (text_next(&list, " ", name, sizeof(name)))
			if (strcmp(name, "tty0") != 0)
				add(name, settings->verdict, false);
	for (int port = 0; port < 8; port++) {
		snprintf(name, sizeof(name), "ttyS%d", port);
		add(name, settings->verdict, true);
	}
	add("hvc0", settings->verdict, false);
	if (console_count == 0) /* whatever that is; without /dev there is nothing else */
		add("console", settings->verdict, false);
	init_say("assay " ASSAY_VERSION " is starting"); /* somebody looks at a dark screen */
	return console_count > 0 ? 0 : -ENODEV;
}

/* Let go of a terminal that was unplugged. */
static void lose(struct console *console)
{
	close(console->fd);
	console->fd = -1;
}

/* Print one piece of what waits, if the terminal is ours and takes it. */
static void print_piece(struct console *console)
{
	const char *bytes;
	size_t size = ring_peek(&console->ring, &bytes);
	ssize_t done;

	if (size == 0 || console->guest != 0)
		return;
	done = write(console->fd, bytes, size < PIECE_BYTES ? size : PIECE_BYTES);
	if (done > 0)
		ring_take(&console->ring, (size_t)done);
	else if (done < 0 && errno != EAGAIN && errno != EINTR)
		lose(console);
}

void console_put(const char *bytes, size_t size)
{
	if (size == 0)
		return;
	mid_line = bytes[size - 1] != '\n';
	log_bytes += size;
	if (log_bytes <= LOG_BYTES_MAX && write(log_fd, bytes, size) < 0)
		log_bytes = LOG_BYTES_MAX; /* no log, or no memory: it ends here */
	for (size_t i = 0; i < console_count; i++) {
		if (consoles[i].fd < 0)
			continue;
		ring_put(&consoles[i].ring, bytes, size);
		print_piece(&consoles[i]);
	}
	if (console_count == 0 && write(STDERR_FILENO, bytes, size) < 0)
		return; /* there is nobody to tell */
}

void init_say(const char *format, ...)
{
	char text[400], line[512];
	va_list args;
	int length;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	/* a child that died may have left half a line behind */
	length = snprintf(line, sizeof(line), "%sinit: %s\n", mid_line ? "\n" : "", text);
	console_put(line, (size_t)length);
}

void console_lend(const char *name, const char *const argv[])
{
	for (size_t i = 0; i < console_count; i++)
		if (strcmp(consoles[i].name, name) == 0 && consoles[i].guest == 0)
			consoles[i].guest = terminal_run(name, argv);
}

void console_offer_shell(void)
{
	shell_offered = true;
	console_put(offer, strlen(offer));
}

void console_poll(struct pollfd fds[CONSOLES_MAX])
{
	for (size_t i = 0; i < CONSOLES_MAX; i++) {
		const struct console *console = &consoles[i];
		bool ours = i < console_count && console->guest == 0;
		const char *bytes;

		fds[i] = (struct pollfd){ .fd = ours ? console->fd : -1, .events = POLLIN };
		if (ours && ring_peek(&consoles[i].ring, &bytes) > 0)
			fds[i].events |= POLLOUT;
	}
}

static void read_keys(struct console *console)
{
	static const char *const shell[] = { "/bin/sh", "-l", NULL };
	char keys[64];
	ssize_t count = read(console->fd, keys, sizeof(keys));
	size_t size = count > 0 ? (size_t)count : 0;

	if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) {
		lose(console);
		return;
	}
	/* while the tests run only a deliberate key gives a shell: it hides what is printed */
	if (!memchr(keys, CTRL_C, size) &&
	    !(shell_offered && (memchr(keys, '\r', size) || memchr(keys, '\n', size))))
		return;
	console_lend(console->name, shell);
}

void console_serve(const struct pollfd fds[CONSOLES_MAX])
{
	for (size_t i = 0; i < console_count; i++) {
		struct console *console = &consoles[i];

		if (fds[i].fd < 0 || fds[i].fd != console->fd)
			continue;
		if (fds[i].revents & (POLLIN | POLLHUP | POLLERR))
			read_keys(console);
		if (console->fd >= 0 && (fds[i].revents & POLLOUT))
			print_piece(console);
	}
}

bool console_guest_ended(pid_t pid)
{
	for (size_t i = 0; i < console_count; i++) {
		struct console *console = &consoles[i];
		const char *bytes;

		if (console->guest != pid)
			continue;
		/* the end of a session hangs up its terminal: what we had open is dead */
		close(console->fd);
		console->fd = terminal_open(console->name, false);
		console->guest = 0;
		if (strcmp(console->name, "tty1") == 0)
			klogctl(7, NULL,
			        0); /* a dashboard that was killed keeps the kernel silent */
		if (shell_offered && ring_peek(&console->ring, &bytes) == 0)
			ring_put(&console->ring, offer, strlen(offer));
		return true;
	}
	return false;
}

void console_drain(void)
{
	uint64_t limit_ns = clock_now_ns() + DRAIN_LIMIT_NS;
	bool drained;

	do {
		loop_run(10);
		drained = true;
		for (size_t i = 0; i < console_count; i++) {
			struct console *console = &consoles[i];
			const char *bytes;
			int waiting = 0;

			if (console->fd < 0 || console->guest != 0)
				continue;
			ioctl(console->fd, TIOCOUTQ, &waiting);
			if (waiting > 0 || ring_peek(&console->ring, &bytes) > 0)
				drained = false;
		}
	} while (!drained && clock_now_ns() < limit_ns);
}
