/* SPDX-License-Identifier: MIT */
/* config.c - assay config: what is set, to what, and where that came from */

#include "bench/config/config.h"

#include "bench/commands/commands.h"
#include "bench/lib/clock.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"
#include "bench/machine/image.h"
#include "bench/report/json.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MEDIUM_WITHIN_NS SECONDS(5)
#define LOOK_EVERY_NS MS(100)

/* All that is known of the settings. */
struct found {
	struct settings settings;
	struct origins origins;
	struct config_notes notes; /* what cannot be used */
};

static void tell_progress(void *context, const char *line)
{
	(void)context;
	printf("assay: config: %s\n", line);
	fflush(stdout); /* whoever waits is reading along */
}

/* The port that the machine was booted from, else the first with a link, else the first. */
static void find_mac(char *mac, size_t size, const struct machine *machine, const char *cmdline)
{
	char word[2048];

	for (unsigned i = machine->nic_count; i-- > 0;)
		text_copy(mac, size, machine->nics[i].mac);
	for (unsigned i = machine->nic_count; i-- > 0;)
		if (machine->nics[i].carrier)
			text_copy(mac, size, machine->nics[i].mac);
	while (cmdline_next(&cmdline, word, sizeof(word))) {
		if (strncmp(word, "BOOTIF=", 7) != 0 || strlen(word) != 7 + 20)
			continue;
		text_copy(mac, size, word + 7 + 3); /* 01, the kind of network, is in front */
		for (char *c = mac; *c; c++)
			*c = *c == '-' ? ':' : *c;
	}
}

static void find_host(struct config_host *host, const struct machine *machine, const char *cmdline)
{
	const struct firmware *firmware = &machine->firmware;

	*host = (struct config_host){ "", "", "", "" };
	if (identity_is_real(firmware->serial))
		text_copy(host->serial, sizeof(host->serial), firmware->serial);
	if (identity_is_real(firmware->uuid))
		text_copy(host->uuid, sizeof(host->uuid), firmware->uuid);
	if (identity_is_real(firmware->sku))
		text_copy(host->sku, sizeof(host->sku), firmware->sku);
	find_mac(host->mac, sizeof(host->mac), machine, cmdline);
}

/*
 * Was the machine booted from the network? Loaders there say from which port; systemd-stub says
 * from which partition, if it was one, and nothing of a CD. Then there is a DHCP server.
 */
static bool is_from_network(const char *cmdline, const char *id)
{
	if (strstr(cmdline, "BOOTIF="))
		return true;
	return access(IMAGE_LOADER_VARIABLE("StubInfo"), F_OK) == 0 &&
	       access(IMAGE_LOADER_VARIABLE("LoaderDevicePartUUID"), F_OK) != 0 &&
	       !image_is_on_cd("", id);
}

/* The options of this command as one more place, the strongest. */
static void add_options(struct config *config, const struct options *options)
{
	char lines[16384], text[4096];
	size_t used = 0;

	for (size_t i = 0; i < settings_count; i++) {
		int length;

		if (strcmp(options->origins.of[i], "option") != 0)
			continue;
		settings_text(&options->settings, &settings_table[i], text, sizeof(text));
		length = snprintf(lines + used, sizeof(lines) - used, "%s=\"%s\"\n",
		                  settings_table[i].name, text);
		if ((size_t)length < sizeof(lines) - used)
			used += (size_t)length;
	}
	config_add(config, CONFIG_FROM_OPTION, true, "option", lines, used);
}

/* The setting medium, before there are settings: a loader entry of another image has another. */
static const char *booted_word(const char *cmdline, const char *id)
{
	const char *word = strstr(cmdline, "assay.medium=");

	return word && id[0] && strncmp(word + strlen("assay.medium="), id, strlen(id)) == 0 ? id
	                                                                                     : "";
}

/*
 * Find the disks. Nobody knows when all of USB has come, but firmware has read from the medium
 * that was booted: for that one it is worth waiting.
 */
static void find_disks(struct machine *machine, const char *cmdline, const char *id)
{
	const char *word = booted_word(cmdline, id);
	uint64_t limit_ns = clock_now_ns() + MEDIUM_WITHIN_NS;
	bool said = false;

	disk_probe(machine, "");
	while (image_is_awaited(machine, "", word) && !image_is_on_cd("", id) &&
	       clock_now_ns() < limit_ns) {
		if (!said)
			tell_progress(NULL, "waiting for the medium that was booted, 5 s at most");
		said = true;
		clock_sleep_ns(LOOK_EVERY_NS);
		memset(machine->disks, 0, sizeof(machine->disks));
		machine->disk_count = machine->orphan_count = 0;
		disk_probe(machine, "");
	}
}

/* Look at every place. */
static void look(const struct options *options, struct found *found)
{
	static struct machine machine; /* large */
	struct config config = { .complaint = { config_note, &found->notes } };
	struct config_host host;
	struct config_fetching how = {
		.root = "",
		.host = &host,
		.progress = { tell_progress, NULL },
	};
	char cmdline[4096], id[IMAGE_ID_BYTES];

	text_copy(cmdline, sizeof(cmdline), options->cmdline_text);
	if (!options->cmdline && text_read("", "/proc/cmdline", cmdline, sizeof(cmdline)) < 0)
		cmdline[0] = '\0';
	firmware_probe(&machine, "");
	nic_probe(&machine, "");
	image_own("", id);
	if (id[0])
		find_disks(&machine, cmdline, id);
	find_host(&host, &machine, cmdline);
	how.waits_for_dhcp = id[0] && machine.nic_count > 0 && is_from_network(cmdline, id);

	add_options(&config, options);
	config_add_cmdline(&config, cmdline);
	config_add_local(&config, "");
	config_add_medium(&config, &machine, id, booted_word(cmdline, id));
	config_fetch(&config, &how);
	config_merge(&config, &found->settings, &found->origins);
	config_close(&config);
}

/* Read what another assay config has written. Returns 0 or -errno. */
static int look_up(const char *path, struct found *found)
{
	const struct config_listener listener = { config_note, &found->notes };

	settings_default(&found->settings);
	return config_read(path, &found->settings, &found->origins, &listener);
}

static int print_json(const struct found *found)
{
	yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
	yyjson_mut_val *root = yyjson_mut_obj(doc), *list;
	char text[4096];
	int rc;

	list = yyjson_mut_obj_add_obj(doc, root, "settings");
	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *setting = &settings_table[i];
		const char *origin = found->origins.of[i];
		yyjson_mut_val *item = yyjson_mut_obj_add_obj(doc, list, setting->name);

		settings_shown(&found->settings, setting, text, sizeof(text));
		json_text(doc, item, "value", text);
		json_text(doc, item, "from", origin[0] ? origin : "default");
	}
	list = yyjson_mut_obj_add_arr(doc, root, "notes");
	for (unsigned i = 0; i < found->notes.count; i++)
		yyjson_mut_arr_append(list, json_string(doc, found->notes.lines[i]));
	rc = json_print(root);
	yyjson_mut_doc_free(doc);
	return rc ? EXIT_INTERNAL : EXIT_OK;
}

static void print_people(const struct found *found, bool all, bool notes_are_told)
{
	char text[4096];

	for (size_t i = 0; i < settings_count; i++) {
		const char *origin = found->origins.of[i];

		if (!all && !origin[0])
			continue;
		settings_shown(&found->settings, &settings_table[i], text, sizeof(text));
		printf("%-16s %-32s %s\n", settings_table[i].name, text[0] ? text : "-",
		       origin[0] ? origin : "default");
	}
	fflush(stdout);
	for (unsigned i = 0; i < found->notes.count && !notes_are_told; i++)
		commands_complain(NULL, found->notes.lines[i]);
}

int command_config(const struct options *options)
{
	static struct found found; /* large */
	const char *path = options->from;
	int rc;

	if (!path && options->effective && !options->out && access(CONFIG_IN_FORCE, R_OK) == 0)
		path = CONFIG_IN_FORCE;
	if (!path || look_up(path, &found))
		look(options, &found);
	if (options->out) {
		rc = config_write(options->out, &found.settings, &found.origins, &found.notes);
		if (rc)
			fprintf(stderr, "assay: --out=%s: %s\n", options->out, strerror(-rc));
		return rc ? EXIT_INTERNAL : EXIT_OK;
	}
	if (options->json)
		return print_json(&found);
	print_people(&found, options->effective, options->from && !options->cmdline);
	return EXIT_OK;
}
