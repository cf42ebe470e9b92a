/* SPDX-License-Identifier: MIT */
/*
 * sample_fio.h - reports of fio, worked out by hand from its layout
 *
 * Two threads read 1000 blocks of 4 KiB each, in 50 and in 150 us; the first one also writes
 * 500 in 3 ms each. The middles of the buckets are 49920, 150528 and 2998272 ns.
 */

#ifndef ASSAY_SAMPLE_FIO_H
#define ASSAY_SAMPLE_FIO_H

static const char text_3_33[] =
    "\n"
    "job: (groupid=0, jobs=2): err= 0: pid=41: Mon Nov 30 18:57:20 2026\n"
    "  read: IOPS=999, BW=3998KiB/s (4094kB/s)(8000KiB/2001msec)\n"
    "    clat (usec): min=50, max=150, avg=100.00, stdev=50.01\n"
    "     lat (usec): min=50, max=150, avg=100.10, stdev=50.01\n"
    "    clat percentiles (usec):\n"
    "     |  1.00th=[   50],  5.00th=[   50], 10.00th=[   50], 20.00th=[   50],\n"
    "     | 30.00th=[   50], 40.00th=[   50], 50.00th=[   50], 60.00th=[  151],\n"
    "     | 70.00th=[  151], 80.00th=[  151], 90.00th=[  151], 95.00th=[  151],\n"
    "     | 99.00th=[  151], 99.50th=[  151], 99.90th=[  151], 99.95th=[  151],\n"
    "     | 99.99th=[  151]\n"
    "   bw (  KiB/s): min= 3700, max= 4300, per=100.00%, avg=4000.00, stdev=182.57, samples=4\n"
    "   iops        : min=  950, max= 1050, avg=1000.00, stdev=29.44, samples=4\n"
    "  write: IOPS=250, BW=1000KiB/s (1024kB/s)(2000KiB/2000msec); 0 zone resets\n"
    "    clat (nsec): min=3000.0k, max=3000.0k, avg=3000000.00, stdev= 0.00\n"
    "     lat (nsec): min=3000.1k, max=3000.1k, avg=3000100.00, stdev= 0.00\n"
    "    clat percentiles (usec):\n"
    "     |  1.00th=[ 2999],  5.00th=[ 2999], 10.00th=[ 2999], 20.00th=[ 2999],\n"
    "     | 30.00th=[ 2999], 40.00th=[ 2999], 50.00th=[ 2999], 60.00th=[ 2999],\n"
    "     | 70.00th=[ 2999], 80.00th=[ 2999], 90.00th=[ 2999], 95.00th=[ 2999],\n"
    "     | 99.00th=[ 2999], 99.50th=[ 2999], 99.90th=[ 2999], 99.95th=[ 2999],\n"
    "     | 99.99th=[ 2999]\n"
    "  lat (usec)   : 50=40.00%, 250=40.00%\n"
    "  lat (msec)   : 4=20.00%\n"
    "  cpu          : usr=10.00%, sys=0.00%, ctx=7, majf=1, minf=2\n"
    "  IO depths    : 1=100.0%, 2=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%, >=64=0.0%\n"
    "     submit    : 0=0.0%, 4=100.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=64=0.0%\n"
    "     complete  : 0=0.0%, 4=100.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=64=0.0%\n"
    "     issued rwts: total=2000,500,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
    "     latency   : target=0, window=0, percentile=100.00%, depth=1\n"
    "\n"
    "Run status group 0 (all jobs):\n"
    "   READ: bw=3998KiB/s (4094kB/s), 3998KiB/s-3998KiB/s (4094kB/s-4094kB/s), io=8000KiB "
    "(8192kB), run=2001-2001msec\n"
    "  WRITE: bw=1000KiB/s (1024kB/s), 1000KiB/s-1000KiB/s (1024kB/s-1024kB/s), io=2000KiB "
    "(2048kB), run=2000-2000msec\n"
    "\n"
    "Disk stats (read/write):\n"
    "  sdx: ios=12/34, merge=5/6, ticks=78/90, in_queue=168, util=50.00%\n";

static const char text_1_59[] =
    "\n"
    "job: (groupid=0, jobs=2): err= 0: pid=41\n"
    "  read : io=8000.0KB, bw=3998.0KB/s, iops=999 , runt=  2001msec\n"
    "    clat (usec): min=50 , max=150 , avg=100.00, stdev=50.01\n"
    "     lat (usec): min=50 , max=150 , avg=100.10, stdev=50.01\n"
    "    bw (KB/s) : min= 3700, max= 4300, per=100.00%, avg=4000.00, stdev=182.57\n"
    "  write: io=2000.0KB, bw=1000.0KB/s, iops=250 , runt=  2000msec\n"
    "    clat (usec): min=3000 , max=3000 , avg=3000.00, stdev= 0.00\n"
    "     lat (usec): min=3000 , max=3000 , avg=3000.10, stdev= 0.00\n"
    "  cpu          : usr=10.00%, sys=0.00%, ctx=7, majf=1, minf=2\n"
    "  IO depths    : 1=100.0%, 2=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%, >=64=0.0%\n"
    "     submit    : 0=0.0%, 4=100.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=64=0.0%\n"
    "     complete  : 0=0.0%, 4=100.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=64=0.0%\n"
    "     issued r/w/d: total=2000/500/0, short=0/0/0\n"
    "     lat (usec): 50=40.00%, 250=40.00%\n"
    "     lat (msec): 4=20.00%\n"
    "\n"
    "Run status group 0 (all jobs):\n"
    "   READ: io=8000.0KB, aggrb=3998.0KB/s, minb=3998.0KB/s, maxb=3998.0KB/s, mint=2001msec, "
    "maxt=2001msec\n"
    "  WRITE: io=2000.0KB, aggrb=1000.0KB/s, minb=1000.0KB/s, maxb=1000.0KB/s, mint=2000msec, "
    "maxt=2000msec\n"
    "\n"
    "Disk stats (read/write):\n"
    "  sdx: ios=12/34, merge=5/6, ticks=78/90, in_queue=168, util=50.00%\n";

static const char terse_3[] =
    "3;fio-3.33;job;0;0"
    ";8000;3998;999;2001;0;0;0.000000;0.000000;50;150;100.000000;50.012505"
    ";1.000000%=49;5.000000%=49;10.000000%=49;20.000000%=49;30.000000%=49;40.000000%=49"
    ";50.000000%=49;60.000000%=150;70.000000%=150;80.000000%=150;90.000000%=150;95.000000%=150"
    ";99.000000%=150;99.500000%=150;99.900000%=150;99.950000%=150;99.990000%=150;0%=0;0%=0;0%=0"
    ";50;150;100.100000;50.012505;3700;4300;100.000000%;4000.000000;182.574186"
    ";2000;1000;250;2000;0;0;0.000000;0.000000;3000;3000;3000.000000;0.000000"
    ";1.000000%=2998;5.000000%=2998;10.000000%=2998;20.000000%=2998;30.000000%=2998"
    ";40.000000%=2998;50.000000%=2998;60.000000%=2998;70.000000%=2998;80.000000%=2998"
    ";90.000000%=2998;95.000000%=2998;99.000000%=2998;99.500000%=2998;99.900000%=2998"
    ";99.950000%=2998;99.990000%=2998;0%=0;0%=0;0%=0"
    ";3000;3000;3000.100000;0.000000;0;0;0.000000%;0.000000;0.000000"
    ";10.000000%;0.000000%;7;1;2;100.0%;0.0%;0.0%;0.0%;0.0%;0.0%;0.0%"
    ";0.00%;0.00%;0.00%;0.00%;40.00%;0.00%;40.00%;0.00%;0.00%;0.00%"
    ";0.00%;20.00%;0.00%;0.00%;0.00%;0.00%;0.00%;0.00%;0.00%;0.00%;0.00%;0.00%"
    ";sdx;12;34;5;6;78;90;168;50.00%\n";

#endif
