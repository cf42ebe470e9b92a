/* SPDX-License-Identifier: MIT */
/* test_machine_odd.c - inventories where something is too long, too wild or too little */

#include "tests/unit/check.h"

#include "bench/machine.h"
#include "tests/unit/fake_machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static struct machine machine;

/* The longest that the kernel takes, and what only a BIOS could put into the name of a CPU. */
static void keeps_long_and_cleans_wild_texts(void **state)
{
	char cmdline[2048], words[1024];
	const char *value = "";
	struct fake_files files;

	(void)state;
	fake_files_make(&files);
	for (size_t i = 0; i + 1 < sizeof(words); i++)
		words[i] = i % 8 ? 'x' : ' ';
	words[sizeof(words) - 1] = '\0';
	snprintf(cmdline, sizeof(cmdline), "quiet\033[1m%s%s", words, words);
	fake_machine_put(&files, cmdline, "/proc/cmdline");
	fake_machine_put(&files, "0-4294967295\n", "/sys/devices/system/node/online");
	fake_machine_put(&files, "model name\t: a \033[31mred\377 one \n\n", "/proc/cpuinfo");
	machine_probe(&machine, files.root);
	assert_int_equal(strlen(cmdline), sizeof(cmdline) - 1);
	for (unsigned i = 0; i < machine.fact_count; i++)
		if (strcmp(machine.facts[i].name, "kernel.cmdline") == 0)
			value = machine.facts[i].value;
	cmdline[5] = '?';
	assert_string_equal(value, cmdline);
	assert_string_equal(machine.cpu.model, "a ?[31mred? one");
	assert_string_equal(machine.cpu.microcode, ""); /* nobody says: so do we */
	assert_int_equal(machine.memory.node_count, 0);
	assert_false(machine.truncated);
	fake_files_remove(&files);
}

/* Not a disk is at fault when there is no process to look at it with. */
static void blames_no_disk_for_a_lack_of_processes(void **state)
{
	const struct rlimit none = { 0, 0 };
	int status;
	pid_t pid = fork();

	(void)state;
	if (pid == 0) {
		if (setrlimit(RLIMIT_NPROC, &none) < 0 || (getuid() == 0 && setuid(65534) < 0))
			_exit(2);
		machine_probe(&machine, "");
		for (unsigned i = 0; i < machine.disk_count; i++)
			if (machine.disks[i].silent || machine.disks[i].in_use_because[0] == '\0')
				_exit(1);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_long_and_cleans_wild_texts),
		cmocka_unit_test(blames_no_disk_for_a_lack_of_processes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
