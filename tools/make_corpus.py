#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
"""Writes the seed inputs of the fuzz targets that are made of bytes or of several parts: fuzz/corpus/{png,raw,plane,depth,
ros,route,openfront,index}. The seeds of the text formats are written by hand. Running it again gives the same files."""

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


def depth_seeds():
    """Width, height, rules and coarse map, gate, harbour, look-ahead and window, spacing, four ends, then a byte a tile."""
    ends = bytes([0, 3, 200, 90])
    slope = bytes(4 * i | 1 for i in range(64))
    write("depth", "slope", bytes([63, 20, 0, 64, 0, 4, 0]) + ends + slope)
    write("depth", "harbours", bytes([63, 40, 1, 64, 9, 0x24, 4]) + ends + slope + b"\0\0\0" + slope[::-1])
    write("depth", "computed", bytes([50, 50, 0xC0, 64, 3, 0x08, 32]) + ends + b"\1\1\1\1\1\1\1\1\1\0\1\1\1")
    write("depth", "gate", bytes([30, 30, 2, 12, 1, 0, 10]) + ends + b"\x31\x35\x29\x39\x00\x41\x2d")
    write("depth", "orthogonal", bytes([40, 33, 2, 65, 20, 0x43, 0]) + ends + b"\x11\x51\x91\xd1\x00\x21\x61")
    write("depth", "blocked", bytes([9, 9, 0, 64, 0, 0, 0]) + ends + b"\0")


# --- ROS -------------------------------------------------------------------------------------------

YAML = (b"image: a.pgm\nresolution: 0.05\norigin: [-1.0, -2.5, 0.0]\nnegate: 0\noccupied_thresh: 0.65\n"
        b"free_thresh: 0.196\n")


def route_seeds():
    """Width, height, rules, level and kind, radius, widenings, options, slice, four ends, then a bit a tile."""
    ends = bytes([0, 3, 200, 90])
    write("route", "open", bytes([63, 40, 0, 2, 0, 0, 0, 9]) + ends + b"\xff")
    write("route", "cells", bytes([90, 70, 0, 0x82, 0, 3, 1, 1]) + ends + b"\xfb\xff\xf7\xff\xdf\x7f\xff")
    write("route", "holes", bytes([120, 120, 1, 3, 2, 5, 2, 30]) + ends + b"\x5f\xf5\x77\xee\x3c\xdb")
    write("route", "noise", bytes([66, 66, 66, 0x81, 0, 11, 3, 200]) + ends + b"\x6d\xb6\xdb\x35\xaa\xf0\x9c")
    write("route", "blocked", bytes([10, 10, 2, 1, 0, 0, 0, 1]) + ends)


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


if __name__ == "__main__":
    png_seeds()
    raw_seeds()
    plane_seeds()
    depth_seeds()
    route_seeds()
    ros_seeds()
    openfront_seeds()
    index_seeds()
