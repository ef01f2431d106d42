// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the readers share. Every reader is one function, lfio_<format>_parse(input, ..., grid): it looks at
// bytes in memory only, and either fills the grid and returns LF_IO_OK, or returns what lfio_fail returned.
// It may leave a half-filled grid behind on an error; the public functions in grid.c empty it.
#ifndef LANDFALL_LFIO_H
#define LANDFALL_LFIO_H

#include "landfall_io.h"

#define LFIO_MAX_TILES INT64_C(4294967294)

// What a reader reads, what it is called in messages, and where the reason of a failure goes.
typedef struct lfio_input {
    const char *name;
    const uint8_t *bytes;
    size_t size;
    int64_t max_tiles;
    lf_io_error *error; // may be NULL
    lf_progress progress;
    // What looks at the first bytes of a file, of which `in` then has no more, before the rest is read: a
    // size that no map may have is refused there. It leaves everything else to the reader. NULL = nothing to
    // see.
    lf_io_status (*peek)(const struct lfio_input *in);
    // What the 256 bytes of a file weigh; NULL = only which tiles are open is wanted. Otherwise readers leave the
    // bytes in the plane of tiles, and lfio_terrain_take tells which are open.
    const uint32_t *terrain;
} lfio_input;

// ---------------------------------------------------------------------------------------------------
// Errors (error.c)
// ---------------------------------------------------------------------------------------------------

// Where something is wrong: a line and column from 1 (0 = none), or an offset from 0 (-1 = none).
typedef struct lfio_place {
    int64_t line, column, offset;
} lfio_place;

static inline lfio_place lfio_nowhere(void) {
    return (lfio_place){0, 0, -1};
}
static inline lfio_place lfio_at_line(int64_t line, int64_t column) {
    return (lfio_place){line, column, -1};
}
static inline lfio_place lfio_at_offset(int64_t offset) {
    return (lfio_place){0, 0, offset};
}

#if defined(__GNUC__)
#define LFIO_PRINTF(format_index, first_argument) \
    __attribute__((format(printf, format_index, first_argument)))
#else
#define LFIO_PRINTF(format_index, first_argument)
#endif

// Fills in->error (if there is one). The message is cut to fit and holds no control characters, whatever the
// arguments hold.
LFIO_PRINTF(4, 5)
void lfio_error_fill(const lfio_input *in, lf_io_status status, lfio_place place, const char *format, ...);

// The same, and returns `status`: lfio_fail(in, status, place, format, ...). A macro, so that clang-tidy sees
// that a failure never comes back as LF_IO_OK.
#define lfio_fail(in, status, ...) (lfio_error_fill(in, status, __VA_ARGS__), (status))

// "NAME: out of memory", LF_IO_E_NOMEM.
#define lfio_fail_memory(in) lfio_fail(in, LF_IO_E_NOMEM, lfio_nowhere(), "out of memory")

void lfio_error_clear(lf_io_error *error);

// A piece of a file for a message: 'word', 'a long wo...', byte 0x07, or nothing. Returns `out`.
enum { LFIO_QUOTE_SIZE = 40 };
const char *lfio_quote(char out[LFIO_QUOTE_SIZE], const void *bytes, size_t length);

// ---------------------------------------------------------------------------------------------------
// Numbers (number.c)
// ---------------------------------------------------------------------------------------------------

// A number of decimal digits only, from `least` to `most`; both are at least 0.
bool lfio_integer_parse(const char *text, size_t length, int64_t least, int64_t most, int64_t *out);

// A decimal number, digits * 10^exponent. 18 digits are kept, later ones are dropped.
typedef struct lfio_decimal {
    bool negative;
    uint64_t digits;
    int64_t exponent;
} lfio_decimal;

// [+-] digits [. digits] [e [+-] digits], with at least one digit before or after the point.
bool lfio_decimal_parse(const char *text, size_t length, lfio_decimal *out);

// The nearest double if there are at most 15 digits and |exponent| <= 22, else within a few units in the
// last place; infinity if it is too large.
double lfio_decimal_double(lfio_decimal decimal);

// In units of 10^-12, rounded towards 0; at most 10^18 either way.
int64_t lfio_decimal_trillionths(lfio_decimal decimal);
#define LFIO_ONE_TRILLION INT64_C(1000000000000)

// ---------------------------------------------------------------------------------------------------
// Lines and words (lines.c)
// ---------------------------------------------------------------------------------------------------

typedef struct lfio_slice {
    const char *text;
    size_t length;
    int64_t line, column; // of its first byte, from 1
} lfio_slice;

typedef struct lfio_lines {
    const char *at, *end;
    int64_t line; // of the line given last
} lfio_lines;

// The whole text of `in`, without a byte order mark.
lfio_lines lfio_lines_of(const lfio_input *in);

// The next line without its "\n" or "\r\n". What follows the last "\n" is a line only if it is not empty.
bool lfio_lines_next(lfio_lines *lines, lfio_slice *out);

// Takes the next word, which ends at a space or tab, off the front of `line`. False if there is none; `out`
// is then empty and stands at the end of the line.
bool lfio_word_next(lfio_slice *line, lfio_slice *out);

// A line without its "\n" or "\r\n", if it has one.
lfio_slice lfio_line_of(lfio_slice line);

bool lfio_slice_is(lfio_slice slice, const char *text);
bool lfio_slice_is_blank(lfio_slice slice);

// ---------------------------------------------------------------------------------------------------
// The legend of a dungeon (legend.c)
// ---------------------------------------------------------------------------------------------------

typedef enum lfio_sign_type {
    LFIO_SIGN_UNKNOWN = 0,
    LFIO_SIGN_WALL,
    LFIO_SIGN_FLOOR,
    LFIO_SIGN_START,
    LFIO_SIGN_EXIT,
    LFIO_SIGN_KEY,
    LFIO_SIGN_DOOR,
    LFIO_SIGN_SWITCH,
    LFIO_SIGN_BARRIER,
    LFIO_SIGN_TELEPORTER,
    LFIO_SIGN_PLACE,
    LFIO_RULE_USED_UP, // lines that are about the whole dungeon
    LFIO_RULE_NEEDED,
    LFIO_RULE_HEROES,
} lfio_sign_type;

// A line of the legend: what a sign means, what lies at a place, or a rule.
typedef struct lfio_legend_entry {
    lfio_slice what; // a sign or a place; of a rule: its word
    lfio_sign_type type;
    lfio_slice name; // of a kind; of used-up: the first of them, `rest` has the others
    lfio_slice rest;
    int64_t number; // of a place, from 1; of needed
    lf_heading heading;
    uint8_t need; // of a door; 0 = not given
    bool open, once;
    bool is_puzzle; // whether keys and doors alone could not say it
} lfio_legend_entry;

// Reads a line that is not blank. The sign, the place and names are not looked at.
lf_io_status lfio_legend_split(const lfio_input *in, lfio_slice line, lfio_legend_entry *out);

// ---------------------------------------------------------------------------------------------------
// Files and paths (file.c, output.c)
// ---------------------------------------------------------------------------------------------------

typedef struct lfio_bytes {
    uint8_t *data;
    size_t size;
} lfio_bytes;

// Reads a whole file, or standard input if `from_stdin`; more than `limit` bytes are refused, before
// allocating where the size is known. `in` only lends its name and error. Free out->data.
lf_io_status lfio_file_read(const lfio_input *in, const char *path, bool from_stdin, int64_t limit,
                            lfio_bytes *out);

// Writes a whole file, or leaves everything as it was. The path is the name of `in`.
lf_io_status lfio_file_write(const lfio_input *in, const char *path, lfio_bytes bytes);

// Says why a file could not be opened, by errno: mostly it does not exist.
lf_io_status lfio_fail_open(const lfio_input *in, const char *path);

bool lfio_path_is_folder(const char *path);
bool lfio_path_exists(const char *path);
bool lfio_path_is_stdin(const char *path);

// Whether the path ends like that, upper case or lower; `ending` is lower case.
bool lfio_path_ends_with(const char *path, const char *ending);

// A copy of a path. Free it; NULL = no memory.
char *lfio_path_copy(const char *path);

// folder/leaf, and the path of `leaf` seen from the folder that `path` is in. Free them; NULL = no memory.
char *lfio_path_inside(const char *folder, const char *leaf);
char *lfio_path_beside(const char *path, const char *leaf);

// ---------------------------------------------------------------------------------------------------
// Grids (grid.c)
// ---------------------------------------------------------------------------------------------------

// The format that the name stands for, LF_FILE_AUTO if it is unknown. A folder is OpenFront.
lf_file_format lfio_format_of_path(const char *path);

// malloc for a count that may be more than size_t holds. NULL = no memory. Never asks for 0 bytes.
void *lfio_alloc(int64_t size);

// Refuses sizes that no map may have, or beyond in->max_tiles. Both sides must be from 0 to 2^32.
lf_io_status lfio_size_check(const lfio_input *in, lfio_place place, int64_t width, int64_t height);

// Row y, from 0, of a map has been read or written: says so if that is worth a report, and at the end.
// LF_IO_OK, or LF_IO_E_CANCELLED if the caller wants it ended.
lf_io_status lfio_row_done(const lfio_input *in, int64_t y, int64_t width, int64_t height);

// The same for tiles that are looked at several times, all of them in each pass, from 0.
typedef struct lfio_pass {
    int64_t at, count;
} lfio_pass;
lf_io_status lfio_pass_row_done(const lfio_input *in, lfio_pass pass, int64_t y, int64_t width,
                                int64_t height);

// Gives a plane its memory, all blocked. The size must have been checked.
lf_io_status lfio_plane_create(const lfio_input *in, int64_t width, int64_t height, lf_plane *out);

// ---------------------------------------------------------------------------------------------------
// Readers
// ---------------------------------------------------------------------------------------------------

// Which pixels are open: those whose grey value is from `low` to `high` (none if low > high), or those of one
// colour.
typedef struct lfio_pixel_rule {
    int32_t low, high;
    bool by_color;
    uint32_t color;                     // 0xRRGGBB
    bool grey;                          // no rule at all: the grey value itself is wanted
    const struct lfio_occupancy *costs; // not NULL: the cost in a costmap is wanted, of a picture whose
    int32_t white;                      // white is this
} lfio_pixel_rule;

// How a ROS map file reads grey values.
typedef struct lfio_occupancy {
    int64_t free_trillionths, occupied_trillionths; // free_thresh, occupied_thresh
    bool negate;
    bool raw;   // mode: raw
    bool scale; // mode: scale
} lfio_occupancy;

// The open grey values of a picture whose white is `maxval`, from 1 to 65535; or all as costs, if `in` wants
// terrain.
lfio_pixel_rule lfio_occupancy_rule(const lfio_input *in, const lfio_occupancy *occupancy, int32_t maxval);

// Costs of a costmap, as ROS has them.
enum { LFIO_TERRAIN_VALUES = 256 };
enum { LFIO_COST_INSCRIBED = 253, LFIO_COST_LETHAL = 254, LFIO_COST_UNKNOWN = 255 };

// The cost of a grey value.
uint8_t lfio_occupancy_cost(const lfio_occupancy *occupancy, int32_t grey, int32_t maxval);

// The bytes that a reader left in the plane of tiles (OpenFront: the depths) become terrain, and tiles are open or
// not by what they weigh. Refuses bytes without a weight.
lf_io_status lfio_terrain_take(const lfio_input *in, lf_file_format format, lf_grid *grid);

lf_io_status lfio_movingai_parse(const lfio_input *in, lf_grid *grid);
lf_io_status lfio_movingai_peek(const lfio_input *in);
lf_io_status lfio_picture_peek(const lfio_input *in); // of a PNG or PGM
lf_io_status lfio_pgm_peek(const lfio_input *in);
lf_io_status lfio_text_parse(const lfio_input *in, lf_grid *grid);
// Notes that so many rows of a text were shorter than the others.
void lfio_note_padding(char *note, size_t size, int64_t padded, int64_t width);
lf_io_status lfio_raw_parse(const lfio_input *in, int32_t width, int32_t height, lf_grid *grid);
lf_io_status lfio_png_parse(const lfio_input *in, const lfio_pixel_rule *rule, lf_grid *grid);
lf_io_status lfio_pgm_parse(const lfio_input *in, const lfio_occupancy *occupancy, lf_grid *grid);
bool lfio_png_has_signature(const void *bytes, size_t size);

// `in` holds the manifest; planes without data are absent.
lf_io_status lfio_openfront_parse(const lfio_input *in, const lfio_bytes planes[3], lf_grid *grid);
lf_io_status lfio_openfront_load(const lfio_input *in, const char *path, lf_grid *grid);
// The i-th file that such a map is read from, beginning with the one that names the others; free it. NULL
// behind the last one, and if there is no memory.
char *lfio_openfront_part(const char *path, int i);
char *lfio_ros_part(const char *path, int i);
lf_io_status lfio_ros_parse(const lfio_input *in, const void *picture, size_t picture_size, lf_grid *grid);
lf_io_status lfio_ros_load(const lfio_input *in, const char *path, lf_grid *grid);

// The most bytes that a map file of so many tiles may have: 8 a tile (a PNG with 16-bit RGBA that is not
// compressed), and room for comments, texts and blank lines.
int64_t lfio_file_limit(int64_t tiles);

// The same for a text: a tile and a line end take at most 3 bytes.
int64_t lfio_text_limit(int64_t tiles);

// ---------------------------------------------------------------------------------------------------
// Query lists (queries.c) and writers (write.c, png.c)
// ---------------------------------------------------------------------------------------------------

typedef struct lfio_query_sink {
    lf_query_list *list;
    int64_t capacity;
} lfio_query_sink;

lf_io_status lfio_query_add(const lfio_input *in, lfio_query_sink *sink, const lf_file_query *query);

// What is known of a file of queries before its first query, or since then.
enum { LFIO_CSV_USED = 5 };
typedef struct lfio_query_head {
    bool lengths;                  // whether known lengths are wanted
    int32_t map_width, map_height; // .scen and binary: of the map that it is for; 0 = not said
    int64_t columns;               // CSV: of each record
    int64_t used[LFIO_CSV_USED];   // CSV: the column of each name; -1 = not seen
    size_t record_size;            // binary: of each query
} lfio_query_head;

// A form of queries. A record is one query with its line end, or the head, as it stands in the file.
typedef struct lfio_query_form {
    // Reads the first record, which is no query; NULL = the form has no head. An empty file has an empty one.
    lf_io_status (*begin)(const lfio_input *in, lfio_slice record, lfio_query_head *head);
    // Reads a record, unless it is blank.
    lf_io_status (*read)(const lfio_input *in, lfio_slice record, lfio_query_head *head, lf_file_query *query,
                         bool *is_query);
    // The size of the record at the front of some bytes; 0 = its end is not among them. NULL = all records have
    // a known size: that of the head, then head->record_size.
    size_t (*record_size)(const uint8_t *bytes, size_t size);
    size_t head_size; // where record_size is NULL
} lfio_query_form;

lf_io_status lfio_csv_begin(const lfio_input *in, lfio_slice record, lfio_query_head *head);
lf_io_status lfio_csv_read(const lfio_input *in, lfio_slice record, lfio_query_head *head,
                           lf_file_query *query, bool *is_query);
size_t lfio_csv_record_size(const uint8_t *bytes, size_t size);
lf_io_status lfio_scen_begin(const lfio_input *in, lfio_slice record, lfio_query_head *head);
lf_io_status lfio_scen_read(const lfio_input *in, lfio_slice record, lfio_query_head *head,
                            lf_file_query *query, bool *is_query);
lf_io_status lfio_query_json_read(const lfio_input *in, lfio_slice record, lfio_query_head *head,
                                  lf_file_query *query, bool *is_query);
enum { LFIO_QUERY_BINARY_HEAD = 24 };
lf_io_status lfio_query_binary_begin(const lfio_input *in, lfio_slice record, lfio_query_head *head);
lf_io_status lfio_query_binary_read(const lfio_input *in, lfio_slice record, lfio_query_head *head,
                                    lf_file_query *query, bool *is_query);

// All queries of a stream whose head has not been read, and of bytes in memory. On an error the list is empty.
lf_io_status lfio_queries_read_all(lf_query_stream *stream, const lfio_input *in, lf_query_list *out);
lf_io_status lfio_queries_parse(const lfio_input *in, const lf_query_options *options, lf_query_list *out);

// A known length of a query; `expected` says what would have been right.
lf_io_status lfio_query_length(const lfio_input *in, lfio_slice word, const char *expected, double *out);

// Refuses paths that no whole file can be written to.
lf_io_status lfio_path_check_saved(const lfio_input *in, const char *path);

// PNG with 1 bit a pixel, and with 3 bytes a pixel. Free out->data.
lf_io_status lfio_png_encode_tiles(const lfio_input *in, const lf_plane *tiles, lfio_bytes *out);
lf_io_status lfio_png_encode_rgb(const lfio_input *in, int32_t width, int32_t height, const uint8_t *rgb,
                                 lfio_bytes *out);

#endif // LANDFALL_LFIO_H
