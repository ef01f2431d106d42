#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
"""Writes the seed inputs of the fuzz targets that are made of bytes or of several parts: fuzz/corpus/{png,raw,plane,
depth,shape,ros,route,openfront,index,queries}. The seeds of the text formats are written by hand. Running it again gives the same files."""

import pathlib
import struct
import zlib

CORPUS = pathlib.Path(__file__).resolve().parent.parent / "fuzz" / "corpus"


def write(target, name, data):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    assert len(data) < 2048, (target, name, len(data))
    (folder / name).write_bytes(data)


def part(data):
    """A part of an input of several: its 16-bit length and its bytes (fuzz_take_part)."""
    return struct.pack("<H", len(data)) + data


# --- PNG -------------------------------------------------------------------------------------------


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth, color, rows, extra=b"", interlace=0):
    """rows: the filtered scanlines, all passes behind each other."""
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", zlib.compress(rows, 9)) +
            chunk(b"IEND", b""))


GREY = png(3, 2, 8, 0, b"\0\x00\x7f\x80" + b"\1\xff\x01\x02")
BITS = png(9, 2, 1, 0, b"\0\xaa\x80" + b"\0\x55\x00")
RGB = png(2, 2, 8, 2, b"\0\x00\x40\xff\xff\xff\xff" + b"\2\x00\x00\x00\x01\x01\x01")
RGBA = png(2, 1, 8, 6, b"\0\xff\xff\xff\x7f\xff\xff\xff\x80")
GREY_ALPHA = png(2, 1, 16, 4, b"\0\xff\xff\x00\x00\x10\x00\xff\xff")
PALETTE = png(4, 1, 2, 3, b"\0\x1b", chunk(b"PLTE", b"\0\0\0\xff\xff\xff\x80\x80\x80\x20\x20\x20") +
              chunk(b"tRNS", b"\xff\x00"))
# 3 x 3 in passes: 1 (one pixel), 4 and 5 (the columns and rows between), 6 and 7.
ADAM7 = png(3, 3, 8, 0, b"\0\xff" + b"\0\x00" + b"\0\xff\x00" + b"\0\x10" + b"\0\xf0" + b"\0\x00\xff\x00",
            interlace=1)


def png_seeds():
    for name, data in (("grey", GREY), ("bits", BITS), ("rgb", RGB), ("rgba", RGBA), ("palette", PALETTE),
                       ("grey_alpha", GREY_ALPHA), ("adam7", ADAM7)):
        write("png", name, b"\x80" + data)
    write("png", "by_color", b"\xff" + RGB)
    write("png", "repaired", b"\x7f" + RGB[:-4] + b"\0\0\0\0")
    write("png", "cut", b"\x80" + GREY[:-20])
    write("png", "no_end", b"\x80" + GREY[:-12])
    write("png", "bomb", b"\x80" + png(0x7FFFFFFF, 1, 8, 0, b"\0"))
    write("png", "zero_width", b"\x80" + png(0, 1, 8, 0, b"\0"))
    write("png", "bad_crc", b"\x80" + GREY[:30] + bytes([GREY[30] ^ 1]) + GREY[31:])
    write("png", "text", b"\x80" + png(1, 1, 8, 0, b"\0\xff", chunk(b"tEXt", b"Title\0harbour")))


# --- raw -------------------------------------------------------------------------------------------


def raw_seeds():
    write("raw", "three_by_two", struct.pack("<hh", 3, 2) + b"\0\1\2\3\0\xff")
    write("raw", "one", struct.pack("<hh", 1, 1) + b"\1")
    write("raw", "short", struct.pack("<hh", 3, 2) + b"\0\1")
    write("raw", "negative", struct.pack("<hh", -3, 2) + b"\0\1")
    write("raw", "large", struct.pack("<hh", 32767, 32767) + b"\0")


# --- depth -----------------------------------------------------------------------------------------


def plane_seeds():
    """Width - 1, height - 1, then the file."""
    write("plane", "raw", bytes([2, 1]) + b"\0\1\2\3\4\xff")
    write("plane", "raw_short", bytes([2, 1]) + b"\0\1\2\3\4")
    write("plane", "png", bytes([2, 1]) + GREY)
    write("plane", "png_adam7", bytes([2, 2]) + ADAM7)
    write("plane", "png_alpha", bytes([1, 0]) + RGBA)
    write("plane", "png_other_size", bytes([4, 1]) + GREY)
    write("plane", "png_larger", bytes([0, 0]) + GREY)
    write("plane", "png_cut", bytes([2, 1]) + GREY[:-20])


def case(target, name, width, height, numbers, sources, targets, tiles):
    """A case of the swarm: sizes, a byte for each number that the target names, ends, tiles (fuzz/swarm_bytes.h)."""
    counts = bytes([len(sources) - 1 | len(targets) - 1 << 4])
    write(target, name, bytes([width - 1, height - 1]) + bytes(numbers) + counts + bytes(sources) + bytes(targets) + tiles)


SLOPE = bytes(4 * i | 1 for i in range(64))


def depth_seeds():
    """strategy, moves, depths, min_depth, deepest, harbour (from -1), level, kind, radius (from -1), slice, warm, salt, bodies,
    cost."""
    def seed(name, numbers, tiles, width=20, height=20):
        case("depth", name, width, height, numbers, [0, 3], [200, 90], tiles)

    seed("slope", [1, 0, 4, 0, 1, 1, 0, 0, 1, 3, 0, 0, 0, 0], SLOPE)
    seed("harbours", [1, 1, 3, 30, 1, 5, 0, 0, 1, 0, 2, 9, 0, 0], SLOPE + b"\0\0\0" + SLOPE[::-1])
    seed("ends_alone", [0, 0, 4, 9, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0], SLOPE + b"\0")
    seed("computed", [3, 0, 1, 2, 0, 1, 1, 1, 1, 9, 0, 0, 0, 0], b"\1\1\1\1\1\1\1\1\1\0\1\1\1")
    seed("edge", [5, 2, 2, 2, 0, 3, 1, 0, 1, 0, 1, 3, 0, 1], b"\1\1\1\1\1\1\1\1\1\0\1\1\1", 66, 6)
    seed("gate", [4, 0, 3, 12, 0, 1, 2, 1, 0, 1, 0, 0, 0, 0], b"\x31\x35\x29\x39\x00\x41\x2d")
    seed("corridor", [2, 2, 4, 3, 1, 2, 1, 1, 0, 7, 0, 0, 0, 0], b"\x11\x51\x91\xd1\x00\x21\x61")
    seed("octile", [1, 0, 4, 5, 1, 1, 0, 0, 0, 1, 1, 1, 0, 1], b"\x31\x35\x29\x39\x00\x41\x2d")
    seed("blocked", [0] * 14, b"\0")


def shape_seeds():
    """strategy, moves, depths, min_depth, deepest, harbour (from -1), level, look_ahead, window, curve."""
    def seed(name, numbers, tiles, width=20, height=20):
        case("shape", name, width, height, numbers, [0], [250], tiles)

    islands = b"\1\1\1\1\1\1\1\1\1\0\1\1\1"
    seed("islands", [1, 0, 1, 0, 0, 1, 0, 0, 0, 0], islands)
    seed("cut_corners", [1, 1, 1, 0, 0, 1, 0, 0, 3, 2], islands)
    seed("orthogonal", [1, 2, 2, 0, 0, 1, 0, 9, 2, 8], islands)
    seed("spine", [5, 0, 4, 0, 1, 3, 1, 40, 6, 255], SLOPE + b"\0\0")
    seed("gate", [1, 0, 4, 9, 0, 3, 0, 5, 6, 1], SLOPE)
    seed("narrow", [1, 0, 1, 0, 0, 1, 0, 0, 0, 1], islands, 70, 3)


# --- ROS -------------------------------------------------------------------------------------------

YAML = (b"image: a.pgm\nresolution: 0.05\norigin: [-1.0, -2.5, 0.0]\nnegate: 0\noccupied_thresh: 0.65\n"
        b"free_thresh: 0.196\n")


def route_seeds():
    """strategy, moves, cost, bodies, format, level, kind, given, radius (from -1), widenings (from -1), frontier, straighten,
    spacing (from -1), portal_cap, entry, keep_joints, only, route_room, hierarchy, saved, slice, warm, salt, all."""
    def seed(name, numbers, tiles, width=20, height=20):
        case("route", name, width, height, numbers, [0, 3], [200, 90], tiles)

    plain = [0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]

    def numbers(**changes):
        names = ("strategy moves cost bodies format level kind given radius widenings frontier straighten spacing portal_cap "
                 "entry keep_joints only route_room hierarchy saved slice warm salt all").split()
        return [changes.get(name, default) for name, default in zip(names, plain)]

    holes, walls = b"\x5f\xf5\x77\xee\x3c\xdb", b"\xff\xff\xff\x01\x00\x80\xff\xff"
    seed("open", numbers(strategy=1), b"\xff")
    seed("noise", numbers(strategy=1, moves=1, slice=3), b"\x6d\xb6\xdb\x35\xaa\xf0\x9c")
    seed("octile", numbers(strategy=1, cost=1, slice=1), holes, 66, 6)
    seed("corridor", numbers(strategy=2, kind=1, level=1, radius=0, slice=5), walls)
    seed("expand", numbers(strategy=3, kind=1, given=2, level=1, frontier=1, widenings=7), walls)
    seed("optimal", numbers(strategy=4, kind=1, level=1, radius=0, straighten=1, widenings=7, warm=2), walls)
    seed("spine", numbers(strategy=5, level=1, spacing=3, portal_cap=2, entry=1, slice=9), holes)
    seed("alone", numbers(strategy=5, level=2, only=1, route_room=9, keep_joints=1), holes)
    seed("headland", numbers(strategy=6, hierarchy=1, saved=1, slice=1), holes)
    seed("hierarchy", numbers(strategy=6, hierarchy=2, cost=1, moves=1, warm=1), holes, 9, 40)
    seed("strip", numbers(strategy=7, moves=2, slice=2), walls)
    seed("everything", numbers(strategy=0, all=1, warm=4, salt=77, hierarchy=2), holes)
    seed("blocked", numbers(strategy=1, bodies=1), b"\0")


def ros_seeds():
    binary = b"P5\n# made by hand\n3 2 255\n\x00\xcd\xce\xfe\xff\x7f"
    write("ros", "binary", part(YAML) + binary)
    write("ros", "binary16", part(YAML) + b"P5 2 1 1000 \x03\xe8\x00\x00")
    write("ros", "plain", part(YAML) + b"P2\n2 2\n255\n0 255\n254 # x\n 3\n")
    write("ros", "png", part(YAML) + GREY)
    write("ros", "negate", part(YAML.replace(b"negate: 0", b"negate: 1")) + binary)
    write("ros", "raw", part(YAML + b"mode: raw\n") + b"P5 3 1 255 \x00\x13\x64")
    write("ros", "scale", part(YAML + b"mode: scale\n") + binary)
    write("ros", "flow", part(b"{image: 'a b.pgm', resolution: 5.0e-2, origin: [0, 0, 0], negate: false, "
                              b"occupied_thresh: 1, free_thresh: .5, extra: {a: [1, &x 2, *x]}}") + binary)
    write("ros", "thresholds", part(YAML.replace(b"0.196", b"0.9")) + binary)
    write("ros", "short", part(YAML) + b"P5 3 2 255 \x00")
    write("ros", "huge", part(YAML) + b"P5 2147483647 2147483647 255 \x00")
    write("ros", "twice", part(YAML + b"image: b.pgm\n") + binary)
    write("ros", "bad_yaml", part(b"image: [\n") + binary)


# --- OpenFront -------------------------------------------------------------------------------------


def openfront(manifest, plane, half=b"", quarter=b""):
    return part(manifest) + part(half) + part(quarter) + plane


def openfront_seeds():
    one = b'{"map": {"width": 4, "height": 4, "num_land_tiles": 3}}'
    three = (b'{"name": "Bay", "map": {"width": 4, "height": 4, "num_land_tiles": 3}, "map4x": {"width": 2, '
             b'"height": 2, "num_land_tiles": 1}, "map16x": {"width": 1, "height": 1}}')
    plane = b"\x80\xc5\x9e\x41" + b"\x21\x22\x63\x3f" + b"\x00\x01\x02\x03" + b"\x3f\x3f\x3f\x3f"
    write("openfront", "one", openfront(one, plane))
    write("openfront", "three", openfront(three, plane, b"\x80\x21\x22\x23", b"\x21"))
    write("openfront", "no_entry", openfront(one, plane.replace(b"\x41", b"\x9f")))
    write("openfront", "land_count", openfront(one, b"\x80" + plane[1:3] + b"\x80" + plane[4:]))
    write("openfront", "short", openfront(one, plane[:-1]))
    write("openfront", "quarter_only", openfront(three, plane, b"", b"\x21"))
    write("openfront", "huge", openfront(b'{"map": {"width": 2147483647, "height": 2147483647}}', plane))
    write("openfront", "real_width", openfront(b'{"map": {"width": 4.0, "height": 4}}', plane))
    write("openfront", "bad_json", openfront(b'{"map": {"width": 4, "height"', plane))
    write("openfront", "deep", openfront(b"[" * 300, plane))


# --- Index -----------------------------------------------------------------------------------------


def recipe(how, *patches):
    """How the input is made, then patches of a saved index: a 16-bit place and a value each."""
    return bytes([how]) + b"".join(struct.pack("<HB", place, value) for place, value in patches)


RECIPE, REPAIR, HIERARCHY, OCTILE = 128, 64, 8, 4
ORDER = 1824  # where the order begins in the file of the small map, under king moves and uniform costs


def index_seeds():
    for moves in range(3):
        write("index", f"whole_{moves}", recipe(RECIPE | moves))
        write("index", f"octile_{moves}", recipe(RECIPE | OCTILE | moves))
        write("index", f"hierarchy_{moves}", recipe(RECIPE | HIERARCHY | OCTILE | moves))
    write("index", "altered", recipe(RECIPE, (80, 1)))
    write("index", "version", recipe(RECIPE | REPAIR, (8, 1)))
    write("index", "cost", recipe(RECIPE | REPAIR, (16, 9)))
    write("index", "landmarks", recipe(RECIPE | REPAIR, (20, 15)))
    write("index", "other_map", recipe(RECIPE | REPAIR, (33, 7)))
    write("index", "counts", recipe(RECIPE | REPAIR, (40, 255)))
    write("index", "unit_zero", recipe(RECIPE | REPAIR, (48, 0)))
    write("index", "unit_huge", recipe(RECIPE | REPAIR, (55, 255)))
    write("index", "more_legs", recipe(RECIPE | REPAIR, (60, 200)))
    write("index", "far_leg", recipe(RECIPE | REPAIR, (304, 40), (308, 44)))
    write("index", "distance", recipe(RECIPE | REPAIR, (904, 127), (905, 127)))
    write("index", "flags", recipe(RECIPE | REPAIR, (56, 2)))
    write("index", "no_order", recipe(RECIPE | REPAIR, (56, 1)))
    write("index", "order_left_over", recipe(RECIPE | REPAIR | HIERARCHY, (56, 0)))
    write("index", "order_far", recipe(RECIPE | REPAIR | HIERARCHY, (ORDER, 255)))
    write("index", "order_twice", recipe(RECIPE | REPAIR | HIERARCHY, (ORDER, 0), (ORDER + 4, 0)))
    write("index", "nothing", bytes([0]))
    write("index", "magic", bytes([0]) + b"LFINDEX\x1a")
    write("index", "short", bytes([REPAIR]) + b"LFINDEX\x1a" + struct.pack("<I", 2) + bytes(60))


# --- Almanacs: a byte with 1 for believed, 2 for a repaired checksum, 4 for a recipe


def almanac_seeds():
    patches = lambda how, *places: bytes([how]) + b"".join(struct.pack("<HB", *place) for place in places)
    write("almanac", "whole", patches(4))
    write("almanac", "believed", patches(5))
    write("almanac", "altered", patches(5, (200, 1)))
    write("almanac", "version", patches(7, (8, 2)))
    write("almanac", "other_index", patches(7, (24, 9)))
    write("almanac", "labels_wrap", patches(7, (39, 32)))
    write("almanac", "notice", patches(7, (160, 9)))
    write("almanac", "label_and_list", patches(7, (9000, 3), (20000, 9), (20004, 1)))
    write("almanac", "not_believed", patches(6, (9000, 3)))
    write("almanac", "nothing", bytes([0]))
    write("almanac", "magic", bytes([3]) + b"LFALMAN\x1a" + bytes(160))


# --- Queries: a byte with the form (0 CSV, 1 scenario, 2 JSON lines, 3 binary), 4 for lengths, 8 times the number at a time


def queries_seeds():
    head = b"LFQUERY1" + struct.pack("<4I", 16, 9, 9, 0)
    known = b"LFQUERY1" + struct.pack("<4I", 24, 0, 0, 0)
    query = struct.pack("<4I", 1, 2, 3, 4)
    write("queries", "binary", bytes([3]) + head + 3 * query)
    write("queries", "binary_pairs", bytes([3 + 8]) + head + 5 * query)
    write("queries", "binary_lengths", bytes([7]) + known + query + struct.pack("<d", 7.5) + query + struct.pack("<d", -1))
    write("queries", "binary_nan", bytes([7]) + known + query + b"\xff" * 8)
    write("queries", "binary_cut", bytes([3]) + head + query + query[:5])
    write("queries", "binary_outside", bytes([3]) + head + struct.pack("<4I", 1, 2, 9, 4))
    write("queries", "binary_far", bytes([3]) + known + struct.pack("<4I", 1, 2, 1 << 31, 4) + bytes(8))
    write("queries", "binary_size", bytes([3]) + b"LFQUERY1" + struct.pack("<4I", 17, 0, 0, 0))
    line = b'{"from":[1,2],"to":[3,4]}\n'
    write("queries", "jsonl", bytes([2 + 16]) + line + b"\n" + line)
    write("queries", "jsonl_lengths", bytes([6]) + b'{"from":[1,2],"to":[3,4],"length":null}\n' +
          b'{"from":[1,2],"to":[3,4],"length":7.5}')
    write("queries", "jsonl_bad", bytes([2]) + line + b'{"from":[1,2],"to":[3,4.5]}')
    write("queries", "csv", bytes([0]) + b"from_x,from_y,to_x,to_y\n1,2,3,4\n")
    write("queries", "csv_lengths", bytes([4]) + b"from_x,from_y,to_x,to_y,length\n1,2,3,4,\n1,2,3,4,7.5")
    write("queries", "csv_quote", bytes([0]) + b'from_x,from_y,to_x,to_y,a\n1,2,3,4,"a\n,b"\n1,2,3,4,x"\n')
    write("queries", "scen", bytes([1]) + b"version 1\n0 m 9 9 1 2 3 4 7.5\n")


if __name__ == "__main__":
    png_seeds()
    raw_seeds()
    plane_seeds()
    depth_seeds()
    shape_seeds()
    route_seeds()
    ros_seeds()
    openfront_seeds()
    index_seeds()
    almanac_seeds()
    queries_seeds()
