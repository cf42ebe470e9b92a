/* SPDX-License-Identifier: MIT */
/* time.c - set the wall clock of the image, for dates and certificates; it measures nothing */

#include "bench/network/time.h"

#include "bench/deliver/date.h"
#include "bench/lib/clock.h"
#include "bench/lib/link.h"
#include "bench/lib/text.h"
#include "bench/network/lease.h"
#include "bench/network/program.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* 2026-11-01: no machine runs this version earlier. Goes on with image/version. */
#define NOT_BEFORE_NS SECONDS(1793491200)

#define NTP_LIMIT_S 8u /* an answer takes 2 s: three samples */
#define HTTP_LIMIT_NS SECONDS(5)
#define HTTP_ERROR_S 2.0 /* a Date has whole seconds, and was on its way for some time */

static bool is_image(void)
{
	char init[PATH_MAX];

	return strcmp(link_read("", init, sizeof(init), "/proc/1/exe"), "/init") == 0;
}

static void keep(const char *source, double offset_s)
{
	char text[64];

	snprintf(text, sizeof(text), "%s %.3f\n", source, offset_s);
	if (file_replace(TIME_NOTE, text))
		printf("assay: time: " TIME_NOTE " cannot be written\n");
	if (offset_s < -1 || offset_s > 1)
		printf("assay: time: the clock was %.0f s %s that of %s\n", fabs(offset_s),
		       offset_s < 0 ? "ahead of" : "behind", source);
	fflush(stdout);
}

static bool set_clock(double wall_s)
{
	struct timespec time = { .tv_sec = (time_t)wall_s };

	time.tv_nsec = (long)((wall_s - (double)time.tv_sec) * 1e9);
	return clock_settime(CLOCK_REALTIME, &time) == 0;
}

/* Can it be this time? If not, say who told it. */
static bool is_possible(const char *source, double wall_s)
{
	if (wall_s >= NOT_BEFORE_NS / 1e9)
		return true;
	printf("assay: time: that of %s is ignored: expected one after this version was made\n",
	       source);
	fflush(stdout);
	return false;
}

/* How far the wall clock is ahead of the monotonic one. */
static double lead_s(void)
{
	return ((double)clock_wall_ns() - (double)clock_now_ns()) / 1e9;
}

static bool ask_ntp(void)
{
	char servers[512], server[64], words[512] = "";
	const char *rest = servers;
	double before_s = lead_s();

	if (text_read("", NETWORK_FOLDER "/ntp", servers, sizeof(servers)) <= 0)
		return false;
	while (text_next(&rest, "\n", server, sizeof(server)))
		snprintf(words + strlen(words), sizeof(words) - strlen(words), " -p %s", server);
	if (program_do("timeout %u ntpd -n -q%s", NTP_LIMIT_S, words)) {
		printf("assay: time: no answer from NTP%s within %u s\n", words, NTP_LIMIT_S);
		return false;
	}
	if (!is_possible("ntp", (double)clock_wall_ns() / 1e9)) {
		set_clock(before_s + (double)clock_now_ns() / 1e9); /* as before ntpd set it */
		return false;
	}
	keep("ntp", lead_s() - before_s);
	return true;
}

static bool ask_http(const char *url)
{
	double offset_s, wall_s;

	if (url[0] == '\0' || access(NETWORK_FOLDER "/way", F_OK) < 0 ||
	    date_ask(url, HTTP_LIMIT_NS, &offset_s))
		return false;
	wall_s = (double)clock_wall_ns() / 1e9 + offset_s;
	if (!is_possible("http", wall_s))
		return false;
	if ((offset_s > HTTP_ERROR_S || offset_s < -HTTP_ERROR_S) && !set_clock(wall_s))
		return false;
	keep("http", offset_s);
	return true;
}

void time_settle(const char *url)
{
	char known[64];
	uint64_t now_ns = clock_wall_ns();

	if (!is_image())
		return;
	if (text_read("", TIME_NOTE, known, sizeof(known)) < 0) {
		if (now_ns < NOT_BEFORE_NS && set_clock(NOT_BEFORE_NS / 1e9))
			keep("build", (double)(NOT_BEFORE_NS - now_ns) / 1e9);
		else
			keep("rtc", 0);
	} else if (strncmp(known, "ntp", 3) == 0 || strncmp(known, "http", 4) == 0) {
		return;
	}
	if (!ask_ntp())
		ask_http(url);
}
