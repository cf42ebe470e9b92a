/* SPDX-License-Identifier: MIT */
/* fake_journal.h - the journal of a made-up run, with every nasty text that a machine can say */

#ifndef ASSAY_FAKE_JOURNAL_H
#define ASSAY_FAKE_JOURNAL_H

#include "tests/unit/fake_files.h"

/* The types of the journal's lines, in order: two jobs, an event, a third job. */
#define FAKE_JOURNAL_LINES 8
extern const char *const fake_journal_types[FAKE_JOURNAL_LINES];

/* Write journal.ndjson of the made-up run into @files. */
void fake_journal_write(const struct fake_files *files);

#endif
