/* SPDX-License-Identifier: MIT */
/* bonnie.c - a run of bonnie++: its directory, its phases one after the other, their figures */

#include "bench/bonnie/bonnie_part.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define LEAST_MIB 300
#define DROP_CACHES "/proc/sys/vm/drop_caches"

volatile sig_atomic_t bonnie_stop;

const char *bonnie_phase_name(enum bonnie_phase phase)
{
	static const char *const names[BONNIE_PHASES] = {
		[BONNIE_PUTC] = "putc",
		[BONNIE_WRITE] = "put_block",
		[BONNIE_REWRITE] = "rewrite",
		[BONNIE_GETC] = "getc",
		[BONNIE_READ] = "get_block",
		[BONNIE_SEEK] = "seeks",
		[BONNIE_CREATE_SEQUENTIAL] = "seq_create",
		[BONNIE_STAT_SEQUENTIAL] = "seq_stat",
		[BONNIE_DELETE_SEQUENTIAL] = "seq_del",
		[BONNIE_CREATE_RANDOM] = "ran_create",
		[BONNIE_STAT_RANDOM] = "ran_stat",
		[BONNIE_DELETE_RANDOM] = "ran_del",
	};

	return names[phase];
}

double bonnie_rate(const struct bonnie_figure *figure)
{
	return figure->elapsed_ns ? (double)figure->work * 1e9 / (double)figure->elapsed_ns : 0;
}

unsigned bonnie_cpu_percent(const struct bonnie_figure *figure)
{
	return figure->elapsed_ns ? (unsigned)(figure->cpu_ns * 100 / figure->elapsed_ns) : 0;
}

void bonnie_default(struct bonnie_options *options)
{
	*options = (struct bonnie_options){
		.chunk_bytes = BONNIE_CHUNK_BYTES,
		.byte_bytes = BONNIE_BYTE_BYTES,
		.seeks = BONNIE_SEEKS,
		.seekers = BONNIE_SEEKERS,
		.seek_wait_ns = SECONDS(3),
		.file_count = 16 * BONNIE_FILES_UNIT,
		.file_chunk_bytes = BONNIE_CHUNK_BYTES,
		.directories = 1,
	};
}

uint64_t bonnie_default_mib(uint64_t ram_mib)
{
	uint64_t size_mib = 2 * ram_mib > LEAST_MIB ? 2 * ram_mib : LEAST_MIB;

	return size_mib % 1024 > 512 ? (size_mib / 1024 + 1) * 1024 : size_mib;
}

uint64_t bonnie_writes_bytes(const struct bonnie_options *options)
{
	uint64_t file_bytes = MIB(options->size_mib);
	uint64_t large_bytes =
	    2 * file_bytes + options->byte_bytes + (uint64_t)options->seeks * options->chunk_bytes;
	uint64_t small_bytes = 2 * (uint64_t)options->file_count * options->file_bytes_max;

	return (file_bytes ? large_bytes : 0) + small_bytes;
}

static uint64_t cpu_ns(int who)
{
	struct rusage usage;

	getrusage(who, &usage);
	return SECONDS(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       1000 * (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

void bonnie_watch_begin(struct bonnie_watch *watch, int who, struct histogram *histogram)
{
	memset(histogram, 0, sizeof(*histogram));
	*watch = (struct bonnie_watch){ .histogram = histogram, .who = who, .cpu_ns = cpu_ns(who) };
	watch->begin_ns = watch->last_ns = clock_now_ns();
}

void bonnie_watch_start(struct bonnie_watch *watch)
{
	watch->last_ns = clock_now_ns();
}

void bonnie_watch_lap(struct bonnie_watch *watch)
{
	uint64_t now_ns = clock_now_ns(), elapsed_ns = now_ns - watch->last_ns;

	watch->last_ns = now_ns;
	if (elapsed_ns > watch->longest_ns)
		watch->longest_ns = elapsed_ns;
	histogram_add(watch->histogram, elapsed_ns);
}

void bonnie_watch_end(struct bonnie_watch *watch)
{
	watch->end_ns = clock_now_ns();
	watch->cpu_ns = cpu_ns(watch->who) - watch->cpu_ns;
}

int bonnie_complain(struct bonnie *bonnie, const char *what, int rc)
{
	if (rc != -EINTR && bonnie->why[0] == '\0')
		snprintf(bonnie->why, bonnie->why_size, "%s: %s: %s", bonnie->options->directory,
		         what, strerror(-rc));
	return rc;
}

int bonnie_begin(struct bonnie *bonnie, enum bonnie_phase phase, struct bonnie_watch *watch)
{
	static struct histogram histogram;

	if (bonnie_stop)
		return -EINTR;
	if (bonnie->options->drop_caches) {
		int rc;

		sync();
		rc = text_write("", DROP_CACHES, "3");
		if (rc)
			return bonnie_complain(bonnie, "--drop-caches: " DROP_CACHES, rc);
	}
	if (bonnie->progress)
		bonnie->progress(phase, false);
	bonnie_watch_begin(watch, RUSAGE_SELF, &histogram);
	return 0;
}

void bonnie_note(struct bonnie *bonnie, enum bonnie_phase phase, const struct bonnie_watch *watch,
                 uint64_t work)
{
	bonnie->outcome->figures[phase] = (struct bonnie_figure){
		.work = work,
		.elapsed_ns = watch->end_ns - watch->begin_ns,
		.cpu_ns = watch->cpu_ns,
		.longest_ns = watch->longest_ns,
		.p99_ns = (uint64_t)histogram_percentile(watch->histogram, 99),
	};
	if (bonnie->progress)
		bonnie->progress(phase, true);
}

/* A run of hours should not end for want of room that could be seen before. */
static int check_room(struct bonnie *bonnie)
{
	const struct bonnie_options *options = bonnie->options;
	uint64_t small_bytes = (uint64_t)options->file_count * options->file_bytes_max;
	uint64_t need_bytes = MIB(options->size_mib), free_bytes;
	struct statvfs about;

	if (fstatvfs(bonnie->directory, &about) < 0)
		return bonnie_complain(bonnie, "fstatvfs", -errno);
	if (need_bytes < small_bytes)
		need_bytes = small_bytes;
	free_bytes = (uint64_t)about.f_bavail * about.f_frsize;
	if (about.f_blocks == 0 || need_bytes <= free_bytes)
		return 0;
	snprintf(bonnie->why, bonnie->why_size,
	         "%s: the files need %" PRIu64 " MiB; there are %" PRIu64 " MiB free",
	         options->directory, need_bytes >> 20, free_bytes >> 20);
	return -ENOSPC;
}

static int run_phases(struct bonnie *bonnie)
{
	const struct bonnie_options *options = bonnie->options;
	int rc = check_room(bonnie);

	if (rc == 0 && options->size_mib) {
		rc = bonnie_large(bonnie);
		if (rc == 0 && options->seeks)
			rc = bonnie_seek(bonnie);
		if (bonnie->file >= 0)
			close(bonnie->file);
	}
	for (int random = 0; random < 2 && rc == 0 && options->file_count; random++)
		rc = bonnie_small(bonnie, random);
	return rc;
}

int bonnie_run(const struct bonnie_options *options,
               void (*progress)(enum bonnie_phase phase, bool ended),
               struct bonnie_outcome *outcome, char *why, size_t why_size)
{
	struct bonnie bonnie = { .options = options,
		                 .progress = progress,
		                 .outcome = outcome,
		                 .why = why,
		                 .why_size = why_size,
		                 .file = -1,
		                 .random = options->seed };
	uint32_t bytes = options->chunk_bytes > options->file_chunk_bytes
	                     ? options->chunk_bytes
	                     : options->file_chunk_bytes;
	int rc;

	memset(outcome, 0, sizeof(*outcome));
	why[0] = '\0';
	bonnie.directory = open(options->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (bonnie.directory < 0)
		return bonnie_complain(&bonnie, "cannot be opened", -errno);
	bonnie.buffer = aligned_alloc(4096, (bytes + 4095) & ~(size_t)4095);
	rc = bonnie.buffer ? run_phases(&bonnie) : bonnie_complain(&bonnie, "buffer", -ENOMEM);
	free(bonnie.buffer);
	close(bonnie.directory);
	return rc;
}
