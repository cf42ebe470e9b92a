/* SPDX-License-Identifier: MIT */
/* fio_option.c - the table of fio's options that are supported */

#include "bench/fio/fio_words.h"

#include <string.h>

#define FIELD(name) offsetof(struct fio_job, name), sizeof(((struct fio_job *)0)->name)
#define YEAR_NS SECONDS(366u * 86400)
#define ANY_BYTES (1ull << 50) /* FIO_THREADS_MAX of them can be added up */

#define SWITCH(name) FIO_VALUE_SWITCH, FIELD(name), 0, 1, NULL
#define COUNT(name, least, most) FIO_VALUE_COUNT, FIELD(name), least, most, NULL
#define BYTES(name, least, most) FIO_VALUE_BYTES, FIELD(name), least, most, NULL
#define LENGTH(name, least) FIO_VALUE_LENGTH, FIELD(name), least, ANY_BYTES, NULL
#define DURATION(name, least) FIO_VALUE_SECONDS, FIELD(name), least, YEAR_NS, NULL
#define CHOICE(name, choices) FIO_VALUE_CHOICE, FIELD(name), 0, UINT64_MAX, choices
#define TEXT(name) FIO_VALUE_TEXT, FIELD(name), 0, 0, NULL
#define PREFIX(name) FIO_VALUE_PREFIX, FIELD(name), 0, 0, NULL
#define LIST(kind, name) kind, FIELD(name), 0, 0, NULL

const struct fio_option fio_options[] = {
	{ "name", { 0 }, TEXT(name), "what the job is called" },
	{ "description", { 0 }, TEXT(description), "a line for people, shown in the results" },
	{ "filename", { 0 }, TEXT(filename), "the file or block device; default NAME.CLONE.0" },
	{ "directory", { 0 }, TEXT(directory), "where files are" },
	{ "rw",
	  { "readwrite" },
	  CHOICE(rw, "read|write|randread|randwrite|rw,readwrite|randrw"),
	  "reading or writing, in order or anywhere" },
	{ "bs", { "blocksize" }, LIST(FIO_VALUE_SIZES, sizes), "bytes of an I/O: READ[,WRITE]" },
	{ "bsrange",
	  { "blocksize_range" },
	  LIST(FIO_VALUE_RANGE, sizes),
	  "sizes from one to the other, equally often" },
	{ "bssplit", { 0 }, LIST(FIO_VALUE_SPLIT, sizes), "sizes, and how often in percent" },
	{ "blockalign",
	  { "ba" },
	  BYTES(align_bytes, 512, GIB(1)),
	  "places are multiples of this; default the smallest size" },
	{ "size", { 0 }, LENGTH(size, 1), "how much of the file, and how much is done in a pass" },
	{ "io_size", { "io_limit" }, LENGTH(io_size, 1), "how much is done, if not size" },
	{ "offset", { 0 }, LENGTH(offset, 0), "where in the file it begins" },
	{ "offset_increment",
	  { 0 },
	  LENGTH(offset_increment, 0),
	  "how much further each next clone begins" },
	{ "numjobs", { 0 }, COUNT(numjobs, 1, FIO_THREADS_MAX), "how many clones of the job" },
	{ "ioengine",
	  { 0 },
	  CHOICE(engine, "io_uring|psync|sync|libaio|null"),
	  "how the kernel is asked" },
	{ "iodepth", { 0 }, COUNT(depth, 1, IO_DEPTH_MAX), "I/Os in flight" },
	{ "iodepth_batch",
	  { "iodepth_batch_submit" },
	  COUNT(submit_batch, 1, IO_DEPTH_MAX),
	  "I/Os handed over together" },
	{ "hipri", { 0 }, SWITCH(poll), "io_uring: poll for the end of an I/O" },
	{ "fixedbufs",
	  { 0 },
	  FIO_VALUE_SWITCH,
	  FIELD(fixed_buffers),
	  1,
	  1,
	  NULL,
	  "io_uring: buffers are registered, always" },
	{ "registerfiles",
	  { 0 },
	  FIO_VALUE_SWITCH,
	  FIELD(fixed_files),
	  1,
	  1,
	  NULL,
	  "io_uring: the file is registered, always" },
	{ "direct", { 0 }, SWITCH(direct), "past the page cache" },
	{ "buffered", { 0 }, FIO_VALUE_NOT, FIELD(direct), 0, 1, NULL, "through the page cache" },
	{ "sync", { 0 }, CHOICE(sync, "0,none|1,sync|dsync"), "each write waits for the medium" },
	{ "runtime", { "timeout" }, DURATION(runtime_ns, 0), "end after this; 0 = no limit" },
	{ "time_based", { 0 }, SWITCH(time_based), "begin again until runtime is over" },
	{ "ramp_time", { 0 }, DURATION(ramp_ns, 0), "run for this before anything counts" },
	{ "startdelay", { "start_delay" }, DURATION(start_delay_ns, 0), "begin later by this" },
	{ "loops", { 0 }, COUNT(loops, 1, 1000000), "how many passes" },
	{ "rwmixread", { 0 }, COUNT(read_percent, 0, 100), "percent of a mix that are reads" },
	{ "rwmixwrite",
	  { 0 },
	  FIO_VALUE_REST,
	  FIELD(read_percent),
	  0,
	  100,
	  NULL,
	  "percent of a mix that are writes" },
	{ "percentage_random",
	  { 0 },
	  COUNT(random_percent, 0, 100),
	  "of a random mode: percent of places that are anywhere" },
	{ "norandommap", { 0 }, SWITCH(no_random_map), "random places may come twice" },
	{ "randrepeat", { 0 }, SWITCH(repeatable), "the same places in each run" },
	{ "randseed", { 0 }, COUNT(seed, 1, UINT64_MAX), "seed of the places" },
	{ "fsync", { 0 }, COUNT(fsync_every, 0, UINT32_MAX), "fsync after so many writes" },
	{ "fdatasync",
	  { 0 },
	  COUNT(fdatasync_every, 0, UINT32_MAX),
	  "fdatasync after so many writes" },
	{ "end_fsync", { 0 }, SWITCH(end_fsync), "fsync after the last write" },
	{ "rate",
	  { 0 },
	  LIST(FIO_VALUE_RATE, rate_bytes_per_s),
	  "at most so many bytes a second: READ[,WRITE]" },
	{ "rate_iops",
	  { 0 },
	  LIST(FIO_VALUE_RATE_IOS, rate_ios_per_s),
	  "at most so many I/Os a second: READ[,WRITE]" },
	{ "zero_buffers", { 0 }, SWITCH(zero_buffers), "write zeroes" },
	{ "refill_buffers", { 0 }, SWITCH(refill_buffers), "new content for each write" },
	{ "buffer_compress_percentage",
	  { 0 },
	  COUNT(compress_percent, 0, 100),
	  "how much of each block is zeroes" },
	{ "verify", { 0 }, CHOICE(verify, "0,none|crc32c"), "check what was written" },
	{ "do_verify", { 0 }, SWITCH(do_verify), "read it again after writing" },
	{ "invalidate", { 0 }, SWITCH(invalidate), "drop what the page cache has, before" },
	{ "fadvise_hint", { 0 }, SWITCH(fadvise), "tell the kernel in what order" },
	{ "fallocate",
	  { 0 },
	  CHOICE(fallocate, "none,0|native,posix,1"),
	  "reserve the blocks of a new file" },
	{ "overwrite", { 0 }, SWITCH(overwrite), "fill the file before it is written" },
	{ "max_latency",
	  { 0 },
	  FIO_VALUE_MICROSECONDS,
	  FIELD(max_latency_ns),
	  0,
	  YEAR_NS,
	  NULL,
	  "an I/O that takes longer ends the job" },
	{ "group_reporting", { 0 }, SWITCH(group_reporting), "one result for all clones" },
	{ "new_group", { 0 }, SWITCH(new_group), "begin a new group of results" },
	{ "stonewall",
	  { "wait_for_previous" },
	  SWITCH(stonewall),
	  "begin when all jobs before have ended" },
	{ "thread",
	  { 0 },
	  FIO_VALUE_SWITCH,
	  FIELD(threads),
	  1,
	  1,
	  NULL,
	  "clones are threads, always" },
	{ "disk_util", { 0 }, SWITCH(disk_util), "show what the kernel counted on the disk" },
	{ "gtod_reduce", { 0 }, SWITCH(peak), "count only: no latencies, no samples" },
	{ "slat_percentiles", { 0 }, SWITCH(slat_percentiles), "percentiles of handing over" },
	{ "clat_percentiles", { 0 }, SWITCH(clat_percentiles), "percentiles of completion" },
	{ "lat_percentiles", { 0 }, SWITCH(lat_percentiles), "percentiles of both together" },
	{ "percentile_list",
	  { 0 },
	  LIST(FIO_VALUE_PERCENTILES, percentiles),
	  "which percentiles: 50:99:99.9" },
	{ "bwavgtime", { 0 }, COUNT(bw_window_ms, 1, 3600000), "ms of a sample of bandwidth" },
	{ "iopsavgtime", { 0 }, COUNT(iops_window_ms, 1, 3600000), "ms of a sample of IOPS" },
	{ "write_bw_log", { 0 }, PREFIX(log.bw), "log bandwidth to PREFIX_bw.N.log" },
	{ "write_lat_log", { 0 }, PREFIX(log.lat), "log latencies to PREFIX_lat.N.log and so on" },
	{ "write_iops_log", { 0 }, PREFIX(log.iops), "log IOPS to PREFIX_iops.N.log" },
	{ "write_hist_log", { 0 }, PREFIX(log.hist), "log histograms to PREFIX_clat_hist.N.log" },
	{ "log_avg_msec",
	  { 0 },
	  COUNT(log.window_ms, 0, 3600000),
	  "ms that a line of a log stands for; 0 = a line for each I/O" },
	{ "log_max_value", { 0 }, SWITCH(log.max_value), "the largest of those, not the mean" },
	{ "log_offset", { 0 }, SWITCH(log.offset), "log the place too" },
	{ "log_hist_msec", { 0 }, COUNT(log.hist_window_ms, 0, 3600000), "ms of a histogram" },
	{ "log_hist_coarseness",
	  { 0 },
	  COUNT(log.coarseness, 0, 6),
	  "2^this buckets of a histogram are one" },
};

const size_t fio_option_count = countof(fio_options);

const struct fio_option *fio_option_find(const char *name)
{
	for (size_t i = 0; i < fio_option_count; i++) {
		const struct fio_option *option = &fio_options[i];

		if (strcmp(option->name, name) == 0)
			return option;
		for (size_t alias = 0; alias < countof(option->aliases); alias++)
			if (option->aliases[alias] && strcmp(option->aliases[alias], name) == 0)
				return option;
	}
	return NULL;
}
