/* SPDX-License-Identifier: MIT */
/* commands.h - what a user can ask of assay: one file per command */

#ifndef ASSAY_COMMANDS_H
#define ASSAY_COMMANDS_H

#include "bench/lib/settings.h"
#include "bench/machine.h"

/* The command line, understood: options mean the same in every command. */
struct options {
	struct settings settings;
	struct origins origins;        /* of the settings */
	bool json, plans, man, follow; /* --json, --plans, --man, --follow */
	bool effective;                /* --effective */
	const char *out;               /* --out=DIRECTORY; NULL = not given */
	const char *cmdline;           /* --cmdline=FILE of kernel words; NULL = not given */
	const char *from; /* --settings=FILE that assay config wrote; NULL = not given */
	char cmdline_text[4096];
	const char *words[4]; /* what is no option, NULL-terminated */
	unsigned word_count;
};

struct command {
	const char *name;
	int (*run)(const struct options *options); /* returns an enum exit_status; or NULL: */
	int (*classic)(char **argv);               /* takes its words as the original does */
	unsigned words_max;                        /* how many words it takes */
	const char *words;                         /* their names, for help: "[DIRECTORY]" */
	const char *summary;                       /* one line */
};

extern const struct command commands[];
extern const size_t command_count;

/* All is said already: --help. */
#define OPTIONS_DONE (-1)

/*
 * Returns EXIT_OK, OPTIONS_DONE, or EXIT_USAGE with one line printed that names the
 * word and what was expected.
 */
int options_parse(struct options *options, const struct command *command, char **argv);

/* Complain again about what cannot be used of the settings that are no options. */
void options_complain(const struct options *options,
                      void (*complain)(void *context, const char *why));

/* The directory that a command is about: its word, or --out. NULL (and a line) if none. */
const char *options_directory(const struct options *options);

/* The options that are no settings, for help. */
struct flag_help {
	const char *form, *help; /* "--out=DIRECTORY"; one line */
};

extern const struct flag_help flag_helps[];
extern const size_t flag_help_count;

/* What is asked for most. */
extern const struct flag_help example_helps[];
extern const size_t example_help_count;

/* What a value of @setting looks like: "TIME", "URL", "auto|poweroff|...". */
const char *setting_form(const struct setting *setting);

/* Print the help of one command, or with NULL of all. */
void help_print(const struct command *command);

/* Print the manual page, for man(1). */
void man_print(void);

/* Fill in @machine with all that assay knows how to find: the probes and the digests. */
void inventory_take(struct machine *machine);

/*
 * For a command that may write to disks and takes its words as an original does: take
 * --write=... and --write.limit=... off @argv, find CPUs, memory and disks, and allow the
 * disks that are named: bench/disk/door.h opens them.
 *
 * @machine   filled in
 * @settings  all others are at their default
 * Returns EXIT_OK, EXIT_USAGE or EXIT_REFUSED; what was wrong is said on standard error.
 */
int commands_grant(char **argv, struct machine *machine, struct settings *settings);

/* Print a line of complaint on standard error; the context is not used. */
void commands_complain(void *context, const char *why);

/*
 * Add the fact image.id, of image_own(), and compare each file with the image's manifest: one that
 * is not what was packed is told to @note in one line. Nothing outside an image.
 */
void image_look(struct machine *machine, void (*note)(const char *why));

/* Complain about words of a kernel command line that assay network does not understand. */
void network_check(const char *cmdline, void (*complain)(void *context, const char *why));

/*
 * At the end of a run: the network ports as they are now, with their addresses, and in the image
 * the facts time.source (ntp, http, build, rtc) and time.offset_s, by how much the clock was set.
 */
void look_again(struct machine *machine);

/*
 * In an image that lets somebody in by ssh: add the fact ssh.fingerprint, of its host key. The
 * key may still be in the making; it is waited for, 5 s at most.
 */
void ssh_look(struct machine *machine, const struct settings *settings);

/*
 * Make the directory of a run, with its parents, and an empty journal in it: the results of
 * another run, ended or at work, are never written over. One that cannot be made is told in a
 * line. Returns EXIT_OK; or EXIT_REFUSED and a line, if there is a journal.
 */
int directory_claim(const char *directory);

/*
 * The directory of the run that a command looks at: its word, --out, or that of the image.
 * NULL (and a line) if there is no run.
 */
const char *directory_watched(const struct options *options);

int command_list(const struct options *options);
int command_inventory(const struct options *options);
int command_config(const struct options *options);
int command_run(const struct options *options);
int command_unixbench(char **argv);
int command_sysbench(char **argv);
int command_dd(char **argv);
int command_diskinfo(char **argv);
int command_bonnie(char **argv);
int command_fio(char **argv);
int command_iometer(char **argv);
int command_status(const struct options *options);
int command_log(const struct options *options);
int command_attach(const struct options *options);
int command_network(const struct options *options);
int command_report(const struct options *options);
int command_deliver(const struct options *options);
int command_help(const struct options *options);

#endif
