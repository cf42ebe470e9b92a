/* SPDX-License-Identifier: MIT */
/* config.h - settings from every place that they may come from, and which of them count */

#ifndef ASSAY_CONFIG_H
#define ASSAY_CONFIG_H

#include "bench/lib/settings.h"
#include "bench/machine.h"

#define CONFIG_TEXTS_MAX 32
#define CONFIG_COMPLAINTS_MAX 6             /* about the lines of one text; the rest is counted */
#define CONFIG_FILE "/etc/assay/assay.conf" /* laid over the image by the user */
#define CONFIG_CREDENTIALS "/.extra/credentials"  /* systemd-stub puts them there */
#define CONFIG_DHCP_URL "/run/network/config-url" /* the DHCP client: option 224, decoded */
#define CONFIG_WAY "/run/network/way"             /* the port that is the way out, noted last */
#define CONFIG_FW_CFG "/sys/firmware/qemu_fw_cfg/by_name/opt/assay/config/raw"
#define CONFIG_IN_FORCE "/run/assay-settings" /* what init lets assay config write */

/* From the weakest to the strongest. */
enum config_source {
	CONFIG_FROM_FW_CFG,
	CONFIG_FROM_SMBIOS,     /* OEM strings */
	CONFIG_FROM_MEDIUM,     /* assay.conf of what the machine was booted from */
	CONFIG_FROM_CREDENTIAL, /* beside a unified kernel image */
	CONFIG_FROM_DHCP,       /* the URL that DHCP named */
	CONFIG_FROM_URL,        /* the URL of the setting config */
	CONFIG_FROM_FILE,
	CONFIG_FROM_CMDLINE, /* of the kernel */
	CONFIG_FROM_OPTION,  /* of this very command */
};

/* What one place has to say. */
struct config_text {
	enum config_source source;
	bool may_allow_writing; /* its word counts for write, write.limit and ssh.key, too */
	char name[160];         /* for people, without secrets */
	char *text;             /* lines NAME=VALUE */
};

/* Where lines for people go, as they come. */
struct config_listener {
	void (*tell)(void *context, const char *line);
	void *context;
};

/* Zeroed memory, and a listener, is an empty one. config_close() frees the texts. */
struct config {
	struct config_text texts[CONFIG_TEXTS_MAX];
	unsigned count;
	struct config_listener complaint; /* of what cannot be used; tell may be NULL */
};

/* By what a file for this machine alone is found. "" = it has none. */
struct config_host {
	char serial[64], uuid[40], mac[18], sku[64];
};

/* Complain in one line, put together by printf(). */
void config_complain(const struct config *config, const char *format, ...) PRINTF_LIKE(2, 3);

/*
 * Take note of what the place @name says: @text of @length bytes, of which a copy is kept. One
 * that is no text of settings is complained about and left out; an empty one is left out.
 */
void config_add(struct config *config, enum config_source source, bool may_allow_writing,
                const char *name, const char *text, size_t length);

/* Add the assay.NAME=VALUE words of a kernel command line. */
void config_add_cmdline(struct config *config, const char *cmdline);

/*
 * Add all that is there already, below @root ("" = this machine): the file that was laid over the
 * image, credentials, SMBIOS OEM strings, fw_cfg.
 */
void config_add_local(struct config *config, const char *root);

/*
 * Add assay.conf of the own medium: of a FAT on a disk of @machine that carries the image
 * @build_id ("" = no image: nothing is looked for). Where it is known which one was booted
 * (image_booted(), with @word), of that one alone; else of the first, which may not allow writing.
 * A disk that does not answer is left alone.
 */
void config_add_medium(struct config *config, const struct machine *machine, const char *build_id,
                       const char *word);

/* How to fetch. */
struct config_fetching {
	const char *root; /* "" = this machine */
	const struct config_host *host;
	bool waits_for_dhcp;             /* a DHCP server is there, and may name a URL */
	struct config_listener progress; /* told what is waited for */
};

/*
 * Fetch what the setting config names, and what DHCP named, and add it.
 *
 * Waits for a network only if there is something to fetch, at most the setting net.timeout, then
 * 15 s at most for the server. A file for this machine that the server has not got (404) is asked
 * for as that for all: config_expand() with no host.
 */
void config_fetch(struct config *config, const struct config_fetching *how);

/*
 * Put serial, UUID, MAC and SKU of @host for ${serial} and so on; what it has not got is
 * "default", and so is all with @host NULL. Other characters than those of a path are escaped.
 *
 * Returns how many there were, -EINVAL for one of another name, -ENAMETOOLONG.
 */
int config_expand(char *url, size_t size, const char *pattern, const struct config_host *host);

/*
 * Weigh all: every setting has the value that the strongest place gives it, else its default.
 * What cannot be used is complained about: it counts as not said.
 */
void config_merge(const struct config *config, struct settings *settings, struct origins *origins);

void config_close(struct config *config);

/* ---- in_force.c: the outcome as a file, for init and assay run ---- */

/* Lines that were told, to be told again. */
struct config_notes {
	char lines[32][256];
	unsigned count;
};

/* A listener's tell(); @context is a struct config_notes. */
void config_note(void *context, const char *line);

/* Write what is not a default, where it came from, and @notes. Returns 0 or -errno. */
MUST_CHECK int config_write(const char *path, const struct settings *settings,
                            const struct origins *origins, const struct config_notes *notes);

/*
 * Read such a file, or lines NAME=VALUE of anybody, over @settings and @origins.
 *
 * @listener  told what is wrong, and the notes; NULL = nobody
 * Returns 0 or -errno.
 */
MUST_CHECK int config_read(const char *path, struct settings *settings, struct origins *origins,
                           const struct config_listener *listener);

#endif
