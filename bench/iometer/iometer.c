/* SPDX-License-Identifier: MIT */
/*
 * iometer.* - the loads of Iometer on one disk, with 1 to 128 I/Os in flight
 *
 * Method: one load (oltp, rndread, rndwrite, streamread, streamwrite, seq1read, seq1write, or
 * one of the mixes of a file server, web server, database, workstation) with one block size
 * (NAME.4K) on the first 8 % of the disk, past the page cache, with 1, 2, 4 ... 128 I/Os in
 * flight: 5 s to ramp up and 30 s to measure for each, or as much shorter as the plan is. Each
 * I/O that ends is followed by another at once. A response time is from handing an I/O to the
 * kernel until its end is seen. iops_peak is the most, depth_peak the fewest in flight that
 * come within 1 % of it; iops_15ms is what the disk does at an average response time of 15 ms,
 * by linear interpolation, iops_15ms_p99 where 99 % of the I/Os keep to it. reach_15ms says
 * whether that is so much, at least so much (never as slow as that), or not reached.
 * Unit:   operations (I/Os) per second; bytes per second; nanoseconds.
 * Error:  percentiles are exact to 1 %. little_deviation is how far I/Os in flight are from
 * IOPS times response time: above 0.05 the queue was not kept full. Of the first 8 % only: a
 * disk that turns seeks less and reads faster there, a solid-state disk has fewer blocks to
 * keep track of. A load that writes ends early when it has written as much as it may.
 * Source: Iometer 1.1.0, http://www.iometer.org
 */

#include "bench/disk/trial.h"
#include "bench/iometer/iometer_job.h"

/* A sweep over 1 to 128 I/Os in flight is 8 passes, one I/O at a time is one. */
#define SWEEP(symbol, test, what, kind, depths, writes)                                  \
	const struct benchmark symbol = { .name = "iometer." test,                       \
		                          .title = what,                                 \
		                          .source = "Iometer 1.1.0",                     \
		                          .target = kind,                                \
		                          .classic = { .pass_s = 35, .passes = depths }, \
		                          .writes_bytes = writes,                        \
		                          .prepare = iometer_sweep_prepare,              \
		                          .measure = iometer_sweep_measure,              \
		                          .verify = trial_verify };
#define BENCHMARK_READS(symbol, test, what) SWEEP(symbol, test, what, TARGET_DISK, 8, NULL)
#define BENCHMARK_READS_1(symbol, test, what) SWEEP(symbol, test, what, TARGET_DISK, 1, NULL)
#define BENCHMARK_WRITES(symbol, test, what) \
	SWEEP(symbol, test, what, TARGET_WRITE, 8, iometer_sweep_writes_bytes)
#define BENCHMARK_WRITES_1(symbol, test, what) \
	SWEEP(symbol, test, what, TARGET_WRITE, 1, iometer_sweep_writes_bytes)

BENCHMARK_WRITES(iometer_oltp_4k, "oltp.4k", "67 % reads of 4 KiB at random places")
BENCHMARK_WRITES(iometer_oltp_8k, "oltp.8k", "67 % reads of 8 KiB at random places")
BENCHMARK_WRITES(iometer_oltp_16k, "oltp.16k", "67 % reads of 16 KiB at random places")
BENCHMARK_WRITES(iometer_oltp_32k, "oltp.32k", "67 % reads of 32 KiB at random places")
BENCHMARK_WRITES(iometer_oltp_64k, "oltp.64k", "67 % reads of 64 KiB at random places")
BENCHMARK_READS(iometer_rndread_4k, "rndread.4k", "Reads of 4 KiB at random places")
BENCHMARK_READS(iometer_rndread_8k, "rndread.8k", "Reads of 8 KiB at random places")
BENCHMARK_READS(iometer_rndread_32k, "rndread.32k", "Reads of 32 KiB at random places")
BENCHMARK_READS(iometer_rndread_64k, "rndread.64k", "Reads of 64 KiB at random places")
BENCHMARK_WRITES(iometer_rndwrite_4k, "rndwrite.4k", "Writes of 4 KiB at random places")
BENCHMARK_WRITES(iometer_rndwrite_8k, "rndwrite.8k", "Writes of 8 KiB at random places")
BENCHMARK_WRITES(iometer_rndwrite_32k, "rndwrite.32k", "Writes of 32 KiB at random places")
BENCHMARK_WRITES(iometer_rndwrite_64k, "rndwrite.64k", "Writes of 64 KiB at random places")
BENCHMARK_READS(iometer_streamread_32k, "streamread.32k", "Reads of 32 KiB in order")
BENCHMARK_READS(iometer_streamread_64k, "streamread.64k", "Reads of 64 KiB in order")
BENCHMARK_READS(iometer_streamread_128k, "streamread.128k", "Reads of 128 KiB in order")
BENCHMARK_READS(iometer_streamread_256k, "streamread.256k", "Reads of 256 KiB in order")
BENCHMARK_READS(iometer_streamread_512k, "streamread.512k", "Reads of 512 KiB in order")
BENCHMARK_READS(iometer_streamread_1m, "streamread.1m", "Reads of 1 MiB in order")
BENCHMARK_READS(iometer_streamread_2m, "streamread.2m", "Reads of 2 MiB in order")
BENCHMARK_WRITES(iometer_streamwrite_32k, "streamwrite.32k", "Writes of 32 KiB in order")
BENCHMARK_WRITES(iometer_streamwrite_64k, "streamwrite.64k", "Writes of 64 KiB in order")
BENCHMARK_WRITES(iometer_streamwrite_128k, "streamwrite.128k", "Writes of 128 KiB in order")
BENCHMARK_WRITES(iometer_streamwrite_256k, "streamwrite.256k", "Writes of 256 KiB in order")
BENCHMARK_WRITES(iometer_streamwrite_512k, "streamwrite.512k", "Writes of 512 KiB in order")
BENCHMARK_WRITES(iometer_streamwrite_1m, "streamwrite.1m", "Writes of 1 MiB in order")
BENCHMARK_WRITES(iometer_streamwrite_2m, "streamwrite.2m", "Writes of 2 MiB in order")
BENCHMARK_READS_1(iometer_seq1read_32k, "seq1read.32k", "Reads of 32 KiB in order, one at a time")
BENCHMARK_READS_1(iometer_seq1read_64k, "seq1read.64k", "Reads of 64 KiB in order, one at a time")
BENCHMARK_READS_1(iometer_seq1read_128k, "seq1read.128k",
                  "Reads of 128 KiB in order, one at a time")
BENCHMARK_READS_1(iometer_seq1read_256k, "seq1read.256k",
                  "Reads of 256 KiB in order, one at a time")
BENCHMARK_READS_1(iometer_seq1read_512k, "seq1read.512k",
                  "Reads of 512 KiB in order, one at a time")
BENCHMARK_READS_1(iometer_seq1read_1m, "seq1read.1m", "Reads of 1 MiB in order, one at a time")
BENCHMARK_READS_1(iometer_seq1read_2m, "seq1read.2m", "Reads of 2 MiB in order, one at a time")
BENCHMARK_WRITES_1(iometer_seq1write_32k, "seq1write.32k",
                   "Writes of 32 KiB in order, one at a time")
BENCHMARK_WRITES_1(iometer_seq1write_64k, "seq1write.64k",
                   "Writes of 64 KiB in order, one at a time")
BENCHMARK_WRITES_1(iometer_seq1write_128k, "seq1write.128k",
                   "Writes of 128 KiB in order, one at a time")
BENCHMARK_WRITES_1(iometer_seq1write_256k, "seq1write.256k",
                   "Writes of 256 KiB in order, one at a time")
BENCHMARK_WRITES_1(iometer_seq1write_512k, "seq1write.512k",
                   "Writes of 512 KiB in order, one at a time")
BENCHMARK_WRITES_1(iometer_seq1write_1m, "seq1write.1m", "Writes of 1 MiB in order, one at a time")
BENCHMARK_WRITES_1(iometer_seq1write_2m, "seq1write.2m", "Writes of 2 MiB in order, one at a time")
BENCHMARK_WRITES(iometer_fileserver, "fileserver",
                 "80 % reads, at random places, 512 B to 64 KiB: a file server")
BENCHMARK_READS(iometer_webserver, "webserver",
                "Reads at random places, 512 B to 512 KiB: a web server")
BENCHMARK_WRITES(iometer_database, "database", "67 % reads, at random places, 8 KiB: a database")
BENCHMARK_WRITES(iometer_workstation, "workstation",
                 "80 % reads, 80 % at random places, 8 KiB: a workstation")
