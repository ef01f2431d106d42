// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Terrain: maps whose bytes say what it costs to enter a tile, and tables for such bytes that have a name.
//
// A reader leaves its bytes in the plane of tiles. A table turns them into open and blocked tiles, and they are kept
// beside these for lf_weights_create with the same table. OpenFront is different: its water has magnitudes, which are
// its depths as well, and land stays land whatever a magnitude weighs.

#include "lfio.h"

#include <inttypes.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------
// Tiles by what they weigh
// ---------------------------------------------------------------------------------------------------

// Blocks the open tiles that weigh nothing.
static lf_io_status terrain_close(const lfio_input *in, lf_grid *grid) {
    const int64_t width = grid->tiles.width, count = width * grid->tiles.height;
    for (int64_t i = 0; i < count; i++) {
        const uint32_t weight = in->terrain[grid->terrain[i]];
        if (!grid->tiles.open[i]) continue;
        if (weight > LF_WEIGHT_MAX)
            return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(),
                             "the byte %d of tile %" PRId64 ",%" PRId64 " has no weight", grid->terrain[i],
                             i % width, i / width);
        grid->tiles.open[i] = weight > 0;
    }
    return LF_IO_OK;
}

lf_io_status lfio_terrain_take(const lfio_input *in, lf_file_format format, lf_grid *grid) {
    const int64_t count = (int64_t)grid->tiles.width * grid->tiles.height;
    uint8_t *more = lfio_alloc(count);
    if (more == NULL) return lfio_fail_memory(in);
    if (format == LF_FILE_OPENFRONT) {
        memcpy(more, grid->depth, (size_t)count);
        grid->terrain = more;
    } else {
        memset(more, 1, (size_t)count);
        grid->terrain = grid->tiles.open;
        grid->tiles.open = more;
    }
    return terrain_close(in, grid);
}

// ---------------------------------------------------------------------------------------------------
// Tables with a name
// ---------------------------------------------------------------------------------------------------

// NavFn: 50 + 0.8 v, rounded down, for costs up to 252. What is beyond is blocked, but unknown tiles may be dearer
// than all others instead.
static void preset_nav2(uint32_t *table) {
    for (uint32_t v = 0; v < LFIO_COST_INSCRIBED; v++) table[v] = 50 + v * 8 / 10;
}

static void preset_nav2_unknown(uint32_t *table) {
    preset_nav2(table);
    table[LFIO_COST_UNKNOWN] = LFIO_COST_INSCRIBED;
}

static void preset_openfront(uint32_t *table) {
    for (int magnitude = 0; magnitude < 32; magnitude++)
        table[magnitude] = magnitude <= 2 ? 4 : magnitude <= 10 ? 1 : 2;
}

static const struct {
    const char *name;
    void (*fill)(uint32_t *table); // all 0 before
} presets[] = {{"nav2", preset_nav2}, {"nav2-unknown", preset_nav2_unknown}, {"openfront", preset_openfront}};

enum { PRESETS = sizeof presets / sizeof *presets };

const char *lf_weights_preset_name(int32_t number) {
    return number >= 0 && number < PRESETS ? presets[number].name : NULL;
}

bool lf_weights_preset(const char *name, uint32_t table[256]) {
    for (int i = 0; name != NULL && table != NULL && i < PRESETS; i++) {
        if (strcmp(name, presets[i].name) != 0) continue;
        memset(table, 0, LFIO_TERRAIN_VALUES * sizeof *table);
        presets[i].fill(table);
        return true;
    }
    return false;
}
