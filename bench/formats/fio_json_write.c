/* SPDX-License-Identifier: MIT */
/* fio_json_write.c - a JSON document in fio's spelling, for scripts that search for lines of it */

#include "bench/formats/fio_json.h"

#include <errno.h>
#include <stdlib.h>

static int write_value(FILE *out, yyjson_mut_val *value, unsigned depth);

static void indent(FILE *out, unsigned depth)
{
	fprintf(out, "\n%*s", (int)(2 * depth), "");
}

static int write_scalar(FILE *out, yyjson_mut_val *value)
{
	char *text = yyjson_mut_val_write(value, YYJSON_WRITE_NOFLAG, NULL);

	if (!text)
		return -ENOMEM;
	fputs(text, out);
	free(text);
	return 0;
}

static int write_object(FILE *out, yyjson_mut_val *object, unsigned depth)
{
	yyjson_mut_obj_iter iter = yyjson_mut_obj_iter_with(object);
	yyjson_mut_val *key;
	const char *separator = "";
	int rc = 0;

	fputc('{', out);
	while (rc == 0 && (key = yyjson_mut_obj_iter_next(&iter))) {
		fputs(separator, out);
		indent(out, depth + 1);
		rc = write_scalar(out, key);
		fputs(" : ", out);
		if (rc == 0)
			rc = write_value(out, yyjson_mut_obj_iter_get_val(key), depth + 1);
		separator = ",";
	}
	indent(out, depth);
	fputc('}', out);
	return rc;
}

static int write_array(FILE *out, yyjson_mut_val *array, unsigned depth)
{
	yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with(array);
	yyjson_mut_val *value;
	const char *separator = "";
	int rc = 0;

	fputc('[', out);
	while (rc == 0 && (value = yyjson_mut_arr_iter_next(&iter))) {
		fputs(separator, out);
		indent(out, depth + 1);
		rc = write_value(out, value, depth + 1);
		separator = ",";
	}
	indent(out, depth);
	fputc(']', out);
	return rc;
}

/* As deep as a report is, which is 6 levels. */
static int write_value(FILE *out, yyjson_mut_val *value, unsigned depth)
{
	if (yyjson_mut_is_obj(value))
		return write_object(out, value, depth);
	if (yyjson_mut_is_arr(value))
		return write_array(out, value, depth);
	return write_scalar(out, value);
}

int fio_json_write(FILE *out, yyjson_mut_val *root)
{
	int rc = write_value(out, root, 0);

	fputc('\n', out);
	return rc;
}
