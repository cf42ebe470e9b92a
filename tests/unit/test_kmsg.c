/* SPDX-License-Identifier: MIT */
/* test_kmsg.c - records of /dev/kmsg, and which of them are events */

#include "tests/unit/check.h"

#include "bench/lib/clock.h"
#include "bench/run/kmsg.h"
#include "tests/unit/fake_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void parses_records(void **state)
{
	static const struct {
		const char *record;
		int rc;
		unsigned priority;
		const char *message; /* cut to 16 bytes with the NUL */
	} rows[] = {
		{ "6,339,5140900,-;NET: x", 0, 6, "NET: x" },
		{ "6,339,5140900,-;NET: x\n", 0, 6, "NET: x" },
		{ "0,1,0,-;", 0, 0, "" },
		{ "3,1,2,-;a;b,c", 0, 3, "a;b,c" },
		{ "4,1,2,c;cont\n SUBSYSTEM=acpi\n DEVICE=+acpi:1\n", 0, 4, "cont" },
		{ "7,160,424069,-,caller=T1;new field", 0, 7, "new field" },
		{ "6,1,2,-;123456789012345", 0, 6, "123456789012345" },
		{ "6,1,2,-;1234567890123456", 0, 6, "123456789012345" },
		{ "6,1,2,-;a\\x0ab", 0, 6, "a\\x0ab" }, /* the kernel escapes: left alone */
		{ "", -EINVAL, 0, NULL },
		{ "6", -EINVAL, 0, NULL },
		{ "6,1,2,-", -EINVAL, 0, NULL },
		{ ";message", -EINVAL, 0, NULL },
		{ ",1,2,-;message", -EINVAL, 0, NULL },
		{ "x,1,2,-;message", -EINVAL, 0, NULL },
		{ "-6,1,2,-;message", -EINVAL, 0, NULL },
		{ " 6,1,2,-;message", -EINVAL, 0, NULL },
		{ "99999999999999999999,1,2,-;message", -EINVAL, 0, NULL },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		unsigned priority = 99;
		char message[16 + 1];

		memset(message, 'x', sizeof(message));
		check_row(i, kmsg_parse(rows[i].record, &priority, message, 16) == rows[i].rc);
		check_row(i, message[16] == 'x');
		if (rows[i].rc == 0) {
			check_row(i, priority == rows[i].priority);
			check_row(i, strcmp(message, rows[i].message) == 0);
		}
	}
}

/* Texts as Linux 6.12 prints them. */
static const struct {
	unsigned priority;
	const char *message;
	int kind; /* enum event_kind, or -1 for no event */
} messages[] = {
	{ 3, "I/O error, dev sda, sector 2048 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2",
	  EVENT_HARDWARE },
	{ 3, "critical medium error, dev sdb, sector 7814037160 op 0x0:(READ) flags 0x0",
	  EVENT_HARDWARE },
	{ 3, "Buffer I/O error on dev sda, logical block 0, async page read", EVENT_HARDWARE },
	{ 0, "mce: [Hardware Error]: CPU 2: Machine Check: 0 Bank 5: be00000000800400",
	  EVENT_HARDWARE },
	{ 6, "mce: [Hardware Error]: Machine check events logged", EVENT_HARDWARE },
	{ 4, "EDAC MC0: 1 CE memory read error on CPU_SrcID#0_MC#0_Chan#1_DIMM#0 (channel:1)",
	  EVENT_HARDWARE },
	{ 0, "EDAC MC0: 1 UE memory read error on DIMM_B1 (channel:0 slot:1 page:0x0)",
	  EVENT_HARDWARE },
	{ 3, "{1}[Hardware Error]: event severity: recoverable", EVENT_HARDWARE },
	{ 1, "BUG: unable to handle page fault for address: ffffc90000c8d000", EVENT_KERNEL },
	{ 1, "BUG: kernel NULL pointer dereference, address: 0000000000000008", EVENT_KERNEL },
	{ 4, "Oops: 0000 [#1] PREEMPT SMP NOPTI", EVENT_KERNEL },
	{ 2, "kernel BUG at mm/slub.c:448!", EVENT_KERNEL },
	{ 0, "watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [assay:88]", EVENT_KERNEL },
	{ 3, "rcu: INFO: rcu_preempt self-detected stall on CPU", EVENT_KERNEL },
	{ 3, "INFO: task disk.read:104 blocked for more than 120 seconds.", EVENT_HARDWARE },
	{ 4, "WARNING: CPU: 1 PID: 77 at block/blk-mq.c:2189 blk_mq_run_hw_queue+0x0/0x10",
	  EVENT_KERNEL },
	{ 0, "Kernel panic - not syncing: Fatal exception", EVENT_KERNEL },
	{ 6, "microcode: Updated early from: 0x0b000038", EVENT_NOTE },
	{ 6, "microcode: Current revision: 0x0b000040", -1 },
	{ 5, "Linux version 6.12.57 (gcc 12.2.0) #1 SMP PREEMPT_DYNAMIC", -1 },
	{ 6, "Command line: console=ttyS0 assay.plan=smoke", -1 },
	{ 6, "MCE: In-kernel MCE decoding enabled.", -1 },
	{ 6, "mce: CPU0: Thermal monitoring enabled (TM1)", -1 },
	{ 6, "EDAC MC: Ver: 3.0.0", -1 },
	{ 6, "EDAC MC0: Giving out device to module skx_edac controller Skylake Socket#0 IMC#0",
	  -1 },
	{ 6, "Buffer I/O scheduler registered", -1 },
	{ 6, "random: crng init done", -1 },
	{ 6, "ata1: SATA link up 1.5 Gbps (SStatus 113 SControl 300)", -1 },
	{ 6, "GHES: APEI firmware first mode is enabled by APEI bit and WHEA _OSC.", -1 },
	{ 6, "", -1 },
};

static void classifies(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(messages); i++) {
		enum event_kind kind = EVENT_SETTING;
		bool is_event = kmsg_classify(messages[i].priority, messages[i].message, &kind);

		if (is_event != (messages[i].kind >= 0) ||
		    (is_event && kind != (enum event_kind)messages[i].kind))
			print_error("%s: %s\n", is_event ? event_kind_name(kind) : "no event",
			            messages[i].message);
		check_row(i, is_event == (messages[i].kind >= 0));
		check_row(i, !is_event || kind == (enum event_kind)messages[i].kind);
	}
}

static void names_kinds(void **state)
{
	(void)state;
	assert_string_equal(event_kind_name(EVENT_SETTING), "setting");
	assert_string_equal(event_kind_name(EVENT_HARDWARE), "hardware");
	assert_string_equal(event_kind_name(EVENT_FIRMWARE), "firmware");
	assert_string_equal(event_kind_name(EVENT_KERNEL), "kernel");
	assert_string_equal(event_kind_name(EVENT_NOTE), "note");
}

/* A named pipe gives one record for each read, as long as one is written at a time. */
static void reads_what_waits(void **state)
{
	static const char dull[] = "6,1,2,-;random: crng init done\n";
	static const char bad[] = "3,2,3,-;I/O error, dev sda, sector 1\x1b[0m\n DEVICE=b8:0\n";
	static const char garbage[] = "no record at all\n";
	static const char asked[] =
	    "4,3,4,-;tg3 0000:02:00.0: Direct firmware load for "
	    "tigon/tg3.bin failed with error -2\n DEVICE=+pci:0000:02:00.0\n";
	struct fake_files files;
	struct event event;
	char path[PATH_MAX];
	int reader, writer;

	(void)state;
	fake_files_make(&files);
	snprintf(path, sizeof(path), "%s/kmsg", files.root);
	assert_int_equal(mkfifo(path, 0600), 0);
	reader = kmsg_open(path, true);
	assert_true(reader >= 0);
	writer = open(path, O_WRONLY | O_CLOEXEC);
	assert_true(writer >= 0);

	assert_int_equal(kmsg_next(reader, &event), 0);
	assert_int_equal(write(writer, dull, strlen(dull)), strlen(dull));
	assert_int_equal(kmsg_next(reader, &event), 0);
	assert_int_equal(write(writer, garbage, strlen(garbage)), strlen(garbage));
	assert_int_equal(kmsg_next(reader, &event), 0);
	assert_int_equal(write(writer, bad, strlen(bad)), strlen(bad));
	assert_int_equal(kmsg_next(reader, &event), 1);
	assert_int_equal(event.kind, EVENT_HARDWARE);
	assert_string_equal(event.text, "I/O error, dev sda, sector 1?[0m");
	assert_true(event.wall_ns > 0 && event.wall_ns <= clock_wall_ns());
	assert_int_equal(kmsg_next(reader, &event), 0);
	assert_int_equal(write(writer, asked, strlen(asked)), strlen(asked));
	assert_int_equal(kmsg_next(reader, &event), 1);
	assert_int_equal(event.kind, EVENT_FIRMWARE);
	assert_non_null(strstr(event.text, "tg3 0000:02:00.0 asked for tigon/tg3.bin, which "));
	assert_int_equal(write(writer, asked, strlen(asked)), strlen(asked));
	assert_int_equal(kmsg_next(reader, &event), 0); /* told already */

	close(writer);
	assert_int_equal(kmsg_next(reader, &event), 0); /* at its end */
	close(reader);
	assert_int_equal(kmsg_open("/no/such/file", true), -ENOENT);
	fake_files_remove(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parses_records),
		cmocka_unit_test(classifies),
		cmocka_unit_test(names_kinds),
		cmocka_unit_test(reads_what_waits),
	};

	alarm(30); /* a read that blocks is a failure too */
	return cmocka_run_group_tests(tests, NULL, NULL);
}
