// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// PNG from bytes. The first byte chooses how pixels become tiles, the rest is the file. Nearly every mutation
// breaks the checksum of a chunk and would never get further; so for odd first bytes the checksums are put
// right first.

#include "fuzz.h"

static uint32_t crc_of(const uint8_t *bytes, size_t size) {
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

static uint32_t big_endian_get(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void big_endian_put(uint8_t *bytes, uint32_t value) {
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

// A chunk is its length, its kind (4 bytes), its bytes, and the checksum of kind and bytes.
static void png_repair(uint8_t *bytes, size_t size) {
    size_t at = 8;
    while (at + 12 <= size) {
        const uint32_t length = big_endian_get(bytes + at);
        if (length > size - at - 12) return;
        big_endian_put(bytes + at + 8 + length, crc_of(bytes + at + 4, (size_t)length + 4));
        at += (size_t)length + 12;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const lf_load_options options = {.format = LF_FILE_PNG,
                                     .max_tiles = FUZZ_MAX_TILES,
                                     .threshold = data[0],
                                     .by_color = data[0] % 16 == 15,
                                     .open_color = data[0] * 0x010101u};
    uint8_t *file = malloc(size > 1 ? size - 1 : 1);
    if (file == NULL) return 0;
    memcpy(file, data + 1, size - 1);
    if (data[0] % 2 == 1) png_repair(file, size - 1);
    lf_grid grid;
    lf_io_error error;
    const lf_io_status status = lf_grid_parse("input", file, size - 1, &options, &grid, &error);
    fuzz_check_grid(status, &grid, &error);
    if (status == LF_IO_OK) fuzz_check_round_trip(&grid, LF_FILE_PNG);
    lf_grid_free(&grid);
    // Once more with what the bytes weigh.
    lf_load_options weigh = options;
    weigh.terrain = fuzz_table();
    const lf_io_status weighed = lf_grid_parse("input", file, size - 1, &weigh, &grid, &error);
    fuzz_check_terrain(weighed, &grid, &error);
    free(file);
    lf_grid_free(&grid);
    return 0;
}
