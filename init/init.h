/* SPDX-License-Identifier: MIT */
/* init.h - process 1: the steps of the boot and what they share */

#ifndef ASSAY_INIT_H
#define ASSAY_INIT_H

#include "bench/lib/base.h"
#include "bench/lib/settings.h"

#include <poll.h>
#include <sys/types.h>

#define RESULTS_DIRECTORY "/run/assay" /* of the run: bench/deliver.h says what is in it */
#define CONSOLES_MAX 16

/* ---- The steps, in the order of main.c: 0, or -errno for main() to print ---- */

int loop_open(struct settings *settings);
int mount_filesystems(struct settings *settings);
int settings_load(struct settings *settings);
int console_open(struct settings *settings);
int image_check(struct settings *settings);
int network_start(struct settings *settings);
int devices_wait(struct settings *settings);
int settings_find(struct settings *settings);
int ssh_start(struct settings *settings);
int assay_run(struct settings *settings);
int boot_end(struct settings *settings);

extern bool image_in_part; /* image_check() found that not all of it came */

/* ---- loop.c: everything that process 1 waits for, in one poll() ---- */

/*
 * Serve consoles, children and what they print, once, or return after @timeout_ms
 * (-1: never). Every wait of init is a loop around this: nothing holds up anything else.
 */
void loop_run(int timeout_ms);

/* Serve until @deadline_ns of clock_now_ns(). */
void loop_run_until(uint64_t deadline_ns);

/* Give the consoles all that children have printed until now. */
void loop_read_output(void);

extern int child_output; /* what children print to; -1 before loop_open() */

/* ---- child.c: processes ---- */

/*
 * Start a long-lived process of our own code; init says when it ends.
 *
 * Returns 0 in the child, its pid in process 1, or -errno.
 */
MUST_CHECK pid_t service_fork(const char *name);

/*
 * Run a program and wait for it alone, not for what it has started itself.
 *
 * Returns the status of waitpid(), or -errno if it could not be started.
 */
MUST_CHECK int program_run(const char *const argv[]);

/* Account for a child that was reaped; any orphan may be among them. */
void child_ended(pid_t pid, int status);

/* Put what program_run() returned into words: "was killed by signal 11 (...)". */
void child_end_text(int status, char *text, size_t size);

/* ---- console.c: VGA and every serial port that answers; nothing here blocks ---- */

/* Print one line on every console, "init: " before it. */
void init_say(const char *format, ...) PRINTF_LIKE(1, 2);

/* Print bytes on every console, and keep them in RESULTS_DIRECTORY/log. */
void console_put(const char *bytes, size_t size);

/* Let a program have the console called @name, if there is one, until it ends. */
void console_lend(const char *name, const char *const argv[]);

/* From now on Enter gives a shell on that console; say so. */
void console_offer_shell(void);

/* Fill in what poll() shall look for (-1: nothing), and do what it found possible. */
void console_poll(struct pollfd fds[CONSOLES_MAX]);
void console_serve(const struct pollfd fds[CONSOLES_MAX]);

/* If a console was lent to @pid, take it back. */
bool console_guest_ended(pid_t pid);

/* Wait until everything is printed, 2 s at most. */
void console_drain(void);

/* ---- terminal.c: one terminal ---- */

/*
 * Open /dev/NAME for messages: no echo, newlines as CR LF, never waiting for anything;
 * a serial port 8N1 without flow control, with @set_speed at 115200.
 *
 * Returns a descriptor or -errno; -ENODEV for a serial port that no chip answers for.
 */
MUST_CHECK int terminal_open(const char *name, bool set_speed);

/* Start a program that owns /dev/NAME. Returns its pid, or 0 without memory for one. */
MUST_CHECK pid_t terminal_run(const char *name, const char *const argv[]);

/* ---- ring.c: what a console has yet to print ---- */

#define RING_BYTES 65536

/* Zeroed memory is an empty ring. */
struct ring {
	char bytes[RING_BYTES];
	size_t start, used;
	unsigned long dropped_lines; /* since the last notice */
	bool mid_line;               /* what was taken last did not end a line */
	char notice[64];             /* says how much is left out; goes before the rest */
	size_t notice_size, notice_used;
};

/* Add @bytes; when there is no room the oldest lines go and are counted. */
void ring_put(struct ring *ring, const char *bytes, size_t size);

/* Returns how many bytes come next in one piece, at *@bytes; 0 = the ring is empty. */
size_t ring_peek(struct ring *ring, const char **bytes);

/* Remove the first @size of the bytes that ring_peek() gave. */
void ring_take(struct ring *ring, size_t size);

/* ---- the pure parts of devices.c, network.c and end.c ---- */

/* What the wait for disks has seen so far. Zeroed memory to begin with. */
struct devices_watch {
	unsigned disks;      /* how many there were */
	uint64_t changed_ns; /* since when */
	char missing[96];    /* what a disk is still expected from; "" = nothing */
};

/* Look once. Returns true when no further disk is to be expected. */
bool devices_complete(struct devices_watch *watch, const char *root, uint64_t now_ns);

/*
 * Does this interface get an address by DHCP? Those that assay network has listed in
 * /run/network/dhcp; without a list every wired port of the machine itself.
 */
bool network_usable(const char *root, const char *name);

enum end_action { END_STAY_UP, END_POWER_OFF, END_RESTART };

/* What to do when all is over. */
enum end_action end_decide(enum end wanted, bool upload_asked, bool acknowledged);

#endif
