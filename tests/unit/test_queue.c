/* SPDX-License-Identifier: MIT */
/* test_queue.c - settings of a queue are set as wished and put back, also after a crash */

#include "tests/unit/check.h"

#include "bench/disk/queue.h"
#include "bench/lib/clock.h"
#include "bench/lib/text.h"
#include "tests/unit/fake_tree.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define QUEUE "/sys/block/sda/queue/"

static const struct disk sda = { .name = "sda" };
static struct fake_files files;
static char why[160];

static int setup(void **state)
{
	(void)state;
	why[0] = '\0';
	fake_files_make(&files);
	fake_tree_put(&files, QUEUE "scheduler = none [mq-deadline] kyber\n" //
	              QUEUE "read_ahead_kb = 128\n"                          //
	              QUEUE "write_cache = write back\n");
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

/* The process that puts things back may write to it at this moment: then it holds neither. */
static bool holds(const char *file, const char *value)
{
	char path[64] = QUEUE, content[64];

	strncat(path, file, sizeof(path) - strlen(path) - 1);
	return text_read(files.root, path, content, sizeof(content)) >= 0 &&
	       strcmp(content, value) == 0;
}

static void sets_what_is_wished_and_puts_it_back(void **state)
{
	static const struct queue_wish wish = { "none", 8192, "write through" };

	(void)state;
	assert_int_equal(queue_begin(&sda, files.root, &wish, why, sizeof(why)), 0);
	assert_true(holds("scheduler", "none"));
	assert_true(holds("read_ahead_kb", "8192"));
	assert_true(holds("write_cache", "write through"));
	queue_end();
	/* the kernel takes one name; the list of all is what it shows */
	assert_true(holds("scheduler", "mq-deadline"));
	assert_true(holds("read_ahead_kb", "128"));
	assert_true(holds("write_cache", "write back"));
}

static void leaves_alone_what_is_not_wished_or_so_already(void **state)
{
	static const struct queue_wish wish = { "mq-deadline", 0, "" };

	(void)state;
	assert_int_equal(queue_begin(&sda, files.root, &wish, why, sizeof(why)), 0);
	assert_true(holds("scheduler", "none [mq-deadline] kyber"));
	assert_true(holds("read_ahead_kb", "128"));
	queue_end();
	assert_true(holds("scheduler", "none [mq-deadline] kyber"));
}

/* A file that can be read, but not written, even by root. */
static void changes_nothing_if_one_cannot_be_set(void **state)
{
	static const struct queue_wish wish = { "none", 8192, "write through" };
	char path[PATH_MAX];

	(void)state;
	snprintf(path, sizeof(path), "%s%s", files.root, QUEUE "write_cache");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(queue_begin(&sda, files.root, &wish, why, sizeof(why)), -ENOENT);
	assert_string_equal(why, "sda has no write_cache to set");
	assert_true(holds("read_ahead_kb", "128"));

	assert_int_equal(symlink("/proc/sys/kernel/ostype", path), 0);
	assert_int_equal(queue_begin(&sda, files.root, &wish, why, sizeof(why)), -EACCES);
	assert_string_equal(why, "write_cache of sda cannot be write through: Permission denied");
	assert_true(holds("scheduler", "mq-deadline"));
	assert_true(holds("read_ahead_kb", "128"));
}

static void is_put_back_after_a_crash(void **state)
{
	static const struct queue_wish wish = { "none", 8192, "write through" };
	pid_t pid = fork();
	int i, status;

	(void)state;
	if (pid == 0) {
		if (queue_begin(&sda, files.root, &wish, why, sizeof(why)) == 0 &&
		    holds("read_ahead_kb", "8192"))
			kill(getpid(), SIGKILL);
		_exit(1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(WIFSIGNALED(status) ? WTERMSIG(status) : 0, SIGKILL);
	/* the scheduler is the last one that is put back */
	for (i = 0; i < 500 && !holds("scheduler", "mq-deadline"); i++)
		clock_sleep_ns(MS(10));
	assert_true(holds("scheduler", "mq-deadline"));
	assert_true(holds("read_ahead_kb", "128"));
	assert_true(holds("write_cache", "write back"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(sets_what_is_wished_and_puts_it_back, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(leaves_alone_what_is_not_wished_or_so_already,
		                                setup, teardown),
		cmocka_unit_test_setup_teardown(changes_nothing_if_one_cannot_be_set, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(is_put_back_after_a_crash, setup, teardown),
	};

	alarm(60);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
