/* SPDX-License-Identifier: MIT */
/* test_format_bonnie.c - the tables and the CSV of bonnie++ 1.96 and 2.00, byte for byte */

#include "tests/unit/check.h"

#include "tests/unit/sample_bonnie.h"

static void csv_is_the_observed_one(void **state)
{
	(void)state;
	check_csv("1.98,2.00a,testhost,1,42,256M,,8192,5,762,86,280836,34,438629,37,773,59,"
	          "+++++,+++,+++++,+++,4,,,,,+++++,+++,+++++,+++,+++++,+++,+++++,+++,717,38,"
	          "+++++,+++,27518us,6035us,334us,24955us,4119us,33538us,8105us,15786us,8737us,"
	          "20766us,4148us,5015us\n");
}

static void table_is_the_observed_one(void **state)
{
	char *text = text_of(bonnie_print_text);

	(void)state;
	assert_string_equal(
	    text,
	    "Version 2.00a       ------Sequential Output------ --Sequential Input- --Random-\n"
	    "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
	    "Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
	    "testhost       256M  762k  86  274m  34  428m  37  773k  59 +++++ +++ +++++ +++\n"
	    "Latency             27518us    6035us     334us   24955us    4119us   33538us\n"
	    "Version 2.00a       ------Sequential Create------ --------Random Create--------\n"
	    "testhost            -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"
	    "              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
	    "                  4 +++++ +++ +++++ +++ +++++ +++ +++++ +++   717  38 +++++ +++\n"
	    "Latency              8105us   15786us    8737us   20766us    4148us    5015us\n");
	free(text);
}

static void older_version(void **state)
{
	(void)state;
	words.layout = BONNIE_1_96;
	words.options.size_mib = 300;
	words.options.seed = 1305553465;
	outcome.figures[BONNIE_PUTC] = figure(1034, 98, 1);
	outcome.figures[BONNIE_WRITE] = figure(16757, 72, 1);
	check_csv("1.96,1.96,testhost,1,1305553465,300M,,1034,98,16757,72,438629,37,773,59,"
	          "+++++,+++,+++++,+++,4,,,,,+++++,+++,+++++,+++,+++++,+++,+++++,+++,717,38,"
	          "+++++,+++,1us,1us,334us,24955us,4119us,33538us,8105us,15786us,8737us,20766us,"
	          "4148us,5015us\n");
	check_line(0, "Version  1.96       ------Sequential Output------ --Sequential Input- "
	              "--Random-");
	check_line(1, "Concurrency   1     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- "
	              "--Seeks--");
	check_line(2, "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  "
	              "/sec %CP");
	check_line(3, "testhost       300M  1034  98 16757  72 438629  37   773  59 +++++ +++ "
	              "+++++ +++");
}

static unsigned fields_of(const char *line)
{
	unsigned fields = 1;

	for (; *line; line++)
		fields += *line == ',';
	return fields;
}

static void fields_and_their_names_agree(void **state)
{
	static const unsigned expected[] = { [BONNIE_1_96] = 48, [BONNIE_2_00] = 50 };

	(void)state;
	for (int layout = 0; layout < 2; layout++) {
		char *text = NULL, *line;
		size_t size;
		FILE *out = open_memstream(&text, &size);

		words.layout = (enum bonnie_layout)layout;
		bonnie_print_csv_header(out, words.layout);
		fclose(out);
		line = text_of(bonnie_print_csv);
		check_row(layout, fields_of(text) == expected[layout]);
		check_row(layout, fields_of(line) == expected[layout]);
		check_row(layout, strncmp(text, "format_version,bonnie_version,name,concurrency,",
		                          47) == 0);
		free(text);
		free(line);
	}
}

static void parts_that_were_left_out(void **state)
{
	(void)state;
	memset(outcome.figures, 0, 6 * sizeof(outcome.figures[0]));
	words.options.size_mib = 0;
	check_csv("1.98,2.00a,testhost,1,42,,,,,,,,,,,,,,,,,4,,,,,+++++,+++,+++++,+++,+++++,+++,"
	          "+++++,+++,717,38,+++++,+++,,,,,,,8105us,15786us,8737us,20766us,4148us,5015us\n");
	check_line(
	    0, "Version 2.00a       ------Sequential Create------ --------Random Create--------");

	set_up(state);
	memset(&outcome.figures[6], 0, 6 * sizeof(outcome.figures[0]));
	memset(&outcome.figures[BONNIE_GETC], 0, sizeof(outcome.figures[0]));
	words.options.file_count = 0;
	check_csv("1.98,2.00a,testhost,1,42,256M,,8192,5,762,86,280836,34,438629,37,,,+++++,+++,"
	          "+++++,+++,,,,,,,,,,,,,,,,,,27518us,6035us,334us,,4119us,33538us,,,,,,\n");
	check_line(3, "testhost       256M  762k  86  274m  34  428m  37           +++++ +++ "
	              "+++++ +++");
	check_line(4, "Latency             27518us    6035us     334us              4119us   "
	              "33538us");
	check_line(5, "");
}

static void small_files_have_their_fields(void **state)
{
	(void)state;
	words.options.file_count = 1024;
	words.options.file_bytes_max = 2000;
	words.options.file_bytes_min = 100;
	words.options.directories = 2;
	check_csv("1.98,2.00a,testhost,1,42,256M,,8192,5,762,86,280836,34,438629,37,773,59,"
	          "+++++,+++,+++++,+++,1,2000,100,2,,+++++,+++,+++++,+++,+++++,+++,+++++,+++,"
	          "717,38,+++++,+++,27518us,6035us,334us,24955us,4119us,33538us,8105us,15786us,"
	          "8737us,20766us,4148us,5015us\n"); /* directories in field 24, not 25 */
	check_line(7, "files:max:min        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  "
	              "/sec %CP");
	check_line(8, "       1:2000:100/2 +++++ +++ +++++ +++ +++++ +++ +++++ +++   717  38 "
	              "+++++ +++");
	words.options.file_bytes_max = words.options.file_bytes_min = 0;
	words.options.kind = BONNIE_SYMLINKS;
	words.options.directories = 1;
	check_line(7, "files:max            /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  "
	              "/sec %CP");
	check_line(8, "          1:symlink +++++ +++ +++++ +++ +++++ +++ +++++ +++   717  38 "
	              "+++++ +++");
	words.options.kind = BONNIE_LINKS;
	words.options.directories = 2;
	words.options.file_chunk_bytes = 512;
	check_line(8, "           1:link/2 +++++ +++ +++++ +++ +++++ +++ +++++ +++   717  38 "
	              "+++++ +++");
	check_csv("1.98,2.00a,testhost,1,42,256M,,8192,5,762,86,280836,34,438629,37,773,59,"
	          "+++++,+++,+++++,+++,1,link,,2,512,+++++,+++,+++++,+++,+++++,+++,+++++,+++,"
	          "717,38,+++++,+++,27518us,6035us,334us,24955us,4119us,33538us,8105us,15786us,"
	          "8737us,20766us,4148us,5015us\n");
}

#define TEST(name) cmocka_unit_test_setup(name, set_up)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(csv_is_the_observed_one),
		TEST(table_is_the_observed_one),
		TEST(older_version),
		TEST(fields_and_their_names_agree),
		TEST(parts_that_were_left_out),
		TEST(small_files_have_their_fields),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
