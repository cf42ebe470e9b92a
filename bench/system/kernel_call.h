/* SPDX-License-Identifier: MIT */
/* kernel_call.h - calls into the kernel with no more around them than a plain function */

#ifndef ASSAY_SYSTEM_KERNEL_CALL_H
#define ASSAY_SYSTEM_KERNEL_CALL_H

/*
 * A read() of musl passes through three functions that look for a cancelled thread; that of
 * the C library which the originals call, through one. 3 % of a pipe's turn are counted as
 * the kernel's by that. Not inlined: the originals call a function, too.
 */

#include <sys/syscall.h>
#include <sys/types.h>

static inline long kernel_call(long number, long first, long second, long third)
{
	long result;

	__asm__ volatile("syscall"
	                 : "=a"(result)
	                 : "a"(number), "D"(first), "S"(second), "d"(third)
	                 : "rcx", "r11", "memory");
	return result;
}

/* Both return bytes, or a negative errno. */
static __attribute__((noinline)) ssize_t kernel_read(int fd, void *data, size_t bytes)
{
	return kernel_call(SYS_read, fd, (long)data, (long)bytes);
}

static __attribute__((noinline)) ssize_t kernel_write(int fd, const void *data, size_t bytes)
{
	return kernel_call(SYS_write, fd, (long)data, (long)bytes);
}

#endif
