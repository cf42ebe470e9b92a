/* SPDX-License-Identifier: MIT */
/* alarm.h - the end of a pass: a signal sets a flag, and no system call is cut short */

#ifndef ASSAY_SYSTEM_ALARM_H
#define ASSAY_SYSTEM_ALARM_H

#include <signal.h>

/* Has the alarm gone off since alarm_set()? To be looked at in every turn of a loop. */
extern volatile sig_atomic_t alarm_rang;

/* Ring in @duration_s seconds, a fraction too, once. */
void alarm_set(double duration_s);

#endif
