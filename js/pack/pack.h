// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What landfall/sync unpacks its modules with, in WebAssembly itself: in JavaScript, which runs cold then, it took eight
// times as long.
#ifndef LFJS_PACK_H
#define LFJS_PACK_H

#include <stdint.h>

/// A function that JavaScript calls.
#define LFJS(type, name) __attribute__((export_name(#name))) type name

#endif // LFJS_PACK_H
