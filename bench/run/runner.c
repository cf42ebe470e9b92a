/* SPDX-License-Identifier: MIT */
/* runner.c - run one job in a child process, under a time limit */

#include "bench/run/runner.h"

#include "bench/lib/clock.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"
#include "bench/run/measure.h"
#include "bench/run/pin.h"
#include "bench/run/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define TIMEOUT_DEFAULT_S 60
#define PUT_BACK_WITHIN_NS SECONDS(15)

static void end_as(struct result *result, enum status status, const char *format, ...)
    PRINTF_LIKE(3, 4);

static void end_as(struct result *result, enum status status, const char *format, ...)
{
	va_list args;

	result->status = status;
	va_start(args, format);
	vsnprintf(result->reason, sizeof(result->reason), format, args);
	va_end(args);
}

/* When memory runs out, the kernel is to kill the job, not assay or init. */
static void offer_to_oom_killer(void)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (write(fd, "1000", 4) < 0)
		perror("assay: oom_score_adj"); /* the job can still run */
	close(fd);
}

/*
 * A run() hook is one thread, and the same on one CPU. A classic defines no affinity,
 * and copies are spread by the kernel.
 */
static bool job_is_pinned(const struct job *job)
{
	return job->benchmark->run && job->benchmark->classic.pass_s <= 0 && job->copies <= 1;
}

static void run_hooks(struct run *run)
{
	const struct benchmark *benchmark = run->job->benchmark;
	int rc = 0;

	if (benchmark->prepare)
		rc = benchmark->prepare(run);
	if (rc == 0)
		rc = benchmark->measure ? benchmark->measure(run) : measure(run);
	if (rc == 0 && benchmark->verify)
		rc = benchmark->verify(run);
	if (benchmark->cleanup)
		benchmark->cleanup(run);
	if (rc == 0 && run->result->reason[0] == '\0')
		run->result->status = STATUS_OK;
}

static _Noreturn void child_main(const struct runner *runner, struct run *run, pid_t parent)
{
	stop_end();
	setpgid(0, 0); /* what the job starts is killed with it */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	prctl(PR_SET_NAME, run->job->benchmark->name);
	offer_to_oom_killer();
	if (runner->pins && job_is_pinned(run->job) && pin_to(runner->cpu) == 0)
		param_number(run, "cpu", runner->cpu);
	result_note_writes(run);
	result_note_wear(run, "used_percent");
	run_hooks(run);
	if (run->result->status != STATUS_TIMED_OUT) /* the disk does not answer */
		result_note_wear(run, "used_percent_after");
	_exit(0);
}

/*
 * Wait until @pidfd is readable (the child is dead), @stop is (-1: never), or @deadline_ns.
 * Returns whether the child is dead.
 */
static bool wait_until(int pidfd, int stop, uint64_t deadline_ns)
{
	struct pollfd fds[] = { { .fd = pidfd, .events = POLLIN },
		                { .fd = stop, .events = POLLIN } };
	uint64_t now_ns;

	while ((now_ns = clock_now_ns()) < deadline_ns) {
		uint64_t rest_ms = (deadline_ns - now_ns) / MS(1) + 1;

		if (poll(fds, countof(fds), rest_ms > 60000 ? 60000 : (int)rest_ms) > 0)
			return fds[0].revents != 0;
	}
	return false;
}

/* How the process of a job ended, as its parent saw it. */
struct ending {
	int rc; /* negative errno: it could not be started or watched */
	bool in_time;
	bool dead;  /* false = it hangs in the kernel: abandoned */
	int status; /* of waitpid(), if dead */
};

/*
 * Wait for the child; kill it at the limit, or when the user wants no more. A child
 * that hangs in the kernel, on a disk that answers no more, cannot be killed.
 */
static struct ending wait_for_child(pid_t pid, uint64_t timeout_s)
{
	struct ending ending = { .rc = 0 };
	int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);

	if (pidfd < 0)
		ending.rc = -errno;
	ending.in_time =
	    pidfd >= 0 && wait_until(pidfd, stop_fd(), clock_now_ns() + SECONDS(timeout_s));
	kill(-pid, SIGKILL); /* also what a finished job left behind */
	kill(pid, SIGKILL);
	ending.dead = ending.in_time ||
	              (pidfd >= 0 && wait_until(pidfd, -1, clock_now_ns() + ABANDON_AFTER_NS));
	if (ending.dead)
		while (waitpid(pid, &ending.status, 0) < 0 && errno == EINTR)
			;
	if (pidfd >= 0)
		close(pidfd);
	return ending;
}

/* What the parent saw stands above what the job says of itself. */
static void judge(struct result *result, const struct ending *ending, uint64_t timeout_s)
{
	if (ending->rc)
		end_as(result, STATUS_BROKEN, "cannot run it: %s", strerror(-ending->rc));
	else if (!ending->in_time && stop_asked())
		end_as(result, STATUS_SKIPPED, "stopped by signal %d (%s)", stop_asked(),
		       strsignal(stop_asked()));
	else if (result->status == STATUS_TIMED_OUT && result->reason[0] != '\0')
		; /* it knows where, and was held up by the same disk once more */
	else if (!ending->dead)
		end_as(result, STATUS_TIMED_OUT,
		       "no end after %u s, and stuck in the kernel: abandoned",
		       (unsigned)timeout_s);
	else if (!ending->in_time)
		end_as(result, STATUS_TIMED_OUT, "no end after %u s: killed", (unsigned)timeout_s);
	else if (WIFSIGNALED(ending->status))
		end_as(result, STATUS_BROKEN, "died of signal %d (%s)", WTERMSIG(ending->status),
		       strsignal(WTERMSIG(ending->status)));
	else if (result->status == STATUS_BROKEN && result->reason[0] == '\0')
		end_as(result, STATUS_BROKEN, "ended without a result, exit status %d",
		       WEXITSTATUS(ending->status));
	if (result->status == STATUS_OK && result->metric_count == 0)
		end_as(result, STATUS_BROKEN, "the job gave no number");
	if (result->status != STATUS_OK)
		result->metric_count = 0; /* a number that nobody vouches for is none */
	if (result->status != STATUS_OK && result->reason[0] == '\0')
		end_as(result, result->status, "no reason was given");
}

/* An estimate may be that of a disk that settles soon; a classic has all of its time. */
static uint64_t job_timeout_s(const struct runner *runner, const struct job *job)
{
	const struct run run = { .job = job, .pace = runner->pace };
	double classic_s = classic_pass_s(&run) * classic_passes(&run);
	uint64_t patient_s = 4 * (uint64_t)fmax((double)job->estimate_ns / 1e9, classic_s);

	if (job->benchmark->timeout_s)
		return job->benchmark->timeout_s;
	return patient_s > TIMEOUT_DEFAULT_S ? patient_s : TIMEOUT_DEFAULT_S;
}

/*
 * A job that was killed leaves a process that puts back what it has changed: no other job is to
 * meet that disk, or to note its settings, before this is done. All of a job's kin have the other
 * end of @family open.
 */
static void wait_for_kin(int family)
{
	wait_until(family, -1, clock_now_ns() + PUT_BACK_WITHIN_NS);
}

static void run_job(struct runner *runner, const struct job *job, struct result *result)
{
	uint64_t timeout_s = job_timeout_s(runner, job);
	struct ending ending = { .rc = 0 };
	pid_t pid, parent = getpid();
	int family[2] = { -1, -1 };
	struct result *shared;

	shared =
	    mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED) {
		end_as(result, STATUS_BROKEN, "mmap: %s", strerror(errno));
		return;
	}
	shared->status = STATUS_BROKEN;

	fflush(NULL); /* or the child repeats what is buffered */
	pid = pipe2(family, O_CLOEXEC) < 0 ? -1 : fork();
	if (pid == 0) {
		struct run run = { .machine = runner->machine,
			           .job = job,
			           .pace = runner->pace,
			           .barred = runner->barred,
			           .result = shared,
			           .show = runner->show,
			           .shown_ns = clock_now_ns() };

		child_main(runner, &run, parent);
	}
	if (pid < 0)
		ending.rc = -errno;
	else
		ending = wait_for_child(pid, timeout_s);
	close(family[1]);
	if (ending.dead)
		wait_for_kin(family[0]);
	close(family[0]);
	if (pid > 0 && job->disk && (!ending.dead || shared->status == STATUS_TIMED_OUT))
		runner->barred[job->disk - runner->machine->disks] = true;

	*result = *shared; /* a copy: an abandoned child may still write to the other */
	munmap(shared, sizeof(*shared));
	result_make_safe(result);
	judge(result, &ending, timeout_s);
}

void runner_run(struct runner *runner, const struct job *job, struct result *result)
{
	uint64_t start_ns = clock_now_ns(), started_wall_ns = clock_wall_ns();

	memset(result, 0, sizeof(*result));
	if (job->disk && runner->barred[job->disk - runner->machine->disks])
		end_as(result, STATUS_FAILED, "%s is barred: a read of it never ended",
		       job->disk->name);
	else
		run_job(runner, job, result);

	result_finish(result, runner->pace, job->benchmark->classic.pass_s > 0);
	result->started_wall_ns = started_wall_ns;
	result->elapsed_ns = clock_now_ns() - start_ns;
}

int runner_exit_status(enum status status)
{
	switch (status) {
	case STATUS_OK:
	case STATUS_SKIPPED: return EXIT_OK;
	case STATUS_FAILED:
	case STATUS_TIMED_OUT: return EXIT_TEST_FAILED;
	case STATUS_BROKEN: break;
	}
	return EXIT_INTERNAL;
}
