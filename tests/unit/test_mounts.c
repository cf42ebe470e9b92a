/* SPDX-License-Identifier: MIT */
/* test_mounts.c - what a job mounts, nobody else sees, and it is gone with the job */

#include "tests/unit/check.h"
#include "tests/unit/fake_files.h"

#include "bench/lib/mounts.h"
#include "bench/lib/text.h"

#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_mounted(const char *path)
{
	static char mounts[1 << 20];

	assert_true(text_read("", "/proc/self/mounts", mounts, sizeof(mounts)) > 0);
	return strstr(mounts, path) != NULL;
}

static void mounts_are_its_own(void **state)
{
	struct fake_files files;
	int told[2];
	char done = 0;
	pid_t child;

	(void)state;
	if (geteuid() != 0)
		_skip(__FILE__, __LINE__);
	fake_files_make(&files);
	assert_int_equal(pipe(told), 0);
	child = fork();
	if (child == 0) {
		done = mounts_detach() == 0 && mount("test", files.root, "tmpfs", 0, NULL) == 0 &&
		       is_mounted(files.root);
		while (write(told[1], &done, 1) == 1)
			pause(); /* until it is killed */
		_exit(1);
	}
	assert_int_equal(read(told[0], &done, 1), 1);
	assert_true(done);
	assert_false(is_mounted(files.root));
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
	close(told[0]);
	close(told[1]);
	fake_files_remove(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mounts_are_its_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
