// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Pictures of dungeons, read back from the file: the keys that are taken have their numbers beside them, in
// order, and the others have none.
#include "test.h"

#include "draw.h"
#include "dungeon_draw.h"
#include "font.h"

enum { SCALE = 2, AROUND = 40 };

static bool pixel_is_white(const lf_plane *white, int32_t x, int32_t y) {
    return x >= 0 && y >= 0 && x < white->width && y < white->height &&
           white->open[(int64_t)y * white->width + x] != 0;
}

/// Whether a sign stands in dark dots on white with its top left corner at (x, y).
static bool sign_stands_at(const lf_plane *white, int32_t x, int32_t y, char sign) {
    for (int32_t j = -1; j <= FONT_ASCENT * SCALE; j++)
        for (int32_t i = -1; i <= font_sign_width(sign) * SCALE; i++) {
            const bool inside = i >= 0 && j >= 0;
            const bool dot = inside && font_has_dot(sign, i / SCALE, j / SCALE);
            if (pixel_is_white(white, x + i, y + j) == dot) return false;
        }
    return true;
}

/// The number beside a tile, to the upper right of it: 1 to 9, or 0 for none.
static int number_beside(const lf_plane *white, lf_point center) {
    for (int32_t y = center.y - AROUND; y <= center.y; y++)
        for (int32_t x = center.x; x < center.x + AROUND; x++)
            for (int number = 1; number <= 9; number++)
                if (sign_stands_at(white, x, y, (char)('0' + number))) return number;
    return 0;
}

typedef struct asked {
    const char *text;
    int numbers[8]; ///< by the tiles of the one row
} asked;

static void picture_check(const asked *a, const char *path) {
    const lf_load_options options = {.by_color = true, .open_color = 0xFFFFFF};
    lf_grid white;
    lf_io_error error;
    if (!CHECK_EQ(lf_grid_load(path, &options, &white, &error), LF_IO_OK)) return;
    const int32_t width = (int32_t)strlen(a->text);
    const draw_view view = draw_view_make(width, 1);
    for (int32_t x = 0; x < width; x++)
        CHECK_EQ(number_beside(&white.tiles, draw_view_center(&view, (lf_point){x, 0})), a->numbers[x]);
    lf_grid_free(&white);
}

static void draw_and_check(const asked *a) {
    static const char path[] = "test_dungeon_draw.png";
    lf_dungeon d;
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    lf_tile tiles[64];
    lf_keys_event events[64];
    lf_keys_route route;
    CHECK_EQ(lf_dungeon_parse("row", a->text, strlen(a->text), 0, &d, NULL), LF_IO_OK);
    CHECK_EQ(lf_dungeon_to_map(&d, LF_MOVES_KING, &map, &fixtures), LF_OK);
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    const lf_source start = {d.starts[0], 0};
    const lf_keys_query query = {
        .sources = &start, .source_count = 1, .targets = d.exits, .target_count = d.exit_count};
    lf_keys_search_find(search, &query, tiles, 64, &route);
    const dungeon_scene scene = {.map = map,
                                 .dungeon = &d,
                                 .starts = &start,
                                 .start_count = 1,
                                 .exits = d.exits,
                                 .exit_count = d.exit_count,
                                 .tiles = tiles,
                                 .tile_count = route.tile_count,
                                 .events = events,
                                 .event_count = lf_keys_search_events(search, events, 64)};
    CHECK(dungeon_draw(path, &scene));
    picture_check(a, path);
    remove(path);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    lf_dungeon_free(&d);
}

static void keys_are_numbered(void) {
    // b to the left first, then a; the second a is floor by then.
    draw_and_check(&(asked){.text = "b.S.Baa.", .numbers = {0}}); // no exit: no route, no numbers
    draw_and_check(&(asked){.text = "b.S.BaAE", .numbers = {[0] = 1, [5] = 2}});
    draw_and_check(&(asked){.text = "aaSB.AbE", .numbers = {0}});                // b lies behind its own door
    draw_and_check(&(asked){.text = "aaS.ccAE", .numbers = {[1] = 1, [4] = 2}}); // copies are not taken
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(keys_are_numbered)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
