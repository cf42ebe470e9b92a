/* SPDX-License-Identifier: MIT */
/*
 * fuzz_news.c - any message of the kernel about links and routers: no fault, and the name servers
 * of a router are addresses
 */

#include "bench/network/news.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	void *message = aligned_alloc(16, (size + 16) / 16 * 16); /* the kernel aligns them */
	struct news news;

	if (!message)
		return 0;
	memcpy(message, data, size);
	news_read(&news, message, size);
	free(message);
	if (news.dns_count > NAMESERVERS_MAX || (news.dns_count > 0 && !news.has_dns) ||
	    ((news.has_dns || news.has_flags) && news.index == 0))
		abort();
	for (unsigned i = 0; i < news.dns_count; i++)
		if (address_family(news.dns[i]) != AF_INET6)
			abort();
	return 0;
}
