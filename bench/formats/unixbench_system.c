/* SPDX-License-Identifier: MIT */
/* unixbench_system.c - the head of UnixBench's report: what it ran on */

#include "bench/formats/unixbench_part.h"
#include "bench/lib/text.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TITLE "Assay " ASSAY_VERSION " (UnixBench %s semantics)"

/* The flags that are named, in this order. */
static const struct {
	const char *flag, *name;
} flag_names[] = {
	{ "ht", "Hyper-Threading" },
	{ "lm", "x86-64" },
	{ "mmx", "MMX" },
	{ "mmxext", "AMD MMX" },
	{ "pae", "Physical Address Ext" },
	{ "sep", "SYSENTER/SYSEXIT" },
	{ "svm", "AMD virtualization" },
	{ "syscall", "SYSCALL/SYSRET" },
	{ "vmx", "Intel virtualization" },
};

/* What uname() would say, of the machine below @root. */
static const char *kernel_text(const char *root, char *text, size_t size, const char *name)
{
	if (text_readf(root, text, size, "/proc/sys/kernel/%s", name) < 0)
		text_copy(text, size, "unknown");
	return text;
}

static bool has_flag(const char *flags, const char *wanted)
{
	char flag[32];

	while (text_next(&flags, " ", flag, sizeof(flag)))
		if (strcmp(flag, wanted) == 0)
			return true;
	return false;
}

static void print_flags(FILE *out, const char *flags)
{
	const char *separator = "          ";

	for (size_t i = 0; i < countof(flag_names); i++) {
		if (has_flag(flags, flag_names[i].flag)) {
			fprintf(out, "%s%s", separator, flag_names[i].name);
			separator = ", ";
		}
	}
	fputc('\n', out);
}

/* A model name often has runs of blanks. */
static void print_collapsed(FILE *out, const char *text)
{
	for (; *text; text++)
		if (text[0] != ' ' || text[1] != ' ')
			fputc(*text, out);
}

static void print_cpus(FILE *out, const struct machine *machine, const char *root)
{
	char path[PATH_MAX], *line = NULL;
	size_t size = 0;
	unsigned number = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/proc/cpuinfo", root);
	file = fopen(path, "re");
	if (!file)
		return;
	while (getline(&line, &size, file) > 0) {
		const char *value = strchr(line, ':');

		if (!value || strncmp(line, "bogomips", strlen("bogomips")) != 0)
			continue;
		fprintf(out, "   CPU %u: ", number++);
		print_collapsed(out, machine->cpu.model);
		fprintf(out, " (%.1f bogomips)\n", strtod(value + 1, NULL));
		print_flags(out, machine->cpu.flags);
	}
	free(line);
	fclose(file);
}

/* As the program uptime says it; nobody is ever logged in. */
static void print_uptime(FILE *out, const char *root, uint64_t wall_ns)
{
	time_t now_s = (time_t)(wall_ns / SECONDS(1));
	char text[128], clock[16] = "";
	double load[3] = { 0 };
	unsigned long up_s = 0, minutes;
	struct tm local;

	if (localtime_r(&now_s, &local))
		strftime(clock, sizeof(clock), "%H:%M:%S", &local);
	if (text_read(root, "/proc/uptime", text, sizeof(text)) > 0)
		up_s = strtoul(text, NULL, 10);
	if (text_read(root, "/proc/loadavg", text, sizeof(text)) > 0)
		sscanf(text, "%lf %lf %lf", &load[0], &load[1], &load[2]);
	minutes = up_s / 60;
	fprintf(out, "   %s up ", clock);
	if (minutes >= 24 * 60)
		fprintf(out, "%lu day%s, ", minutes / (24 * 60), minutes >= 2 * 24 * 60 ? "s" : "");
	minutes %= 24 * 60;
	if (minutes >= 60)
		fprintf(out, "%2lu:%02lu, ", minutes / 60, minutes % 60);
	else
		fprintf(out, "%lu min, ", minutes);
	fprintf(out, " 0 user,  load average: %.2f, %.2f, %.2f; runlevel \n", load[0], load[1],
	        load[2]);
}

void part_system_6_0(FILE *out, const struct machine *machine, const char *root, uint64_t wall_ns)
{
	char text[128];

	fprintf(out, "   " TITLE "\n\n", "6.0");
	fprintf(out, "   System: %s: GNU/Linux\n",
	        kernel_text(root, text, sizeof(text), "hostname"));
	fprintf(out, "   OS: GNU/Linux -- %s", kernel_text(root, text, sizeof(text), "osrelease"));
	fprintf(out, " -- %s\n", kernel_text(root, text, sizeof(text), "version"));
	fputs("   Machine: x86_64 (unknown)\n", out);
	/* The shell tests ask for the one, and get the other: no locale is installed. */
	fputs("   Language: en_US.utf8 (charmap=\"ANSI_X3.4-1968\", collate=\"ANSI_X3.4-1968\")\n",
	      out);
	print_cpus(out, machine, root);
	print_uptime(out, root, wall_ns);
	fputc('\n', out);
}

void part_system_4_1(FILE *out, const char *root)
{
	char host[128], release[128], version[128];

	fprintf(out, "  " TITLE "\n", "6.0");
	fprintf(out, "  System -- Linux %s %s %s x86_64 GNU/Linux\n",
	        kernel_text(root, host, sizeof(host), "hostname"),
	        kernel_text(root, release, sizeof(release), "osrelease"),
	        kernel_text(root, version, sizeof(version), "version"));
}
