/* SPDX-License-Identifier: MIT */
/* test_streams.c - what is printed must not go into the first file that is opened */

#include "tests/unit/check.h"

#include "bench/lib/streams.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Close what the bits of @closed say; the next descriptor is then none of the three. */
static void fills_what_is_closed(void **state)
{
	int status;
	pid_t pid;

	(void)state;
	for (int closed = 0; closed < 8; closed++) {
		pid = fork();
		if (pid == 0) {
			for (int fd = 0; fd < 3; fd++)
				if (closed & 1 << fd)
					close(fd);
			streams_fill();
			for (int fd = 0; fd < 3; fd++)
				if (fcntl(fd, F_GETFD) < 0)
					_exit(1);
			_exit(open("/", O_RDONLY) > STDERR_FILENO ? 0 : 2);
		}
		check_row(closed, waitpid(pid, &status, 0) == pid && status == 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fills_what_is_closed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
