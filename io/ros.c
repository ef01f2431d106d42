// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// ROS map: a .yaml that says how to read the picture beside it.
//
//     image: harbour.pgm         seen from the folder of the .yaml
//     resolution: 0.05           metres a pixel; checked, not used
//     origin: [-10.0, -10.0, 0]  checked, not used
//     negate: 0                  0 or false: white is free; 1 or true: black is free
//     occupied_thresh: 0.65
//     free_thresh: 0.196
//     mode: trinary              optional; trinary, scale or raw
//
// A grey value v of a picture whose white is m has the occupancy p = (m - v) / m, or v / m if negated. A tile
// is open if p < free_thresh. Everything else, occupied or unknown, is blocked: a route should not count on
// what nobody has seen. In mode raw the grey value (m - v if negated) is itself an occupancy in percent,
// whatever m is; above 100 it means unknown.
//
// Thresholds stay exact: "0.196" is 196,000,000,000 / 10^12 (digits after the twelfth are dropped), and
// (m - v) / m < free_thresh is a comparison of two integers. As p only rises or falls with v, the open values
// are one range, found once for the picture.
//
// Where costs are wanted, the grey value becomes an occupancy in percent first, as map_server has it: 0 below
// free_thresh, 100 above occupied_thresh, in between unknown (trinary) or linear (scale), or itself (raw). Costmaps
// are published with 253 (inscribed) as 99, 254 (lethal) as 100 and 1 to 252 as 1 to 98; a percentage becomes
// the least cost that is published as it.
//
// Other keys are ignored, since tools add their own; a key given twice is an error.

#include "lfio.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { ROS_YAML_LIMIT = 1 << 16 }; // bytes; real ones have some 150, and a YAML parser is a large surface

// ---------------------------------------------------------------------------------------------------
// Grey values
// ---------------------------------------------------------------------------------------------------

static bool occupancy_is_free(const lfio_occupancy *occupancy, int64_t grey, int64_t maxval) {
    const int64_t inverse = maxval - grey;
    if (occupancy->raw) {
        const int64_t percent = occupancy->negate ? inverse : grey;
        return percent <= 100 && percent * LFIO_ONE_TRILLION < occupancy->free_trillionths * 100;
    }
    // At most 65535 * 10^12 on either side.
    return (occupancy->negate ? grey : inverse) * LFIO_ONE_TRILLION < occupancy->free_trillionths * maxval;
}

enum { PERCENT_UNKNOWN = -1, PERCENT_INSCRIBED = 99, PERCENT_LETHAL = 100 };

// The occupancy of a grey value in percent, or PERCENT_UNKNOWN.
static int32_t occupancy_percent(const lfio_occupancy *occupancy, int64_t grey, int64_t maxval) {
    const int64_t inverse = maxval - grey;
    if (occupancy->raw) {
        const int64_t percent = occupancy->negate ? inverse : grey;
        return percent <= 100 ? (int32_t)percent : PERCENT_UNKNOWN;
    }
    // All of these are at most 65535 * 10^12, so that 200 of them still have a number of 64 bits.
    const int64_t shade = (occupancy->negate ? grey : inverse) * LFIO_ONE_TRILLION;
    const int64_t low = occupancy->free_trillionths * maxval, high = occupancy->occupied_trillionths * maxval;
    if (shade > high) return PERCENT_LETHAL;
    if (shade < low) return 0;
    if (!occupancy->scale) return PERCENT_UNKNOWN;
    const uint64_t part = (uint64_t)(shade - low), whole = (uint64_t)(high - low);
    return (int32_t)((200 * part + whole) / (2 * whole)); // rounded
}

uint8_t lfio_occupancy_cost(const lfio_occupancy *occupancy, int32_t grey, int32_t maxval) {
    const int32_t percent = occupancy_percent(occupancy, grey, maxval);
    switch (percent) {
    case PERCENT_UNKNOWN: return LFIO_COST_UNKNOWN;
    case PERCENT_LETHAL: return LFIO_COST_LETHAL;
    case PERCENT_INSCRIBED: return LFIO_COST_INSCRIBED;
    case 0: return 0;
    default:
        return (uint8_t)(1 + (251 * (percent - 1) + 96) / 97); // cost c is published as 1 + 97 (c - 1) / 251
    }
}

lfio_pixel_rule lfio_occupancy_rule(const lfio_input *in, const lfio_occupancy *occupancy, int32_t maxval) {
    lfio_pixel_rule rule = {.low = 1, .high = 0, .white = maxval};
    if (in->terrain != NULL) {
        rule.costs = occupancy;
        return rule;
    }
    for (int32_t grey = 0; grey <= maxval; grey++) {
        if (!occupancy_is_free(occupancy, grey, maxval)) continue;
        if (rule.low > rule.high) rule.low = grey;
        rule.high = grey;
    }
    return rule;
}

// ---------------------------------------------------------------------------------------------------
// The .yaml
// ---------------------------------------------------------------------------------------------------

enum ros_key {
    ROS_IMAGE,
    ROS_RESOLUTION,
    ROS_ORIGIN,
    ROS_NEGATE,
    ROS_OCCUPIED,
    ROS_FREE,
    ROS_MODE,
    ROS_KEYS
};

static const char *const ros_key_names[ROS_KEYS] = {"image",           "resolution",  "origin", "negate",
                                                    "occupied_thresh", "free_thresh", "mode"};

typedef struct ros_yaml {
    const lfio_input *in;
    yaml_document_t *document;
    yaml_node_t *values[ROS_KEYS]; // NULL = not given
} ros_yaml;

static lfio_place yaml_place(yaml_mark_t mark) {
    return lfio_at_line((int64_t)mark.line + 1, (int64_t)mark.column + 1);
}

static lf_io_status yaml_fail(const lfio_input *in, const yaml_parser_t *parser) {
    if (parser->error == YAML_MEMORY_ERROR) return lfio_fail_memory(in);
    const char *problem = parser->problem != NULL ? parser->problem : "unknown problem";
    if (parser->error == YAML_READER_ERROR)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_offset((int64_t)parser->problem_offset),
                         "not readable as YAML: %s", problem);
    return lfio_fail(in, LF_IO_E_CONTENT, yaml_place(parser->problem_mark), "not readable as YAML: %s",
                     problem);
}

static lfio_slice yaml_scalar(const yaml_node_t *node) {
    if (node->type != YAML_SCALAR_NODE) return (lfio_slice){"", 0, 0, 0};
    return (lfio_slice){(const char *)node->data.scalar.value, node->data.scalar.length, 0, 0};
}

// What a value is called in a message.
static const char *yaml_quote(char quote[LFIO_QUOTE_SIZE], const yaml_node_t *node) {
    if (node->type == YAML_SEQUENCE_NODE) return "a list";
    if (node->type == YAML_MAPPING_NODE) return "a mapping";
    const lfio_slice text = yaml_scalar(node);
    return lfio_quote(quote, text.text, text.length);
}

static lf_io_status ros_fail_value(const ros_yaml *yaml, enum ros_key key, const yaml_node_t *node,
                                   const char *expected) {
    char quote[LFIO_QUOTE_SIZE];
    return lfio_fail(yaml->in, LF_IO_E_CONTENT, yaml_place(node->start_mark), "%s is %s, expected %s",
                     ros_key_names[key], yaml_quote(quote, node), expected);
}

static int ros_key_of(const yaml_node_t *node) {
    for (int key = 0; key < ROS_KEYS; key++)
        if (lfio_slice_is(yaml_scalar(node), ros_key_names[key])) return key;
    return ROS_KEYS;
}

static lf_io_status ros_collect_values(ros_yaml *yaml) {
    yaml_node_t *root = yaml_document_get_root_node(yaml->document);
    if (root == NULL || root->type != YAML_MAPPING_NODE)
        return lfio_fail(yaml->in, LF_IO_E_CONTENT, lfio_at_line(1, 1),
                         "not a ROS map, expected 'image: ...' and further keys");
    for (const yaml_node_pair_t *pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top;
         pair++) {
        const yaml_node_t *node = yaml_document_get_node(yaml->document, pair->key);
        const int key = ros_key_of(node);
        if (key == ROS_KEYS) continue;
        if (yaml->values[key] != NULL)
            return lfio_fail(yaml->in, LF_IO_E_CONTENT, yaml_place(node->start_mark), "'%s' is given twice",
                             ros_key_names[key]);
        yaml->values[key] = yaml_document_get_node(yaml->document, pair->value);
    }
    for (int key = 0; key < ROS_MODE; key++)
        if (yaml->values[key] == NULL)
            return lfio_fail(yaml->in, LF_IO_E_CONTENT, lfio_nowhere(), "the key '%s' is missing",
                             ros_key_names[key]);
    return LF_IO_OK;
}

static bool yaml_decimal(const yaml_node_t *node, lfio_decimal *out) {
    const lfio_slice text = yaml_scalar(node);
    return lfio_decimal_parse(text.text, text.length, out);
}

static lf_io_status ros_check_resolution(const ros_yaml *yaml) {
    const yaml_node_t *node = yaml->values[ROS_RESOLUTION];
    lfio_decimal number;
    if (yaml_decimal(node, &number) && !number.negative && number.digits > 0) return LF_IO_OK;
    return ros_fail_value(yaml, ROS_RESOLUTION, node, "a number above 0");
}

static lf_io_status ros_check_origin(const ros_yaml *yaml) {
    const yaml_node_t *node = yaml->values[ROS_ORIGIN];
    if (node->type != YAML_SEQUENCE_NODE)
        return ros_fail_value(yaml, ROS_ORIGIN, node, "a list of 3 numbers");
    const yaml_node_item_t *begin = node->data.sequence.items.start, *end = node->data.sequence.items.top;
    for (const yaml_node_item_t *item = begin; item < end; item++) {
        const yaml_node_t *entry = yaml_document_get_node(yaml->document, *item);
        lfio_decimal number;
        if (!yaml_decimal(entry, &number))
            return ros_fail_value(yaml, ROS_ORIGIN, entry, "a list of 3 numbers");
    }
    if (end - begin == 3) return LF_IO_OK;
    return lfio_fail(yaml->in, LF_IO_E_CONTENT, yaml_place(node->start_mark),
                     "origin is a list of %td, expected a list of 3 numbers", end - begin);
}

static lf_io_status ros_read_threshold(const ros_yaml *yaml, enum ros_key key, int64_t *out) {
    const yaml_node_t *node = yaml->values[key];
    lfio_decimal number = {0};
    const bool is_number = yaml_decimal(node, &number);
    *out = lfio_decimal_trillionths(number);
    if (is_number && !(number.negative && number.digits > 0) && *out <= LFIO_ONE_TRILLION) return LF_IO_OK;
    return ros_fail_value(yaml, key, node, "a number from 0 to 1");
}

static lf_io_status ros_read_thresholds(const ros_yaml *yaml, lfio_occupancy *occupancy) {
    lf_io_status status = ros_read_threshold(yaml, ROS_OCCUPIED, &occupancy->occupied_trillionths);
    if (status == LF_IO_OK) status = ros_read_threshold(yaml, ROS_FREE, &occupancy->free_trillionths);
    if (status == LF_IO_OK && occupancy->free_trillionths >= occupancy->occupied_trillionths)
        return ros_fail_value(yaml, ROS_FREE, yaml->values[ROS_FREE], "less than occupied_thresh");
    return status;
}

static lf_io_status ros_read_negate(const ros_yaml *yaml, lfio_occupancy *occupancy) {
    const yaml_node_t *node = yaml->values[ROS_NEGATE];
    const lfio_slice text = yaml_scalar(node);
    occupancy->negate = lfio_slice_is(text, "1") || lfio_slice_is(text, "true");
    if (occupancy->negate || lfio_slice_is(text, "0") || lfio_slice_is(text, "false")) return LF_IO_OK;
    return ros_fail_value(yaml, ROS_NEGATE, node, "0 or 1");
}

static lf_io_status ros_read_mode(const ros_yaml *yaml, lfio_occupancy *occupancy) {
    const yaml_node_t *node = yaml->values[ROS_MODE];
    if (node == NULL) return LF_IO_OK;
    const lfio_slice text = yaml_scalar(node);
    occupancy->raw = lfio_slice_is(text, "raw");
    occupancy->scale = lfio_slice_is(text, "scale");
    if (occupancy->raw || occupancy->scale || lfio_slice_is(text, "trinary")) return LF_IO_OK;
    return ros_fail_value(yaml, ROS_MODE, node, "trinary, scale or raw");
}

// The path is copied, as it must outlive the document.
static lf_io_status ros_read_image(const ros_yaml *yaml, char **image) {
    const yaml_node_t *node = yaml->values[ROS_IMAGE];
    const lfio_slice text = yaml_scalar(node);
    if (text.length == 0 || memchr(text.text, '\0', text.length) != NULL)
        return ros_fail_value(yaml, ROS_IMAGE, node, "the path of a picture");
    *image = lfio_alloc((int64_t)text.length + 1);
    if (*image == NULL) return lfio_fail_memory(yaml->in);
    memcpy(*image, text.text, text.length + 1);
    return LF_IO_OK;
}

static lf_io_status ros_read_document(const lfio_input *in, yaml_document_t *document,
                                      lfio_occupancy *occupancy, char **image) {
    ros_yaml yaml = {.in = in, .document = document};
    lf_io_status status = ros_collect_values(&yaml);
    if (status == LF_IO_OK) status = ros_check_resolution(&yaml);
    if (status == LF_IO_OK) status = ros_check_origin(&yaml);
    if (status == LF_IO_OK) status = ros_read_negate(&yaml, occupancy);
    if (status == LF_IO_OK) status = ros_read_thresholds(&yaml, occupancy);
    if (status == LF_IO_OK) status = ros_read_mode(&yaml, occupancy);
    if (status == LF_IO_OK) status = ros_read_image(&yaml, image);
    return status;
}

// On success `image` is the path as written in the file; free it.
static lf_io_status ros_read_yaml(const lfio_input *in, lfio_occupancy *occupancy, char **image) {
    *image = NULL;
    *occupancy = (lfio_occupancy){0};
    if (in->size > ROS_YAML_LIMIT)
        return lfio_fail(in, LF_IO_E_LIMIT, lfio_nowhere(), "a .yaml of %zu bytes, at most %d are allowed",
                         in->size, ROS_YAML_LIMIT);
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return lfio_fail_memory(in);
    yaml_parser_set_input_string(&parser, in->bytes, in->size);
    yaml_document_t document;
    lf_io_status status;
    if (yaml_parser_load(&parser, &document)) {
        status = ros_read_document(in, &document, occupancy, image);
        yaml_document_delete(&document);
    } else {
        status = yaml_fail(in, &parser);
    }
    yaml_parser_delete(&parser);
    return status;
}

// ---------------------------------------------------------------------------------------------------
// Both together
// ---------------------------------------------------------------------------------------------------

static lf_io_status ros_read_picture(const lfio_input *picture, const lfio_occupancy *occupancy,
                                     lf_grid *grid) {
    if (!lfio_png_has_signature(picture->bytes, picture->size))
        return lfio_pgm_parse(picture, occupancy, grid);
    const lfio_pixel_rule rule = lfio_occupancy_rule(picture, occupancy, 255);
    return lfio_png_parse(picture, &rule, grid);
}

lf_io_status lfio_ros_parse(const lfio_input *in, const void *picture, size_t picture_size, lf_grid *grid) {
    lfio_occupancy occupancy;
    char *image;
    lf_io_status status = ros_read_yaml(in, &occupancy, &image);
    if (status != LF_IO_OK) return status;
    lfio_input view = *in;
    view.name = image;
    view.bytes = picture;
    view.size = picture_size;
    status = ros_read_picture(&view, &occupancy, grid);
    free(image);
    return status;
}

static lf_io_status ros_load_picture(const lfio_input *in, const char *path, const lfio_occupancy *occupancy,
                                     lf_grid *grid) {
    lfio_input view = *in;
    view.name = path;
    view.peek = lfio_picture_peek;
    lfio_bytes bytes;
    lf_io_status status = lfio_file_read(&view, path, false, lfio_file_limit(in->max_tiles), &bytes);
    if (status != LF_IO_OK) return status;
    view.bytes = bytes.data;
    view.size = bytes.size;
    status = ros_read_picture(&view, occupancy, grid);
    free(bytes.data);
    return status;
}

// Reads the .yaml; `picture` is the path of the picture, to be freed.
static lf_io_status ros_load_yaml(const lfio_input *in, const char *path, lfio_occupancy *occupancy,
                                  char **picture) {
    lfio_bytes bytes;
    lf_io_status status = lfio_file_read(in, path, false, ROS_YAML_LIMIT, &bytes);
    if (status != LF_IO_OK) return status;
    lfio_input yaml = *in;
    yaml.bytes = bytes.data;
    yaml.size = bytes.size;
    char *image;
    status = ros_read_yaml(&yaml, occupancy, &image);
    free(bytes.data);
    if (status != LF_IO_OK) return status;
    *picture = lfio_path_beside(path, image);
    free(image);
    return *picture != NULL ? LF_IO_OK : lfio_fail_memory(in);
}

char *lfio_ros_part(const char *path, int i) {
    const lfio_input in = {.name = path};
    lfio_occupancy occupancy;
    char *picture = NULL;
    if (i == 0) return lfio_path_copy(path);
    if (i == 1)
        ros_load_yaml(&in, path, &occupancy, &picture); // what is wrong with it is said when it is loaded
    return picture;
}

lf_io_status lfio_ros_load(const lfio_input *in, const char *path, lf_grid *grid) {
    lfio_occupancy occupancy;
    char *picture;
    lf_io_status status = ros_load_yaml(in, path, &occupancy, &picture);
    if (status != LF_IO_OK) return status;
    status = ros_load_picture(in, picture, &occupancy, grid);
    free(picture);
    return status;
}
