/* SPDX-License-Identifier: MIT */
/*
 * settings.h - every setting, once: its name is the same on the kernel command
 * line (assay.NAME=VALUE), in a file (NAME=VALUE) and as an option (--NAME=VALUE)
 */

#ifndef ASSAY_SETTINGS_H
#define ASSAY_SETTINGS_H

#include "bench/lib/base.h"

/* What process 1 does when the run is over. */
enum end {
	END_AUTO, /* power off when an upload was asked for and acknowledged, else a shell */
	END_POWEROFF,
	END_REBOOT,
	END_SHELL,
};

/* Which CPUs the compute-bound tests are compiled for: x86-64-vN. */
enum level { LEVEL_AUTO, LEVEL_V1, LEVEL_V2, LEVEL_V3, LEVEL_V4 };

/* May the governor and its like be set while tests run? */
enum quiet { QUIET_ON, QUIET_OFF };

struct settings {
	char plan[32];              /* name of a plan: bench/run/plans.c */
	char only[512];             /* shell patterns of test names; "" = all of the plan */
	enum level level;           /* of the compute-bound tests; LEVEL_AUTO = the CPU's best */
	enum quiet quiet;           /* QUIET_OFF = nothing is set: bench/run/quiet.h */
	char disk[512];             /* serials, WWNs or names; "" = every disk */
	char write[512];            /* DISK@HOST or "blank": bench/machine/grant.h */
	uint64_t write_limit_bytes; /* to each disk by a whole run; or BYTES_AUTO */
	char directory[256];        /* where tests that need files make them; "" = nowhere */
	char upload[512];           /* http(s) URL; "" = nowhere */
	char upload_ca[128];        /* PEM file of the authorities trusted for https */
	uint32_t upload_deadline_s; /* stop trying to deliver after this */
	enum end end;
	char ssh_key[1024];         /* one line of authorized_keys; "" = no ssh */
	char verdict[32];           /* serial port of the test verdict, "ttyS1"; "" = none */
	uint32_t devices_timeout_s; /* wait at most this for disks to appear */
	char config[512];           /* http(s) URL of more settings: bench/config; "" = none */
	uint32_t net_timeout_s;     /* wait at most this for a network to fetch them */
	char medium[40];            /* image id: a medium of it was booted; "" = not said */
};

enum setting_type {
	SETTING_TEXT,    /* %20 and other escapes are decoded */
	SETTING_SSH_KEY, /* as SETTING_TEXT, and a public key or nothing */
	SETTING_URL,     /* kept as it is */
	SETTING_SECONDS, /* 90, 90s, 15m, 1h */
	SETTING_BYTES,   /* 500G, 2T: powers of 1000; or the word setting.choices, BYTES_AUTO */
	SETTING_CHOICE,  /* one of setting.choices */
};

/* One row of the table. */
struct setting {
	const char *name; /* "upload.deadline" */
	enum setting_type type;
	size_t offset, size;  /* of the field in struct settings, bytes */
	const char *fallback; /* the default, as a user would write it */
	const char *choices;  /* "auto|poweroff|reboot|shell": in the order of an enum from 0 */
	const char *help;     /* one line */
};

#define BYTES_AUTO UINT64_MAX /* assay decides */

extern const struct setting settings_table[];
extern const size_t settings_count;

#define SETTINGS_MAX 48

/* Where each value came from, by its row in the table, for people; "" = it is the default. */
struct origins {
	char of[SETTINGS_MAX][160];
};

/* The row of the setting @name in the table, or -ENOENT. */
int settings_row(const char *name);

/* Set every setting to its default. */
void settings_default(struct settings *settings);

/*
 * Set one setting from text.
 *
 * Returns 0; or -ENOENT (no such setting) or -EINVAL (bad value), with one line in
 * @why that names the thing and what was expected, and the setting unchanged, or as
 * settings_allow_nothing() leaves it.
 */
MUST_CHECK int settings_set(struct settings *settings, const char *name, const char *value,
                            char *why, size_t why_size);

/*
 * What was said of the setting @name cannot be understood. If a disk may lose what is on it by
 * this setting, it counts as none at all: no disk, no bytes. A limit with a slip in it must not
 * become a higher one. Returns whether it is such a setting.
 */
bool settings_allow_nothing(struct settings *settings, const char *name);

/*
 * Read the assay.NAME=VALUE words of a kernel command line; other words are left alone.
 *
 * A word that cannot be used is told to @complain, if not NULL, and skipped.
 * Source: quoting as in lib/cmdline.c of Linux: "" around a value or a whole word.
 */
void settings_read_cmdline(struct settings *settings, const char *cmdline,
                           void (*complain)(void *context, const char *why), void *context);

/* Read the lines NAME=VALUE of @text; what cannot be used is skipped. */
void settings_read_lines(struct settings *settings, const char *text);

/* The value of one setting as a user would write it. Returns @text. */
const char *settings_text(const struct settings *settings, const struct setting *setting,
                          char *text, size_t size);

/* As settings_text(), for the eyes of others: "(hidden)" if it is a secret. Returns @text. */
const char *settings_shown(const struct settings *settings, const struct setting *setting,
                           char *text, size_t size);

/*
 * Take the next word off a kernel command line, its quotes removed.
 *
 * Returns 1 with the word in @word (cut to @size), 0 at the end.
 */
int cmdline_next(const char **cmdline, char *word, size_t size);

#endif
