/* SPDX-License-Identifier: MIT */
/* man.c - assay help --man: the manual page, from the same tables as the help */

#include "bench/commands/commands.h"
#include "bench/lib/status.h"

#include <stdio.h>

/* Print a text with what roff would take for a command made harmless. */
static void roff(const char *text)
{
	for (; *text; text++) {
		if (*text == '-' || *text == '\\')
			putchar('\\');
		putchar(*text == '\\' ? 'e' : *text);
	}
}

static void roff_item(const char *term, const char *text)
{
	printf(".TP\n.B ");
	roff(term);
	putchar('\n');
	roff(text);
	putchar('\n');
}

static void man_settings(void)
{
	char term[128], text[256];

	printf(".SH SETTINGS\nAs an option, or in the image as a word "
	       "\\fBassay.\\fINAME\\fB=\\fIVALUE\\fR of the kernel command line.\n");
	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *setting = &settings_table[i];

		snprintf(term, sizeof(term), "--%s=%s", setting->name, setting_form(setting));
		snprintf(text, sizeof(text), setting->fallback[0] ? "%s (default: %s)" : "%s",
		         setting->help, setting->fallback);
		roff_item(term, text);
	}
}

static void man_statuses(void)
{
	char term[16];

	printf(".SH EXIT STATUS\nAlso the last line of a run, "
	       "\\fBassay: END status=\\fIWORD\\fR. If more than one applies, the first of 2, 4, "
	       "7, 5, 1, 8, 6, 3, 0.\n");
	for (int status = EXIT_OK; status <= EXIT_STATUS_LAST; status++) {
		snprintf(term, sizeof(term), "%d", status);
		roff_item(term, exit_status_word(status));
	}
}

/* Who looks on, and what at. */
static void man_watching(void)
{
	static const struct {
		const char *term, *text;
	} files[] = {
		{ "/run/assay",
		  "The run of the image: what status, log and attach look at unless a "
		  "DIRECTORY is named." },
		{ "journal.ndjson",
		  "In the directory of a run: a line for the run, the machine, the "
		  "plan, each result and event, and the end." },
		{ "report.json", "The same as one document." },
		{ "state.json",
		  "What goes on right now. It is replaced only while no test measures." },
		{ "log", "What the consoles of the image have shown." },
		{ "delivered", "Is there when each upload was acknowledged." },
	};

	printf(".SH ENVIRONMENT\n");
	roff_item("NO_COLOR", "If it is set, and not empty, attach draws without colours.");
	roff_item("TERM", "Without it, or with dumb, attach refuses: see status and log.");
	printf(".SH FILES\n");
	for (size_t i = 0; i < countof(files); i++)
		roff_item(files[i].term, files[i].text);
	printf(".SH EXAMPLES\n");
	roff_item("ssh root@ADDRESS assay status --json", "How far a machine is, for a program.");
	roff_item("ssh root@ADDRESS assay log -f", "Its lines, as they come.");
	roff_item("ssh -t root@ADDRESS assay attach",
	          "Its dashboard; q leaves it, the run goes on.");
}

void man_print(void)
{
	char term[128];

	printf(".TH ASSAY 1 \"\" \"assay %s\"\n"
	       ".SH NAME\nassay \\- find, measure and report the hardware of a machine\n"
	       ".SH SYNOPSIS\n.B assay\n.I COMMAND\n[\\fIOPTION\\fR...]\n"
	       ".SH DESCRIPTION\nAssay takes the inventory of a machine, runs a plan of tests on "
	       "it, each in a process of its own, and keeps every result in "
	       "\\fIjournal.ndjson\\fR before the next test starts. From that it makes "
	       "\\fIreport.json\\fR, and uploads both if asked to. It writes to a disk "
	       "only if the setting write names it.\n.SH COMMANDS\n",
	       ASSAY_VERSION);
	for (size_t i = 0; i < command_count; i++) {
		snprintf(term, sizeof(term), commands[i].words[0] ? "%s %s" : "%s",
		         commands[i].name, commands[i].words);
		roff_item(term, commands[i].summary);
	}
	printf(".SH OPTIONS\n");
	for (size_t i = 0; i < flag_help_count; i++)
		roff_item(flag_helps[i].form, flag_helps[i].help);
	man_settings();
	man_statuses();
	man_watching();
}
