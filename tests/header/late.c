// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Somebody else has included the header without LF_EXPERIMENTAL; it gives experts their part all the same.
#include <landfall.h>

#ifndef LF_EXPERIMENTAL
#ifdef LF_EXPERTS_H
#error "experts.h is there though nobody asked for it"
#endif
#define LF_EXPERIMENTAL
#endif
#include <landfall.h>

bool header_late_test(const lf_search *search);
bool header_late_test(const lf_search *search) {
    return lf_search_has_met(search, 0);
}
