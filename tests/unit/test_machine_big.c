/* SPDX-License-Identifier: MIT */
/* test_machine_big.c - a machine of two sockets, 384 cores and 768 threads */

#include "tests/unit/check.h"

#include "bench/machine.h"
#include "tests/unit/fake_machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SOCKETS 2
#define CORES 384
#define THREADS 768
#define CPU "/sys/devices/system/cpu/cpu%u"

/* As Linux numbers them: one thread of every core first, then the other ones. */
static void put_cpu(const struct fake_files *files, unsigned id)
{
	unsigned core = id % CORES, socket = core / (CORES / SOCKETS);
	unsigned first = socket * (CORES / SOCKETS), last = first + CORES / SOCKETS - 1;
	char text[64];

	snprintf(text, sizeof(text), "%u,%u\n", core, core + CORES);
	fake_machine_put(files, text, CPU "/topology/thread_siblings_list", id);
	snprintf(text, sizeof(text), "%u-%u,%u-%u\n", first, last, first + CORES, last + CORES);
	fake_machine_put(files, text, CPU "/topology/core_siblings_list", id);
	/* one core is faster than the others */
	fake_machine_put_u64(files, id == 7 ? 5000000 : 3700000, CPU "/cpufreq/cpuinfo_max_freq",
	                     id);
}

/* A paragraph for each CPU, as long as they are: some megabytes together. */
static void put_cpuinfo(const struct fake_files *files)
{
	static const char paragraph[] = "vendor_id\t: AuthenticAMD\n"
					"cpu family\t: 26\n"
					"model\t\t: 17\n"
					"model name\t: AMD EPYC 9965 192-Core Processor\n"
					"stepping\t: 0\n"
					"microcode\t: 0xb101021\n"
					"flags\t\t: ";
	const size_t each_bytes = 4096;
	char *text = malloc(THREADS * each_bytes), *at = text;
	unsigned id;
	int used;

	assert_non_null(text);
	for (id = 0; id < THREADS; id++, at += each_bytes) {
		memset(at, 'x', each_bytes);
		used = snprintf(at, each_bytes, "processor\t: %u\n%s", id, paragraph);
		at[used] = 'f';
		memcpy(at + 2500, "\nbugs\t\t: ", 9);
		memcpy(at + each_bytes - 2, "\n\n", 2);
	}
	fake_files_put(files, "/proc/cpuinfo", text, THREADS * each_bytes);
	free(text);
}

static void put_node(const struct fake_files *files, unsigned id)
{
	char text[128];

	snprintf(text, sizeof(text), "%u-%u,%u-%u\n", id * 192, id * 192 + 191, id * 192 + 384,
	         id * 192 + 575);
	fake_machine_put(files, text, "/sys/devices/system/node/node%u/cpulist", id);
	fake_machine_put(files, id == 0 ? "10 32\n" : "32 10\n",
	                 "/sys/devices/system/node/node%u/distance", id);
	snprintf(text, sizeof(text), "Node %u MemTotal:       805306368 kB\n", id);
	fake_machine_put(files, text, "/sys/devices/system/node/node%u/meminfo", id);
}

static void counts_all_of_it(void **state)
{
	static struct machine machine;
	struct fake_files files;
	unsigned id;

	(void)state;
	fake_files_make(&files);
	for (id = 0; id < THREADS; id++)
		put_cpu(&files, id);
	fake_machine_put(&files, "0-767\n", "/sys/devices/system/cpu/online");
	fake_machine_put(&files, "0-1\n", "/sys/devices/system/node/online");
	fake_machine_put(&files, "MemTotal:  1610612736 kB\n", "/proc/meminfo");
	put_cpuinfo(&files);
	put_node(&files, 0);
	put_node(&files, 1);

	machine_probe(&machine, files.root);
	assert_int_equal(machine.cpu.threads, THREADS);
	assert_int_equal(machine.cpu.cores, CORES);
	assert_int_equal(machine.cpu.sockets, SOCKETS);
	assert_int_equal(machine.cpu.max_khz, 5000000);
	assert_string_equal(machine.cpu.model, "AMD EPYC 9965 192-Core Processor");
	assert_int_equal(machine.cpu.flags[0], 'f');
	assert_in_range(strlen(machine.cpu.flags), 2000, 2500);
	assert_int_equal(machine.memory.total_bytes, GIB(1536));
	assert_int_equal(machine.memory.node_count, 2);
	assert_int_equal(machine.memory.nodes[1].bytes, GIB(768));
	assert_string_equal(machine.memory.nodes[1].cpus, "192-383,576-767");
	assert_false(machine.truncated);

	/* the second thread of a core can be off; the core stays one */
	fake_machine_put(&files, "0-766\n", "/sys/devices/system/cpu/online");
	machine_probe(&machine, files.root);
	assert_int_equal(machine.cpu.threads, THREADS - 1);
	assert_int_equal(machine.cpu.cores, CORES);
	fake_files_remove(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_all_of_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
