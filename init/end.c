/* SPDX-License-Identifier: MIT */
/* end.c - when all is over: power off, restart, or stay up for people */

#include "init/init.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <sys/reboot.h>
#include <unistd.h>

#define DELIVERED RESULTS_DIRECTORY "/delivered" /* DELIVERED_MARK of bench/deliver.h */
#define ON_MEDIUM RESULTS_DIRECTORY "/on-medium" /* ON_MEDIUM_MARK */
#define ORDERLY_LIMIT_NS SECONDS(30)             /* a driver may wait for a dead disk for ever */
#define FORCED_LIMIT_NS SECONDS(10)

enum end_action end_decide(enum end wanted, bool upload_asked, bool acknowledged)
{
	switch (wanted) {
	case END_POWEROFF: return END_POWER_OFF;
	case END_REBOOT: return END_RESTART;
	case END_AUTO: return upload_asked && acknowledged ? END_POWER_OFF : END_STAY_UP;
	default: return END_STAY_UP;
	}
}

/*
 * Switch off or restart, in a child because it may hang. Nothing is synced: no file
 * system of a disk is mounted, and a sync would wait for dead disks too.
 */
static void leave(enum end_action action)
{
	bool off = action == END_POWER_OFF;
	pid_t pid;

	init_say("%s", off ? "power off" : "restart");
	console_drain();
	pid = service_fork(off ? "power off" : "restart");
	if (pid == 0) {
		reboot(off ? RB_POWER_OFF : RB_AUTOBOOT);
		_exit(errno);
	}
	loop_run_until(clock_now_ns() + (pid > 0 ? ORDERLY_LIMIT_NS : 0));

	init_say("that hangs in the kernel: now by force");
	console_drain();
	if (text_write("", "/proc/sysrq-trigger", off ? "o" : "b") == 0)
		loop_run_until(clock_now_ns() + FORCED_LIMIT_NS);
	init_say("this machine does not %s: please do it by hand", off ? "power off" : "restart");
}

int boot_end(struct settings *settings)
{
	bool asked = settings->upload[0] != '\0', acknowledged = access(DELIVERED, F_OK) == 0;
	enum end_action action = end_decide(settings->end, asked, acknowledged);

	if (asked && !acknowledged)
		init_say("no server acknowledged the results: %s",
		         action == END_STAY_UP          ? "this machine stays up"
		         : access(ON_MEDIUM, F_OK) == 0 ? "the own medium has them"
		                                        : "they are lost, as assay.end= asks for");
	if (action != END_STAY_UP)
		leave(action);
	if (access(RESULTS_DIRECTORY "/journal.ndjson", F_OK) == 0)
		init_say("the results are in " RESULTS_DIRECTORY " of this machine, in memory");
	console_offer_shell();
	return 0;
}
