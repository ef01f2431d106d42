// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What a picture shows of a map, and how large, on the command line.
#include "framing.h"

#include "cli.h"

#include <string.h>

enum {
    LEAST_WIDTH = 100,
    MOST_ZOOM = 256, // pixels a tile
    ZOOM_DIGITS = 3, // behind the point: DRAW_ZOOM_ONE
};

static bool read_width(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, LEAST_WIDTH, DRAW_MAX_SIDE,
                           &((framing_options *)field)->draw.width);
}

static bool read_crop(const args_option *option, const char *value, void *field) {
    draw_options *draw = &((framing_options *)field)->draw;
    int32_t *const parts[] = {&draw->x, &draw->y, &draw->across, &draw->down};
    const char *end = value;
    for (int i = 0; i < 4; i++) {
        int64_t number;
        if (!args_take_int(&end, i < 2 ? 0 : 1, INT32_MAX, &number) || *end != (i < 3 ? ',' : '\0')) {
            cli_say("--%s: '%s' is not a part of a map, expected X,Y,WIDTH,HEIGHT in tiles, such as "
                    "100,50,640,480",
                    option->name, value);
            return false;
        }
        end++;
        *parts[i] = (int32_t)number;
    }
    return true;
}

/// Reads "4" or "0.25" as thousandths.
static bool take_zoom(const char *value, int32_t *out) {
    int64_t whole, part = 0;
    if (!args_take_int(&value, 0, MOST_ZOOM, &whole)) return false;
    if (*value == '.') {
        const char *begin = ++value;
        if (*begin == '-' || !args_take_int(&value, 0, INT32_MAX, &part) || value - begin > ZOOM_DIGITS)
            return false;
        for (int64_t digits = value - begin; digits < ZOOM_DIGITS; digits++) part *= 10;
    }
    *out = (int32_t)(whole * DRAW_ZOOM_ONE + part);
    return *value == '\0' && *out >= 1 && *out <= MOST_ZOOM * DRAW_ZOOM_ONE;
}

static bool read_zoom(const args_option *option, const char *value, void *field) {
    framing_options *framing = field;
    framing->zoom_route = strcmp(value, "route") == 0;
    framing->draw.zoom = 0;
    if (framing->zoom_route || take_zoom(value, &framing->draw.zoom)) return true;
    cli_say("--%s: '%s' is neither 'route' nor pixels a tile from 0.001 to %d, such as 4 or 0.25",
            option->name, value, MOST_ZOOM);
    return false;
}

const args_option framing_option_table[3] = {
    {"width", 0, "N", read_width, 0,
     "a picture of N pixels across; default: as large as a screen,\nlong maps longer", NULL},
    {"crop", 0, "X,Y,W,H", read_crop, 0, "a picture of only the W x H tiles from column X and row Y on",
     NULL},
    {"zoom", 0, "Z", read_zoom, 0,
     "a picture of Z pixels a tile, such as 4 or 0.25; or 'route': only\nthe tiles around the route, or "
     "around the targets of a field",
     NULL},
};

bool framing_options_fit(const framing_options *options, const char *path) {
    const draw_options *draw = &options->draw;
    const bool any = draw->width > 0 || draw->zoom > 0 || draw->across > 0 || options->zoom_route;
    if (path == NULL && any) cli_note("--width, --crop and --zoom say nothing without a picture");
    if (draw->width > 0 && draw->zoom > 0) {
        cli_say("--width and --zoom both say how large the picture is: give one of them");
        return false;
    }
    if (draw->across > 0 && options->zoom_route) {
        cli_say("--crop and --zoom route both say what the picture shows: give one of them");
        return false;
    }
    return true;
}

static bool size_fits(const draw_options *draw, const lf_map *map, int32_t panels) {
    int32_t width, height;
    if (draw_sheet_size(map, panels, draw, &width, &height)) return true;
    cli_say("a picture of %d x %d pixels is too large, expected at most %d a side and %d million in all",
            width, height, DRAW_MAX_SIDE, DRAW_MAX_PIXELS / 1000000);
    return false;
}

bool framing_fits_map(const framing_options *options, const lf_map *map, int32_t panels) {
    const draw_options *draw = &options->draw;
    const int32_t width = lf_map_width(map), height = lf_map_height(map);
    if (draw->across > 0 && (draw->x >= width || draw->y >= height || draw->across > width - draw->x ||
                             draw->down > height - draw->y)) {
        cli_say("--crop: %d x %d tiles from %d,%d on are not inside the map of %d x %d tiles", draw->across,
                draw->down, draw->x, draw->y, width, height);
        return false;
    }
    return options->zoom_route || size_fits(draw, map, panels);
}

bool framing_of(const framing_options *options, const draw_options *crop, const lf_map *map, int32_t panels,
                draw_options *out) {
    *out = options->draw;
    if (!options->zoom_route) return true;
    out->x = crop->x, out->y = crop->y, out->across = crop->across, out->down = crop->down;
    draw_options_add_margin(out, map);
    return size_fits(out, map, panels);
}
