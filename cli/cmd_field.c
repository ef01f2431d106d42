// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall field: distances, directions and owners of all tiles, as numbers or pictures; or their clearance.
#include "args.h"
#include "chart.h"
#include "cli.h"
#include "costs.h"
#include "draw.h"
#include "files.h"
#include "framing.h"
#include "input.h"
#include "places.h"
#include "plane_file.h"
#include "weighing.h"
#include "workers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct field_options {
    map_options map;
    query_options query;
    framing_options framing;
    deep_options deep;
    weighing_options weighing;
    place_list to;
    uint64_t limit; ///< 0 = not given
    const char *out, *directions, *owners;
    bool clearance, edge_blocked, json;
    int threads;
} field_options;

static bool read_limit(const args_option *option, const char *value, void *field) {
    int64_t number;
    if (args_parse_int(value, 1, UINT32_MAX, &number)) {
        *(uint64_t *)field = (uint64_t)number;
        return true;
    }
    cli_say("--%s: '%s' is not a number of moves, expected a whole number from 1 to %" PRIu32, option->name,
            value, UINT32_MAX);
    return false;
}

static const args_option field_option_table[] = {
    {"to", 't', "TILES", places_read_targets, offsetof(field_options, to),
     "the targets: X,Y, several in quotes with blanks between them; may be\nrepeated", NULL},
    {"limit", 0, "N", read_limit, offsetof(field_options, limit),
     "leave out tiles that are more than N moves away (octile, weights:\nthat cost more than N)", NULL},
    {"out", 'o', "FILE", args_read_string, offsetof(field_options, out),
     "write the distances: .raw, numbers of 32 bits, or .npy, an array of\nNumPy; 4294967295 = none; .png, a "
     "picture with contours",
     NULL},
    {"directions", 0, "FILE", args_read_string, offsetof(field_options, directions),
     "write where to go: .raw or .npy, one byte per tile, 0 to 7 row by row\nfrom the upper left, 8 = a "
     "target, 255 = none; .png, arrows",
     NULL},
    {"owners", 0, "FILE", args_read_string, offsetof(field_options, owners),
     "write the number of the target that the directions lead to, from 0\nin the order of --to: .raw or .npy "
     "as --out; .png, territories",
     NULL},
    {"clearance", 0, NULL, args_read_flag, offsetof(field_options, clearance),
     "instead of distances from targets, squares of the distance to the\nnearest blocked tile", NULL},
    {"edge-blocked", 0, NULL, args_read_flag, offsetof(field_options, edge_blocked),
     "for --clearance: what is outside the map counts as blocked", NULL},
    {"json", 0, NULL, args_read_flag, offsetof(field_options, json), "print one JSON object on one line",
     NULL},
    {"threads", 'j', "N", workers_read_threads, offsetof(field_options, threads),
     "how many threads work; default: one per core, at most 64. The files\ndo not depend on it", NULL},
};

static const args_spec spec = {
    .verb = "field",
    .usage = "MAP --to TILES [--out FILE] [OPTION]...",
    .about =
        "Finds for every tile how far the nearest of the targets is, which way to go, and which target that "
        "is.\n"
        "All distances are exact. Files of numbers go row by row, little-endian. Under octile costs "
        "distances\n"
        "are in 1/1024 of a straight move, rounded down. Following the directions gives a shortest route.\n"
        "Under weights distances are costs: those of the tiles entered from there to the target.\n"
        "Without a file it says how many tiles can be reached. Files appear whole or not at all.\n"
        "Exit code: 0 done, 2 misuse or bad input.",
    .examples = "  landfall field world --to '600,300 1500,500' --out distances.npy --directions flow.npy\n"
                "  landfall field world --to '600,300 1500,500' --owners territories.png\n"
                "  landfall field world --to 600,300 --limit 100\n"
                "  landfall field world --to 600,300 --coast-cost openfront --out costs.png\n"
                "  landfall field world --clearance --out room.raw",
    .operands = {"MAP"},
    .surplus_hint = "several tiles go into one argument: --to '1,2 3,4'",
};

/// Everything that one run of the verb holds. `{0}` holds nothing.
typedef struct field_run {
    chart chart;
    const lf_map *map; ///< of the chart
    lf_weights *weights;
    lf_map *judge; ///< NULL, or the map without tiles of weight 0
    lf_tile *targets;
    lf_field *field;
    lf_field_planes planes;
    uint32_t *squares; ///< of the clearance
    lf_tile farthest;  ///< the first tile with the greatest number
    plane_format out, directions, owners;
} field_run;

static void run_free(field_run *run) {
    lf_field_destroy(run->field);
    lf_weights_destroy(run->weights);
    lf_map_destroy(run->judge);
    chart_free(&run->chart);
    free(run->targets);
    free(run->squares);
}

/// The picture that the options of pictures are for; NULL if none is asked for.
static const char *first_picture(const field_run *run, const field_options *options) {
    if (options->out != NULL && run->out == PLANE_PICTURE) return options->out;
    if (options->directions != NULL && run->directions == PLANE_PICTURE) return options->directions;
    return options->owners != NULL && run->owners == PLANE_PICTURE ? options->owners : NULL;
}

// ---------------------------------------------------------------------------------------------------
// Finding
// ---------------------------------------------------------------------------------------------------

static bool fails(lf_status status, bool weighted) {
    if (status == LF_E_DISTANCE_RANGE && weighted)
        cli_say(
            "a cost of 4294967295 or more, under octile costs of 4194303 or more, has no number of 32 bits; "
            "--limit leaves it out");
    else if (status == LF_E_DISTANCE_RANGE)
        cli_say(
            "a distance of 4194303 moves or more has no number of 32 bits under octile costs; --limit leaves "
            "it out");
    else if (status != LF_OK)
        cli_say("%s", cli_status_text(status));
    return status != LF_OK;
}

static bool targets_make(field_run *run, const field_options *options) {
    const place_list *to = &options->to;
    if (!places_check(to, run->judge != NULL ? run->judge : run->map, "target", &(lf_end_rule){0}))
        return false;
    run->targets = malloc((size_t)to->count * sizeof *run->targets);
    if (run->targets == NULL) {
        cli_no_memory();
        return false;
    }
    for (int64_t i = 0; i < to->count; i++)
        run->targets[i] = lf_map_tile(run->map, to->items[i].at.x, to->items[i].at.y);
    return true;
}

static bool distances_find(field_run *run, const field_options *options) {
    if (!targets_make(run, options)) return false;
    const lf_field_desc desc = {.cost = options->query.cost,
                                .directions = options->directions != NULL,
                                .owners = options->owners != NULL,
                                .weights = run->weights,
                                .workers = workers_make(&options->threads)};
    const lf_field_query query = {
        .targets = run->targets, .target_count = options->to.count, .limit = (int64_t)options->limit};
    lf_status status = lf_field_create(run->map, &desc, &run->field);
    if (status == LF_OK) status = lf_field_fill(run->field, &query, &run->planes);
    return !fails(status, run->weights != NULL);
}

static int64_t tile_count(const field_run *run) {
    return (int64_t)lf_map_width(run->map) * lf_map_height(run->map);
}

static bool clearance_find(field_run *run, const field_options *options) {
    const lf_clearance_desc desc = {.edge_blocked = options->edge_blocked,
                                    .workers = workers_make(&options->threads)};
    run->squares = malloc((size_t)tile_count(run) * sizeof *run->squares);
    if (run->squares == NULL) {
        cli_no_memory();
        return false;
    }
    return !fails(lf_map_clearance(run->map, &desc, run->squares, tile_count(run)), false);
}

static const uint32_t *numbers_of(const field_run *run) {
    return run->squares != NULL ? run->squares : run->planes.distances;
}

static bool find(field_run *run, const char *path, const field_options *options) {
    if (!chart_load(&run->chart, path, &options->map, options->query.moves, &(guide_options){0},
                    CHART_NO_COARSE, &options->deep) ||
        !weighing_make(&options->weighing, &run->chart, &run->weights) ||
        !weighing_judge(run->weights, run->chart.map, &run->judge))
        return false;
    run->map = run->chart.map;
    if ((first_picture(run, options) != NULL && !framing_fits_map(&options->framing, run->map, 1)))
        return false;
    if (options->clearance ? !clearance_find(run, options) : !distances_find(run, options)) return false;
    const uint32_t *numbers = numbers_of(run);
    run->farthest = LF_NO_TILE;
    for (int64_t i = 0; i < tile_count(run); i++) {
        if (numbers[i] == LF_NO_DISTANCE) continue;
        if (run->farthest == LF_NO_TILE || numbers[i] > numbers[run->farthest]) run->farthest = (lf_tile)i;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------------

static bool is_octile(const field_run *run, const field_options *options) {
    return options->query.cost == LF_COST_OCTILE && lf_map_moves(run->map) != LF_MOVES_ORTHOGONAL;
}

static draw_field field_to_draw(const field_run *run, const field_options *options, draw_field_kind kind) {
    const uint32_t far = run->farthest == LF_NO_TILE ? 0 : numbers_of(run)[run->farthest];
    draw_field of = {.kind = kind, .numbers = numbers_of(run), .directions = run->planes.directions};
    of.unit = is_octile(run, options) ? LF_OCTILE_UNIT : 1;
    of.roots = options->clearance;
    of.costs = run->weights != NULL;
    of.most = of.roots ? length_root(far) : far / of.unit;
    of.step = draw_contour_step(of.most);
    if (kind == DRAW_TERRITORIES) of.numbers = run->planes.owners;
    return of;
}

static bool draw(const field_run *run, const field_options *options, const char *path, draw_field_kind kind) {
    const draw_field field = field_to_draw(run, options, kind);
    draw_options framing, crop = {0};
    const draw_scene scene = {.map = run->map,
                              .targets = run->targets,
                              .target_count = options->to.count,
                              .field = &field,
                              .options = &framing};
    draw_options_add_route(&crop, &scene);
    if (!framing_of(&options->framing, &crop, run->map, 1, &framing)) return false;
    lf_io_error error = {0};
    if (draw_save(path, &scene, &error) == LF_IO_OK) return true;
    cli_say("%s", error.message);
    return false;
}

/// Writes a plane as the file asks for; NULL: no file was asked for.
static bool write_plane(const field_run *run, const field_options *options, const char *path,
                        plane_format format, draw_field_kind kind) {
    if (path == NULL) return true;
    if (format == PLANE_PICTURE) return draw(run, options, path, kind);
    plane_numbers plane = {.width = lf_map_width(run->map), .height = lf_map_height(run->map)};
    if (kind == DRAW_ARROWS)
        plane.bytes = run->planes.directions;
    else
        plane.words = kind == DRAW_CONTOURS ? numbers_of(run) : run->planes.owners;
    return plane_save(path, format, &plane);
}

static bool write_all(const field_run *run, const field_options *options) {
    return write_plane(run, options, options->out, run->out, DRAW_CONTOURS) &&
           write_plane(run, options, options->directions, run->directions, DRAW_ARROWS) &&
           write_plane(run, options, options->owners, run->owners, DRAW_TERRITORIES);
}

// ---------------------------------------------------------------------------------------------------
// Saying
// ---------------------------------------------------------------------------------------------------

/// The distance of the farthest tile as text: moves, or a cost.
static void farthest_write(const field_run *run, char out[COST_TEXT_SIZE]) {
    int64_t straight = 0, diagonal = 0;
    lf_field_cost(run->field, run->farthest, &straight, &diagonal);
    if (diagonal > 0)
        cost_write(straight, diagonal, out);
    else
        snprintf(out, COST_TEXT_SIZE, "%" PRId64, straight);
}

/// Tiles that can be entered.
static int64_t open_count(const field_run *run) {
    return lf_map_open_count(run->judge != NULL ? run->judge : run->map);
}

static void print_field(const field_run *run, const field_options *options) {
    const lf_point at = lf_map_point(run->map, run->farthest);
    char distance[COST_TEXT_SIZE];
    farthest_write(run, distance);
    printf("reached   %" PRId64 " of %" PRId64 " open tiles", run->planes.reached, open_count(run));
    if (options->limit > 0)
        printf(run->weights != NULL ? " at a cost up to %" PRIu64 : " within %" PRIu64 " moves",
               options->limit);
    if (run->weights != NULL)
        printf("\nfarthest  %d,%d: cost %s\n", at.x, at.y, distance);
    else
        printf("\nfarthest  %d,%d: %s %s\n", at.x, at.y, distance,
               is_octile(run, options) ? "(octile)" : "moves");
}

static void print_field_json(const field_run *run, const field_options *options) {
    const lf_point at = lf_map_point(run->map, run->farthest);
    char distance[COST_TEXT_SIZE];
    farthest_write(run, distance);
    printf("{\"targets\":%" PRId64 ",\"limit\":", options->to.count);
    if (options->limit > 0)
        printf("%" PRIu64, options->limit);
    else
        printf("null");
    printf(",\"moves\":\"%s\",\"cost\":\"%s\"%s,\"open\":%" PRId64 ",\"reached\":%" PRId64
           ",\"farthest\":[%d,%d],\"distance\":%s}\n",
           lf_moves_name(lf_map_moves(run->map)), lf_cost_name(options->query.cost),
           run->weights != NULL ? ",\"weighted\":true" : "", open_count(run), run->planes.reached, at.x, at.y,
           distance);
}

static void print_clearance(const field_run *run, const field_options *options) {
    const lf_point at = lf_map_point(run->map, run->farthest);
    if (options->json && run->farthest == LF_NO_TILE)
        printf("{\"roomiest\":null,\"square\":null}\n");
    else if (options->json)
        printf("{\"roomiest\":[%d,%d],\"square\":%" PRIu32 "}\n", at.x, at.y, run->squares[run->farthest]);
    else if (run->farthest == LF_NO_TILE)
        printf("roomiest  every tile: none is blocked\n");
    else
        printf("roomiest  %d,%d: the square of the distance to the nearest blocked tile is %" PRIu32 "\n",
               at.x, at.y, run->squares[run->farthest]);
}

static void print_answer(const field_run *run, const field_options *options) {
    if (options->clearance)
        print_clearance(run, options);
    else if (options->json)
        print_field_json(run, options);
    else
        print_field(run, options);
}

// ---------------------------------------------------------------------------------------------------
// The verb
// ---------------------------------------------------------------------------------------------------

/// What --clearance has no use for.
static bool clearance_is_alone(const field_options *options) {
    const char *other = options->to.count > 0                ? "--to"
                        : options->limit > 0                 ? "--limit"
                        : options->directions != NULL        ? "--directions"
                        : options->owners != NULL            ? "--owners"
                        : options->query.cost != 0           ? "--cost"
                        : weighing_asked(&options->weighing) ? "--weights"
                                                             : NULL;
    if (other != NULL) cli_say("%s does not go with --clearance, which has no targets", other);
    return other == NULL;
}

static bool options_are_complete(const field_options *options) {
    if (options->clearance) return clearance_is_alone(options);
    if (options->to.count == 0) cli_say("field needs --to TILES, such as --to 80,3, or --clearance");
    if (options->edge_blocked) cli_note("--edge-blocked says nothing without --clearance");
    return options->to.count > 0;
}

/// What can be refused before any work.
static bool check_files(field_run *run, const char *path, const field_options *options) {
    const verb_files files = {
        .map = {"MAP", path},
        .map_format = options->map.load.format,
        .inputs = {{"--weights", options->weighing.file}, {"--depth", deep_file(&options->deep)}},
        .outputs = {{"--out", options->out},
                    {"--directions", options->directions},
                    {"--owners", options->owners}},
        .answers = true};
    return plane_format_of("--out", options->out, &run->out) &&
           plane_format_of("--directions", options->directions, &run->directions) &&
           plane_format_of("--owners", options->owners, &run->owners) && files_are_apart(&files) &&
           framing_options_fit(&options->framing, first_picture(run, options));
}

static int field_run_all(field_run *run, const char *path, const field_options *options) {
    if (!check_files(run, path, options) || !find(run, path, options) || !write_all(run, options))
        return CLI_BAD;
    print_answer(run, options);
    return CLI_OK;
}

int cmd_field(int argc, char **argv) {
    field_options options = {0};
    const args_group groups[] = {ARGS_GROUP(field_option_table, &options),
                                 FRAMING_OPTIONS(&options.framing),
                                 MOVES_OPTION(&options.query),
                                 COST_OPTION(&options.query),
                                 WEIGHING_OPTIONS(&options.weighing),
                                 DEEP_FROM_OPTION(&options.deep),
                                 MAP_OPTIONS(&options.map)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (args_parse(&spec, groups, argc, argv, operands, &code)) {
        field_run run = {0};
        options.threads = workers_count(options.threads);
        options.deep.needed = options.weighing.has_coast;
        if (!weighing_begin(&options.weighing, operands[0], &options.map))
            code = CLI_BAD;
        else
            code = options_are_complete(&options) ? field_run_all(&run, operands[0], &options)
                                                  : args_misuse(&spec);
        run_free(&run);
    }
    places_free(&options.to);
    return code;
}
