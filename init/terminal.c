/* SPDX-License-Identifier: MIT */
/* terminal.c - one terminal: for messages, and for a shell */

#include "init/init.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/serial.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#define FOR_PEOPLE (ISIG | ICANON | ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE | IEXTEN)

static bool is_serial(const char *name)
{
	return strncmp(name, "ttyS", 4) == 0;
}

/* @local_modes: what the terminal does by itself: echo, edit lines, send signals. */
static void set_modes(int fd, tcflag_t local_modes, bool set_speed)
{
	struct termios mode;

	if (tcgetattr(fd, &mode) < 0)
		return;
	mode.c_iflag = IGNPAR | IGNBRK | (local_modes != 0 ? ICRNL : 0);
	mode.c_oflag = OPOST | ONLCR;
	mode.c_lflag = local_modes;
	mode.c_cc[VMIN] = 1;
	mode.c_cflag &= ~(tcflag_t)(CSIZE | CSTOPB | PARENB | CRTSCTS | HUPCL);
	mode.c_cflag |= CS8 | CREAD | CLOCAL;
	if (set_speed)
		cfsetspeed(&mode, B115200);
	tcsetattr(fd, TCSANOW, &mode);
}

int terminal_open(const char *name, bool set_speed)
{
	struct serial_struct port;
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/dev/%s", name);
	fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	/* the kernel has nodes for ports that no chip answers for */
	if (is_serial(name) && (ioctl(fd, TIOCGSERIAL, &port) < 0 || port.type == PORT_UNKNOWN)) {
		close(fd);
		return -ENODEV;
	}
	set_modes(fd, 0, is_serial(name) && set_speed);
	return fd;
}

static _Noreturn void program_become(const char *name, const char *const argv[])
{
	sigset_t none;
	char path[64];
	int fd;

	setsid();
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	snprintf(path, sizeof(path), "/dev/%s", name);
	fd = open(path, O_RDWR);
	if (fd < 0)
		_exit(1);
	ioctl(fd, TIOCSCTTY, 0);
	set_modes(fd, FOR_PEOPLE, false);
	dup2(fd, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	syscall(SYS_close_range, STDERR_FILENO + 1, ~0u, 0);

	putenv(is_serial(name) ? (char[]){ "TERM=vt100" } : (char[]){ "TERM=linux" });
	if (chdir("/root") == 0)
		execv(argv[0], (char *const *)argv);
	dprintf(STDERR_FILENO, "init: %s: %s\n", argv[0], strerror(errno));
	_exit(1);
}

pid_t terminal_run(const char *name, const char *const argv[])
{
	pid_t pid = fork();

	if (pid == 0)
		program_become(name, argv);
	return pid < 0 ? 0 : pid;
}
