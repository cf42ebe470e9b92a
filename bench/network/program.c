/* SPDX-License-Identifier: MIT */
/* program.c - the programs that do the work: ip, udhcpc6, ntpd */

#include "bench/network/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS_MAX 24

static pid_t PRINTF_LIKE(1, 0) start(const char *format, va_list args)
{
	char line[512], *words[WORDS_MAX + 1] = { NULL }, *rest = NULL;
	size_t count = 0;
	pid_t pid;

	if (vsnprintf(line, sizeof(line), format, args) >= (int)sizeof(line))
		return -ENAMETOOLONG;
	for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		if (count == WORDS_MAX)
			return -E2BIG;
		words[count++] = word;
	}
	pid = fork();
	if (pid != 0)
		return pid < 0 ? -errno : pid;
	dup2(open("/dev/null", O_WRONLY), STDERR_FILENO); /* each try of a client is a line there */
	execvp(words[0], words);
	_exit(127);
}

pid_t program_start(const char *format, ...)
{
	va_list args;
	pid_t pid;

	va_start(args, format);
	pid = start(format, args);
	va_end(args);
	return pid;
}

int program_do(const char *format, ...)
{
	int status;
	va_list args;
	pid_t pid;

	va_start(args, format);
	pid = start(format, args);
	va_end(args);
	if (pid < 0)
		return pid;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return status == 0 ? 0 : -EIO;
}
