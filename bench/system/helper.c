/* SPDX-License-Identifier: MIT */
/* helper.c - small programs of their own, for tests that must not drag assay along */

#include "bench/system/helper.h"

#include "bench/system/classic.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Beside assay: where it was built, or where it is installed. */
static int find_static(struct run *run, const char *name, char *path, size_t size)
{
	static const char *const places[] = { "helpers", "../lib/assay" };
	char self[PATH_MAX] = "/";
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (length > 0)
		*strrchr(self, '/') = '\0';
	for (size_t i = 0; i < countof(places); i++) {
		snprintf(path, size, "%s/%s/%s", self, places[i], name);
		if (access(path, X_OK) == 0) {
			param_text(run, "userland", "static (musl)");
			return 0;
		}
	}
	return skip(run, "the program lib/assay/%s that goes with assay is missing", name);
}

static int find_helper(struct run *run, const char *name, char *path, size_t size)
{
	int rc;

	if (!classic_present())
		return find_static(run, name, path, size);
	rc = classic_enter(run);
	if (rc)
		return rc;
	snprintf(path, size, "/bin/%s", name);
	if (access(path, X_OK) < 0)
		return skip(run, "/classic/bin/%s: %s", name, strerror(errno));
	return 0;
}

/* In the process of the helper. Standard error leads to the driver. */
static _Noreturn void exec_helper(const char *path, int output, double duration_s)
{
	char duration_ms[24];

	snprintf(duration_ms, sizeof(duration_ms), "%.0f", duration_s * 1000);
	dup2(output, STDOUT_FILENO);
	execl(path, path, duration_ms, (char *)NULL);
	dprintf(STDERR_FILENO, "%s: %s", path, strerror(errno));
	_exit(1);
}

/* All that comes from @fd until its end, as far as it fits. */
static void read_all(int fd, char *text, size_t size)
{
	size_t used = 0;
	ssize_t got;

	while (used < size - 1 &&
	       ((got = read(fd, text + used, size - 1 - used)) > 0 || (got < 0 && errno == EINTR)))
		used += got > 0 ? (size_t)got : 0;
	text[used] = '\0';
}

int helper_run(const struct copy *copy, const char *name, struct count *count)
{
	char path[PATH_MAX], text[32];
	int ends[2], rc, status;
	pid_t child;

	rc = find_helper(copy->run, name, path, sizeof(path));
	if (rc)
		return rc;
	if (pipe2(ends, O_CLOEXEC) < 0)
		return broken(copy->run, "no pipe: %s", strerror(errno));
	child = fork();
	if (child == 0)
		exec_helper(path, ends[1], copy->duration_s);
	close(ends[1]);
	read_all(ends[0], text, sizeof(text));
	close(ends[0]);
	if (child < 0 || waitpid(child, &status, 0) < 0)
		return broken(copy->run, "no process for %s: %s", name, strerror(errno));
	count->count = strtod(text, NULL);
	if (status != 0 || count->count <= 0)
		return broken(copy->run, "%s gave no count, status 0x%x", name, (unsigned)status);
	return 0;
}
