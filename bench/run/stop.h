/* SPDX-License-Identifier: MIT */
/* stop.h - a user who wants the run to end now: SIGINT, SIGTERM, SIGHUP */

#ifndef ASSAY_STOP_H
#define ASSAY_STOP_H

/*
 * From now on these signals no longer kill, they are noted: the job that runs is
 * ended, and what was set is put back. One that is ignored (nohup) stays ignored.
 */
void stop_begin(void);

/* The signals do again what they did before; a child does this first. */
void stop_end(void);

/* The signal that came first since stop_begin(); 0 = none. */
int stop_asked(void);

/* For poll(): readable from the moment that stop_asked() has news; -1 outside. */
int stop_fd(void);

#endif
