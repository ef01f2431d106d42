// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Headlands: the corners that the strategy of that name searches. All of them are small dots on the ground;
// those that the search has met are larger ones with an edge. There may be a million of the first, so they
// are pixels even in an SVG, and few of the second.
#include "draw_layers.h"

#include <stdlib.h>

// Keeps the headlands that are shown, the met ones in front.
static void headlands_sort_out(headlands *of, const draw_scene *scene, const draw_view *view) {
    int64_t shown = 0;
    for (int64_t i = 0; i < of->count; i++) {
        const lf_tile tile = of->tiles[i];
        if (!view_shows(view, lf_map_point(scene->map, tile))) continue;
        of->tiles[shown++] = tile;
        if (!lf_search_has_met(scene->search, tile)) continue;
        of->tiles[shown - 1] = of->tiles[of->met_count];
        of->tiles[of->met_count++] = tile;
    }
    of->count = shown;
}

bool headlands_find(headlands *out, const draw_scene *scene, const draw_view *view) {
    *out = (headlands){.count = lf_index_headlands(scene->index, NULL, 0)};
    if (out->count == 0) return true;
    out->tiles = malloc((size_t)out->count * sizeof *out->tiles);
    if (out->tiles == NULL) return false;
    lf_index_headlands(scene->index, out->tiles, out->count);
    headlands_sort_out(out, scene, view);
    return true;
}

// Half the width of a dot: where tiles are smaller than dots, crowds of headlands must not hide the coast.
static int32_t dot_radius(const draw_view *view) {
    return range_clamp(view_tile(view) / 3, 3 * SUB / 4, 6 * SUB);
}

void headlands_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view,
                    const headlands *of) {
    for (int64_t i = of->met_count; i < of->count; i++)
        canvas_dot(canvas, view_place(view, lf_map_point(scene->map, of->tiles[i])), dot_radius(view),
                   DRAW_HEADLAND);
}

void headlands_met_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view,
                        const headlands *of) {
    const mark met = {MARK_DOT, DRAW_HEADLAND_MET, dot_radius(view) + SUB, 3 * SUB / 4};
    for (int64_t i = 0; i < of->met_count; i++)
        mark_draw(canvas, &met, view_place(view, lf_map_point(scene->map, of->tiles[i])));
}
