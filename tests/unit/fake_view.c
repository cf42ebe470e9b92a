/* SPDX-License-Identifier: MIT */
/* fake_view.c - runs to look at, as their journals tell them */

#include "tests/unit/fake_view.h"

#include "bench/lib/text.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void fake_view_take(struct view *view, const char *format, ...)
{
	static char line[65536];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	view_take_line(view, line, strlen(line));
}

void fake_view_make(struct view *view, unsigned disks)
{
	static char list[32768], jobs[32768];
	size_t listed = 0, planned = 0;

	memset(view, 0, sizeof(*view));
	view->health.temperature_mc = INT_MIN;
	view->health.watts = (double)NAN;
	list[0] = jobs[0] = '\0';
	for (unsigned i = 0; i < disks; i++) {
		listed += (size_t)snprintf(list + listed, sizeof(list) - listed,
		                           "%s{\"name\":\"nvme%un1\",\"bytes\":4000000000000,"
		                           "\"model\":\"DISK\",\"serial\":\"SN%u\","
		                           "\"controller\":\"0000:%02x:00.0 8086:2701\"}",
		                           i ? "," : "", i, i, i);
		planned +=
		    (size_t)snprintf(jobs + planned, sizeof(jobs) - planned,
		                     ",{\"test\":\"disk.read.random\",\"target\":\"nvme%un1\","
		                     "\"estimate_s\":4}",
		                     i);
	}
	fake_view_take(view, "{\"type\":\"run\",\"machine\":\"SERIAL1\",\"version\":\"1.2.3\","
	                     "\"plan\":\"quick\",\"settings\":{\"upload\":\"http://h/r/\"}}");
	fake_view_take(view,
	               "{\"type\":\"machine\",\"cpu\":{\"sockets\":2,\"model\":\"A\","
	               "\"cores\":28,\"threads\":56},\"memory\":{\"total_bytes\":137438953472},"
	               "\"firmware\":{\"system_vendor\":\"Maker\",\"product\":\"Server\"},"
	               "\"environment\":{\"ssh.fingerprint\":\"SHA256:abc\"},\"disks\":[%s]}",
	               list);
	fake_view_take(view,
	               "{\"type\":\"plan\",\"jobs\":[{\"test\":\"cpu.integer\",\"target\":\"\","
	               "\"estimate_s\":2.5},{\"test\":\"memory.copy\",\"target\":\"\","
	               "\"estimate_s\":60}%s]}",
	               jobs);
}

void fake_view_middle(struct view *view)
{
	fake_view_make(view, 3);
	fake_view_take(view, "{\"type\":\"result\",\"test\":\"cpu.integer\",\"target\":\"\","
	                     "\"status\":\"ok\",\"warnings\":[\"throttled\",\"noisy\"],\"metrics\":"
	                     "[{\"name\":\"rate\",\"unit\":\"ops/s\",\"value\":6753,"
	                     "\"spread\":0.075}]}");
	fake_view_take(view, "{\"type\":\"result\",\"test\":\"memory.copy\",\"target\":\"\","
	                     "\"status\":\"skipped\",\"reason\":\"no memory\",\"metrics\":[]}");
	fake_view_take(view, "{\"type\":\"event\",\"kind\":\"hardware\",\"text\":\"I/O error\"}");
	fake_view_take(view, "{\"type\":\"result\",\"test\":\"disk.read.random\",\"target\":"
	                     "\"nvme0n1\",\"status\":\"failed\",\"reason\":\"I/O error at byte 0\","
	                     "\"metrics\":[]}");
	view->state = (struct view_state){ .pid = 1,
		                           .job = 4,
		                           .started_ns = SECONDS(1000),
		                           .since_ns = SECONDS(1061),
		                           .metric = "rate",
		                           .unit = "ops/s",
		                           .value = 47490,
		                           .samples = 3 };
	view->health.now_ns = SECONDS(1063);
	view->health.temperature_mc = 54600;
	view->health.watts = 181.4;
	text_copy(view->health.address, sizeof(view->health.address), "10.0.2.15");
	text_copy(view->log[0], sizeof(view->log[0]),
	          "[+61.0s] 4/5 disk.read.random nvme1n1 (8 s left)");
	view->log_count = 1;
}

bool fake_view_has(const struct screen *screen, const char *wanted)
{
	char text[SCREEN_COLUMNS + 1];

	for (unsigned row = 0; row < SCREEN_ROWS; row++)
		if (strcmp(screen_line(screen, row, text), wanted) == 0)
			return true;
	return false;
}
