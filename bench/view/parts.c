/* SPDX-License-Identifier: MIT */
/* parts.c - what the machine is made of, and how it is reached */

#include "bench/view/draw.h"

#include <stdio.h>
#include <string.h>

/* "960 MiB", "125.6 GiB". Returns @text. */
static const char *memory_text(char text[32], uint64_t bytes)
{
	if (bytes < GIB(10))
		snprintf(text, 32, "%llu MiB", (unsigned long long)(bytes >> 20));
	else
		snprintf(text, 32, "%.1f GiB", (double)bytes / (double)GIB(1));
	return text;
}

/* The model of the CPU gives way to the numbers. */
static void draw_parts(const struct view *view, unsigned row, struct screen *screen)
{
	char parts[96], disks[64] = "NO DISK", size[32], memory[32];
	unsigned at;

	if (view->sockets == 0) {
		screen_put(screen, row, 0, LOOK_PLAIN, "taking the inventory of this machine");
		return;
	}
	if (view->disk_count > 0)
		snprintf(disks, sizeof(disks), "%u disk%s, %sB", view->disk_count,
		         view->disk_count == 1 ? "" : "s",
		         table_si(size, sizeof(size), (double)view->disks_bytes));
	snprintf(parts, sizeof(parts), "; %u cores, %u threads; %s; ", view->cores, view->threads,
	         memory_text(memory, view->memory_bytes));
	at = screen_put(screen, row, 0, LOOK_PLAIN, "%u x ", view->sockets);
	at = screen_put(screen, row, at, LOOK_PLAIN, "%.*s%s",
	                SCREEN_COLUMNS - (int)(at + strlen(parts) + strlen(disks)), view->cpu,
	                parts);
	screen_put(screen, row, at, view->disk_count ? LOOK_PLAIN : LOOK_BAD, "%s", disks);
}

/* Why it cannot be reached: what to do about it depends on that. */
static void draw_no_access(const struct view_health *health, unsigned row, struct screen *screen)
{
	if (health->ports == 0)
		screen_put(screen, row, 0, LOOK_WARN,
		           "no network: no port was found, or none has a driver");
	else if (health->links == 0)
		screen_put(screen, row, 0, LOOK_WARN,
		           "no network: no link on any of %u port%s; is a cable plugged in?",
		           health->ports, health->ports == 1 ? "" : "s");
	else
		screen_put(screen, row, 0, LOOK_WARN,
		           "no network yet: %u of %u port%s with a link, waiting for an address",
		           health->links, health->ports, health->ports == 1 ? "" : "s");
}

/* How to reach it. */
static void draw_access(const struct view *view, unsigned row, struct screen *screen)
{
	const char *address = view->health.address;

	if (address[0] == '\0')
		draw_no_access(&view->health, row, screen);
	else if (view->fingerprint[0])
		screen_put(screen, row, 0, LOOK_PLAIN, "ssh root@%s  %s", address,
		           view->fingerprint);
	else
		screen_put(screen, row, 0, LOOK_PLAIN, "address %s", address);
}

void draw_machine(const struct view *view, unsigned row, struct screen *screen)
{
	draw_parts(view, row, screen);
	draw_access(view, row + 1, screen);
}
