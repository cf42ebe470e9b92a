/* SPDX-License-Identifier: MIT */
/* http.c - put one file on a server, or get one, once: libcurl, with any TLS library below it */

#include "bench/deliver/http.h"

#include "bench/deliver/address.h"
#include "bench/lib/clock.h"
#include "bench/lib/secret.h"
#include "bench/lib/text.h"

#include <curl/curl.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define CONNECT_LIMIT_MS 15000L
#define STALL_LIMIT_S 60L
#define REDIRECTS_MAX 5
#define REPLY_BODY_MAX KIB(64)

struct transfer {
	CURL *curl;
	struct curl_slist *headers;
	const char *url, *ca;
	uint64_t limit_ns;
	FILE *file; /* what is put; NULL for a get */
	uint64_t file_bytes;
	char *body; /* where that of the reply goes; NULL = nowhere */
	uint64_t body_bytes, body_max;
	struct address address;
	struct reply *reply;
	char error[CURL_ERROR_SIZE];
};

static size_t on_header(char *line, size_t size, size_t count, void *context)
{
	struct transfer *transfer = context;

	reply_header(transfer->reply, line, size * count);
	return size * count;
}

/* The text of an answer to a put is of no use. One without end must not hold us here. */
static size_t on_body(char *data, size_t size, size_t count, void *context)
{
	struct transfer *transfer = context;
	size_t bytes = size * count;

	if (transfer->body && transfer->body_bytes + bytes <= transfer->body_max)
		memcpy(transfer->body + transfer->body_bytes, data, bytes);
	transfer->body_bytes += bytes;
	return transfer->body_bytes > transfer->body_max ? 0 : bytes;
}

/* What is put, and how it is called. */
static void set_upload(struct transfer *transfer, const struct http_upload *upload)
{
	CURL *curl = transfer->curl;
	char line[128];

	snprintf(line, sizeof(line), "Content-Type: %s", upload->type);
	transfer->headers = curl_slist_append(NULL, line);
	snprintf(line, sizeof(line), "Idempotency-Key: %s", upload->run);
	transfer->headers = curl_slist_append(transfer->headers, line);
	transfer->headers = curl_slist_append(transfer->headers, "Expect:"); /* do not ask first */
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, transfer->headers);
	curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(curl, CURLOPT_READDATA, transfer->file);
	curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)transfer->file_bytes);
}

static void set_options(struct transfer *transfer)
{
	uint64_t limit_ms = transfer->limit_ns / MS(1);
	CURL *curl = transfer->curl;

	curl_easy_setopt(curl, CURLOPT_URL, transfer->url);
	curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
	curl_easy_setopt(curl, CURLOPT_HEADERDATA, transfer);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, transfer);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, transfer->error);
	curl_easy_setopt(curl, CURLOPT_USERAGENT, "assay/" ASSAY_VERSION);
	curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	curl_easy_setopt(curl, CURLOPT_CAINFO, transfer->ca);
	curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, CONNECT_LIMIT_MS);
	curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
	curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, STALL_LIMIT_S);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, limit_ms < 1 ? 1L : (long)limit_ms);
	/* No time-out by signal; a proxy of the environment is not the address that was asked. */
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_PROXY, "");
}

static void PRINTF_LIKE(2, 3) explain(struct reply *reply, const char *format, ...)
{
	char line[sizeof(reply->why)];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	text_clean(reply->why, sizeof(reply->why), line); /* servers write parts of it */
}

/* No reply. Curl's own words are kept: they name a certificate's fault, a time that passed. */
static void judge_failure(struct transfer *transfer, CURLcode code)
{
	const char *detail = transfer->error[0] ? transfer->error : curl_easy_strerror(code);
	const struct address *at = &transfer->address;
	struct reply *reply = transfer->reply;
	char now[UTC_TEXT_BYTES];
	long error = 0;

	transfer->error[strcspn(transfer->error, "\n")] = '\0';
	reply->answer = ANSWER_RETRY;
	switch (code) {
	case CURLE_COULDNT_RESOLVE_HOST:
		explain(reply, "cannot find the address of %s", at->host);
		break;
	case CURLE_COULDNT_CONNECT:
		curl_easy_getinfo(transfer->curl, CURLINFO_OS_ERRNO, &error);
		explain(reply, "cannot connect to %s:%u (%s)", at->host, at->port,
		        error ? strerror((int)error) : detail);
		break;
	case CURLE_PEER_FAILED_VERIFICATION:
		reply->answer = ANSWER_REFUSED;
		clock_utc(clock_wall_ns(), now);
		explain(reply,
		        "no trust in the certificate of %s:%u (%s; authorities: %s; clock: %s)",
		        at->host, at->port, detail, transfer->ca, now);
		break;
	case CURLE_SSL_CACERT_BADFILE:
		reply->answer = ANSWER_REFUSED;
		explain(reply, "no authorities to trust for https in %s (%s)", transfer->ca,
		        detail);
		break;
	default: explain(reply, "no answer from %s:%u (%s)", at->host, at->port, detail);
	}
}

static void judge_status(struct transfer *transfer, const char *location)
{
	const struct address *at = &transfer->address;
	struct reply *reply = transfer->reply;
	char shown[ADDRESS_BYTES];

	reply->answer = reply_answer(reply->status);
	if (reply->answer == ANSWER_ACKNOWLEDGED && reply->sent_bytes < transfer->file_bytes) {
		/* the word of a server that has not seen the end of the file */
		reply->answer = ANSWER_RETRY;
		explain(reply, "%s:%u answered %d before it had read the file", at->host, at->port,
		        reply->status);
	} else if (location) {
		explain(reply, "%s:%u answered %d, expected 2xx: it wants the file at %s instead",
		        at->host, at->port, reply->status,
		        secret_strip(shown, sizeof(shown), location));
	} else if (reply->answer != ANSWER_ACKNOWLEDGED) {
		explain(reply, "%s:%u answered %d, expected 2xx%s", at->host, at->port,
		        reply->status, transfer->file ? reply_hint(reply->status) : "");
	} else if (transfer->body && transfer->body_bytes > transfer->body_max) {
		reply->answer = ANSWER_REFUSED;
		explain(reply, "%s:%u sends more than %llu KiB", at->host, at->port,
		        (unsigned long long)(transfer->body_max >> 10));
	}
}

/* May a redirect be followed? A put stays a put only with these two. */
static bool is_redirect(const struct transfer *transfer, long status)
{
	return status == 307 || status == 308 ||
	       (!transfer->file && (status == 301 || status == 302));
}

/* One request. Returns true when it is to be sent again: the address is now another one. */
static bool request(struct transfer *transfer, bool may_follow)
{
	struct reply *reply = transfer->reply;
	curl_off_t sent = 0;
	char *location = NULL;
	long status = 0;
	CURLcode code;

	if (transfer->file)
		rewind(transfer->file);
	transfer->body_bytes = 0;
	code = curl_easy_perform(transfer->curl);
	curl_easy_getinfo(transfer->curl, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_getinfo(transfer->curl, CURLINFO_SIZE_UPLOAD_T, &sent);
	curl_easy_getinfo(transfer->curl, CURLINFO_REDIRECT_URL, &location);
	reply->status = (int)status;
	reply->sent_bytes = (uint64_t)sent;

	/* A no is a no, however the connection ended. CURLE_WRITE_ERROR is on_body() hanging up. */
	if (code && code != CURLE_WRITE_ERROR && status < 400) {
		judge_failure(transfer, code);
		return false;
	}
	if (location && may_follow && is_redirect(transfer, status) &&
	    address_same_origin(transfer->url, location))
		return !curl_easy_setopt(transfer->curl, CURLOPT_URL, location);
	judge_status(transfer, location);
	return false;
}

/* Ask, and follow where it leads. Returns 0 with the reply, -EINVAL or -ENOMEM. */
static int perform(struct transfer *transfer, const struct http_upload *upload)
{
	struct reply *reply = transfer->reply;
	int rc;

	*reply = (struct reply){ .answer = ANSWER_RETRY };
	rc = address_parse(&transfer->address, transfer->url, NULL, reply->why, sizeof(reply->why));
	if (rc)
		return rc;
	signal(SIGPIPE, SIG_IGN); /* a server that hangs up is an error, not an end */
	transfer->curl = curl_easy_init();
	if (!transfer->curl)
		return -ENOMEM;
	set_options(transfer);
	if (upload)
		set_upload(transfer, upload);
	for (int hops = 0; request(transfer, hops < REDIRECTS_MAX); hops++)
		;
	curl_slist_free_all(transfer->headers);
	curl_easy_cleanup(transfer->curl);
	return 0;
}

int http_put(const struct http_upload *upload, struct reply *reply)
{
	struct transfer transfer = { .url = upload->url,
		                     .ca = upload->ca,
		                     .limit_ns = upload->limit_ns,
		                     .body_max = REPLY_BODY_MAX,
		                     .reply = reply };
	struct stat stat;
	int rc;

	transfer.file = fopen(upload->path, "re");
	if (!transfer.file)
		return -errno;
	if (fstat(fileno(transfer.file), &stat) < 0) {
		rc = -errno;
	} else {
		transfer.file_bytes = (uint64_t)stat.st_size;
		rc = perform(&transfer, upload);
	}
	fclose(transfer.file);
	return rc;
}

int http_get(const struct http_download *download, struct reply *reply)
{
	struct transfer transfer = { .url = download->url,
		                     .ca = download->ca,
		                     .limit_ns = download->limit_ns,
		                     .body = download->body,
		                     .body_max = download->body_bytes - 1,
		                     .reply = reply };
	int rc = perform(&transfer, NULL);

	if (rc)
		return rc;
	if (transfer.body_bytes > transfer.body_max)
		transfer.body_bytes = 0;
	download->body[transfer.body_bytes] = '\0';
	return (int)transfer.body_bytes;
}
