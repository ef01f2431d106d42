// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// TEST_IS_SLOW: built with sanitizers, for WebAssembly or for an emulated processor (the presets s390x and
// aarch64 define it), where everything takes several times as long. Tests that try thousands of maps try
// fewer there. TEST_HAS_SANITIZER: built with a sanitizer that watches memory by itself.
#ifndef LANDFALL_TEST_SLOW_H
#define LANDFALL_TEST_SLOW_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_HAS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define TEST_HAS_SANITIZER
#endif
#endif

#if (defined(TEST_HAS_SANITIZER) || defined(__wasm__)) && !defined(TEST_IS_SLOW)
#define TEST_IS_SLOW
#endif

#endif // LANDFALL_TEST_SLOW_H
