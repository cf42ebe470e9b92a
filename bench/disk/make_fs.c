/* SPDX-License-Identifier: MIT */
/* make_fs.c - make an ext2, ext3 or ext4 file system, by the program mke2fs */

#include "bench/disk/make_fs.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define DISK_FD 3 /* of mke2fs */
#define INODE_FOR_BYTES KIB(16)
#define INODES_MIN 128
#define INODES_MAX 20000 /* what the most small files of a test need */

static const char *find_program(void)
{
	static const char *const places[] = { "/bin/mke2fs", "/sbin/mke2fs", "/usr/sbin/mke2fs" };

	for (size_t i = 0; i < countof(places); i++)
		if (access(places[i], X_OK) == 0)
			return places[i];
	return NULL;
}

/* In the child: the disk is descriptor 3, what it complains of goes to @complaints. */
static _Noreturn void become_mke2fs(pid_t parent, const char *program, int fd, int complaints,
                                    const char *kind, uint64_t bytes)
{
	int none = open("/dev/null", O_RDONLY);
	uint64_t inodes = bytes / INODE_FOR_BYTES;
	char size[32], count[32];

	inodes = inodes < INODES_MIN ? INODES_MIN : inodes > INODES_MAX ? INODES_MAX : inodes;
	snprintf(count, sizeof(count), "%" PRIu64, inodes);
	snprintf(size, sizeof(size), "%" PRIu64 "k", bytes / 1024);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || none < 0 || dup2(complaints, STDERR_FILENO) < 0 ||
	    dup2(complaints, STDOUT_FILENO) < 0 || dup2(none, STDIN_FILENO) < 0)
		_exit(127);
	if (fd != DISK_FD ? dup2(fd, DISK_FD) < 0 : fcntl(fd, F_SETFD, 0) < 0)
		_exit(127);
	execl(program, "mke2fs", "-q", "-F", "-t", kind, "-m", "0", "-N", count, "-E",
	      "nodiscard,lazy_itable_init=0,lazy_journal_init=1", "/proc/self/fd/3", size,
	      (char *)NULL);
	_exit(127);
}

/* The last line that comes from @from; "" if nothing does. */
static void read_last_line(int from, char *line, size_t size)
{
	FILE *file = fdopen(from, "r");
	char next[160];

	line[0] = '\0';
	while (file && fgets(next, sizeof(next), file)) {
		next[strcspn(next, "\n")] = '\0';
		if (next[0] != '\0')
			snprintf(line, size, "%s", next);
	}
	if (file)
		fclose(file);
	else
		close(from);
}

int make_fs(struct run *run, int fd, const char *kind, uint64_t bytes)
{
	const char *program = find_program();
	int complaints[2], status = 0;
	pid_t pid, parent = getpid();
	char line[120];

	if (!program)
		return skip(run, "there is no mke2fs here to make %s", kind);
	if (pipe2(complaints, O_CLOEXEC) < 0)
		return broken(run, "pipe: %s", strerror(errno));
	fflush(NULL);
	pid = fork();
	if (pid == 0)
		become_mke2fs(parent, program, fd, complaints[1], kind, bytes);
	if (pid < 0)
		return broken(run, "cannot start mke2fs: %s", strerror(errno));
	close(complaints[1]);
	read_last_line(complaints[0], line, sizeof(line));
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (status == 0)
		return 0;
	return fail(run, "mke2fs for %s, status %d: %s", kind,
	            WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), line);
}
