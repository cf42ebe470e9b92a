/* SPDX-License-Identifier: MIT */
/* kmsg.c - what the kernel complains about meanwhile: /dev/kmsg as events */

#include "bench/run/kmsg.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"
#include "bench/run/missing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PRIORITY_ERROR 3 /* and below: error, critical, alert, emergency */
#define PRIORITY_WARNING 4

/*
 * What the kernel says when something is really wrong. First match wins.
 * Source: the printk texts of Linux 6.12: kernel/panic.c, kernel/hung_task.c,
 * arch/x86/kernel/{traps,cpu/mce}, drivers/{edac,ata,nvme,scsi}, block/blk-core.c,
 * drivers/pci/pcie/aer.c.
 */
static const struct {
	const char *text;
	unsigned priority; /* this urgent or more */
	enum event_kind kind;
} signs[] = {
	{ "blocked for more than", PRIORITY_WARNING, EVENT_HARDWARE }, /* a disk, nearly always */
	{ "[Hardware Error]", 7, EVENT_HARDWARE },
	{ "Machine check", 7, EVENT_HARDWARE },
	{ "I/O error, dev ", 7, EVENT_HARDWARE },
	{ "medium error, dev ", 7, EVENT_HARDWARE },
	{ "critical target error, dev ", 7, EVENT_HARDWARE },
	{ "protection error, dev ", 7, EVENT_HARDWARE },
	{ "Buffer I/O error on dev", 7, EVENT_HARDWARE },
	{ "EDAC MC", PRIORITY_WARNING, EVENT_HARDWARE },
	{ "Uncorrectable", PRIORITY_WARNING, EVENT_HARDWARE },
	{ "BUG: ", 7, EVENT_KERNEL },
	{ "kernel BUG at", 7, EVENT_KERNEL },
	{ "Oops", 7, EVENT_KERNEL },
	{ "Kernel panic", 7, EVENT_KERNEL },
	{ "general protection fault", PRIORITY_WARNING, EVENT_KERNEL },
	{ "WARNING: CPU: ", 7, EVENT_KERNEL },
	{ "detected stall", 7, EVENT_KERNEL },
	{ "Out of memory: Killed process", 7, EVENT_NOTE },
	{ "microcode: Updated early from: ", 7, EVENT_NOTE }, /* by what was loaded beside us */
};

bool kmsg_classify(unsigned priority, const char *message, enum event_kind *kind)
{
	for (size_t i = 0; i < countof(signs); i++)
		if (priority <= signs[i].priority && strstr(message, signs[i].text)) {
			*kind = signs[i].kind;
			return true;
		}
	*kind = EVENT_NOTE;
	return priority <= PRIORITY_ERROR;
}

int kmsg_parse(const char *record, unsigned *priority, char *message, size_t size)
{
	const char *text = strchr(record, ';');
	unsigned long number;
	size_t length;
	char *end;

	if (!text || record[0] < '0' || record[0] > '9')
		return -EINVAL;
	number = strtoul(record, &end, 10);
	if (*end != ',' || number > 0xffff)
		return -EINVAL;
	*priority = (unsigned)number;

	text++;
	length = strcspn(text, "\n");
	if (length >= size)
		length = size - 1;
	memcpy(message, text, length);
	message[length] = '\0';
	return 0;
}

int kmsg_open(const char *path, bool from_start)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	int rc;

	if (fd < 0)
		return -errno;
	if (!from_start && lseek(fd, 0, SEEK_END) < 0) {
		rc = -errno;
		close(fd);
		return rc;
	}
	return fd;
}

/* Firmware that is not here, with the pack that has it. Returns false if it is not that, or old. */
static bool take_missing(const char *message, struct event *event)
{
	char packs[4096], text[sizeof(event->text)];

	if (text_read("", MISSING_PACKS, packs, sizeof(packs)) < 0)
		packs[0] = '\0'; /* not the image */
	if (!missing_firmware(message, packs, text, sizeof(text)))
		return false;
	text_clean(event->text, sizeof(event->text), text);
	event->kind = EVENT_FIRMWARE;
	return missing_is_new(event->text);
}

/* Is this message an event? Then @event is set, but for its time. */
static bool take_message(unsigned priority, const char *message, struct event *event)
{
	if (strstr(message, "firmware") && take_missing(message, event))
		return true;
	if (!kmsg_classify(priority, message, &event->kind))
		return false;
	text_clean(event->text, sizeof(event->text), message);
	return true;
}

int kmsg_next(int fd, struct event *event)
{
	char record[8192 + 1], message[sizeof(event->text)];
	unsigned priority;
	ssize_t got;

	/* EPIPE: the ring went round and overwrote some; the next read goes on after the gap */
	while ((got = read(fd, record, sizeof(record) - 1)) > 0 ||
	       (got < 0 && (errno == EPIPE || errno == EINTR))) {
		if (got < 0)
			continue;
		record[got] = '\0';
		if (kmsg_parse(record, &priority, message, sizeof(message)))
			continue;
		if (priority >> 3 != 0)
			continue; /* written by a program, not by the kernel */
		if (!take_message(priority, message, event))
			continue;
		event->wall_ns = clock_wall_ns();
		return 1;
	}
	return 0;
}
