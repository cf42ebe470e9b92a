/* SPDX-License-Identifier: MIT */
/* bonnie.c - assay bonnie: the command line, the table and the CSV of bonnie++ 1.96 and 2.00 */

#include "bench/formats/bonnie.h"

#include "bench/commands/commands.h"
#include "bench/lib/clock.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int print_help(void)
{
	printf("assay bonnie [-d DIRECTORY] [-s SIZE] [-n FILES] [OPTION...]\n\n"
	       "As bonnie++: one large file is written, rewritten, read and sought in, then many\n"
	       "small ones are created, looked at and removed. All are in DIRECTORY, and gone at "
	       "the end.\n\n"
	       "  -d DIRECTORY   default: the one that this is started in\n"
	       "  -s SIZE[:CHUNK[:SEEKS[:SEEKERS]]]  of the large file, MiB, or with G: twice the "
	       "memory\n"
	       "                 or more (that is the default); 0 = none. CHUNK: bytes, default "
	       "8192;\n"
	       "                 SEEKS: default 8192, of 5 SEEKERS\n"
	       "  -n NUM[:MAX[:MIN[:DIRECTORIES[:CHUNK]]]]  so many times 1024 small files; "
	       "0 = none,\n"
	       "                 default 16. Empty, or MIN to MAX bytes; MAX -1: hard links, -2: "
	       "symlinks\n"
	       "  -r MIB         memory of the machine; 0 = let the file be of any size\n"
	       "  -f[MIB]        so much byte by byte, default 3; -f alone: none\n"
	       "  -b             fsync() after each update, creation and removal\n"
	       "  -D             the large file past the page cache\n"
	       "  -x N           N runs, one line of CSV for each, after one with the names\n"
	       "  -q             only CSV on the standard output; the table goes to the other one\n"
	       "  -m NAME        of the machine, for the table\n"
	       "  -z SEED        the same places and names as another run\n"
	       "  -c N           label for N of these at the same time; the size is that of all\n"
	       "  -u USER[:GROUP], -g GROUP  become that user\n"
	       "  --layout=1.96  the table and CSV of the older version; default 2.00\n\n"
	       "What the original has not:\n"
	       "  --drop-caches  empty the page cache before each phase\n"
	       "  --random-data  write what no device can compress or recognise\n"
	       "  --percentiles  the latency that 99 %% of the operations keep below, too\n\n"
	       "A phase under 0.5 s is +++++: it says nothing.\n");
	return EXIT_OK;
}

static void ask_to_stop(int number)
{
	(void)number;
	bonnie_stop = 1;
}

/* A signal that is ignored stays ignored. */
static void catch_signals(void)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = ask_to_stop, .sa_flags = SA_RESTART }, now;

	for (size_t i = 0; i < countof(numbers); i++)
		if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
}

static bool in_phase; /* its line has no end yet */

static void show_progress(enum bonnie_phase phase, bool ended)
{
	in_phase = !ended;
	if (ended)
		fprintf(stderr, "done\n");
	else
		fprintf(stderr, "%s ... ", bonnie_phase_name(phase));
}

static int complain(const char *option, const char *text, const char *why)
{
	fprintf(stderr, "assay: bonnie: -%s %s: %s\n", option, text, why);
	return EXIT_USAGE;
}

/* A name or a number. */
static int find_group(const char *text, gid_t *group)
{
	const struct group *found = getgrnam(text);
	uint64_t number;

	if (found)
		*group = found->gr_gid;
	else if (text_parse_u64(text, &number) == 0 && number < UINT32_MAX)
		*group = (gid_t)number;
	else
		return complain("g", text, "no such group; expected its name or number");
	return EXIT_OK;
}

/* The same; @group becomes the user's own. */
static int find_user(const char *text, uid_t *user, gid_t *group)
{
	const struct passwd *found = getpwnam(text);
	uint64_t number;

	if (!found && text_parse_u64(text, &number) == 0 && number < UINT32_MAX) {
		*user = (uid_t)number;
		found = getpwuid(*user);
	} else if (!found) {
		return complain("u", text, "no such user; expected its name or number");
	}
	if (found) {
		*user = found->pw_uid;
		*group = found->pw_gid;
	}
	return EXIT_OK;
}

/* Of -u USER[:GROUP] and -g GROUP, before anything is opened. */
static int become(const struct bonnie_words *words)
{
	const char *rest = words->user, *group_text = words->group;
	char user_text[64], own_group[64];
	uid_t user = getuid();
	gid_t group = getgid();
	int status = EXIT_OK;

	if (rest && text_next(&rest, ":", user_text, sizeof(user_text)) > 0) {
		status = find_user(user_text, &user, &group);
		if (text_next(&rest, ":", own_group, sizeof(own_group)) > 0)
			group_text = own_group;
	}
	if (status == EXIT_OK && group_text)
		status = find_group(group_text, &group);
	if (status || (!words->user && !words->group))
		return status;
	if ((getuid() == 0 && setgroups(0, NULL) < 0) || setgid(group) < 0 || setuid(user) < 0)
		return complain("u", words->user ? words->user : words->group, strerror(errno));
	return EXIT_OK;
}

/* What a run that ended early means: a wrong request, a finding, or our own fault. */
static int status_of(int rc)
{
	switch (rc) {
	case 0: return EXIT_OK;
	case -EINTR: return EXIT_STOPPED;
	case -ENOMEM: return EXIT_INTERNAL;
	case -EIO: return EXIT_TEST_FAILED;
	default: return EXIT_USAGE; /* the directory, its room, or what it cannot do */
	}
}

/* Of all phases, or of those that ended before an error: hours of work are not thrown away. */
static void print_figures(const struct bonnie_words *words, const struct bonnie_outcome *outcome)
{
	bool any = false;

	for (int phase = 0; phase < BONNIE_PHASES; phase++)
		any |= outcome->figures[phase].elapsed_ns > 0;
	if (!any)
		return;
	if (words->runs == 0)
		bonnie_print_text(words->quiet ? stderr : stdout, words, outcome);
	bonnie_print_csv(stdout, words, outcome);
	fflush(stdout);
}

static int run_once(const struct bonnie_words *words)
{
	struct bonnie_outcome outcome;
	char why[512];
	int rc;

	rc = bonnie_run(&words->options, words->quiet ? NULL : show_progress, &outcome, why,
	                sizeof(why));
	if (in_phase)
		fputc('\n', stderr);
	print_figures(words, &outcome);
	if (rc)
		fprintf(stderr, "assay: bonnie: %s\n",
		        rc == -EINTR ? "stopped; its files are removed" : why);
	return status_of(rc);
}

int command_bonnie(char **argv)
{
	static struct machine machine; /* large */
	struct bonnie_words words;
	char why[512];
	int status;

	memory_probe(&machine, "");
	if (bonnie_words_parse(&words, argv - 1, machine.memory.total_bytes >> 20,
	                       clock_wall_ns() % INT32_MAX + 1, why, sizeof(why))) {
		fprintf(stderr, "assay: bonnie: %s\n", why);
		return EXIT_USAGE;
	}
	if (words.help)
		return print_help();
	status = become(&words);
	if (status)
		return status;
	catch_signals();
	if (words.runs && !words.quiet)
		bonnie_print_csv_header(stdout, words.layout);
	for (unsigned i = 0; i < (words.runs ? words.runs : 1) && status == EXIT_OK; i++)
		status = run_once(&words);
	return status;
}
