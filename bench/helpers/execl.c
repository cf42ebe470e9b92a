/* SPDX-License-Identifier: MIT */
/*
 * execl.c - the image of unixbench.execl: it runs itself again until the time is over
 *
 * usage: PATH DURATION                      PATH absolute, DURATION in ms
 *        PATH 0 DURATION COUNT START        from the second image on; START in ms
 *
 * Prints how many images have run. What an image costs to start depends on what is in it:
 * on how much memory without content, and on what a dynamic one has to have looked up.
 */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Never touched: an image is not only code. */
char ballast[8192];

/* By time(), in whole seconds, as is the definition; only a shortened pass asks for more. */
static long long now_ms(long long duration_ms)
{
	struct timespec now;

	if (duration_ms % 1000 == 0)
		return time(NULL) * 1000LL;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static int usage(void)
{
	clearerr(stdin); /* so that all three streams are looked up, as for an ordinary program */
	fprintf(stderr, "usage: /.../execl DURATION\n");
	return 2;
}

int main(int argc, char **argv)
{
	long long duration_ms, start_ms = 0, passed_ms = 0;
	char count_text[24], start_text[24];
	unsigned long count = 0;

	if (argc != 2 && argc != 5)
		return usage();
	duration_ms = atoll(argv[argc == 2 ? 1 : 2]);
	if (argc == 5) {
		count = strtoul(argv[3], NULL, 10);
		start_ms = atoll(argv[4]);
		passed_ms = now_ms(duration_ms) - start_ms;
	} else {
		start_ms = now_ms(duration_ms);
	}
	snprintf(count_text, sizeof(count_text), "%lu", count + 1);
	snprintf(start_text, sizeof(start_text), "%lld", start_ms);
	if (passed_ms >= duration_ms)
		return fprintf(stdout, "%s\n", count_text) < 0;
	execl(argv[0], argv[0], "0", argv[argc == 2 ? 1 : 2], count_text, start_text, (char *)NULL);
	perror(argv[0]);
	return 1;
}
