// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Walks as films: which names and sizes can be, how long a frame is and how large a tile.
#include "film.h"

#include "cli.h"
#include "draw_layers.h"
#include "inks.h"

#include <stdlib.h>

enum {
    FILM_FRAMES = 400, // longer walks show several moves a frame
    FILM_SIDE = 400,   // the largest side of a map that is shown, in tiles
    FILM_TILE_LEAST = 2,
    FILM_TILE_MOST = 24,
};

bool film_plan(const char *path, const lf_map *map, int64_t moves, film *out) {
    const int32_t across = lf_map_width(map), down = lf_map_height(map);
    *out = (film){.text = inks_name_ends(path, ".txt"), .moves = moves};
    if (!out->text && !inks_name_ends(path, ".gif")) {
        cli_say("--animate: %s is neither a .gif nor a .txt", path);
        return false;
    }
    if (across > FILM_SIDE || down > FILM_SIDE) {
        cli_say("--animate: %d x %d tiles are too many to be seen, expected at most %d x %d", across, down,
                FILM_SIDE, FILM_SIDE);
        return false;
    }
    out->stride = moves > FILM_FRAMES ? (moves + FILM_FRAMES - 1) / FILM_FRAMES : 1;
    out->frames = (moves + out->stride - 1) / out->stride + 1;
    out->tile = range_clamp(INKS_SIDE / (across > down ? across : down), FILM_TILE_LEAST, FILM_TILE_MOST);
    out->width = across * out->tile;
    out->height = down * out->tile + (out->width >= INKS_CAPTION_WIDTH ? INKS_CAPTION : 0);
    return true;
}

int64_t film_moves(const film *plan, int64_t frame) {
    const int64_t moves = frame * plan->stride;
    return moves < plan->moves ? moves : plan->moves;
}

bool film_save(const char *path, const film *plan, const uint32_t *colors, int32_t color_count,
               int32_t (*paint)(int64_t frame, uint8_t *pixels, void *user), void *user) {
    const lf_animation animation = {.width = plan->width,
                                    .height = plan->height,
                                    .colors = colors,
                                    .color_count = color_count,
                                    .frame_count = plan->frames,
                                    .paint = paint,
                                    .user = user};
    lf_io_error error = {0};
    if (lf_animation_save(path, &animation, &error) == LF_IO_OK) return true;
    cli_say("%s", error.message);
    return false;
}

char *film_rows(const lf_map *map) {
    const size_t width = (size_t)lf_map_width(map), height = (size_t)lf_map_height(map);
    char *text = malloc((width + 1) * height + 1);
    if (text == NULL) return NULL;
    for (size_t y = 0, i = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++, i++)
            text[y * (width + 1) + x] = lf_map_is_open(map, (lf_tile)i) ? '.' : '#';
        text[y * (width + 1) + width] = '\n';
    }
    text[(width + 1) * height] = '\0';
    return text;
}
