/* SPDX-License-Identifier: MIT */
/* man.c - assay help --man: the manual page, from the same tables as the help */

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/run/plan.h"

#include <stdio.h>

/* In the order in which they count. */
static const struct flag_help places[] = {
	{ "the kernel command line", "Words assay.NAME=VALUE." },
	{ "/etc/assay/assay.conf", "A file laid over the image: a second initramfs, or of iPXE." },
	{ "the URL of config=", "A file that a server has for this machine, or for all." },
	{ "the URL of DHCP option 224", "The same; it may not allow writing, nor a login." },
	{ "/.extra/credentials/", "Beside a unified kernel image: assay.conf.cred, or "
	                          "assay.NAME.cred with one value. No writing, no login." },
	{ "the own medium", "assay.conf on the file system ASSAY of the stick." },
	{ "SMBIOS OEM strings", "assay:NAME=VALUE. No writing, no login." },
	{ "fw_cfg of QEMU", "opt/assay/config. No writing, no login." },
};

static const struct flag_help network_words[] = {
	{ "BOOTIF=01-MAC", "The port that the machine was booted from: it is the way out if it "
	                   "can be." },
	{ "ip=PORT:dhcp|dhcp6|auto6", "Ask on this port alone." },
	{ "ip=ADDRESS::ROUTER:MASK:NAME:PORT:none", "A fixed address; PORT is a name or a MAC." },
	{ "vlan=NAME:PORT", "A VLAN; its number ends NAME: eth0.30." },
	{ "bond=NAME:PORT,PORT:OPTIONS", "Several ports as one: mode=802.3ad,miimon=100." },
	{ "nameserver=ADDRESS", "Asked before those of DHCP and routers." },
	{ "ifname=NAME:MAC", "Call a port NAME." },
};

static const struct flag_help environment[] = {
	{ "NO_COLOR", "If it is set, and not empty, attach draws without colours." },
	{ "TERM", "Without it, or with dumb, attach refuses: see status and log." },
};

static const struct flag_help files[] = {
	{ "/run/assay", "The run of the image: what status, log and attach look at unless a "
	                "DIRECTORY is named." },
	{ "assay-results/RUN", "Where run keeps its files elsewhere, unless --out says so." },
	{ "journal.ndjson", "In the directory of a run: a line for the run, the machine, the "
	                    "plan, each result and event, and the end." },
	{ "report.json", "The same as one document. Both follow report.schema.json." },
	{ "state.json", "What goes on right now. It is replaced only while no test measures." },
	{ "log", "What the consoles of the image have shown." },
	{ "delivered", "Is there when each upload was acknowledged." },
	{ "on-medium", "Is there when the own medium has the results, and says where: in "
	               "results/MACHINE/RUN/ of its file system ASSAY." },
	{ "/etc/assay/manifest", "In the image: every file with its SHA-256 and size." },
	{ "/etc/assay/components", "What others wrote: version, SHA-256 and licence." },
};

/* Print a text with what roff would take for a command made harmless. */
static void roff(const char *text)
{
	if (*text == '.' || *text == '\'')
		printf("\\&");
	for (; *text; text++) {
		if (*text == '-' || *text == '\\')
			putchar('\\');
		putchar(*text == '\\' ? 'e' : *text);
	}
}

static void man_item(const char *term, const char *text)
{
	printf(".TP\n\\fB");
	roff(term);
	printf("\\fR\n");
	roff(text);
	putchar('\n');
}

/* @intro: what is to be said of all of them, with its newline; or "". */
static void man_items(const char *title, const char *intro, const struct flag_help *items,
                      size_t count)
{
	printf(".SH %s\n%s", title, intro);
	for (size_t i = 0; i < count; i++)
		man_item(items[i].form, items[i].help);
}

static void man_commands(void)
{
	char term[128];

	printf(".SH COMMANDS\n");
	for (size_t i = 0; i < command_count; i++) {
		snprintf(term, sizeof(term), commands[i].words[0] ? "%s %s" : "%s",
		         commands[i].name, commands[i].words);
		man_item(term, commands[i].summary);
	}
}

static void man_settings(void)
{
	char term[128], text[512];

	printf(
	    ".SH SETTINGS\nAn option of the commands that are not classics; of these dd, diskinfo, "
	    "fio and "
	    "iometer take write and write.limit. In the image a word "
	    "\\fBassay.\\fINAME\\fB=\\fIVALUE\\fR of the kernel command line, or a line "
	    "\\fINAME\\fB=\\fIVALUE\\fR of a file. On the command line a blank is %%20. A TIME is "
	    "90, 90s, 15m, 1h or 2d; a SIZE is 500G or 2T, powers of 1000; a GLOB is a pattern of "
	    "the shell.\n");
	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *setting = &settings_table[i];

		snprintf(term, sizeof(term), "--%s=%s", setting->name, setting_form(setting));
		snprintf(text, sizeof(text), setting->fallback[0] ? "%s (default: %s)" : "%s",
		         setting->help, setting->fallback);
		man_item(term, text);
	}
}

static void man_plans(void)
{
	printf(".SH PLANS\n");
	for (size_t i = 0; i < plan_kind_count; i++)
		man_item(plan_kinds[i].name, plan_kinds[i].title);
}

static void man_statuses(void)
{
	char term[32];

	printf(".SH EXIT STATUS\nAlso the last line of a run, "
	       "\\fBassay: END status=\\fIWORD\\fR. If more than one applies, the first of 2, 4, "
	       "7, 5, 1, 8, 6, 3, 0.\n");
	for (int status = EXIT_OK; status <= EXIT_STATUS_LAST; status++) {
		snprintf(term, sizeof(term), "%d %s", status, exit_status_word(status));
		man_item(term, exit_status_meaning(status));
	}
}

void man_print(void)
{
	printf(".TH ASSAY 1 \"\" \"assay %s\"\n"
	       ".SH NAME\nassay \\- find, measure and report the hardware of a machine\n"
	       ".SH SYNOPSIS\n.B assay\n.I COMMAND\n[\\fIOPTION\\fR...]\n.br\n"
	       ".B assay \\-\\-version\n"
	       ".SH DESCRIPTION\nAssay takes the inventory of a machine, runs a plan of tests on "
	       "it, each in a process of its own, and keeps every result in "
	       "\\fIjournal.ndjson\\fR before the next test starts. From that it makes "
	       "\\fIreport.json\\fR, and uploads both if asked to. It writes to a disk "
	       "only if the setting write names it.\n",
	       ASSAY_VERSION);
	man_commands();
	man_items("OPTIONS", "", flag_helps, flag_help_count);
	man_settings();
	man_items("WHERE SETTINGS COME FROM",
	          "In the image. Of two places that name the same setting the first one here "
	          "counts; \\fBassay config \\-\\-effective\\fR says which it was.\n",
	          places, countof(places));
	man_items(
	    "NETWORK",
	    "Words of the kernel command line, as dracut has them. Without any, each port asks "
	    "for an address by DHCP as soon as it has a link.\n",
	    network_words, countof(network_words));
	man_plans();
	man_statuses();
	man_items("ENVIRONMENT", "", environment, countof(environment));
	man_items("FILES", "", files, countof(files));
	man_items("EXAMPLES", "", example_helps, example_help_count);
}
