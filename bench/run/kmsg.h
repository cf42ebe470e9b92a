/* SPDX-License-Identifier: MIT */
/* kmsg.h - what the kernel complains about meanwhile: /dev/kmsg as events */

#ifndef ASSAY_KMSG_H
#define ASSAY_KMSG_H

#include "bench/lib/base.h"

/* What an event says about the run; each has a name in the report. */
enum event_kind {
	EVENT_SETTING,  /* "setting": a setting or word that could not be used */
	EVENT_HARDWARE, /* "hardware": machine check, ECC, I/O error, hung I/O: the machine's fault
	                 */
	EVENT_KERNEL,   /* "kernel": oops, BUG, stall: our own side's fault */
	EVENT_NOTE,     /* "note": worth knowing, nothing wrong */
};

struct event {
	enum event_kind kind;
	uint64_t wall_ns;
	char text[256];
};

const char *event_kind_name(enum event_kind kind);

/*
 * Is this message of the kernel an event? Pure; @priority is syslog's, 0 to 7.
 *
 * Returns true with *@kind set.
 */
bool kmsg_classify(unsigned priority, const char *message, enum event_kind *kind);

/*
 * Parse one record of /dev/kmsg, "priority,sequence,microseconds,flags;message".
 *
 * Returns 0, or -EINVAL. @message is cut to @size, continuation lines dropped.
 * Source: Documentation/ABI/testing/dev-kmsg of Linux.
 */
MUST_CHECK int kmsg_parse(const char *record, unsigned *priority, char *message, size_t size);

/*
 * Start reading at the oldest message (@from_start) or after the newest.
 *
 * Returns a file descriptor, or -errno; no permission is common outside the image.
 */
int kmsg_open(const char *path, bool from_start);

/*
 * Take the next event that is waiting.
 *
 * Returns 1 with *@event set, 0 if there is none now.
 */
int kmsg_next(int fd, struct event *event);

#endif
