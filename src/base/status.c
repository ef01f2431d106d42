// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Texts and names of statuses, from the one list in status.h; and the version.
#include "core.h"

uint32_t lf_version(void) {
    return LF_VERSION_HEX;
}

uint32_t lf_routes_version(void) {
    return LF_ROUTES_VERSION;
}

const char *lf_status_text(lf_status status) {
    switch (status) {
#define STATUS_TEXT(name, number, text) \
    case LF_##name: return text;
        LF_STATUS_MAP(STATUS_TEXT)
#undef STATUS_TEXT
    }
    return "unknown status";
}

const char *lf_status_name(lf_status status) {
    switch (status) {
#define STATUS_NAME(name, number, text) \
    case LF_##name: return "LF_" #name;
        LF_STATUS_MAP(STATUS_NAME)
#undef STATUS_NAME
    }
    return "unknown status";
}
