// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall_io.h
/// Map files in and out. A library of its own beside the core: it uses stdio, libspng, jansson and libyaml.
///
/// A file becomes a grid (plain bytes that the caller owns); lf_grid_to_map turns a grid into a map. Every
/// reader checks the sizes, the header and every byte it uses; after LF_IO_OK nothing needs to be trusted.
/// On an error nothing is handed out and nothing was written, and the message says what is wrong, where, and
/// what was expected: "coast.map:7:12: unknown tile 'x', expected one of . G S @ O T W".
/// All functions are thread-safe; nothing global is kept.
#ifndef LANDFALL_IO_H
#define LANDFALL_IO_H

#include <landfall.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------
// Errors
// ---------------------------------------------------------------------------------------------------

/// What every call of this header answers: 0, or a negative error.
typedef enum lf_io_status {
    LF_IO_OK = 0,           ///< done
    LF_IO_E_ARGUMENT = -1,  ///< a bad argument of the call itself
    LF_IO_E_FILE = -2,      ///< a file cannot be opened, read or written
    LF_IO_E_FORMAT = -3,    ///< unknown file format
    LF_IO_E_CONTENT = -4,   ///< the content is not what the format asks for
    LF_IO_E_LIMIT = -5,     ///< sizes beyond what a map may have, or beyond the caller's limit
    LF_IO_E_NOMEM = -6,     ///< no memory
    LF_IO_E_CANCELLED = -7, ///< the caller ended it: a report of progress was answered with false
} lf_io_status;

/// Where and why a file was refused. `message` is complete: it begins with the file's name and the place.
typedef struct lf_io_error {
    lf_io_status status; ///< the kind of error
    int64_t line;        ///< from 1; 0 where lines mean nothing
    int64_t column;      ///< from 1, in bytes; 0 where unknown
    int64_t offset;      ///< byte offset from 0; -1 where unknown
    char message[512];   ///< one line
} lf_io_error;

// ---------------------------------------------------------------------------------------------------
// Grids
// ---------------------------------------------------------------------------------------------------

/// What a map file is.
typedef enum lf_file_format {
    LF_FILE_AUTO = 0,  ///< by the name: folder or manifest.json, .map, .png, .txt, .yaml/.yml, .bin/.raw
    LF_FILE_OPENFRONT, ///< folder or manifest.json with map.bin, map4x.bin, map16x.bin
    LF_FILE_MOVINGAI,  ///< .map of the MovingAI benchmark
    LF_FILE_PNG,       ///< picture, by a threshold or a colour
    LF_FILE_TEXT,      ///< '.' and ' ' open, '#' blocked, and the dungeon signs
    LF_FILE_ROS,       ///< .yaml beside a .pgm or .png
    LF_FILE_RAW,       ///< a byte a tile, 0 blocked; the size comes from the options
} lf_file_format;

/// The name of a format ("movingai"; "auto" for LF_FILE_AUTO), or NULL if there is no such format.
LF_API const char *lf_file_format_name(lf_file_format format);

/// The format that lf_grid_load takes a path for by its name alone; LF_FILE_AUTO if the name says none, and for NULL.
LF_API lf_file_format lf_file_format_of(const char *path);

/// How to read a map file. `{0}` is the default for every field.
typedef struct lf_load_options {
    lf_file_format format; ///< 0 = by the name
    int32_t width, height; ///< for raw files, where both must be given; otherwise ignored
    int32_t threshold;     ///< PNG: luminance from which a pixel is open, 1 to 255; 0 = 128
    bool by_color;         ///< PNG: open exactly where the colour is `open_color`, instead of the threshold
    uint32_t open_color;   ///< 0xRRGGBB
    int64_t max_tiles;     ///< refuse larger maps before allocating; 0 = 2^32 - 2
    lf_progress progress; ///< `{0}` = none. Counts tiles, every 65,536 of them or at the end of a longer row,
                          ///< once the bytes of the file are in memory; false ends it with LF_IO_E_CANCELLED
    const uint32_t *terrain; ///< NULL, or what the 256 bytes weigh: the file says what it costs to enter its
                             ///< tiles, lf_grid.terrain receives its bytes, and open is what weighs more than
    ///< 0. A file with a byte that weighs more than LF_WEIGHT_MAX is refused. Not for
    ///< text. Of OpenFront maps water alone is open
} lf_load_options;

/// How to write a map file. `{0}` is the default for every field.
typedef struct lf_save_options {
    lf_file_format format; ///< text, PNG or MovingAI; 0 = by the name
    lf_progress progress;  ///< `{0}` = none. Counts tiles as for reading, before anything is written to the
                           ///< disk; false ends it with LF_IO_E_CANCELLED, and nothing is written
} lf_save_options;

/// One plane of tiles: width * height bytes, row by row, 1 open and 0 blocked.
typedef struct lf_plane {
    int32_t width, height; ///< in tiles
    uint8_t *open;         ///< one byte per tile
} lf_plane;

/// The most coarse planes of a map file.
enum { LF_GRID_MAX_COARSE = 2 };

/// A map file in memory. Filled by the loaders, emptied by lf_grid_free.
typedef struct lf_grid {
    lf_plane tiles; ///< the map
    uint8_t *depth; ///< NULL, or one byte per tile (OpenFront: the magnitude of water tiles, 0 on land)
    uint8_t
        *terrain; ///< NULL, or with lf_load_options.terrain one byte per tile, for lf_weights_desc.plane: the
                  ///< letter (MovingAI), luminance (PNG), magnitude of water (OpenFront), the byte itself
                  ///< (raw), or the cost of a costmap (ROS): 0 free, 1 to 252, 253 inscribed, 254 lethal,
                  ///< 255 unknown
    lf_plane coarse[LF_GRID_MAX_COARSE]; ///< OpenFront: level 1 (map4x) and level 2 (map16x)
    int32_t coarse_count;                ///< of `coarse`
    lf_file_format format;               ///< what the file was
    char note[256]; ///< "" or something worth telling the user, such as rows that were padded
} lf_grid;

/// Loads a map from a file or folder. The path "-" is standard input; the format must then be given, and be
/// one that is a single file: MovingAI, PNG, text or raw.
/// @param options  NULL for the defaults.
/// @param out      receives the grid; all-zero on error. Empty it with lf_grid_free.
/// @param error    receives the reason; may be NULL.
LF_API lf_io_status lf_grid_load(const char *path, const lf_load_options *options, lf_grid *out,
                                 lf_io_error *error);

/// The same from bytes in memory, for the formats that are one file: MovingAI, PNG, text, raw. The format
/// must be given; `name` stands for the file in messages.
LF_API lf_io_status lf_grid_parse(const char *name, const void *bytes, size_t size,
                                  const lf_load_options *options, lf_grid *out, lf_io_error *error);

/// OpenFront from bytes: the manifest, and map, map4x and map16x (the last two may be NULL with size 0, then
/// there are no coarse planes).
LF_API lf_io_status lf_grid_parse_openfront(const char *name, const void *manifest, size_t manifest_size,
                                            const void *const planes[3], const size_t plane_sizes[3],
                                            const lf_load_options *options, lf_grid *out, lf_io_error *error);

/// ROS from bytes: the .yaml, and the picture that it names (.pgm, or .png by its signature).
LF_API lf_io_status lf_grid_parse_ros(const char *name, const void *yaml, size_t yaml_size,
                                      const void *picture, size_t picture_size,
                                      const lf_load_options *options, lf_grid *out, lf_io_error *error);

/// Gives a grid the depths of a file: a PNG, whose luminance from 0 to 255 is the depth, or raw bytes, one a
/// tile, row by row. Depths that the grid has are replaced. On an error the grid is as it was.
LF_API lf_io_status lf_grid_load_depth(lf_grid *grid, const char *path, lf_io_error *error);

/// The same from bytes in memory; `name` stands for the file in messages.
LF_API lf_io_status lf_grid_parse_depth(lf_grid *grid, const char *name, const void *bytes, size_t size,
                                        lf_io_error *error);

/// Reads a byte per tile of a map for lf_weights_desc.plane. By its name the file is a MovingAI .map, a ROS .yaml
/// or an OpenFront folder, with the bytes of lf_grid.terrain; otherwise a PNG, whose luminance from 0 to 255 is the
/// byte, or raw bytes, one a tile, row by row. The file must have the map's size.
/// @param out  receives the bytes, to be freed with free(); NULL on error.
LF_API lf_io_status lf_weights_load_plane(const lf_map *map, const char *path, uint8_t **out,
                                          lf_io_error *error);

/// The same from bytes in memory, for a PNG or raw bytes; `name` stands for the file in messages.
LF_API lf_io_status lf_weights_parse_plane(const lf_map *map, const char *name, const void *bytes,
                                           size_t size, uint8_t **out, lf_io_error *error);

/// The names of tables that lf_weights_preset knows, from 0; NULL behind the last one:
/// - "nav2": bytes of a costmap by the rule of nav2's NavFn planner, 50 + 0.8 * v rounded down;
///   inscribed, lethal and unknown tiles are blocked.
/// - "nav2-unknown": the same, but unknown tiles weigh 253.
/// - "openfront": magnitudes of water as ships of that game see them: 4 up to 2, 1 up to 10, 2 up to 31.
LF_API const char *lf_weights_preset_name(int32_t number);

/// Writes the table of that name, for lf_weights_desc.table and lf_load_options.terrain.
/// @return whether there is one; if not, nothing is written. False for NULL.
LF_API bool lf_weights_preset(const char *name, uint32_t table[256]);

/// Saves the tiles of a grid: .txt, .png (open white, blocked black) or .map, by the name or options->format.
/// The file appears whole or not at all (lf_output). The path "-" is refused: use lf_grid_encode.
/// @param options  NULL for the defaults.
LF_API lf_io_status lf_grid_save(const char *path, const lf_save_options *options, const lf_grid *grid,
                                 lf_io_error *error);

/// The same into memory; options->format must be text, PNG or MovingAI.
/// @param bytes  receives the file, or NULL on error. Free it with lf_encoded_free.
LF_API lf_io_status lf_grid_encode(const lf_save_options *options, const lf_grid *grid, uint8_t **bytes,
                                   size_t *size, lf_io_error *error);

/// Frees what lf_grid_encode, lf_dungeon_encode and lf_picture_encode gave. NULL is fine.
LF_API void lf_encoded_free(uint8_t *bytes);

/// Frees what a grid holds and makes it all-zero. NULL and all-zero grids are fine.
LF_API void lf_grid_free(lf_grid *grid);

/// Makes a map from a grid; depth comes along if the grid has it. Statuses as lf_map_create.
LF_API lf_status lf_grid_to_map(const lf_grid *grid, lf_moves moves, lf_map **out);

// ---------------------------------------------------------------------------------------------------
// Dungeons
// ---------------------------------------------------------------------------------------------------

/// Room for the name of a kind of keys, with its 0.
enum { LF_DUNGEON_NAME_SIZE = 16 };

/// A text dungeon in memory: tiles, keys and doors, starts and exits. Filled by the loaders, emptied by
/// lf_dungeon_free. docs/formats.md says how it is written.
typedef struct lf_dungeon {
    lf_plane tiles;                                 ///< keys and doors are open
    lf_fixture *fixtures;                           ///< in the order of their tiles
    int64_t fixture_count;                          ///< of `fixtures`
    lf_tile *starts;                                ///< may be none; in the order of their tiles
    int64_t start_count;                            ///< of `starts`
    lf_tile *exits;                                 ///< the same
    int64_t exit_count;                             ///< of `exits`
    int32_t kind_count;                             ///< kinds are numbered from 0
    char names[LF_MAX_KINDS][LF_DUNGEON_NAME_SIZE]; ///< of the kinds: "a", or what the legend calls it
    bool hero_style; ///< '@' is the start and '>' the exit, so that S and E are doors
    bool is_puzzle;  ///< whether it asks for more than keys and doors; if not, the five fields below are zero
    lf_device *devices;   ///< of a puzzle: all of them, keys and doors included, in the order of their tiles
    int64_t device_count; ///< of `devices`
    uint64_t used_up;     ///< kinds of keys that are used up
    uint8_t needed[LF_MAX_KINDS]; ///< keys to be taken at least, by kind
    bool together;                ///< every start is a hero
    char note[256];               ///< "" or something worth telling the user, such as rows that were padded
} lf_dungeon;

/// Loads a text dungeon. The path "-" is standard input.
/// @param max_tiles  refuse larger ones; 0 = 2^32 - 2.
/// @param out        receives the dungeon; all-zero on error. Empty it with lf_dungeon_free.
/// @param error      receives the reason; may be NULL.
LF_API lf_io_status lf_dungeon_load(const char *path, int64_t max_tiles, lf_dungeon *out, lf_io_error *error);

/// The same from bytes in memory; `name` stands for the file in messages.
LF_API lf_io_status lf_dungeon_parse(const char *name, const void *bytes, size_t size, int64_t max_tiles,
                                     lf_dungeon *out, lf_io_error *error);

/// Writes a dungeon into memory, in hero style; kinds that no letter stands for go to the legend, and all devices of a
/// puzzle but keys and doors that a letter says everything about.
/// @param bytes  receives the file, or NULL on error. Free it with lf_encoded_free.
LF_API lf_io_status lf_dungeon_encode(const lf_dungeon *dungeon, uint8_t **bytes, size_t *size,
                                      lf_io_error *error);

/// Frees what a dungeon holds and makes it all-zero. NULL and all-zero ones are fine.
LF_API void lf_dungeon_free(lf_dungeon *dungeon);

/// Makes the map and the fixtures of a dungeon. Statuses as lf_map_create and lf_fixtures_create; on error both are
/// NULL.
LF_API lf_status lf_dungeon_to_map(const lf_dungeon *dungeon, lf_moves moves, lf_map **map,
                                   lf_fixtures **fixtures);

/// Makes the map and the puzzle of a dungeon, whether or not it is one. Statuses as lf_map_create and lf_puzzle_create;
/// on error both are NULL.
LF_API lf_status lf_dungeon_to_puzzle(const lf_dungeon *dungeon, lf_moves moves, lf_map **map,
                                      lf_puzzle **puzzle);

// ---------------------------------------------------------------------------------------------------
// Index files
// ---------------------------------------------------------------------------------------------------

/// Saves an index. The file appears whole or not at all. The path "-" is refused.
LF_API lf_io_status lf_index_save_file(const char *path, const lf_index *index, lf_io_error *error);

/// Loads the index of a map from a file that lf_index_save_file wrote. A file that is something else, of
/// another version, cut short, altered, or of another map is refused with a message that says which. The file is mapped
/// where the system can do that (lf_index_view), and must stay as it is until the index is destroyed: replace it by
/// another file of the same name, as lf_index_save_file does, and do not write into it.
/// @param desc  NULL for the defaults; desc->release is not used.
/// @param out   receives the index, or NULL on error. Destroy it with lf_index_destroy.
LF_API lf_io_status lf_index_load_file(const char *path, const lf_map *map, const lf_index_desc *desc,
                                       lf_index **out, lf_io_error *error);

/// Saves an almanac. The file appears whole or not at all. The path "-" is refused.
LF_API lf_io_status lf_almanac_save_file(const char *path, const lf_almanac *almanac, lf_io_error *error);

/// Loads the almanac of an index from a file that lf_almanac_save_file wrote; the file is used where it is, as by
/// lf_index_load_file (lf_almanac_view).
/// @param desc  NULL for the defaults. Its `release` is not used.
/// @param out   receives the almanac, or NULL on error. Destroy it with lf_almanac_destroy.
LF_API lf_io_status lf_almanac_load_file(const char *path, const lf_index *index, const lf_almanac_desc *desc,
                                         lf_almanac **out, lf_io_error *error);

/// Checks an index file in full, whatever its mark says, and marks it as checked (lf_index_mark): those who load it with
/// desc->believe_mark then need not check it in full again. The file is replaced, whole or not at all.
/// @param desc  NULL for the defaults; as for lf_index_load.
LF_API lf_io_status lf_index_verify_file(const char *path, const lf_map *map, const lf_index_desc *desc,
                                         lf_io_error *error);

// ---------------------------------------------------------------------------------------------------
// Query files
// ---------------------------------------------------------------------------------------------------

/// What lf_file_query.known_length is if the file does not say.
#define LF_LENGTH_UNKNOWN (-1.0)
/// What it is if the file says that there is no route.
#define LF_LENGTH_NO_ROUTE (-2.0)

/// One query of a file.
typedef struct lf_file_query {
    lf_point from, to;   ///< the two ends, which may lie outside the map
    double known_length; ///< .scen: the optimal octile length as printed; otherwise LF_LENGTH_UNKNOWN, unless
                         ///< lf_query_options.lengths is set
    int64_t line;        ///< where it stands in the file, from 1; in the binary form: which query it is
} lf_file_query;

/// A form of query files. docs/formats.md describes them.
typedef enum lf_query_format {
    LF_QUERIES_AUTO = 0, ///< by the name: .scen, .jsonl or .ndjson, .lfq; everything else is CSV
    LF_QUERIES_CSV,      ///< a header that names from_x, from_y, to_x and to_y, then a query per record
    LF_QUERIES_SCEN,     ///< MovingAI scenarios
    LF_QUERIES_JSONL,    ///< {"from":[x,y],"to":[x,y]} on each line
    LF_QUERIES_BINARY,   ///< 24 bytes, then 16 or 24 bytes per query
} lf_query_format;

/// The name of a form: "csv", "scen", "jsonl", "binary"; "auto" for LF_QUERIES_AUTO; NULL behind the last one.
LF_API const char *lf_query_format_name(lf_query_format format);

/// How to read queries. `{0}` is the default for every field.
typedef struct lf_query_options {
    lf_query_format format; ///< 0 = by the name
    bool lengths; ///< whether known lengths are wanted: a CSV then needs a column `length`, a line of JSON a
                  ///< key of that name, the binary form queries of 24 bytes
} lf_query_options;

/// Queries of a file or a pipe of any size, a few at a time. Opaque. One thread at a time may use it.
/// Memory: 64 KB, or the longest line, of which 1 MiB is the most.
typedef struct lf_query_stream lf_query_stream;

/// Opens queries. The path "-" is standard input.
/// @param options  NULL for the defaults.
/// @param out      receives the stream, or NULL on error. Close it with lf_query_stream_close.
LF_API lf_io_status lf_query_stream_open(const char *path, const lf_query_options *options,
                                         lf_query_stream **out, lf_io_error *error);

/// Reads the next queries, at least one unless it is the end. It waits for input only if there is none yet, so a
/// pipe that is slow gives few at a time. After an error the stream gives nothing but that error.
/// @param queries   receives them.
/// @param most      how many fit; at least 1.
/// @param count     receives how many there are; 0 = the end. With an error, those before it.
LF_API lf_io_status lf_query_stream_read(lf_query_stream *stream, lf_file_query *queries, int64_t most,
                                         int64_t *count, lf_io_error *error);

/// The size of the map that the queries read so far are for; 0 x 0 if they do not say.
LF_API void lf_query_stream_map_size(const lf_query_stream *stream, int32_t *width, int32_t *height);

/// Goes back to the first query. False, and nothing happens, where that is not possible: a pipe.
LF_API bool lf_query_stream_rewind(lf_query_stream *stream);

/// A place between two queries of a file.
typedef struct lf_query_mark {
    int64_t offset; ///< in bytes
    int64_t line;   ///< of the query that begins there
} lf_query_mark;

/// Where the next query begins, once one has been read. False for a pipe, and after an error.
LF_API bool lf_query_stream_tell(const lf_query_stream *stream, lf_query_mark *out);

/// Goes on at a place that lf_query_stream_tell gave, for this stream or another one of the same file with the same
/// options. False, and nothing more is read, where that is not possible: a pipe, or a file that does not begin well.
LF_API bool lf_query_stream_seek(lf_query_stream *stream, const lf_query_mark *mark);

/// Closes a stream and frees it. NULL is fine.
LF_API void lf_query_stream_close(lf_query_stream *stream);

/// The queries of a file. Filled by the loaders, emptied by lf_queries_free.
typedef struct lf_query_list {
    lf_file_query *items;          ///< in the order of the file
    int64_t count;                 ///< of `items`
    int32_t map_width, map_height; ///< .scen, binary: the size of the map that it is for (all lines agree); 0
} lf_query_list;

/// Loads all queries of a file, whose name says which form they have (LF_QUERIES_AUTO); "-" is CSV from standard
/// input.
LF_API lf_io_status lf_queries_load(const char *path, lf_query_list *out, lf_io_error *error);

/// The queries of a file in memory; `name` stands for it in messages, and says the form if the options do not.
/// @param options  NULL for the defaults.
LF_API lf_io_status lf_queries_parse(const char *name, const void *bytes, size_t size,
                                     const lf_query_options *options, lf_query_list *out, lf_io_error *error);

/// The queries of a .scen file in memory.
LF_API lf_io_status lf_queries_parse_scen(const char *name, const void *bytes, size_t size,
                                          lf_query_list *out, lf_io_error *error);
/// The queries of a CSV file in memory.
LF_API lf_io_status lf_queries_parse_csv(const char *name, const void *bytes, size_t size, lf_query_list *out,
                                         lf_io_error *error);

/// Empties a list. NULL is fine.
LF_API void lf_queries_free(lf_query_list *list);

// ---------------------------------------------------------------------------------------------------
// Files out
// ---------------------------------------------------------------------------------------------------

/// A file under way, which appears whole or not at all: until lf_output_commit has succeeded, whatever ends
/// the program, there is the old file or none, and then the new one, synced to the disk. Where the system has
/// files without a name (Linux), nothing else is ever seen but for a kill between the last two steps;
/// elsewhere there is a file PATH.part0 meanwhile. A link is followed and stays a link; the permissions of
/// the old file are kept. Pipes, devices and descriptors (/dev/stdout, /dev/fd/N) are written directly. Every
/// function that saves a file writes it like that. One thread at a time. A limit on the size of files
/// (SIGXFSZ) is an error like others only where that signal is ignored.
typedef struct lf_output lf_output;

/// Opens a file to write. The path "-" is refused.
/// @param out  receives the output, or NULL on error. End it with lf_output_commit or lf_output_discard.
LF_API lf_io_status lf_output_open(const char *path, lf_output **out, lf_io_error *error);

/// Opens a file of lines that takes long to write. Until it is whole, the lines are in PATH.TAG.part, also when the
/// program is ended or killed; a later call with the same path and tag finds them there, and writes behind them.
/// Every write goes to the system at once. A pipe, a device or a descriptor is written directly, and keeps nothing.
/// @param tag  what the lines belong to, such as a hash of it.
/// @return as lf_output_open; LF_IO_E_FILE also if another process is writing it.
LF_API lf_io_status lf_output_open_kept(const char *path, const char *tag, lf_output **out,
                                        lf_io_error *error);

/// Drops all but the first bytes of a file that lf_output_open_kept opened, before the first write.
/// @return false if that failed, or if the output keeps nothing.
LF_API bool lf_output_cut(lf_output *output, int64_t size);

/// Ends an output that lf_output_open_kept opened before the file is whole, and frees it: whole lines stay, the rest
/// of the last one is cut; if no line is whole, nothing stays. An output that keeps nothing is only closed.
/// NULL is fine.
LF_API void lf_output_keep(lf_output *output);

/// Writes bytes. False if they were not taken; lf_output_commit will say why.
LF_API bool lf_output_write(lf_output *output, const void *bytes, size_t size);

/// The stream to write to, for texts. It belongs to the output: do not close it.
LF_API FILE *lf_output_stream(const lf_output *output);

/// The name that the file has for now, for a handler that removes it when a signal ends the program; NULL
/// where there is nothing to remove.
LF_API const char *lf_output_temporary(const lf_output *output);

/// Makes the file appear and frees the output. On an error, also of an earlier write, everything is as it
/// was; whole lines of lf_output_open_kept stay.
LF_API lf_io_status lf_output_commit(lf_output *output, lf_io_error *error);

/// Drops the file and frees the output. NULL is fine.
LF_API void lf_output_discard(lf_output *output);

/// Whether an output of that path is written directly: "-", a pipe, a device or a descriptor.
LF_API bool lf_path_is_stream(const char *path);

/// Whether two paths are the same regular file, through links and other spellings too, also if it does not
/// exist yet. "-" is standard input.
LF_API bool lf_path_is_same(const char *a, const char *b);

/// Whether loading the map at `path` (lf_grid_load) would read `file`, which may be a part of it: a plane of
/// an OpenFront folder, the picture of a ROS map. Ask before you write to `file`.
LF_API bool lf_grid_reads_file(const char *path, lf_file_format format, const char *file);

// ---------------------------------------------------------------------------------------------------
// Pictures
// ---------------------------------------------------------------------------------------------------

/// Writes an RGB picture (3 bytes a pixel, row by row) as PNG, whole or not at all.
LF_API lf_io_status lf_picture_save(const char *path, int32_t width, int32_t height, const uint8_t *rgb,
                                    lf_io_error *error);

/// The same into memory.
/// @param bytes  receives the file, or NULL on error. Free it with lf_encoded_free.
LF_API lf_io_status lf_picture_encode(int32_t width, int32_t height, const uint8_t *rgb, uint8_t **bytes,
                                      size_t *size, lf_io_error *error);

/// Writes bytes of the caller's own making, such as an SVG, as a file: whole or not at all.
LF_API lf_io_status lf_bytes_save(const char *path, const void *bytes, size_t size, lf_io_error *error);

/// An animation: what each frame looks like is asked for when it is written.
typedef struct lf_animation {
    int32_t width, height;  ///< in pixels, 1 to 65535
    const uint32_t *colors; ///< 0xRRGGBB
    int32_t color_count;    ///< 1 to 256
    int64_t frame_count;    ///< at least 1
    /// Paints a frame, one byte per pixel, each less than color_count; the pixels of the frame before are
    /// still there (the first one is all 0). Returns how long it is shown, in hundredths of a second.
    int32_t (*paint)(int64_t frame, uint8_t *pixels, void *user);
    void *user; ///< handed to paint
} lf_animation;

/// Writes an animation as GIF that repeats for ever, whole or not at all.
LF_API lf_io_status lf_animation_save(const char *path, const lf_animation *animation, lf_io_error *error);

#ifdef __cplusplus
}
#endif

#endif // LANDFALL_IO_H
