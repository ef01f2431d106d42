// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// From --from and --to to the sources and targets of a query.
#include "ends.h"

#include "cli.h"

#include <stdlib.h>

const args_option ends_option_table[] = {
    {"from", 'f', "TILES", places_read_sources, offsetof(ends_options, from),
     "where the route may begin: X,Y or X,Y=ORIGIN, several in\n"
     "quotes with blanks between them; may be repeated",
     NULL},
    {"to", 't', "TILES", places_read_targets, offsetof(ends_options, to),
     "where it may end: X,Y, several as above", NULL},
};

bool ends_are_complete(const ends_options *options, const char *verb) {
    if (options->from.count == 0) cli_say("%s needs --from TILES, such as --from 12,40", verb);
    if (options->to.count == 0) cli_say("%s needs --to TILES, such as --to 80,3", verb);
    return options->from.count > 0 && options->to.count > 0;
}

void ends_options_free(ends_options *options) {
    places_free(&options->from);
    places_free(&options->to);
}

bool ends_make(ends *out, const ends_options *options, const rule_options *rules, const lf_map *map,
               lf_query *query) {
    const place_list *from = &options->from, *to = &options->to;
    *out = (ends){0};
    const bool sources_fine = places_check(from, map, "source", &rules->rule);
    const bool targets_fine = places_check(to, map, "target", &rules->rule);
    if (!sources_fine || !targets_fine) return false;
    out->sources = malloc((size_t)from->count * sizeof *out->sources);
    out->targets = malloc((size_t)to->count * sizeof *out->targets);
    if (out->sources == NULL || out->targets == NULL) {
        cli_no_memory();
        return false;
    }
    for (int64_t i = 0; i < from->count; i++) {
        const place *item = &from->items[i];
        out->sources[i] = (lf_source){lf_map_tile(map, item->at.x, item->at.y), item->origin};
    }
    for (int64_t i = 0; i < to->count; i++)
        out->targets[i] = lf_map_tile(map, to->items[i].at.x, to->items[i].at.y);
    *query = (lf_query){.sources = out->sources,
                        .source_count = from->count,
                        .targets = out->targets,
                        .target_count = to->count,
                        .map = map};
    rules_apply(rules, query);
    return true;
}

void ends_free(ends *of) {
    free(of->sources);
    free(of->targets);
    *of = (ends){0};
}
