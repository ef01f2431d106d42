// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/version.h
/// The version of the header and of the library. Part of landfall.h.
#ifndef LF_VERSION_H
#define LF_VERSION_H

#include "status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LF_VERSION_MAJOR 0 ///< of the header
#define LF_VERSION_MINOR 1 ///< of the header
#define LF_VERSION_PATCH 0 ///< of the header
/// The version as one number that can be compared: 0x00MMmmpp.
#define LF_VERSION_HEX ((LF_VERSION_MAJOR << 16) | (LF_VERSION_MINOR << 8) | LF_VERSION_PATCH)

/// The version of the library that is linked, as LF_VERSION_HEX gives it for the header.
LF_API uint32_t lf_version(void);

/// The version of the routes. It changes whenever any strategy could return another of several equal routes for
/// the same query on the same map. Games that replay inputs on many machines (lockstep) compare it before they
/// begin: with the same version, all machines find the same tiles, whatever their compiler, processor or
/// language.
#define LF_ROUTES_VERSION 9

/// The version of the routes of the library that is linked, as LF_ROUTES_VERSION gives it for the header.
LF_API uint32_t lf_routes_version(void);

#ifdef __cplusplus
}
#endif

#endif // LF_VERSION_H
