/* SPDX-License-Identifier: MIT */
/* bonnie_seek.c - bonnie++'s random seeks: several seekers take tickets from one pipe */

#include "bench/bonnie/bonnie_part.h"

#include "bench/lib/random.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define LAST_TICKET 0x80000000u /* one for each seeker, after all others */

struct seeker {
	struct bonnie *bonnie;
	pthread_t thread;
	int fd, tickets; /* its own descriptor of the file; the end of the pipe to read from */
	unsigned char *buffer;
	int rc;
	struct bonnie_watch watch;
	struct histogram histogram;
};

uint32_t bonnie_ticket(uint64_t *state)
{
	return (uint32_t)(random_next(state) >> 33);
}

/* Returns 0 or -errno. */
static int seek_once(const struct seeker *seeker, uint32_t ticket)
{
	const struct bonnie_options *options = seeker->bonnie->options;
	uint64_t chunks = MIB(options->size_mib) / options->chunk_bytes;
	off_t place = (off_t)(ticket % chunks * options->chunk_bytes);
	int rc;

	if (lseek(seeker->fd, place, SEEK_SET) < 0)
		return -errno;
	rc = bonnie_read_chunk(seeker->fd, seeker->buffer, options->chunk_bytes);
	if (rc || ticket % BONNIE_TICKET_UPDATE)
		return rc;
	seeker->buffer[ticket % options->chunk_bytes]++;
	if (lseek(seeker->fd, place, SEEK_SET) < 0)
		return -errno;
	rc = bonnie_write_chunk(seeker->fd, seeker->buffer, options->chunk_bytes);
	return rc == 0 && options->fsync_each && fsync(seeker->fd) < 0 ? -errno : rc;
}

/* Tickets are taken to the last also after an error: else who writes them would wait forever. */
static void *seeker_main(void *argument)
{
	struct seeker *seeker = argument;
	uint32_t ticket;
	bool begun = false;

	while (read(seeker->tickets, &ticket, sizeof(ticket)) == sizeof(ticket)) {
		if (begun)
			bonnie_watch_start(&seeker->watch);
		else
			bonnie_watch_begin(&seeker->watch, RUSAGE_THREAD, &seeker->histogram);
		begun = true;
		if (ticket == LAST_TICKET)
			break;
		if (bonnie_stop)
			seeker->rc = -EINTR;
		if (seeker->rc == 0)
			seeker->rc = seek_once(seeker, ticket);
		bonnie_watch_lap(&seeker->watch);
	}
	if (fsync(seeker->fd) < 0 && seeker->rc == 0)
		seeker->rc = -errno;
	close(seeker->fd);
	bonnie_watch_end(&seeker->watch);
	return NULL;
}

/* All seekers, and the pipe that their tickets come from. */
struct seekers {
	struct seeker *members;
	uint32_t count; /* that have been started */
	int tickets[2];
};

static int start_seeker(struct seekers *seekers, struct bonnie *bonnie)
{
	size_t bytes = (bonnie->options->chunk_bytes + 4095) & ~(size_t)4095;
	struct seeker *seeker = &seekers->members[seekers->count];
	int rc;

	*seeker = (struct seeker){ .bonnie = bonnie, .tickets = seekers->tickets[0] };
	seeker->buffer = aligned_alloc(4096, bytes);
	if (!seeker->buffer)
		return -ENOMEM;
	seeker->fd = bonnie_reopen(bonnie, bonnie->options->direct);
	rc = seeker->fd < 0 ? seeker->fd
	                    : -pthread_create(&seeker->thread, NULL, seeker_main, seeker);
	if (rc == 0) {
		seekers->count++;
		return 0;
	}
	if (seeker->fd >= 0)
		close(seeker->fd);
	free(seeker->buffer);
	return rc;
}

/* All tickets at once, then the last one of each seeker. Returns 0 or -errno. */
static int hand_out(const struct seekers *seekers, struct bonnie *bonnie, uint32_t seeks)
{
	uint32_t total = seeks + seekers->count;
	uint32_t *tickets = calloc(total, sizeof(*tickets));
	size_t bytes = total * sizeof(*tickets), done = 0;

	if (!tickets)
		return -ENOMEM;
	for (uint32_t i = 0; i < total; i++)
		tickets[i] = i < seeks ? bonnie_ticket(&bonnie->random) : LAST_TICKET;
	if (seeks && !bonnie_stop)
		nanosleep(
		    &(struct timespec){
			.tv_sec = (time_t)(bonnie->options->seek_wait_ns / SECONDS(1)),
			.tv_nsec = (long)(bonnie->options->seek_wait_ns % SECONDS(1)) },
		    NULL); /* that a signal ends early */
	while (done < bytes) {
		ssize_t now = write(seekers->tickets[1], (char *)tickets + done, bytes - done);

		if (now < 0)
			break;
		done += (size_t)now;
	}
	free(tickets);
	return done < bytes ? -errno : 0;
}

/* Wait for all; the first error, or 0. */
static int collect(struct seekers *seekers, struct bonnie_watch *sum)
{
	int rc = 0;

	for (uint32_t i = 0; i < seekers->count; i++) {
		struct seeker *seeker = &seekers->members[i];
		const struct bonnie_watch *watch = &seeker->watch;

		pthread_join(seeker->thread, NULL);
		rc = rc ? rc : seeker->rc;
		if (i == 0 || watch->begin_ns < sum->begin_ns)
			sum->begin_ns = watch->begin_ns;
		if (watch->end_ns > sum->end_ns)
			sum->end_ns = watch->end_ns;
		if (watch->longest_ns > sum->longest_ns)
			sum->longest_ns = watch->longest_ns;
		sum->cpu_ns += watch->cpu_ns;
		histogram_merge(sum->histogram, &seeker->histogram);
		free(seeker->buffer);
	}
	return rc;
}

static int seek_together(struct seekers *seekers, struct bonnie *bonnie)
{
	static struct histogram histogram;
	struct bonnie_watch sum = { .histogram = &histogram };
	const struct bonnie_options *options = bonnie->options;
	int rc = 0, handed, seen;

	memset(&histogram, 0, sizeof(histogram));
	while (seekers->count < options->seekers && rc == 0)
		rc = start_seeker(seekers, bonnie);
	handed = hand_out(seekers, bonnie, rc ? 0 : options->seeks);
	close(seekers->tickets[1]); /* whoever still waits is told so */
	seen = collect(seekers, &sum);
	rc = rc ? rc : handed ? handed : seen;
	if (rc == 0)
		bonnie_note(bonnie, BONNIE_SEEK, &sum, options->seeks);
	return rc;
}

int bonnie_seek(struct bonnie *bonnie)
{
	struct seekers seekers = { 0 };
	struct bonnie_watch watch;
	int rc = bonnie_begin(bonnie, BONNIE_SEEK, &watch);

	if (rc)
		return rc;
	seekers.members = calloc(bonnie->options->seekers, sizeof(*seekers.members));
	rc = !seekers.members ? -ENOMEM : pipe2(seekers.tickets, O_CLOEXEC) < 0 ? -errno : 0;
	if (rc == 0) {
		rc = seek_together(&seekers, bonnie);
		close(seekers.tickets[0]);
	}
	free(seekers.members);
	return rc ? bonnie_complain(bonnie, bonnie_phase_name(BONNIE_SEEK), rc) : 0;
}
