/* SPDX-License-Identifier: MIT */
/* words.c - words on the kernel command line that nobody takes: typing errors, mostly */

#include "bench/run/words.h"

#include "bench/lib/settings.h"
#include "bench/lib/text.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * Not the kernel's and not ours, but no mistake: boot loaders and dracut snippets. iPXE on UEFI
 * puts the name of the kernel's file before the line.
 */
static const char *const harmless[] = {
	"BOOT_IMAGE", "BOOTIF", "initrd", "ip",     "nameserver",
	"vlan",       "bond",   "ifname", "splash", "vmlinuz",
};

static bool is_harmless(const char *name)
{
	for (size_t i = 0; i < countof(harmless); i++)
		if (strcmp(harmless[i], name) == 0)
			return true;
	return strncmp(name, "rd.", 3) == 0;
}

/* Is there a module (all are built in) whose parameter @name, "module.parameter", could be? */
static bool module_exists(const char *root, const char *name)
{
	char path[PATH_MAX];
	size_t start, length = strcspn(name, ".");

	start = (size_t)snprintf(path, sizeof(path), "%s/sys/module/", root);
	if (start + length >= sizeof(path))
		return false;
	snprintf(path + start, sizeof(path) - start, "%.*s", (int)length, name);
	for (char *c = path + start; *c; c++)
		if (*c == '-')
			*c = '_';
	return access(path, F_OK) == 0;
}

/* Read a file of NUL-separated words into @buf, of @size bytes; all of it or what fits. */
static size_t read_words(const char *root, const char *file, char *buf, size_t size)
{
	char path[PATH_MAX];
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "%s%s", root, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	got = read(fd, buf, size - 1);
	close(fd);
	got = got < 0 ? 0 : got;
	buf[got] = '\0';
	return (size_t)got;
}

/* Was @word handed to process 1? */
static bool was_handed_on(const char *root, const char *word)
{
	static const char *const files[] = { "/proc/1/cmdline", "/proc/1/environ" };
	char words[8192];

	for (size_t f = 0; f < countof(files); f++) {
		size_t length = read_words(root, files[f], words, sizeof(words));

		for (size_t i = 0; i < length; i += strlen(words + i) + 1)
			if (strcmp(words + i, word) == 0)
				return true;
	}
	return false;
}

void words_check(const char *root, const char *cmdline,
                 void (*complain)(void *context, const char *why), void *context)
{
	char word[2048], name[128], why[256];

	while (cmdline_next(&cmdline, word, sizeof(word))) {
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(word, "="), word);
		if (strncmp(name, "assay.", 6) == 0 || is_harmless(name))
			continue;
		if (strchr(name, '.') ? module_exists(root, name) : !was_handed_on(root, word))
			continue;
		snprintf(
		    why, sizeof(why),
		    "kernel word %.80s: neither the kernel nor Assay knows it; settings of Assay "
		    "begin with assay.",
		    word);
		complain(context, why);
	}
}
