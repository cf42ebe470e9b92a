/* SPDX-License-Identifier: MIT */
/*
 * medium.c - assay.conf of the stick or CD that this image was booted from
 *
 * Any disk may hold a file system ASSAY; ours is the one with the id of this very build. It is
 * mounted read-only where only a child process sees it. That child is not waited for when a
 * disk does not answer.
 */

#include "bench/config/config.h"
#include "bench/lib/clock.h"
#include "bench/lib/lines.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#define WITHIN_NS SECONDS(10)
#define MOUNTED_ON "/tmp" /* it is there everywhere; only the child sees what is mounted on it */
#define SAFE (MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC)

/* Where a file system keeps its label, filled up with spaces. */
static const struct {
	const char *signature;
	off_t at;
	const char *label;
} labels[] = {
	{ "vfat", 71, "ASSAY      " }, /* FAT32 */
	{ "vfat", 43, "ASSAY      " }, /* FAT12, FAT16 */
	{ "iso9660", 0x8028, "ASSAY      " },
};

/* What the child has found, in memory that it shares with its parent. */
struct finding {
	const char *build_id;
	bool is_found;
	char name[32]; /* of the block device */
	int length;    /* of its assay.conf, or -errno */
	char text[LINES_BYTES_MAX + 1];
};

static bool has_label(const char *path, const char *signature)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char label[16];
	bool is_ours = false;

	for (size_t i = 0; fd >= 0 && i < countof(labels); i++) {
		ssize_t length = (ssize_t)strlen(labels[i].label);

		if (strcmp(signature, labels[i].signature) == 0 &&
		    pread(fd, label, (size_t)length, labels[i].at) == length)
			is_ours = is_ours || memcmp(label, labels[i].label, (size_t)length) == 0;
	}
	if (fd >= 0)
		close(fd);
	return is_ours;
}

/* Look at one file system. In the child. */
static void look_into(struct finding *finding, const char *name, const char *signature)
{
	char path[64], id[64];

	snprintf(path, sizeof(path), "/dev/%s", name);
	if (finding->is_found || !has_label(path, signature) ||
	    mount(path, MOUNTED_ON, signature, SAFE, NULL) < 0)
		return;
	if (text_read(MOUNTED_ON, "/assay.id", id, sizeof(id)) > 0 &&
	    strcmp(id, finding->build_id) == 0) {
		text_copy(finding->name, sizeof(finding->name), name);
		finding->length =
		    text_read(MOUNTED_ON, "/assay.conf", finding->text, sizeof(finding->text));
		finding->is_found = finding->length != -ENOENT; /* a CD has it not */
	}
	umount2(MOUNTED_ON, MNT_DETACH);
}

static void look(struct finding *finding, const struct machine *machine)
{
	if (unshare(CLONE_NEWNS) < 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
		return;
	for (unsigned i = 0; i < machine->disk_count; i++) {
		const struct disk *disk = &machine->disks[i];

		if (disk->silent)
			continue;
		look_into(finding, disk->name, disk->signature);
		for (unsigned p = 0; p < disk->partition_count && p < PARTITIONS_MAX; p++)
			look_into(finding, disk->partitions[p].name, disk->partitions[p].signature);
	}
}

/* Let a child look, for a while. It is killed if it takes longer. Returns 0 or -errno. */
static int look_within(struct finding *finding, const struct machine *machine)
{
	struct pollfd done = { .events = POLLIN };
	int ends[2], timeout_ms = (int)(WITHIN_NS / MS(1));
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		close(ends[0]);
		look(finding, machine);
		_exit(0);
	}
	close(ends[1]);
	done.fd = ends[0];
	if (pid > 0 && poll(&done, 1, timeout_ms) <= 0) { /* its end closes the pipe */
		kill(pid, SIGKILL);
		close(ends[0]);
		return -ETIMEDOUT; /* stuck in the kernel, perhaps: not waited for */
	}
	close(ends[0]);
	return waitpid(pid, NULL, 0) < 0 ? -errno : 0;
}

void config_add_medium(struct config *config, const struct machine *machine, const char *build_id)
{
	struct finding *finding;
	char name[64];
	int rc;

	if (build_id[0] == '\0')
		return;
	finding =
	    mmap(NULL, sizeof(*finding), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (finding == MAP_FAILED)
		return;
	finding->build_id = build_id;
	rc = look_within(finding, machine);
	if (rc)
		config_complain(config, "the own medium was looked for in vain: %s", strerror(-rc));
	snprintf(name, sizeof(name), "assay.conf of %s, the own medium", finding->name);
	if (finding->is_found && finding->length < 0 && finding->length != -EFBIG)
		config_complain(config, "%s: %s", name, strerror(-finding->length));
	else if (finding->is_found)
		config_add(config, CONFIG_FROM_MEDIUM, true, name, finding->text,
		           finding->length < 0 ? sizeof(finding->text) : (size_t)finding->length);
	munmap(finding, sizeof(*finding));
}
