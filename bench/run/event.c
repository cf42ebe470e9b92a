/* SPDX-License-Identifier: MIT */
/* event.c - something that happened beside the results, and who is told */

#include "bench/run/event.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"

#include <stdarg.h>
#include <stdio.h>

const char *event_kind_name(enum event_kind kind)
{
	switch (kind) {
	case EVENT_SETTING: return "setting";
	case EVENT_HARDWARE: return "hardware";
	case EVENT_FIRMWARE: return "firmware";
	case EVENT_KERNEL: return "kernel";
	case EVENT_NOTE: return "note";
	}
	return "?";
}

void event_tell(const struct event_listener *listener, enum event_kind kind, const char *format,
                ...)
{
	struct event event = { .kind = kind, .wall_ns = clock_wall_ns() };
	char text[sizeof(event.text)];
	va_list args;

	if (!listener->hear)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	text_clean(event.text, sizeof(event.text), text);
	listener->hear(listener->context, &event);
}
