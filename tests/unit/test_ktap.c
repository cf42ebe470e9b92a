/* SPDX-License-Identifier: MIT */
/* test_ktap.c - the verdict: to a terminal line by line, and never into anything else */

#include "tests/unit/check.h"

#include "bench/report.h"
#include "tests/unit/fake_files.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static const struct benchmark speed = { .name = "memory.copy" };
static const struct benchmark reading = { .name = "disk.read", .target = TARGET_DISK };
static const struct disk disk = { .name = "sda" };
static const struct job jobs[] = { { .benchmark = &speed, .wanted = "" },
	                           { .benchmark = &reading, .disk = &disk, .wanted = "" },
	                           { .benchmark = &speed, .wanted = "" },
	                           { .benchmark = &speed, .wanted = "" } };

static void run_with_verdict(const char *verdict)
{
	static const struct run_outcome outcome = { .exit_status = 1 };
	static struct plan plan;
	static struct machine machine;
	struct settings settings;
	struct run_info info = { .settings = &settings, .plan = &plan, .machine = &machine };
	struct result result = { .status = STATUS_OK };

	settings_default(&settings);
	snprintf(settings.verdict, sizeof(settings.verdict), "%s", verdict);
	plan.job_count = countof(jobs);
	sink_ktap.begin(&info);
	sink_ktap.result(1, &jobs[0], &result);
	result = (struct result){ .status = STATUS_FAILED, .reason = "2 + 2 = 5" };
	sink_ktap.result(2, &jobs[1], &result);
	result = (struct result){ .status = STATUS_SKIPPED, .reason = "no luck" };
	sink_ktap.result(3, &jobs[2], &result);
	result.status = STATUS_TIMED_OUT;
	sink_ktap.result(4, &jobs[3], &result);
	sink_ktap.end(&outcome);
}

static int open_terminal(char name[64])
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	struct termios mode;

	assert_true(fd >= 0);
	assert_int_equal(grantpt(fd), 0);
	assert_int_equal(unlockpt(fd), 0);
	assert_int_equal(ptsname_r(fd, name, 64), 0);
	assert_int_equal(tcgetattr(fd, &mode), 0);
	cfmakeraw(&mode);
	assert_int_equal(tcsetattr(fd, TCSANOW, &mode), 0);
	return fd;
}

static void speaks_ktap(void **state)
{
	static const char *const lines[] = {
		"KTAP version 1\n",     "1..4\n",    "ok 1 memory.copy",
		"not ok 2 disk.read",   "2 + 2 = 5", "ok 3 memory.copy # SKIP",
		"not ok 4 memory.copy",
	};
	char name[64], text[4096] = "";
	const char *rest = text;
	size_t used = 0;
	int terminal = open_terminal(name), keep_open = open(name, O_RDWR | O_NOCTTY);
	struct pollfd ready = { .fd = terminal, .events = POLLIN };

	(void)state;
	run_with_verdict(name + strlen("/dev/"));
	while (poll(&ready, 1, 200) > 0 && used < sizeof(text) - 1) {
		ssize_t got = read(terminal, text + used, sizeof(text) - 1 - used);

		if (got <= 0)
			break;
		used += (size_t)got;
	}
	for (size_t i = 0; i < countof(lines); i++) {
		rest = strstr(rest, lines[i]);
		check_row(i, rest);
		rest += strlen(lines[i]);
	}
	close(keep_open);
	close(terminal);
}

/* A slip in assay.verdict= must not write over a disk, nor make a file in /dev. */
static void writes_to_terminals_only(void **state)
{
	struct fake_files files;
	char name[sizeof(((struct settings *)0)->verdict)], *content;
	struct stat about;
	size_t size;

	(void)state;
	fake_files_make(&files);
	fake_files_put(&files, "/a", "precious", 8);
	if (strncmp(files.root, "/dev/", 5) != 0) {
		fake_files_remove(&files);
		_skip(__FILE__, __LINE__); /* no file system in /dev to try it on */
	}
	snprintf(name, sizeof(name), "%s/a", files.root + strlen("/dev/"));
	run_with_verdict(name);
	content = fake_files_get(&files, "/a", &size);
	assert_int_equal(size, 8);
	assert_string_equal(content, "precious");
	free(content);

	snprintf(name, sizeof(name), "%s/b", files.root + strlen("/dev/"));
	run_with_verdict(name);
	snprintf(files.root + strlen(files.root), 3, "/b");
	assert_int_not_equal(stat(files.root, &about), 0);
	files.root[strlen(files.root) - 2] = '\0';
	fake_files_remove(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(speaks_ktap),
		cmocka_unit_test(writes_to_terminals_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
