// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Pictures: single pixels tell whether each layer is where it belongs. How it looks, only eyes can tell.
#include "draw.h"
#include "font.h"
#include "test.h"

static lf_map *map_of(int32_t width, int32_t height, const uint8_t *tiles) {
    lf_map *map = NULL;
    const lf_map_desc desc = {
        .width = width, .height = height, .tiles = tiles, .tiles_size = (size_t)width * (size_t)height};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    return map;
}

// An open map, with a wall of one tile every `wall` tiles where that is not 0.
static lf_map *map_with_walls(int32_t width, int32_t height, int32_t wall) {
    uint8_t *tiles = malloc((size_t)width * (size_t)height);
    if (tiles == NULL) abort();
    for (int64_t i = 0; i < (int64_t)width * height; i++)
        tiles[i] = wall == 0 || i % width % wall != wall - 1;
    lf_map *map = map_of(width, height, tiles);
    free(tiles);
    return map;
}

static int64_t pixel(const draw_picture *picture, int32_t x, int32_t y) {
    const uint8_t *rgb = picture->rgb + 3 * ((int64_t)y * picture->width + x);
    return (int64_t)rgb[0] << 16 | (int64_t)rgb[1] << 8 | rgb[2];
}

static int64_t tile_pixel(const draw_picture *picture, const lf_map *map, int32_t x, int32_t y) {
    const draw_view view = draw_view_make(lf_map_width(map), lf_map_height(map));
    const lf_point center = draw_view_center(&view, (lf_point){x, y});
    return pixel(picture, center.x, center.y);
}

static int64_t pixels_of_color(const draw_picture *picture, int64_t color) {
    int64_t count = 0;
    for (int32_t y = 0; y < picture->height; y++)
        for (int32_t x = 0; x < picture->width; x++) count += pixel(picture, x, y) == color;
    return count;
}

static void pictures_fit_a_screen(void) {
    static const int32_t sizes[][2] = {{1, 1},      {10, 10},     {5536, 276},  {276, 5536},  {1, 100000},
                                       {100000, 1}, {1600, 1200}, {1573, 1173}, {2000, 1000}, {700, 600}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int32_t width = sizes[i][0], height = sizes[i][1];
        lf_map *map = map_with_walls(width, height, 0);
        draw_picture picture;
        CHECK_EQ(draw_render(&(draw_scene){.map = map}, &picture), LF_IO_OK);
        const bool wide = width > 5 * height, high = height > 5 * width; // and so may be longer than a screen
        CHECK(picture.width >= 40 && picture.width <= (wide ? DRAW_MAX_LONG + 100 : DRAW_MAX_WIDTH));
        CHECK(picture.height >= 40 && picture.height <= (high ? DRAW_MAX_LONG + 100 : DRAW_MAX_HEIGHT));
        CHECK_EQ(tile_pixel(&picture, map, width / 2, height / 2), DRAW_WATER);
        CHECK_EQ(tile_pixel(&picture, map, 0, 0), DRAW_WATER);
        CHECK_EQ(tile_pixel(&picture, map, width - 1, height - 1), DRAW_WATER);
        draw_picture_free(&picture);
        CHECK(picture.rgb == NULL);
        lf_map_destroy(map);
    }
}

static void small_maps_are_enlarged(void) {
    const draw_view ten = draw_view_make(10, 10), odd = draw_view_make(61, 41);
    CHECK(ten.width >= 800 && ten.width == ten.height);
    CHECK(odd.width >= 800 && odd.width % 61 == 0 && odd.height == odd.width / 61 * 41);
    const draw_view large = draw_view_make(4108, 1948);
    CHECK(large.width >= 1500 && large.width < DRAW_MAX_WIDTH);
    CHECK_EQ(large.height, (int64_t)large.width * 1948 / 4108);
}

static const uint8_t harbour[] = {
    1, 1, 1, 1, 1, //
    1, 0, 0, 0, 1, //
    1, 1, 1, 0, 1, //
    1, 1, 1, 0, 1, //
};

static void layers_lie_on_each_other(void) {
    lf_map *map = map_of(5, 4, harbour);
    lf_search *search = NULL;
    CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
    const lf_source sources[] = {{lf_map_tile(map, 0, 0), 0}, {lf_map_tile(map, 1, 3), 0}};
    const lf_tile targets[] = {lf_map_tile(map, 3, 0), lf_map_tile(map, 4, 3)};
    lf_tile tiles[20];
    lf_route route;
    const lf_query query = {.sources = sources, .source_count = 2, .targets = targets, .target_count = 2};
    CHECK_EQ(lf_search_find(search, &query, tiles, 20, &route), LF_OK);
    const draw_scene scene = {.map = map,
                              .search = search,
                              .tiles = tiles,
                              .tile_count = route.tile_count,
                              .sources = sources,
                              .source_count = 2,
                              .targets = targets,
                              .target_count = 2};
    draw_picture picture;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    CHECK_EQ(tile_pixel(&picture, map, 2, 1), DRAW_LAND);
    CHECK_EQ(tile_pixel(&picture, map, 1, 0), DRAW_ROUTE);
    CHECK_EQ(tile_pixel(&picture, map, 2, 0), DRAW_ROUTE);
    CHECK_EQ(tile_pixel(&picture, map, 2, 3), DRAW_MET);
    CHECK_EQ(tile_pixel(&picture, map, 4, 2), DRAW_WATER);
    CHECK_EQ(tile_pixel(&picture, map, 0, 0), DRAW_SOURCE);
    CHECK_EQ(tile_pixel(&picture, map, 1, 3), DRAW_SOURCE);
    CHECK_EQ(tile_pixel(&picture, map, 3, 0), DRAW_TARGET);
    CHECK_EQ(tile_pixel(&picture, map, 4, 3), DRAW_TARGET);
    // Winners are larger than losers: here, 20 pixels from the centre.
    const draw_view view = draw_view_make(5, 4);
    const lf_point won = draw_view_center(&view, (lf_point){0, 0});
    const lf_point lost = draw_view_center(&view, (lf_point){1, 3});
    CHECK_EQ(pixel(&picture, won.x, won.y + 20), DRAW_SOURCE);
    CHECK(pixel(&picture, lost.x, lost.y + 20) != DRAW_SOURCE);
    draw_picture_free(&picture);
    lf_search_destroy(search);
    lf_map_destroy(map);
}

// ---- Corridors ------------------------------------------------------------------------------------

// Three rows of eight cells of level 2. A wall parts source and target; a plan of cells does not see it,
// and it takes two widenings to come to the lowest row, where the gap is.
typedef struct strait {
    lf_map *map;
    lf_coarse *coarse;
    lf_search *search;
    lf_source source;
    lf_tile target, tiles[32 * 12];
    lf_route route;
} strait;

static void strait_search(strait *s, int32_t widenings) {
    uint8_t tiles[32 * 12];
    for (int i = 0; i < 32 * 12; i++) tiles[i] = i % 32 != 16 || i / 32 >= 8;
    *s = (strait){.map = map_of(32, 12, tiles)};
    s->source.tile = lf_map_tile(s->map, 14, 1);
    s->target = lf_map_tile(s->map, 20, 2);
    CHECK_EQ(lf_coarse_create(s->map, &(lf_coarse_desc){.level = 2, .kind = LF_COARSE_CELLS}, &s->coarse),
             LF_OK);
    CHECK_EQ(lf_search_create(s->map, &(lf_search_desc){.coarse = s->coarse}, &s->search), LF_OK);
    const lf_query query = {.sources = &s->source,
                            .source_count = 1,
                            .targets = &s->target,
                            .target_count = 1,
                            .strategy = LF_STRATEGY_EXPAND,
                            .options = {.radius = LF_NONE, .widenings = widenings}};
    CHECK_EQ(lf_search_find(s->search, &query, s->tiles, 32 * 12, &s->route), LF_OK);
}

static draw_scene strait_scene(const strait *s) {
    return (draw_scene){.map = s->map,
                        .search = s->search,
                        .tiles = s->tiles,
                        .tile_count = s->route.tile_count,
                        .sources = &s->source,
                        .source_count = 1,
                        .targets = &s->target,
                        .target_count = 1,
                        .coarse = s->coarse,
                        .guardrail = s->route.stats.guardrail};
}

static void strait_free(strait *s) {
    lf_search_destroy(s->search);
    lf_coarse_destroy(s->coarse);
    lf_map_destroy(s->map);
}

static void corridors_have_the_tints_of_their_phases(void) {
    strait s;
    strait_search(&s, 0);
    CHECK_EQ(s.route.stats.phases, 3);
    const draw_scene scene = strait_scene(&s);
    draw_picture picture;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    CHECK_EQ(tile_pixel(&picture, s.map, 12, 0), draw_phase_color(1, true));
    CHECK_EQ(tile_pixel(&picture, s.map, 23, 0), draw_phase_color(1, false)); // behind the target: not met
    CHECK_EQ(tile_pixel(&picture, s.map, 9, 5), draw_phase_color(2, true));
    CHECK_EQ(tile_pixel(&picture, s.map, 10, 9), draw_phase_color(3, true));
    CHECK_EQ(tile_pixel(&picture, s.map, 30, 10), DRAW_WATER); // never in the corridor
    CHECK_EQ(tile_pixel(&picture, s.map, 20, 2), DRAW_TARGET);
    CHECK_EQ(pixels_of_color(&picture, DRAW_MET), 0);
    CHECK_EQ(pixels_of_color(&picture, draw_phase_color(4, true)), 0); // nor does the legend speak of it
    draw_picture_free(&picture);
    // Without the coarse map it is a flood's picture.
    draw_scene plain = scene;
    plain.coarse = NULL;
    CHECK_EQ(draw_render(&plain, &picture), LF_IO_OK);
    CHECK_EQ(tile_pixel(&picture, s.map, 12, 0), DRAW_MET);
    draw_picture_free(&picture);
    strait_free(&s);
}

static void guardrails_are_told_apart(void) {
    strait s;
    strait_search(&s, LF_NONE);
    CHECK(s.route.stats.guardrail);
    const draw_scene scene = strait_scene(&s);
    draw_picture picture;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    CHECK_EQ(tile_pixel(&picture, s.map, 12, 0), draw_phase_color(1, true));
    CHECK_EQ(tile_pixel(&picture, s.map, 9, 5), DRAW_GUARDRAIL);
    CHECK_EQ(pixels_of_color(&picture, draw_phase_color(2, true)), 0);
    draw_picture_free(&picture);
    strait_free(&s);
}

static int64_t luminance(int64_t color) {
    return 299 * (color >> 16) + 587 * (color >> 8 & 0xFF) + 114 * (color & 0xFF);
}

// The order of the phases must show without the hues.
static void tints_darken_in_order(void) {
    for (int32_t phase = 1; phase < DRAW_MAX_PHASE; phase++) {
        CHECK(luminance(draw_phase_color(phase, true)) >
              luminance(draw_phase_color(phase + 1, true)) + 10000);
        CHECK(draw_phase_color(phase, false) != draw_phase_color(phase + 1, false));
    }
    CHECK_EQ(draw_phase_color(DRAW_MAX_PHASE, true), draw_phase_color(DRAW_MAX_PHASE + 9, true));
    CHECK_EQ(draw_phase_color(0, true), draw_phase_color(1, true));
}

// ---- Legend and sheets ----------------------------------------------------------------------------

/// A shape is drawn instead of the tiles, with dots on the waypoints between its ends.
static void shapes_are_drawn(void) {
    lf_map *map = map_with_walls(40, 20, 0);
    const lf_tile tiles[3] = {lf_map_tile(map, 2, 2), lf_map_tile(map, 3, 2), lf_map_tile(map, 30, 2)};
    const lf_tile waypoints[3] = {tiles[0], lf_map_tile(map, 16, 16), tiles[2]};
    const lf_curve_point points[3] = {
        {2 * 256 + 128, 2 * 256 + 128}, {16 * 256 + 128, 16 * 256 + 128}, {30 * 256 + 128, 2 * 256 + 128}};
    draw_scene scene = {.map = map, .tiles = tiles, .tile_count = 3};
    draw_picture picture;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    CHECK_EQ(tile_pixel(&picture, map, 16, 2), DRAW_ROUTE);
    CHECK_EQ(pixels_of_color(&picture, DRAW_WAYPOINT), 0);
    draw_picture_free(&picture);
    scene.points = points, scene.point_count = 3;
    scene.waypoints = waypoints, scene.waypoint_count = 3;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    CHECK_EQ(tile_pixel(&picture, map, 16, 2), DRAW_WATER);
    CHECK_EQ(tile_pixel(&picture, map, 16, 16), DRAW_WAYPOINT);
    CHECK_EQ(tile_pixel(&picture, map, 9, 9), DRAW_ROUTE); // halfway
    CHECK_EQ(tile_pixel(&picture, map, 9, 6), DRAW_WATER);
    draw_picture_free(&picture);
    scene.points = NULL;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_E_ARGUMENT);
    lf_map_destroy(map);
}

static void legends_say_what_is_there(void) {
    lf_map *map = map_with_walls(20, 10, 0);
    const draw_view view = draw_view_make(20, 10);
    const int32_t bare = view.height + 2 * view.top;
    const lf_source source = {lf_map_tile(map, 3, 3), 0};
    draw_picture picture;
    CHECK_EQ(draw_render(&(draw_scene){.map = map}, &picture), LF_IO_OK);
    CHECK_EQ(picture.height, bare);
    draw_picture_free(&picture);
    CHECK_EQ(draw_render(&(draw_scene){.map = map, .sources = &source, .source_count = 1}, &picture),
             LF_IO_OK);
    CHECK(picture.height > bare && picture.height <= DRAW_MAX_HEIGHT);
    draw_picture_free(&picture);
    lf_map_destroy(map);
    // A search that met nothing is not spoken of.
    map = map_with_walls(20, 10, 7);
    lf_search *search = NULL;
    lf_route route;
    const lf_tile target = lf_map_tile(map, 19, 9);
    const lf_source near = {lf_map_tile(map, 0, 0), 0};
    const lf_query query = {.sources = &near, .source_count = 1, .targets = &target, .target_count = 1};
    CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_NO_ROUTE);
    const draw_scene unmet = {.map = map, .search = search, .sources = &near, .source_count = 1};
    CHECK_EQ(draw_render(&unmet, &picture), LF_IO_OK);
    CHECK_EQ(pixels_of_color(&picture, DRAW_MET), 0);
    draw_picture_free(&picture);
    lf_search_destroy(search);
    lf_map_destroy(map);
    // A picture too narrow for words has none.
    map = map_with_walls(1, 5000, 0);
    const draw_scene narrow = {.map = map, .targets = &(lf_tile){7}, .target_count = 1};
    CHECK_EQ(draw_render(&narrow, &picture), LF_IO_OK);
    CHECK(picture.width < 100 && picture.height <= DRAW_MAX_HEIGHT);
    CHECK_EQ(picture.height, draw_view_make(1, 5000).height + 2 * view.top);
    draw_picture_free(&picture);
    lf_map_destroy(map);
}

static void sheets_fit_whatever_they_hold(void) {
    static const int32_t sizes[][2] = {{1, 1}, {1, 5000}, {5000, 1}, {24, 9}, {300, 400}, {2000, 1000}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        lf_map *map = map_with_walls(sizes[i][0], sizes[i][1], 0);
        for (int32_t panels = 1; panels <= 9; panels += 2) {
            draw_sheet sheet;
            CHECK_EQ(draw_sheet_make(map, panels, NULL, &sheet), LF_IO_OK);
            for (int32_t k = 0; k < panels; k++)
                CHECK_EQ(draw_sheet_add(&sheet, &(draw_scene){.map = map}, "title", "1 2 3"), LF_IO_OK);
            CHECK_EQ(draw_sheet_add(&sheet, &(draw_scene){.map = map}, "", ""), LF_IO_E_ARGUMENT);
            draw_sheet_finish(&sheet);
            CHECK(sheet.picture.width <= DRAW_MAX_WIDTH && sheet.picture.height <= DRAW_MAX_SHEET_HEIGHT);
            // The last panel is inside, and has its map in the middle.
            const int32_t x = sheet.first.left + (panels - 1) % sheet.columns * sheet.step_x;
            const int32_t y = sheet.first.top + (panels - 1) / sheet.columns * sheet.step_y;
            CHECK(x + sheet.first.width < sheet.picture.width &&
                  y + sheet.first.height < sheet.picture.height);
            CHECK_EQ(pixel(&sheet.picture, x + sheet.first.width / 2 + 1, y + sheet.first.height / 2 + 1),
                     DRAW_WATER);
            draw_picture_free(&sheet.picture);
        }
        lf_map_destroy(map);
    }
}

static void sheets_refuse_bad_arguments(void) {
    lf_map *map = map_with_walls(9, 9, 0), *other = map_with_walls(9, 8, 0);
    draw_sheet sheet;
    CHECK_EQ(draw_sheet_make(NULL, 1, NULL, &sheet), LF_IO_E_ARGUMENT);
    CHECK(sheet.picture.rgb == NULL);
    CHECK_EQ(draw_sheet_make(map, 0, NULL, &sheet), LF_IO_E_ARGUMENT);
    CHECK_EQ(draw_sheet_make(map, 1, NULL, NULL), LF_IO_E_ARGUMENT);
    CHECK_EQ(draw_sheet_make(map, 2, NULL, &sheet), LF_IO_OK);
    CHECK_EQ(draw_sheet_add(&sheet, &(draw_scene){.map = other}, "", ""), LF_IO_E_ARGUMENT);
    CHECK_EQ(draw_sheet_add(&sheet, NULL, "", ""), LF_IO_E_ARGUMENT);
    CHECK_EQ(draw_sheet_add(&sheet, &(draw_scene){.map = map}, NULL, ""), LF_IO_E_ARGUMENT);
    CHECK_EQ(draw_sheet_add(NULL, &(draw_scene){.map = map}, "", ""), LF_IO_E_ARGUMENT);
    CHECK_EQ(draw_sheet_save(NULL, &sheet, NULL), LF_IO_E_ARGUMENT);
    draw_picture_free(&sheet.picture);
    CHECK_EQ(draw_sheet_save("nothing.png", &sheet, NULL), LF_IO_E_ARGUMENT);
    lf_map_destroy(other);
    lf_map_destroy(map);
}

static int32_t sign_dots(char sign) {
    int32_t dots = 0;
    for (int32_t y = 0; y < FONT_HEIGHT; y++)
        for (int32_t x = 0; x < 5; x++) dots += font_has_dot(sign, x, y);
    return dots;
}

static void letters_can_be_read(void) {
    static const char signs[] = "abcdefghijklmnopqrstuvwxyz0123456789.,:-+=/()";
    for (const char *sign = signs; *sign != '\0'; sign++) {
        CHECK(sign_dots(*sign) > 0 && font_sign_width(*sign) >= 1 && font_sign_width(*sign) <= 5);
        bool filled = false; // the last column decides on the width
        for (int32_t y = 0; y < FONT_HEIGHT; y++)
            filled |= font_has_dot(*sign, font_sign_width(*sign) - 1, y);
        CHECK(filled);
    }
    CHECK_EQ(sign_dots(' '), 0);
    CHECK_EQ(sign_dots('~'), 0);
    CHECK_EQ(sign_dots('A'), sign_dots('a'));
    CHECK_EQ(font_text_width(""), 0);
    CHECK_EQ(font_text_width("ii"), 2 * font_sign_width('i') + 1);
    CHECK(!font_has_dot('i', -1, 0) && !font_has_dot('i', 0, -1) && !font_has_dot('i', 5, 0) &&
          !font_has_dot('i', 0, 99));
}

static void no_route_still_makes_a_picture(void) {
    lf_map *map = map_with_walls(9, 9, 5);
    const lf_source source = {lf_map_tile(map, 1, 1), 0};
    const lf_tile target = lf_map_tile(map, 7, 7);
    const draw_scene scene = {
        .map = map, .sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    draw_picture picture;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    CHECK_EQ(pixels_of_color(&picture, DRAW_ROUTE), 0);
    CHECK_EQ(tile_pixel(&picture, map, 1, 1), DRAW_SOURCE);
    CHECK_EQ(tile_pixel(&picture, map, 7, 7), DRAW_TARGET);
    CHECK_EQ(tile_pixel(&picture, map, 4, 4), DRAW_LAND);
    draw_picture_free(&picture);
    lf_map_destroy(map);
}

static void routes_show_on_reduced_maps(void) {
    enum { WIDTH = 6000, HEIGHT = 900 };
    lf_map *map = map_with_walls(WIDTH, HEIGHT, 0);
    lf_tile *tiles = malloc(WIDTH * sizeof *tiles);
    if (tiles == NULL) abort();
    for (int32_t x = 0; x < WIDTH; x++) tiles[x] = lf_map_tile(map, x, 300 + x / 20);
    const draw_scene scene = {.map = map, .tiles = tiles, .tile_count = WIDTH};
    draw_picture picture;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    for (int32_t x = 100; x < WIDTH - 100; x += 7)
        CHECK_EQ(tile_pixel(&picture, map, x, 300 + x / 20), DRAW_ROUTE);
    draw_picture_free(&picture);
    free(tiles);
    lf_map_destroy(map);
}

// A loop comes back to pixels that it has drawn; no stretch of it may be missing.
static void loops_are_closed(void) {
    lf_map *map = map_with_walls(8, 8, 0);
    const int32_t corners[][2] = {{1, 1}, {2, 1}, {3, 1}, {3, 2}, {3, 3}, {2, 3}, {1, 3}, {1, 2}, {1, 1}};
    lf_tile tiles[9];
    for (int i = 0; i < 9; i++) tiles[i] = lf_map_tile(map, corners[i][0], corners[i][1]);
    const draw_scene scene = {.map = map, .tiles = tiles, .tile_count = 9};
    draw_picture picture;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    const draw_view view = draw_view_make(8, 8);
    const lf_point a = draw_view_center(&view, (lf_point){1, 1}),
                   b = draw_view_center(&view, (lf_point){1, 2});
    CHECK_EQ(pixel(&picture, a.x, (a.y + b.y) / 2), DRAW_ROUTE);
    draw_picture_free(&picture);
    lf_map_destroy(map);
}

static void narrow_channels_do_not_vanish(void) {
    uint8_t *tiles = calloc(8000 * 100, 1);
    if (tiles == NULL) abort();
    for (int32_t x = 0; x < 8000; x++) tiles[50 * 8000 + x] = 1;
    lf_map *map = map_of(8000, 100, tiles);
    draw_picture picture;
    CHECK_EQ(draw_render(&(draw_scene){.map = map}, &picture), LF_IO_OK);
    const int64_t color = tile_pixel(&picture, map, 4000, 50);
    const int64_t blue = color & 0xFF, red = color >> 16;
    CHECK(blue > red - 10); // land is far more red than blue
    CHECK_EQ(tile_pixel(&picture, map, 4000, 10), DRAW_LAND);
    draw_picture_free(&picture);
    lf_map_destroy(map);
    free(tiles);
}

static void bad_arguments_are_refused(void) {
    lf_map *map = map_with_walls(3, 3, 0);
    draw_picture picture;
    lf_io_error error;
    CHECK_EQ(draw_render(NULL, &picture), LF_IO_E_ARGUMENT);
    CHECK(picture.rgb == NULL);
    CHECK_EQ(draw_render(&(draw_scene){.map = map}, NULL), LF_IO_E_ARGUMENT);
    CHECK_EQ(draw_render(&(draw_scene){0}, &picture), LF_IO_E_ARGUMENT);
    CHECK_EQ(draw_render(&(draw_scene){.map = map, .tile_count = 1}, &picture), LF_IO_E_ARGUMENT);
    CHECK_EQ(draw_render(&(draw_scene){.map = map, .source_count = -1}, &picture), LF_IO_E_ARGUMENT);
    CHECK_EQ(draw_save(NULL, &(draw_scene){.map = map}, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(error.status, LF_IO_E_ARGUMENT);
    CHECK_EQ(draw_save("nothing.png", NULL, NULL), LF_IO_E_ARGUMENT);
    CHECK(draw_save("no/such/folder/picture.png", &(draw_scene){.map = map}, &error) < 0);
    CHECK(strstr(error.message, "no/such/folder/picture.png") != NULL);
    // Tiles outside the map are left out.
    const lf_tile outside[] = {LF_NO_TILE, 9};
    const draw_scene scene = {
        .map = map, .tiles = outside, .tile_count = 2, .targets = outside, .target_count = 2};
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    CHECK_EQ(pixels_of_color(&picture, DRAW_TARGET), 0);
    draw_picture_free(&picture);
    lf_map_destroy(map);
}

static void saved_pictures_can_be_read(void) {
    lf_map *map = map_of(5, 4, harbour);
    const char *path = "test_draw_harbour.png";
    CHECK_EQ(draw_save(path, &(draw_scene){.map = map}, NULL), LF_IO_OK);
    // Read back as a map: land is the only light colour of the two.
    lf_grid grid;
    const lf_load_options options = {.threshold = 180};
    CHECK_EQ(lf_grid_load(path, &options, &grid, NULL), LF_IO_OK);
    const draw_view view = draw_view_make(5, 4);
    CHECK_EQ(grid.tiles.width, view.width + 2 * view.left);
    for (int32_t i = 0; i < 20; i++) {
        const lf_point center = draw_view_center(&view, (lf_point){i % 5, i / 5});
        CHECK_EQ(grid.tiles.open[(int64_t)center.y * grid.tiles.width + center.x], harbour[i] == 0);
    }
    lf_grid_free(&grid);
    remove(path);
    lf_map_destroy(map);
}

// ---- Crops, sizes, gates, headlands ---------------------------------------------------------------

static void crops_show_their_tiles_only(void) {
    lf_map *map = map_with_walls(300, 200, 100);
    const lf_source sources[] = {{lf_map_tile(map, 20, 20), 0}, {lf_map_tile(map, 150, 100), 0}};
    const lf_tile target = lf_map_tile(map, 250, 150);
    const draw_options crop = {.x = 95, .y = 90, .across = 100, .down = 50};
    const draw_scene scene = {.map = map,
                              .sources = sources,
                              .source_count = 2,
                              .targets = &target,
                              .target_count = 1,
                              .options = &crop};
    draw_picture picture;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    const draw_view view = draw_view_of(300, 200, &crop);
    CHECK_EQ(view.width, view.height * 2);
    const lf_point wall = draw_view_center(&view, (lf_point){99, 110}),
                   water = draw_view_center(&view, (lf_point){194, 139}),
                   source = draw_view_center(&view, (lf_point){150, 100});
    CHECK_EQ(pixel(&picture, wall.x, wall.y), DRAW_LAND);
    CHECK_EQ(pixel(&picture, water.x, water.y), DRAW_WATER);
    CHECK_EQ(pixel(&picture, source.x, source.y), DRAW_SOURCE);
    CHECK_EQ(pixels_of_color(&picture, DRAW_TARGET), 0); // neither on the map nor in the legend
    draw_picture_free(&picture);
    lf_map_destroy(map);
}

/// Lines from far outside to far outside pass through a crop, and leave its frame alone.
static void lines_pass_through_crops(void) {
    lf_map *map = map_with_walls(200000, 100, 0);
    const lf_tile ends[2] = {lf_map_tile(map, 0, 50), lf_map_tile(map, 199999, 50)};
    const lf_curve_point points[2] = {{128, 50 * 256 + 128}, {199999 * 256 + 128, 50 * 256 + 128}};
    const draw_options crop = {.x = 100000, .y = 45, .across = 11, .down = 11, .zoom = 50 * DRAW_ZOOM_ONE};
    const draw_scene scene = {
        .map = map, .tiles = ends, .tile_count = 2, .points = points, .point_count = 2, .options = &crop};
    draw_picture picture;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    const draw_view view = draw_view_of(200000, 100, &crop);
    CHECK_EQ(view.width, 550);
    const int32_t y = draw_view_center(&view, (lf_point){100005, 50}).y;
    CHECK_EQ(pixel(&picture, view.left, y), DRAW_ROUTE);
    CHECK_EQ(pixel(&picture, view.left + 549, y), DRAW_ROUTE);
    CHECK_EQ(pixel(&picture, view.left + 300, y), DRAW_ROUTE);
    CHECK(pixel(&picture, view.left - 3, y) != DRAW_ROUTE);
    CHECK(pixel(&picture, view.left + 552, y) != DRAW_ROUTE);
    draw_picture_free(&picture);
    lf_map_destroy(map);
}

static void sizes_are_what_was_asked_for(void) {
    static const int32_t sizes[][2] = {{24, 9}, {5536, 276}, {300, 400}, {1, 1}, {2000, 1000}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        lf_map *map = map_with_walls(sizes[i][0], sizes[i][1], 0);
        for (int32_t width = 100; width < 2500; width = width * 2 + 33) {
            const draw_options options = {.width = width};
            for (int32_t panels = 1; panels <= 7; panels += 3) {
                draw_sheet sheet;
                CHECK_EQ(draw_sheet_make(map, panels, &options, &sheet), LF_IO_OK);
                CHECK_EQ(sheet.picture.width, width);
                CHECK_EQ(draw_sheet_add(&sheet, &(draw_scene){.map = map}, "title", "1 2 3"), LF_IO_OK);
                draw_picture_free(&sheet.picture);
            }
        }
        for (int32_t zoom = 125; zoom <= 2000; zoom *= 4) {
            const draw_options options = {.zoom = zoom};
            const draw_view view = draw_view_of(sizes[i][0], sizes[i][1], &options);
            const int32_t expected = (sizes[i][0] * zoom + 500) / 1000;
            CHECK_EQ(view.width, expected > 0 ? expected : 1);
        }
        lf_map_destroy(map);
    }
}

static void sizes_and_crops_are_checked(void) {
    static const draw_options outside[] = {{.x = -1, .across = 5, .down = 5},
                                           {.x = 16, .across = 5, .down = 5},
                                           {.y = 6, .across = 5, .down = 5},
                                           {.across = 21, .down = 1},
                                           {.across = 1, .down = 0},
                                           {.x = 3},
                                           {.across = -1, .down = 1},
                                           {.width = 20},
                                           {.width = -1},
                                           {.zoom = -1},
                                           {.x = INT32_MAX, .across = INT32_MAX, .down = 1}};
    lf_map *map = map_with_walls(20, 10, 0);
    draw_picture picture;
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        const draw_scene scene = {.map = map, .options = &outside[i]};
        CHECK_EQ(draw_render(&scene, &picture), LF_IO_E_ARGUMENT);
        CHECK(picture.rgb == NULL);
    }
    const draw_options large = {.zoom = 2000 * DRAW_ZOOM_ONE};
    CHECK_EQ(draw_render(&(draw_scene){.map = map, .options = &large}, &picture), LF_IO_E_LIMIT);
    int32_t width, height;
    CHECK(!draw_sheet_size(map, 1, &large, &width, &height) && width > 40000 && height > 20000);
    CHECK(draw_sheet_size(map, 1, &(draw_options){.width = 500}, &width, &height) && width == 500);
    lf_map_destroy(map);
}

static void routes_can_be_cropped_to(void) {
    lf_map *map = map_with_walls(1000, 500, 0);
    const lf_tile tiles[] = {lf_map_tile(map, 300, 200), lf_map_tile(map, 301, 199)};
    const lf_tile far = lf_map_tile(map, 999, 499);
    draw_scene scene = {.map = map, .tiles = tiles, .tile_count = 2, .targets = &far, .target_count = 1};
    draw_options crop = {0};
    draw_options_add_margin(&crop, map);
    CHECK_EQ(crop.across, 0);
    draw_options_add_route(&crop, &scene);
    CHECK(crop.x == 300 && crop.y == 199 && crop.across == 2 && crop.down == 2);
    draw_options_add_margin(&crop, map);
    CHECK(crop.x == 296 && crop.y == 195 && crop.across == 10 && crop.down == 10);
    scene.tile_count = 0; // no route: the ends are shown, and the margin ends at the edge of the map
    crop = (draw_options){0};
    draw_options_add_route(&crop, &scene);
    draw_options_add_margin(&crop, map);
    CHECK(crop.x == 995 && crop.y == 495 && crop.across == 5 && crop.down == 5);
    lf_map_destroy(map);
}

/// A river of 12 tiles in a long map: the route on it leaves water to be seen on both of its sides.
static void routes_do_not_hide_rivers(void) {
    enum { WIDTH = 5500, HEIGHT = 280, TOP = 130, BREADTH = 12 };
    uint8_t *open = calloc(WIDTH * HEIGHT, 1);
    lf_tile *tiles = malloc(WIDTH * sizeof *tiles);
    if (open == NULL || tiles == NULL) abort();
    memset(open + TOP * WIDTH, 1, (size_t)BREADTH * WIDTH);
    lf_map *map = map_of(WIDTH, HEIGHT, open);
    for (int32_t x = 0; x < WIDTH; x++) tiles[x] = lf_map_tile(map, x, TOP + BREADTH / 2);
    draw_picture picture;
    CHECK_EQ(draw_render(&(draw_scene){.map = map, .tiles = tiles, .tile_count = WIDTH}, &picture), LF_IO_OK);
    CHECK_EQ(tile_pixel(&picture, map, 2000, TOP + 6), DRAW_ROUTE);
    for (int32_t y = TOP; y < TOP + BREADTH; y += BREADTH - 1) {
        const int64_t color = tile_pixel(&picture, map, 2000, y);
        CHECK((color & 0xFF) > (color >> 16)); // more blue than red
    }
    draw_picture_free(&picture);
    lf_map_destroy(map);
    free(tiles);
    free(open);
}

static void closed_water_is_told_apart(void) {
    lf_map *map = map_with_walls(60, 30, 20); // walls at columns 19, 39, 59
    lf_depth *depth = NULL;
    lf_search *search = NULL;
    CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.depth = depth}, &search), LF_OK);
    const lf_source source = {lf_map_tile(map, 18, 3), 0};
    const lf_tile target = lf_map_tile(map, 10, 3);
    lf_tile tiles[60];
    lf_route route;
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .gate = {.min_depth = 4, .harbour = 5}};
    CHECK_EQ(lf_search_find(search, &query, tiles, 60, &route), LF_OK);
    draw_scene scene = {.map = map, .search = search, .depth = depth, .least_depth = 4};
    draw_picture picture;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    CHECK_EQ(tile_pixel(&picture, map, 18, 25), DRAW_CLOSED);
    CHECK_EQ(tile_pixel(&picture, map, 21, 3), DRAW_CLOSED);
    CHECK_EQ(tile_pixel(&picture, map, 30, 15), DRAW_WATER);
    CHECK(tile_pixel(&picture, map, 17, 4) != DRAW_CLOSED); // exempt: in the harbour
    CHECK_EQ(tile_pixel(&picture, map, 39, 15), DRAW_LAND);
    const int32_t with_legend = picture.height;
    draw_picture_free(&picture);
    scene.least_depth = 0;
    scene.search = NULL;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    CHECK_EQ(pixels_of_color(&picture, DRAW_CLOSED), 0);
    CHECK(picture.height < with_legend);
    draw_picture_free(&picture);
    lf_search_destroy(search);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
}

static void headlands_are_drawn(void) {
    lf_map *map = map_of(5, 4, harbour);
    lf_index *index = NULL;
    lf_search *search = NULL;
    CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index}, &search), LF_OK);
    const lf_source source = {lf_map_tile(map, 2, 3), 0};
    const lf_tile target = lf_map_tile(map, 4, 3);
    lf_tile tiles[20];
    lf_route route;
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = LF_STRATEGY_HEADLAND};
    CHECK_EQ(lf_search_find(search, &query, tiles, 20, &route), LF_OK);
    draw_scene scene = {.map = map, .index = index};
    draw_picture picture;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK); // headlands without a search
    CHECK_EQ(tile_pixel(&picture, map, 0, 0), DRAW_HEADLAND);
    CHECK_EQ(tile_pixel(&picture, map, 4, 0), DRAW_HEADLAND);
    CHECK_EQ(tile_pixel(&picture, map, 2, 0), DRAW_WATER);
    CHECK_EQ(pixels_of_color(&picture, DRAW_HEADLAND_MET), 0);
    draw_picture_free(&picture);
    scene.search = search;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    CHECK_EQ(tile_pixel(&picture, map, 4, 0), DRAW_HEADLAND_MET); // the target sees it,
    CHECK_EQ(tile_pixel(&picture, map, 0, 0),
             DRAW_HEADLAND); // and no end sees this one: so few are looked up
    CHECK_EQ(pixels_of_color(&picture, DRAW_MET), 0);
    draw_picture_free(&picture);
    lf_search_destroy(search);
    lf_index_destroy(index);
    lf_map_destroy(map);
}

// ---- SVG ------------------------------------------------------------------------------------------

/// A file as text, to be freed.
static char *file_text(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (file == NULL || text == NULL) abort();
    const size_t size = fread(text, 1, (1 << 20) - 1, file);
    CHECK(size > 0 && size < (1 << 20) - 1);
    fclose(file);
    return text;
}

static int text_count(const char *text, const char *part) {
    int count = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part)) count++;
    return count;
}

// ---------------------------------------------------------------------------------------------------
// Fields
// ---------------------------------------------------------------------------------------------------

static const uint8_t lagoon[] = {
    1, 1, 1, 0, 1, //
    1, 0, 1, 0, 1, //
    1, 1, 1, 0, 1, //
};

/// A corner of a tile, where neither arrows nor marks are.
static int64_t tile_corner(const draw_picture *picture, const lf_map *map, int32_t x, int32_t y) {
    const draw_view view = draw_view_make(lf_map_width(map), lf_map_height(map));
    const lf_point center = draw_view_center(&view, (lf_point){x, y});
    const int32_t tile = view.width / lf_map_width(map);
    return pixel(picture, center.x - tile * 2 / 5, center.y - tile * 2 / 5);
}

static void fields_are_drawn(void) {
    lf_map *map = map_of(5, 3, lagoon);
    const lf_tile targets[] = {0, 12};
    lf_field *field;
    lf_field_planes planes;
    CHECK_EQ(lf_field_create(map, &(lf_field_desc){.owners = true}, &field), LF_OK);
    CHECK_EQ(lf_field_fill(field, &(lf_field_query){.targets = targets, .target_count = 2}, &planes), LF_OK);
    draw_field shown = {
        .numbers = planes.distances, .directions = planes.directions, .unit = 1, .most = 2, .step = 1};
    const draw_scene scene = {.map = map, .targets = targets, .target_count = 2, .field = &shown};
    draw_picture picture;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    CHECK_EQ(tile_corner(&picture, map, 0, 0), DRAW_FIELD_NEAR);
    CHECK_EQ(tile_corner(&picture, map, 2, 0), DRAW_FIELD_FAR);
    CHECK_EQ(tile_corner(&picture, map, 4, 1), DRAW_FIELD_NONE);
    CHECK_EQ(tile_corner(&picture, map, 3, 1), DRAW_LAND);
    CHECK(tile_corner(&picture, map, 1, 0) != tile_corner(&picture, map, 2, 0));
    draw_picture_free(&picture);

    shown.kind = DRAW_ARROWS;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    CHECK(tile_pixel(&picture, map, 1, 0) != tile_corner(&picture, map, 1, 0)); // the shaft of an arrow
    CHECK_EQ(tile_pixel(&picture, map, 4, 1), DRAW_FIELD_NONE);
    draw_picture_free(&picture);

    shown.kind = DRAW_TERRITORIES;
    shown.numbers = planes.owners;
    CHECK_EQ(draw_render(&scene, &picture), LF_IO_OK);
    CHECK_EQ(tile_corner(&picture, map, 1, 0), draw_territory_color(0));
    CHECK_EQ(tile_corner(&picture, map, 1, 2), draw_territory_color(1));
    CHECK(draw_territory_color(0) != draw_territory_color(1));
    draw_picture_free(&picture);
    lf_field_destroy(field);
    lf_map_destroy(map);
}

static void contours_have_round_steps(void) {
    CHECK_EQ(draw_contour_step(0), 1);
    CHECK_EQ(draw_contour_step(24), 1);
    CHECK_EQ(draw_contour_step(25), 2);
    CHECK_EQ(draw_contour_step(49), 5);
    CHECK_EQ(draw_contour_step(121), 10);
    CHECK_EQ(draw_contour_step(5000), 500);
    CHECK_EQ(draw_contour_step(UINT32_MAX), 200000000);
}

static void vectors_have_lines_and_words(void) {
    lf_map *map = map_with_walls(40, 20, 0);
    const lf_source source = {lf_map_tile(map, 2, 2), 0};
    lf_tile tiles[20];
    for (int i = 0; i < 10; i++) tiles[i] = lf_map_tile(map, 2 + i, 2);
    for (int i = 10; i < 20; i++) tiles[i] = lf_map_tile(map, 11, i - 7);
    const draw_scene scene = {
        .map = map, .tiles = tiles, .tile_count = 20, .sources = &source, .source_count = 1};
    const char *path = "test_draw_lines.SVG";
    CHECK_EQ(draw_save(path, &scene, NULL), LF_IO_OK);
    char *text = file_text(path);
    CHECK_EQ(strncmp(text, "<svg xmlns=", 11), 0);
    CHECK_EQ(text_count(text, "<image "), 1);
    CHECK_EQ(text_count(text, ">source</text>"), 1);
    CHECK_EQ(text_count(text, ">route</text>"), 1);
    CHECK_EQ(text_count(text, ">target</text>"), 0);
    // Twenty tiles with one bend: three points.
    const char *line = strstr(text, "d=\"M");
    CHECK(line != NULL);
    char only[80] = "";
    if (line != NULL) snprintf(only, sizeof only, "%.*s", (int)strcspn(line + 3, "\""), line + 3);
    CHECK_EQ(text_count(only, "M"), 1);
    CHECK_EQ(text_count(only, "L"), 2);
    const draw_view view = draw_view_make(40, 20);
    const lf_point bend = draw_view_center(&view, (lf_point){11, 2});
    char expected[40];
    snprintf(expected, sizeof expected, "L%d.5 %d.5L", bend.x, bend.y);
    CHECK(strstr(only, expected) != NULL);
    free(text);
    remove(path);
    lf_map_destroy(map);
}

static void vectors_escape_titles(void) {
    lf_map *map = map_with_walls(9, 9, 0);
    draw_sheet sheet;
    CHECK_EQ(draw_sheet_make(map, 2, &(draw_options){.vector = true}, &sheet), LF_IO_OK);
    CHECK_EQ(draw_sheet_add(&sheet, &(draw_scene){.map = map}, "a < b & c", "]]>"), LF_IO_OK);
    CHECK_EQ(draw_sheet_add(&sheet, &(draw_scene){.map = map}, "", ""), LF_IO_OK);
    const char *path = "test_draw_titles.svg";
    CHECK_EQ(draw_sheet_save(path, &sheet, NULL), LF_IO_OK);
    char *text = file_text(path);
    CHECK_EQ(text_count(text, ">a &lt; b &amp; c</text>"), 2); // twice: bold
    CHECK_EQ(text_count(text, ">]]&gt;</text>"), 1);
    CHECK_EQ(text_count(text, "<image "), 2);
    free(text);
    remove(path);
    draw_picture_free(&sheet.picture);
    lf_map_destroy(map);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(pictures_fit_a_screen),
        TEST(small_maps_are_enlarged),
        TEST(layers_lie_on_each_other),
        TEST(no_route_still_makes_a_picture),
        TEST(routes_show_on_reduced_maps),
        TEST(loops_are_closed),
        TEST(narrow_channels_do_not_vanish),
        TEST(bad_arguments_are_refused),
        TEST(saved_pictures_can_be_read),
        TEST(corridors_have_the_tints_of_their_phases),
        TEST(guardrails_are_told_apart),
        TEST(tints_darken_in_order),
        TEST(shapes_are_drawn),
        TEST(legends_say_what_is_there),
        TEST(sheets_fit_whatever_they_hold),
        TEST(sheets_refuse_bad_arguments),
        TEST(letters_can_be_read),
        TEST(crops_show_their_tiles_only),
        TEST(lines_pass_through_crops),
        TEST(sizes_are_what_was_asked_for),
        TEST(sizes_and_crops_are_checked),
        TEST(routes_can_be_cropped_to),
        TEST(routes_do_not_hide_rivers),
        TEST(closed_water_is_told_apart),
        TEST(headlands_are_drawn),
        TEST(fields_are_drawn),
        TEST(contours_have_round_steps),
        TEST(vectors_have_lines_and_words),
        TEST(vectors_escape_titles),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
