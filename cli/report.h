// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file report.h
/// An answer as text, JSON or CSV. The names in the JSON and the columns of the CSV are stable, and so is
/// their order; the text is for people and may change.
#ifndef LANDFALL_CLI_REPORT_H
#define LANDFALL_CLI_REPORT_H

#include "chart.h"
#include "obstacles.h"
#include "rows.h"
#include "shaped.h"

#include <stdio.h>

/// Where an answer belongs in a replay: the first keys of its JSON.
typedef struct report_state {
    int64_t line;     ///< of the script
    uint64_t version; ///< of the state that was asked
    bool checked;     ///< whether there is a flood to compare with:
    bool agrees;      ///< whether it found the same
    int64_t length;   ///< of its route; -1 = there is none
} report_state;

/// An answer with what is needed to show it.
typedef struct report {
    const chart *chart;
    const lf_route *route;
    const lf_tile *tiles;    ///< route->tile_count of them
    const lf_search *search; ///< the search that gave it
    const shaped *shape;     ///< NULL if no shape was asked for
    lf_cost cost;            ///< octile: the cost is shown too
    bool weighted;           ///< whether the query has weights: the same
    int32_t too_deep;        ///< 0, or the --min-depth that there is no route for
    int32_t deepest;         ///< then: the greatest one that there is a route for; -1 = there is none at all
    const lf_query *asked;   ///< NULL, or the query, if it has a rule for ends or takes partial routes
    const obstructed *obstructed; ///< NULL, or the obstacles of the query
    const report_state *state;    ///< NULL, or where it belongs in a replay
    const lf_tile *turns;         ///< NULL, or the turning points, which JSON has in place of the tiles
    int64_t turn_count;
    bool no_tiles; ///< JSON: leave out the tiles
    bool no_times; ///< leave out what a clock says
    bool lengths;  ///< CSV: leave out all that is about the search
    int agrees;    ///< 0 = nobody asked; 1 = the length is the one that was known, -1 = it is not
} report;

/// The answer as a JSON object and a line end, to be freed; NULL if there is no memory.
/// @param id  the first key, or -1 for none.
char *report_json(const report *answer, int64_t id);

/// The columns of the CSV.
typedef struct report_columns {
    lf_cost cost;
    bool weighted, partial;         ///< whether the queries have weights, or take partial routes
    bool no_times, lengths, agrees; ///< as in report
} report_columns;

/// The first line of the CSV.
void report_csv_header(const report_columns *columns, rows *to);

/// The answer as a line of CSV with its line end.
void report_csv(const report *answer, int64_t id, rows *to);

/// Prints the answer for people: what was found, where, at what cost; for a guided strategy also what became
/// of the corridor.
void report_print(const report *answer);

/// Prints tiles as "X,Y", several a line.
void report_print_tiles(const lf_map *map, const lf_tile *tiles, int64_t count);

/// Whether a map is small enough for report_print_picture.
bool report_fits_picture(const lf_map *map);

/// Prints the map, a sign a tile, with the answer and all sources and targets of the query on it. False if
/// there is no memory.
bool report_print_picture(const report *answer, const lf_query *query);

#endif // LANDFALL_CLI_REPORT_H
