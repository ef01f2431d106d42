// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Pictures: single pixels tell whether each layer is where it belongs. How it looks, only eyes can tell.
#include "draw.h"
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
        CHECK(picture.width >= 40 && picture.width <= DRAW_MAX_WIDTH);
        CHECK(picture.height >= 40 && picture.height <= DRAW_MAX_HEIGHT);
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

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(pictures_fit_a_screen),         TEST(small_maps_are_enlarged),
        TEST(layers_lie_on_each_other),      TEST(no_route_still_makes_a_picture),
        TEST(routes_show_on_reduced_maps),   TEST(loops_are_closed),
        TEST(narrow_channels_do_not_vanish), TEST(bad_arguments_are_refused),
        TEST(saved_pictures_can_be_read),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
