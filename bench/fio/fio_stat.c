/* SPDX-License-Identifier: MIT */
/* fio_stat.c - what the kernel counted on a disk meanwhile */

#include "bench/fio/fio_stat.h"
#include "bench/lib/clock.h"
#include "bench/lib/text.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

void fio_stat_find(struct fio_stat_source *source, const char *root, dev_t device)
{
	char link[128], path[PATH_MAX], partition[16];
	char *name;

	memset(source, 0, sizeof(*source));
	snprintf(link, sizeof(link), "%s/sys/dev/block/%u:%u", root, major(device), minor(device));
	if (!realpath(link, path))
		return;
	name = strrchr(path, '/');
	/* a partition is a folder in that of its disk */
	if (text_readf("", partition, sizeof(partition), "%s/partition", path) >= 0 && name) {
		*name = '\0';
		name = strrchr(path, '/');
	}
	if (name)
		text_copy(source->name, sizeof(source->name), name + 1);
}

unsigned fio_stat_find_members(const struct fio_stat_source *source, const char *root,
                               struct fio_stat_source *members, unsigned room)
{
	unsigned count = 0, number[2];
	char path[PATH_MAX], text[32];
	struct dirent *entry;
	DIR *directory;

	snprintf(path, sizeof(path), "%s/sys/block/%s/slaves", root, source->name);
	directory = opendir(path);
	while (directory && count < room && (entry = readdir(directory))) {
		if (entry->d_name[0] == '.' ||
		    text_readf("", text, sizeof(text), "%s/%s/dev", path, entry->d_name) < 0 ||
		    sscanf(text, "%u:%u", &number[0], &number[1]) != 2)
			continue;
		fio_stat_find(&members[count], root, makedev(number[0], number[1]));
		count += members[count].name[0] != '\0';
	}
	if (directory)
		closedir(directory);
	return count;
}

void fio_stat_aggregate(const struct fio_stat_source *source, struct fio_stat *mean,
                        double *most_percent)
{
	unsigned count = source->member_count;

	memset(mean, 0, sizeof(*mean));
	*most_percent = 0;
	for (unsigned i = 1; i <= count; i++) {
		const struct fio_stat *more = &source[i].sum;

		for (unsigned way = 0; way < 2; way++) {
			mean->ios[way] += more->ios[way];
			mean->merges[way] += more->merges[way];
			mean->ticks_ms[way] += more->ticks_ms[way];
		}
		mean->queue_ms += more->queue_ms;
		if (fio_stat_percent(more) > *most_percent)
			*most_percent = fio_stat_percent(more);
	}
	for (unsigned way = 0; way < 2 && count; way++) {
		mean->ios[way] /= count;
		mean->merges[way] /= count;
		mean->ticks_ms[way] /= count;
	}
	mean->queue_ms /= count ? count : 1;
}

static bool read_stat(const struct fio_stat_source *source, const char *root, struct fio_stat *stat)
{
	uint64_t n[11];
	char text[256];

	memset(stat, 0, sizeof(*stat));
	if (source->name[0] == '\0' ||
	    text_readf(root, text, sizeof(text), "/sys/block/%s/stat", source->name) < 0 ||
	    sscanf(text,
	           "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64
	           "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64,
	           &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7], &n[8], &n[9],
	           &n[10]) != (int)countof(n))
		return false;
	*stat = (struct fio_stat){
		.ios = { n[0], n[4] },
		.merges = { n[1], n[5] },
		.ticks_ms = { n[3], n[7] },
		.busy_ms = n[9],
		.queue_ms = n[10],
	};
	return true;
}

void fio_stat_begin(struct fio_stat_source *source, const char *root)
{
	source->begin_ns = clock_now_ns();
	if (!read_stat(source, root, &source->at_begin))
		source->name[0] = '\0';
}

void fio_stat_end(struct fio_stat_source *source, const char *root)
{
	const struct fio_stat *before = &source->at_begin;
	struct fio_stat *sum = &source->sum, now;

	if (!read_stat(source, root, &now))
		return;
	for (unsigned i = 0; i < 2; i++) {
		sum->ios[i] += now.ios[i] - before->ios[i];
		sum->merges[i] += now.merges[i] - before->merges[i];
		sum->ticks_ms[i] += now.ticks_ms[i] - before->ticks_ms[i];
	}
	sum->busy_ms += now.busy_ms - before->busy_ms;
	sum->queue_ms += now.queue_ms - before->queue_ms;
	sum->elapsed_ms += (clock_now_ns() - source->begin_ns) / 1000000;
}

double fio_stat_percent(const struct fio_stat *stat)
{
	double percent;

	if (stat->elapsed_ms == 0)
		return 0;
	percent = 100 * (double)stat->busy_ms / (double)stat->elapsed_ms;
	return percent > 100 ? 100 : percent;
}
