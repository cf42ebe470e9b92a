/* SPDX-License-Identifier: MIT */
/* crew.c - the copies of a test, started together, and what each of them has to say */

#include "bench/system/crew.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define SPARE_FILES 16 /* beside one for each copy */

/* What a copy leaves behind, in memory that it shares with the driver. */
struct outcome {
	bool ended;
	enum status status;
	char reason[160];
	uint32_t warnings;
	struct count count;
};

struct board {
	unsigned param_count; /* of copy 0 */
	struct param params[PARAMS_MAX];
	struct outcome outcomes[];
};

/* What the driver knows of a copy. */
struct member {
	pid_t pid;
	uint64_t start_ns, end_ns;
	char said[80]; /* on standard error: the beginning of it */
	size_t said_bytes;
};

struct crew {
	unsigned copies;
	bool params_taken;
	struct board *board;
	size_t board_bytes;
	struct member *members;
	struct pollfd *ends; /* of a pipe that is a copy's standard error */
	struct count *counts;
};

static int allow_files(struct run *run, unsigned files)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
		return broken(run, "getrlimit: %s", strerror(errno));
	if (limit.rlim_cur >= files)
		return 0;
	limit.rlim_cur = files;
	if (limit.rlim_max < files)
		return skip(run, "needs %u open files, the limit is %llu", files,
		            (unsigned long long)limit.rlim_max);
	if (setrlimit(RLIMIT_NOFILE, &limit) < 0)
		return broken(run, "setrlimit: %s", strerror(errno));
	return 0;
}

int crew_make(struct run *run, struct crew **crew)
{
	unsigned copies = run->job->copies;
	struct crew *made;
	void *memory;
	int rc;

	rc = allow_files(run, copies + SPARE_FILES);
	if (rc == 0)
		rc = run_alloc(run,
		               sizeof(*made) +
		                   copies * (sizeof(*made->members) + sizeof(*made->counts) +
		                             sizeof(*made->ends)),
		               &memory);
	if (rc)
		return rc;
	made = memory;
	made->copies = copies;
	made->members = (struct member *)(made + 1);
	made->counts = (struct count *)(made->members + copies);
	made->ends = (struct pollfd *)(made->counts + copies);
	made->board_bytes = sizeof(*made->board) + copies * sizeof(made->board->outcomes[0]);
	made->board = mmap(NULL, made->board_bytes, PROT_READ | PROT_WRITE,
	                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (made->board == MAP_FAILED)
		return broken(run, "no memory for %u copies", copies);
	*crew = made;
	return 0;
}

static const char *directory_for_files(void)
{
	const char *directory = getenv("TMPDIR");

	return directory && directory[0] ? directory : "/tmp";
}

/* The process of a copy. */
static _Noreturn void copy_main(const struct run *run, const struct unixbench_test *test,
                                struct board *board, unsigned number)
{
	static struct result result;
	struct run own = *run;
	struct copy copy = { .run = &own,
		             .duration_s = test->duration_s * run->pace->classic_share,
		             .number = number,
		             .directory = directory_for_files() };
	struct outcome *outcome = &board->outcomes[number];

	own.result = &result;
	if (test->run_copy(&copy, &outcome->count) == 0 && result.reason[0] == '\0')
		result.status = STATUS_OK;
	outcome->status = result.status;
	outcome->warnings = result.warnings;
	memcpy(outcome->reason, result.reason, sizeof(outcome->reason));
	if (number == 0) {
		memcpy(board->params, result.params, sizeof(board->params));
		board->param_count = result.param_count;
	}
	outcome->ended = true;
	_exit(0);
}

/* The time of a copy begins before its process is made. */
static int start_copy(struct run *run, struct crew *crew, const struct unixbench_test *test,
                      unsigned number)
{
	struct member *member = &crew->members[number];
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) < 0)
		return broken(run, "pipe of copy %u: %s", number, strerror(errno));
	member->start_ns = clock_now_ns();
	member->pid = fork();
	if (member->pid == 0) {
		dup2(ends[1], STDERR_FILENO); /* what it starts inherits it */
		close(ends[1]);
		copy_main(run, test, crew->board, number);
	}
	if (member->pid < 0) /* the runner ends those that are there already */
		return broken(run, "no process for copy %u of %u: %s", number + 1, crew->copies,
		              strerror(errno));
	close(ends[1]);
	crew->ends[number] = (struct pollfd){ .fd = ends[0], .events = POLLIN };
	return 0;
}

/* Take what a copy writes. Returns true when nobody is left who could write more. */
static bool hear(struct member *member, int fd)
{
	char text[256];
	ssize_t got = read(fd, text, sizeof(text));
	size_t room = sizeof(member->said) - 1 - member->said_bytes;

	if (got <= 0)
		return got == 0 || errno != EINTR;
	if ((size_t)got < room)
		room = (size_t)got;
	memcpy(member->said + member->said_bytes, text, room);
	member->said_bytes += room;
	member->said[member->said_bytes] = '\0';
	return false;
}

/* Until the last process of each copy has ended. */
static void wait_for_all(struct crew *crew)
{
	for (unsigned left = crew->copies; left;) {
		if (poll(crew->ends, crew->copies, -1) < 0)
			continue; /* a signal */
		for (unsigned i = 0; i < crew->copies; i++) {
			if (crew->ends[i].revents == 0 ||
			    !hear(&crew->members[i], crew->ends[i].fd))
				continue;
			crew->members[i].end_ns = clock_now_ns();
			close(crew->ends[i].fd);
			crew->ends[i].fd = -1; /* poll() looks past it */
			left--;
		}
	}
}

/* Reap copy @number and judge it. Returns 0 with its count, or the value of its reason. */
static int finish_copy(struct run *run, struct crew *crew, unsigned number)
{
	struct outcome *outcome = &crew->board->outcomes[number];
	struct member *member = &crew->members[number];
	struct count *count = &crew->counts[number];
	char said[sizeof(member->said)];
	int status;

	while (waitpid(member->pid, &status, 0) < 0 && errno == EINTR)
		;
	member->said[strcspn(member->said, "\n")] = '\0';
	text_clean(said, sizeof(said), member->said);
	run->result->warnings |= outcome->warnings;
	if (!outcome->ended && WIFSIGNALED(status))
		return broken(run, "copy %u died of signal %d%s%s", number + 1, WTERMSIG(status),
		              said[0] ? ": " : "", said);
	if (!outcome->ended)
		return broken(run, "copy %u ended without a result%s%s", number + 1,
		              said[0] ? ": " : "", said);
	if (outcome->status != STATUS_OK)
		return end_early(run, outcome->status, "%s%s%s", outcome->reason,
		                 said[0] ? ": " : "", said);
	if (said[0])
		return broken(run, "copy %u said: %s", number + 1, said);
	*count = outcome->count;
	if (count->time_s == 0)
		count->time_s = (double)(member->end_ns - member->start_ns) * 1e-9;
	return 0;
}

/* The parameters are the same in every pass and copy. */
static void take_params(struct run *run, struct crew *crew)
{
	for (unsigned i = 0; i < crew->board->param_count && !crew->params_taken; i++) {
		const struct param *param = &crew->board->params[i];

		if (param->number)
			param_number(run, param->name, strtod(param->text, NULL));
		else
			param_text(run, param->name, param->text);
	}
	crew->params_taken = true;
}

int crew_run(struct run *run, struct crew *crew, const struct unixbench_test *test,
             struct count **counts)
{
	int rc = 0;

	memset(crew->board, 0, crew->board_bytes);
	memset(crew->members, 0, crew->copies * sizeof(*crew->members));
	for (unsigned i = 0; i < crew->copies && rc == 0; i++)
		rc = start_copy(run, crew, test, i);
	if (rc)
		return rc;
	wait_for_all(crew);
	for (unsigned i = 0; i < crew->copies; i++) {
		if (rc) /* the first reason stays */
			waitpid(crew->members[i].pid, NULL, 0);
		else
			rc = finish_copy(run, crew, i);
	}
	take_params(run, crew);
	*counts = crew->counts;
	return rc;
}
