/* SPDX-License-Identifier: MIT */
/* event.h - something that happened beside the results, and who is told */

#ifndef ASSAY_EVENT_H
#define ASSAY_EVENT_H

#include "bench/lib/base.h"

/* What an event says about the run; each has a name in the report. */
enum event_kind {
	EVENT_SETTING,  /* "setting": a setting or word that could not be used */
	EVENT_HARDWARE, /* "hardware": machine check, ECC, I/O error, hung I/O: the machine's fault
	                 */
	EVENT_FIRMWARE, /* "firmware": a driver did not get its firmware: the card may do less */
	EVENT_KERNEL,   /* "kernel": oops, BUG, stall: our own side's fault */
	EVENT_NOTE,     /* "note": worth knowing, nothing wrong */
};

struct event {
	enum event_kind kind;
	uint64_t wall_ns;
	char text[256];
};

/* Who is told of events. */
struct event_listener {
	void (*hear)(void *context, const struct event *event); /* NULL = nobody */
	void *context;
};

const char *event_kind_name(enum event_kind kind);

/* Make an event of now, and tell it; a text that is too long is cut. */
void event_tell(const struct event_listener *listener, enum event_kind kind, const char *format,
                ...) PRINTF_LIKE(3, 4);

#endif
