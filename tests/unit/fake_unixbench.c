/* SPDX-License-Identifier: MIT */
/* fake_unixbench.c - runs of UnixBench that took place: their numbers, and their reports */

#include "tests/unit/fake_unixbench.h"

/* A run of UnixBench 6.0.0 with -i 1 -c 1 -c 2 on a busy machine with 2 CPUs. */
const struct fake_score fake_one_copy[UNIXBENCH_TESTS] = {
	{ 36812516.8, 10.0 }, { 6749.0, 10.2 },    { 1797.6, 29.5 },   { 435281.0, 30.0 },
	{ 130304.0, 30.0 },   { 1145621.0, 30.0 }, { 937732.4, 10.0 }, { 74177.2, 10.0 },
	{ 1243.3, 30.0 },     { 765755.9, 10.0 },  { 3054.1, 60.0 },   { 1005.2, 60.0 },
};
const struct fake_score fake_two_copies[UNIXBENCH_TESTS] = {
	{ 68155485.6, 10.0 }, { 13079.7, 10.2 },   { 3026.0, 29.7 },    { 783850.0, 30.0 },
	{ 249012.0, 30.0 },   { 2287054.0, 30.0 }, { 1927868.8, 10.0 }, { 240823.5, 10.0 },
	{ 5238.5, 30.0 },     { 1563255.2, 10.0 }, { 6204.3, 60.0 },    { 1102.6, 60.1 },
};

/* Two processors of 2009, an HP DL380 G6 with one copy: index 750.4 as published. */
const struct fake_score fake_dl380_g6[UNIXBENCH_TESTS] = {
	{ 23806589.8, 10 }, { 3143.5, 10 },    { 1592.1, 30 },   { 477843.9, 30 },
	{ 126115.2, 30 },   { 1257179.0, 30 }, { 589279.2, 10 }, { 108094.4, 10 },
	{ 3551.7, 30 },     { 557238.8, 10 },  { 3369.7, 60 },   { 2086.9, 60 },
};

const char fake_one_copy_text[] =
    "------------------------------------------------------------------------\n"
    "Benchmark Run: Mon Nov 30 2026 14:15:05 - 14:21:48\n"
    "2 CPUs in system; running 1 parallel copy of tests\n"
    "\n"
    "Dhrystone 2 using register variables       36812516.8 lps   (10.0 s, 1 samples)\n"
    "Double-Precision Whetstone                     6749.0 MWIPS (10.2 s, 1 samples)\n"
    "Execl Throughput                               1797.6 lps   (29.5 s, 1 samples)\n"
    "File Copy 1024 bufsize 2000 maxblocks        435281.0 KBps  (30.0 s, 1 samples)\n"
    "File Copy 256 bufsize 500 maxblocks          130304.0 KBps  (30.0 s, 1 samples)\n"
    "File Copy 4096 bufsize 8000 maxblocks       1145621.0 KBps  (30.0 s, 1 samples)\n"
    "Pipe Throughput                              937732.4 lps   (10.0 s, 1 samples)\n"
    "Pipe-based Context Switching                  74177.2 lps   (10.0 s, 1 samples)\n"
    "Process Creation                               1243.3 lps   (30.0 s, 1 samples)\n"
    "Shell Scripts (1 concurrent)                   3054.1 lpm   (60.0 s, 1 samples)\n"
    "Shell Scripts (8 concurrent)                   1005.2 lpm   (60.0 s, 1 samples)\n"
    "System Call Overhead                         765755.9 lps   (10.0 s, 1 samples)\n"
    "\n"
    "System Benchmarks Index Values               BASELINE       RESULT    INDEX\n"
    "Dhrystone 2 using register variables         116700.0   36812516.8   3154.5\n"
    "Double-Precision Whetstone                       55.0       6749.0   1227.1\n"
    "Execl Throughput                                 43.0       1797.6    418.0\n"
    "File Copy 1024 bufsize 2000 maxblocks          3960.0     435281.0   1099.2\n"
    "File Copy 256 bufsize 500 maxblocks            1655.0     130304.0    787.3\n"
    "File Copy 4096 bufsize 8000 maxblocks          5800.0    1145621.0   1975.2\n"
    "Pipe Throughput                               12440.0     937732.4    753.8\n"
    "Pipe-based Context Switching                   4000.0      74177.2    185.4\n"
    "Process Creation                                126.0       1243.3     98.7\n"
    "Shell Scripts (1 concurrent)                     42.4       3054.1    720.3\n"
    "Shell Scripts (8 concurrent)                      6.0       1005.2   1675.3\n"
    "System Call Overhead                          15000.0     765755.9    510.5\n"
    "                                                                   ========\n"
    "System Benchmarks Index Score                                         731.6\n"
    "\n";

const char fake_two_copies_text[] =
    "------------------------------------------------------------------------\n"
    "Benchmark Run: Mon Nov 30 2026 14:21:48 - 14:28:32\n"
    "2 CPUs in system; running 2 parallel copies of tests\n"
    "\n"
    "Dhrystone 2 using register variables       68155485.6 lps   (10.0 s, 1 samples)\n"
    "Double-Precision Whetstone                    13079.7 MWIPS (10.2 s, 1 samples)\n"
    "Execl Throughput                               3026.0 lps   (29.7 s, 1 samples)\n"
    "File Copy 1024 bufsize 2000 maxblocks        783850.0 KBps  (30.0 s, 1 samples)\n"
    "File Copy 256 bufsize 500 maxblocks          249012.0 KBps  (30.0 s, 1 samples)\n"
    "File Copy 4096 bufsize 8000 maxblocks       2287054.0 KBps  (30.0 s, 1 samples)\n"
    "Pipe Throughput                             1927868.8 lps   (10.0 s, 1 samples)\n"
    "Pipe-based Context Switching                 240823.5 lps   (10.0 s, 1 samples)\n"
    "Process Creation                               5238.5 lps   (30.0 s, 1 samples)\n"
    "Shell Scripts (1 concurrent)                   6204.3 lpm   (60.0 s, 1 samples)\n"
    "Shell Scripts (8 concurrent)                   1102.6 lpm   (60.1 s, 1 samples)\n"
    "System Call Overhead                        1563255.2 lps   (10.0 s, 1 samples)\n"
    "\n"
    "System Benchmarks Index Values               BASELINE       RESULT    INDEX\n"
    "Dhrystone 2 using register variables         116700.0   68155485.6   5840.2\n"
    "Double-Precision Whetstone                       55.0      13079.7   2378.1\n"
    "Execl Throughput                                 43.0       3026.0    703.7\n"
    "File Copy 1024 bufsize 2000 maxblocks          3960.0     783850.0   1979.4\n"
    "File Copy 256 bufsize 500 maxblocks            1655.0     249012.0   1504.6\n"
    "File Copy 4096 bufsize 8000 maxblocks          5800.0    2287054.0   3943.2\n"
    "Pipe Throughput                               12440.0    1927868.8   1549.7\n"
    "Pipe-based Context Switching                   4000.0     240823.5    602.1\n"
    "Process Creation                                126.0       5238.5    415.8\n"
    "Shell Scripts (1 concurrent)                     42.4       6204.3   1463.3\n"
    "Shell Scripts (8 concurrent)                      6.0       1102.6   1837.7\n"
    "System Call Overhead                          15000.0    1563255.2   1042.2\n"
    "                                                                   ========\n"
    "System Benchmarks Index Score                                        1495.1\n"
    "\n";

const char fake_dl380_g6_text[] =
    "Dhrystone 2 using register variables         116700.0   23806589.8   2040.0\n"
    "Double-Precision Whetstone                       55.0       3143.5    571.5\n"
    "Execl Throughput                                 43.0       1592.1    370.3\n"
    "File Copy 1024 bufsize 2000 maxblocks          3960.0     477843.9   1206.7\n"
    "File Copy 256 bufsize 500 maxblocks            1655.0     126115.2    762.0\n"
    "File Copy 4096 bufsize 8000 maxblocks          5800.0    1257179.0   2167.5\n"
    "Pipe Throughput                               12440.0     589279.2    473.7\n"
    "Pipe-based Context Switching                   4000.0     108094.4    270.2\n"
    "Process Creation                                126.0       3551.7    281.9\n"
    "Shell Scripts (1 concurrent)                     42.4       3369.7    794.7\n"
    "Shell Scripts (8 concurrent)                      6.0       2086.9   3478.1\n"
    "System Call Overhead                          15000.0     557238.8    371.5\n"
    "                                                                   ========\n"
    "System Benchmarks Index Score                                         750.4\n"
    "\n";

const char fake_system_text[] =
    "\n"
    "\n"
    "   System: vm: GNU/Linux\n"
    "   OS: GNU/Linux -- 6.18.44 -- #1 SMP PREEMPT_DYNAMIC @0\n"
    "   Machine: x86_64 (unknown)\n"
    "   Language: en_US.utf8 (charmap=\"ANSI_X3.4-1968\", collate=\"ANSI_X3.4-1968\")\n"
    "   CPU 0: AMD EPYC (4890.8 bogomips)\n"
    "          Hyper-Threading, x86-64, MMX, AMD MMX, Physical Address Ext, "
    "SYSENTER/SYSEXIT, SYSCALL/SYSRET\n"
    "   CPU 1: AMD EPYC (4890.8 bogomips)\n"
    "          Hyper-Threading, x86-64, MMX, AMD MMX, Physical Address Ext, "
    "SYSENTER/SYSEXIT, SYSCALL/SYSRET\n"
    "   14:15:05 up 56 min,  0 user,  load average: 7.19, 6.43, 5.52; runlevel \n"
    "\n";

struct unixbench_block fake_block(const struct fake_score scores[UNIXBENCH_TESTS])
{
	struct unixbench_block block = { .copies = 1,
		                         .classic = true,
		                         .started_wall_ns = SECONDS(FAKE_BEGIN_S),
		                         .ended_wall_ns = SECONDS(FAKE_BEGIN_S + 403),
		                         .result_count = UNIXBENCH_TESTS };

	for (unsigned i = 0; i < UNIXBENCH_TESTS; i++) {
		struct unixbench_result *result = &block.results[UNIXBENCH_TESTS - 1 - i];

		result->test = &unixbench_tests[i];
		result->score = scores[i].score;
		result->time_s = scores[i].time_s;
		result->samples = 1;
		result->ok = true;
	}
	return block;
}
