/* SPDX-License-Identifier: MIT */
/* kmsg.h - what the kernel complains about meanwhile: /dev/kmsg as events */

#ifndef ASSAY_KMSG_H
#define ASSAY_KMSG_H

#include "bench/run/event.h"

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
