/* SPDX-License-Identifier: MIT */
/* test_pin.c - which CPU a job of one thread is kept on */

#include "tests/unit/check.h"

#include "bench/run/pin.h"
#include "tests/unit/fake_tree.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define HEAD "           CPU0       CPU1       CPU2       CPU4\n"

static void chooses_the_calmest(void **state)
{
	static const struct {
		const char *allowed, *interrupts; /* NULL = there is no such file */
		int cpu;
	} rows[] = {
		/* CPU 0 only when it is alone, however calm it is */
		{ "0", HEAD " 24:  0  0  0  0  IO-APIC 5-edge ACPI:Ged\n", 0 },
		{ "0-2,4", HEAD " 24:  0  9  8  9  IO-APIC\n 25: 0 0 0 0 x\n", 2 },
		{ "0-2,4", HEAD " 24:  0  9  8  9  IO-APIC\n125: 0 0 5 1 x\n", 1 },
		{ "0-2,4", HEAD " 24:  0  9  8  1  IO-APIC\n", 4 },
		{ "0-1", HEAD " 24:  0  9  8  1  IO-APIC\n", 1 },
		{ "2,4", HEAD " 24:  0  9  8  1  IO-APIC\nLOC: 0 0 0 99 timer\n", 4 },
		{ "0-2,4", HEAD " 24:  0  9  8\n", 4 }, /* a short line: not there, not counted */
		{ "1-3", "", 1 },
		{ "1-3", NULL, 1 },
		{ "8190-8191", HEAD, 8190 },
		{ "9000", HEAD, -ENODATA },
		{ "", HEAD, -ENODATA },
		{ NULL, HEAD, -ENOENT },
	};
	struct fake_files files;
	char status[256];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		fake_files_make(&files);
		fake_tree_put(&files, "/proc/self/none = 1\n");
		snprintf(status, sizeof(status),
		         "Name:\tx\nCpus_allowed:\tff\nCpus_allowed_list:\t%s\nMems_allowed:\t1\n",
		         rows[i].allowed ? rows[i].allowed : "");
		if (rows[i].allowed)
			fake_files_put(&files, "/proc/self/status", status, strlen(status));
		if (rows[i].interrupts)
			fake_files_put(&files, "/proc/interrupts", rows[i].interrupts,
			               strlen(rows[i].interrupts));
		check_row(i, pin_choose(files.root) == rows[i].cpu);
		fake_files_remove(&files);
	}
}

static void keeps_a_process_there(void **state)
{
	int cpu = pin_choose(""), status;
	pid_t pid;

	(void)state;
	assert_true(cpu >= 0);
	pid = fork();
	if (pid == 0) {
		cpu_set_t set;

		if (pin_to((unsigned)cpu) || sched_getaffinity(0, sizeof(set), &set) < 0)
			_exit(1);
		_exit(CPU_COUNT(&set) == 1 && CPU_ISSET(cpu, &set) && sched_getcpu() == cpu ? 0
		                                                                            : 2);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(pin_to(8191), -EINVAL); /* no machine that runs this has it */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chooses_the_calmest),
		cmocka_unit_test(keeps_a_process_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
