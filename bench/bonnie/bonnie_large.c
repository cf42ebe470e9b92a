/* SPDX-License-Identifier: MIT */
/* bonnie_large.c - bonnie++'s large file: byte by byte, in chunks, written, rewritten and read */

#include "bench/bonnie/bonnie_part.h"

#include "bench/lib/random.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int bonnie_write_chunk(int fd, const void *data, size_t bytes)
{
	ssize_t done = write(fd, data, bytes);

	if (done < 0)
		return -errno;
	return done == (ssize_t)bytes ? 0 : -ENOSPC;
}

int bonnie_read_chunk(int fd, void *data, size_t bytes)
{
	ssize_t done = read(fd, data, bytes);

	if (done < 0)
		return -errno;
	return done == (ssize_t)bytes ? 0 : -EIO;
}

/*
 * A new large file in place of the one before. It loses its name at once, so that it is gone
 * whatever ends this process; later phases open it through /proc.
 */
static int make_file(struct bonnie *bonnie)
{
	char name[32];

	if (bonnie->file >= 0)
		close(bonnie->file);
	snprintf(name, sizeof(name), "Bonnie.%d", getpid());
	bonnie->file = openat(bonnie->directory, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (bonnie->file < 0)
		return -errno;
	return unlinkat(bonnie->directory, name, 0) < 0 ? -errno : 0;
}

int bonnie_reopen(struct bonnie *bonnie, bool direct)
{
	char path[32];
	int fd;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", bonnie->file);
	fd = open(path, O_RDWR | O_CLOEXEC | (direct ? O_DIRECT : 0));
	return fd < 0 ? -errno : fd;
}

/* A phase ends when what it wrote is on the disk. Returns @rc if there was an error before. */
static int finish(int fd, int rc)
{
	if (rc == 0 && fsync(fd) < 0)
		rc = -errno;
	if (close(fd) < 0 && rc == 0)
		rc = -errno;
	return rc;
}

void bonnie_fill(struct bonnie *bonnie, size_t bytes)
{
	uint64_t *words = (uint64_t *)(void *)bonnie->buffer;

	memset(bonnie->buffer, 0, bytes);
	for (size_t i = 0; bonnie->options->random_data && i < bytes / sizeof(*words); i++)
		words[i] = random_next(&bonnie->random);
}

/* One chunk of bytes, a call for each. */
static int put_bytes(struct bonnie *bonnie, int fd, uint64_t number)
{
	int rc = 0;

	(void)number;
	for (uint32_t i = 0; i < bonnie->options->chunk_bytes && rc == 0; i++) {
		unsigned char byte = i & 0x7f;

		rc = bonnie_write_chunk(fd, &byte, 1);
	}
	return rc;
}

static int get_bytes(struct bonnie *bonnie, int fd, uint64_t number)
{
	unsigned char byte;
	int rc = 0;

	(void)number;
	for (uint32_t i = 0; i < bonnie->options->chunk_bytes && rc == 0; i++)
		rc = bonnie_read_chunk(fd, &byte, 1);
	return rc;
}

static int write_chunk(struct bonnie *bonnie, int fd, uint64_t number)
{
	const struct bonnie_options *options = bonnie->options;

	if (options->random_data)
		bonnie_fill(bonnie, options->chunk_bytes);
	bonnie->buffer[number & (options->chunk_bytes - 1)]++;
	return bonnie_write_chunk(fd, bonnie->buffer, options->chunk_bytes);
}

static int rewrite_chunk(struct bonnie *bonnie, int fd, uint64_t number)
{
	uint32_t bytes = bonnie->options->chunk_bytes;
	int rc = bonnie_read_chunk(fd, bonnie->buffer, bytes);

	if (rc)
		return rc;
	bonnie->buffer[number & (bytes - 1)]++;
	if (lseek(fd, -(off_t)bytes, SEEK_CUR) < 0)
		return -errno;
	return bonnie_write_chunk(fd, bonnie->buffer, bytes);
}

static int read_chunk(struct bonnie *bonnie, int fd, uint64_t number)
{
	(void)number;
	return bonnie_read_chunk(fd, bonnie->buffer, bonnie->options->chunk_bytes);
}

/* A phase of the large file: the same for each chunk, in order. */
static const struct phase {
	enum bonnie_phase phase;
	bool create, bytes;
	int (*operate)(struct bonnie *bonnie, int fd, uint64_t number);
} phases[] = {
	{ BONNIE_PUTC, true, true, put_bytes },          { BONNIE_WRITE, true, false, write_chunk },
	{ BONNIE_REWRITE, false, false, rewrite_chunk }, { BONNIE_GETC, false, true, get_bytes },
	{ BONNIE_READ, false, false, read_chunk },
};

static int do_phase(struct bonnie *bonnie, const struct phase *phase, uint64_t chunks)
{
	struct bonnie_watch watch;
	int rc, fd;

	rc = phase->create ? make_file(bonnie) : 0;
	fd = rc ? rc : bonnie_reopen(bonnie, bonnie->options->direct && !phase->bytes);
	if (fd < 0)
		return fd;
	bonnie_fill(bonnie, bonnie->options->chunk_bytes);
	rc = bonnie_begin(bonnie, phase->phase, &watch);
	for (uint64_t i = 0; i < chunks && rc == 0; i++) {
		rc = bonnie_stop ? -EINTR : phase->operate(bonnie, fd, i);
		bonnie_watch_lap(&watch);
	}
	rc = finish(fd, rc);
	bonnie_watch_end(&watch);
	if (rc == 0)
		bonnie_note(bonnie, phase->phase, &watch,
		            chunks * bonnie->options->chunk_bytes / 1024);
	return rc;
}

int bonnie_large(struct bonnie *bonnie)
{
	const struct bonnie_options *options = bonnie->options;

	for (size_t i = 0; i < countof(phases); i++) {
		uint64_t bytes = phases[i].bytes ? options->byte_bytes : MIB(options->size_mib);
		int rc;

		if (bytes == 0)
			continue;
		rc = do_phase(bonnie, &phases[i], bytes / options->chunk_bytes);
		if (rc)
			return bonnie_complain(bonnie, bonnie_phase_name(phases[i].phase), rc);
	}
	return 0;
}
