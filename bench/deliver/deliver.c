/* SPDX-License-Identifier: MIT */
/* deliver.c - bring the files of a run to where they were asked for, until acknowledged */

#include "bench/deliver.h"

#include "bench/deliver/address.h"
#include "bench/deliver/http.h"
#include "bench/deliver/parcel.h"
#include "bench/lib/clock.h"
#include "bench/lib/secret.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"
#include "bench/network/time.h"
#include "bench/report.h"
#include "bench/report/table.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define SYSTEM_CA "/etc/ssl/certs/ca-certificates.crt"
#define LAST_TRY_NS SECONDS(5) /* even a try made at the deadline gets this long */

struct delivery {
	const struct settings *settings;
	struct parcel parcel;
	uint64_t deadline_ns;
};

static const char *watched; /* the directory whose state.json says how it goes */

/* One line for people, out at once: whoever waits is reading along. */
static void PRINTF_LIKE(1, 2) say(const char *format, ...)
{
	char line[ADDRESS_BYTES + 256];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	printf("assay: deliver: %s\n", line);
	fflush(stdout);
	state_upload(watched, line);
}

/* As parcel_open(); a run that crashed left a journal, but no whole report. */
static int open_parcel(struct parcel *parcel, const char *directory)
{
	int rc = parcel_open(parcel, directory);

	if (!rc)
		return 0;
	say("no report in %s (%s): making it from the journal", directory, strerror(-rc));
	rc = report_write(directory);
	if (!rc)
		rc = parcel_open(parcel, directory);
	if (rc)
		say("nothing to deliver: expected report.json and journal.ndjson of a run in %s",
		    directory);
	return rc;
}

static uint64_t left_ns(const struct delivery *delivery)
{
	uint64_t now_ns = clock_now_ns();

	return now_ns < delivery->deadline_ns ? delivery->deadline_ns - now_ns : 0;
}

/* Wait before the next try, and say so: at most some 20 lines an hour. */
static void wait_for_next(const struct delivery *delivery, const struct reply *reply,
                          unsigned tries)
{
	uint64_t now_ns = clock_now_ns(), rest_ns = left_ns(delivery), wait_ns;
	uint32_t random, retry_after_s;
	char wait_text[TIME_BYTES], rest_text[TIME_BYTES];

	/* With no entropy yet, the time that booting took will differ enough. */
	if (getrandom(&random, sizeof(random), GRND_NONBLOCK) != sizeof(random))
		random = (uint32_t)now_ns * 2654435761u;
	retry_after_s = reply_retry_after_s(reply, (int64_t)(clock_wall_ns() / SECONDS(1)));
	wait_ns = reply_wait_ns(tries, random, retry_after_s, rest_ns);
	say("%s; again in %s, until the deadline in %s", reply->why,
	    table_time(wait_text, (double)wait_ns / 1e9),
	    table_time(rest_text, (double)rest_ns / 1e9));
	clock_sleep_ns(wait_ns);
}

/* Returns EXIT_OK when acknowledged, or why not. */
static int deliver_file(const struct delivery *delivery, const char *name, const char *type)
{
	const struct settings *settings = delivery->settings;
	const struct parcel *parcel = &delivery->parcel;
	char url[ADDRESS_BYTES], shown[ADDRESS_BYTES], path[PATH_MAX];
	struct http_upload upload = {
		.url = url,
		.path = path,
		.type = type,
		.run = parcel->run,
		.ca = settings->upload_ca[0] ? settings->upload_ca : SYSTEM_CA,
	};
	struct reply reply;
	int rc = text_path(path, sizeof(path), parcel->directory, name);

	if (!rc)
		rc = address_join(url, sizeof(url), settings->upload, parcel->machine, parcel->run,
		                  name);
	if (!rc)
		secret_strip(shown, sizeof(shown), url);
	for (unsigned tries = 1; !rc; tries++) {
		time_settle(url); /* a certificate may depend on it, and the network may be new */
		upload.limit_ns = left_ns(delivery);
		if (upload.limit_ns < LAST_TRY_NS)
			upload.limit_ns = LAST_TRY_NS;
		rc = http_put(&upload, &reply);
		if (rc)
			break;
		if (reply.answer == ANSWER_ACKNOWLEDGED) {
			say("%s -> %s: %d, %llu bytes", name, shown, reply.status,
			    (unsigned long long)reply.sent_bytes);
			return EXIT_OK;
		}
		if (reply.answer == ANSWER_REFUSED) {
			say("%s -> %s: %s; not tried again", name, shown, reply.why);
			return EXIT_NOT_DELIVERED;
		}
		if (!left_ns(delivery)) {
			say("%s -> %s: %s; the deadline is over after %u tries", name, shown,
			    reply.why, tries);
			return EXIT_NOT_DELIVERED;
		}
		wait_for_next(delivery, &reply, tries);
	}
	say("%s: %s", path, strerror(-rc));
	return EXIT_INTERNAL;
}

int deliver(const struct settings *settings, const char *directory)
{
	struct delivery delivery = {
		.settings = settings,
		.deadline_ns = clock_now_ns() + SECONDS(settings->upload_deadline_s),
	};
	char mark[PATH_MAX], why[160];
	int rc;

	if (!settings->upload[0])
		return EXIT_OK;
	watched = directory;
	if (address_check(settings->upload, why, sizeof(why))) {
		say("upload: %s", why);
		return EXIT_USAGE;
	}
	if (text_path(mark, sizeof(mark), directory, DELIVERED_MARK) ||
	    open_parcel(&delivery.parcel, directory))
		return EXIT_INTERNAL;
	unlink(mark); /* that of an earlier delivery, perhaps to another place */
	for (size_t i = 0; i < PARCEL_FILES; i++) {
		int status = deliver_file(&delivery, parcel_files[i].name, parcel_files[i].type);

		if (status != EXIT_OK) {
			say("the results stay in %s", directory);
			return status;
		}
	}
	rc = parcel_mark(directory, DELIVERED_MARK, "");
	if (rc)
		say("cannot create %s: %s", mark, strerror(-rc));
	return rc ? EXIT_INTERNAL : EXIT_OK;
}
