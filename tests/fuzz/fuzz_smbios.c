/* SPDX-License-Identifier: MIT */
/* fuzz_smbios.c - any table of the firmware */

#include "bench/machine/smbios.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check_string(void *context, const char *string)
{
	(void)context;
	for (; *string; string++)
		if (*string < ' ' || *string > '~')
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct memory memory;
	unsigned i;

	memset(&memory, 0xff, sizeof(memory)); /* so that a text without an end is seen */
	memory.dimm_count = 0;
	smbios_dimms(data, size, &memory);
	smbios_oem_strings(data, size, check_string, NULL);
	if (memory.dimm_count > DIMMS_MAX)
		abort();
	for (i = 0; i < memory.dimm_count; i++)
		if (!memchr(memory.dimms[i].locator, '\0', sizeof(memory.dimms[i].locator)) ||
		    !memchr(memory.dimms[i].type, '\0', sizeof(memory.dimms[i].type)) ||
		    !memchr(memory.dimms[i].manufacturer, '\0',
		            sizeof(memory.dimms[i].manufacturer)) ||
		    !memchr(memory.dimms[i].part, '\0', sizeof(memory.dimms[i].part)) ||
		    !memchr(memory.dimms[i].serial, '\0', sizeof(memory.dimms[i].serial)))
			abort();
	return 0;
}
