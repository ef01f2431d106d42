// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A case as text: a line for each number that is not 0, the ends, the map (`#` blocked, `.` open, `S` a
// source, `T` a target, `B` both), and the depths in two hexadecimal digits a tile if they matter. Lines that
// begin with `//` say what the reader should know.
#include "swarm.h"

#include <string.h>

static bool ends_hold(const lf_tile *ends, int count, int tile) {
    for (int i = 0; i < count; i++) {
        if (ends[i] == (lf_tile)tile) return true;
    }
    return false;
}

static char tile_letter(const swarm_case *c, int tile) {
    const bool source = ends_hold(c->sources, c->source_count, tile);
    const bool target = ends_hold(c->targets, c->target_count, tile);
    if (source || target) return source && target ? 'B' : source ? 'S' : 'T';
    return c->open[tile] != 0 ? '.' : '#';
}

static void ends_write(FILE *stream, const swarm_case *c, const char *name, const lf_tile *ends, int count) {
    fprintf(stream, "%s", name);
    for (int i = 0; i < count; i++)
        fprintf(stream, " %d,%d", (int)ends[i] % c->width, (int)ends[i] / c->width);
    fprintf(stream, "\n");
}

void swarm_write(FILE *stream, const swarm_case *c) {
    for (int i = 0; i < swarm_field_count; i++) {
        int32_t value;
        memcpy(&value, (const char *)c + swarm_fields[i].offset, sizeof value);
        if (value != 0) fprintf(stream, "%s %d\n", swarm_fields[i].name, (int)value);
    }
    ends_write(stream, c, "from", c->sources, c->source_count);
    ends_write(stream, c, "to", c->targets, c->target_count);
    fprintf(stream, "map %d %d\n", (int)c->width, (int)c->height);
    for (int i = 0; i < c->width * c->height; i++)
        fprintf(stream, "%c%s", tile_letter(c, i), (i + 1) % c->width == 0 ? "\n" : "");
    if (c->depths != SWARM_OF_MAP && c->depths != SWARM_PLANE) return;
    fprintf(stream, "depth\n");
    for (int i = 0; i < c->width * c->height; i++)
        fprintf(stream, "%02x%s", (unsigned)c->depth[i], (i + 1) % c->width == 0 ? "\n" : "");
}

// ---- Reading ----------------------------------------------------------------------------------------

/// Places are kept as x + 65536 y until the width is known.
static bool ends_read(const char *at, lf_tile *ends, int32_t *count) {
    int x, y, used;
    for (*count = 0; sscanf(at, " %d,%d%n", &x, &y, &used) == 2; at += used) {
        if (*count == SWARM_ENDS || x < 0 || y < 0 || x >= SWARM_SIDE || y >= SWARM_SIDE) return false;
        ends[(*count)++] = (lf_tile)(x | y << 16);
    }
    return *count > 0;
}

static bool ends_place(swarm_case *c, lf_tile *ends, int count) {
    for (int i = 0; i < count; i++) {
        const int x = (int)ends[i] & 0xffff, y = (int)ends[i] >> 16;
        if (x >= c->width || y >= c->height) return false;
        ends[i] = (lf_tile)(y * c->width + x);
        if (c->open[ends[i]] == 0) return false;
    }
    return count > 0;
}

static bool map_read(FILE *stream, const char *at, swarm_case *c) {
    int width, height;
    if (sscanf(at, "%d %d", &width, &height) != 2 || width < 1 || height < 1 || width > SWARM_SIDE ||
        height > SWARM_SIDE)
        return false;
    c->width = width;
    c->height = height;
    for (int i = 0; i < width * height; i++) {
        char letter;
        if (fscanf(stream, " %c", &letter) != 1) return false;
        c->open[i] = letter != '#';
    }
    return true;
}

static bool depth_read(FILE *stream, swarm_case *c) {
    for (int i = 0; i < c->width * c->height; i++) {
        unsigned depth;
        if (fscanf(stream, "%2x", &depth) != 1) return false;
        c->depth[i] = (uint8_t)depth;
    }
    return true;
}

static bool field_read(const char *name, const char *at, swarm_case *c) {
    for (int i = 0; i < swarm_field_count; i++) {
        if (strcmp(name, swarm_fields[i].name) != 0) continue;
        int value;
        if (sscanf(at, "%d", &value) != 1) return false;
        *swarm_field_of(c, &swarm_fields[i]) = value;
        return true;
    }
    return false;
}

static bool line_read(FILE *stream, char *line, swarm_case *c) {
    char name[32];
    int used;
    if (sscanf(line, "%31s%n", name, &used) != 1 || strncmp(line, "//", 2) == 0) return true;
    if (strcmp(name, "from") == 0) return ends_read(line + used, c->sources, &c->source_count);
    if (strcmp(name, "to") == 0) return ends_read(line + used, c->targets, &c->target_count);
    if (strcmp(name, "map") == 0) return map_read(stream, line + used, c);
    if (strcmp(name, "depth") == 0) return depth_read(stream, c);
    return field_read(name, line + used, c);
}

bool swarm_read(FILE *stream, swarm_case *out) {
    char line[1024];
    memset(out, 0, sizeof *out);
    while (fgets(line, sizeof line, stream) != NULL) {
        if (!line_read(stream, line, out)) return false;
    }
    if (out->width == 0 || !ends_place(out, out->sources, out->source_count) ||
        !ends_place(out, out->targets, out->target_count))
        return false;
    swarm_settle(out);
    return true;
}
