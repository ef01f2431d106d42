// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// TEST_IS_SLOW: built with sanitizers or for WebAssembly, where everything takes several times as long. Tests
// that try thousands of maps try fewer there.
#ifndef LANDFALL_TEST_SLOW_H
#define LANDFALL_TEST_SLOW_H

#if defined(__SANITIZE_ADDRESS__) || defined(__wasm__)
#define TEST_IS_SLOW
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TEST_IS_SLOW
#endif
#endif

#endif // LANDFALL_TEST_SLOW_H
