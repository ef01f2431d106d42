// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// MovingAI .scen from bytes.

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lf_query_list list;
    lf_io_error error;
    const lf_io_status status = lf_queries_parse_scen("input", data, size, &list, &error);
    fuzz_check_queries(status, &list, &error);
    lf_queries_free(&list);
    return 0;
}
