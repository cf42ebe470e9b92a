/* SPDX-License-Identifier: MIT */
/* json_read.c - what a journal or a report says, read back */

#include "bench/report/json.h"

#include <math.h>
#include <stdio.h>

const char *json_text_of(yyjson_val *object, const char *name)
{
	const char *text = yyjson_get_str(yyjson_obj_get(object, name));

	return text ? text : "";
}

void json_join(yyjson_val *list, char *text, size_t size)
{
	size_t used = 0, i, count;
	yyjson_val *item;

	text[0] = '\0';
	yyjson_arr_foreach(list, i, count, item)
	{
		const char *word = yyjson_get_str(item);

		if (word && used < size)
			used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " " : "",
			                         word);
	}
}

struct row json_row(yyjson_val *result, yyjson_val *metric, const char *warnings)
{
	yyjson_val *spread = yyjson_obj_get(metric, "spread");

	return (struct row){ .test = json_text_of(result, "test"),
		             .target = json_text_of(result, "target"),
		             .metric = json_text_of(metric, "name"),
		             .unit = json_text_of(metric, "unit"),
		             .value = yyjson_get_num(yyjson_obj_get(metric, "value")),
		             .spread = yyjson_is_num(spread) ? yyjson_get_num(spread) : (double)NAN,
		             .warnings = warnings };
}
