// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Octile costs as the program prints them: six decimals, rounded exactly.
#include "test.h"

#include "costs.h"

static void check_text(int64_t straight, int64_t diagonal, const char *expected) {
    char text[COST_TEXT_SIZE];
    cost_write(straight, diagonal, text);
    CHECK_STR(text, expected);
}

/// Expected values from whole-number square roots of 2 * d * d * 10^40, rounded.
static void known_costs(void) {
    check_text(0, 0, "0.000000");
    check_text(7, 0, "7.000000");
    check_text(0, 1, "1.414214");
    check_text(10, 1, "11.414214");
    check_text(0, 2, "2.828427");
    check_text(0, 5, "7.071068");
    check_text(3, 408, "579.999133");
    check_text(0, 985, "1393.000359");
    check_text(0, 195025, "275807.000002");
    check_text(0, 470832, "665856.999999");
    check_text(0, 1136689, "1607521.000000"); // 0.0000003 above
    check_text(123456789, 987654321, "1520210924.694590");
    check_text(4294967295, 0, "4294967295.000000");
    check_text(0, 4294967295, "6074000998.537886");
}

/// Up to some thousands a double has digits enough, but for numbers right between two decimals.
static void many_costs(void) {
    for (int64_t d = 0; d < 200000; d++) {
        const double exact = (double)d * 1.4142135623730951 * 1e6, part = exact - (double)(int64_t)exact;
        if (part > 0.4999 && part < 0.5001) continue;
        char text[COST_TEXT_SIZE], expected[COST_TEXT_SIZE];
        cost_write(d % 7, d, text);
        snprintf(expected, sizeof expected, "%.6f", (double)(d % 7) + (double)d * 1.4142135623730951);
        if (strcmp(text, expected) != 0) CHECK_STR(text, expected);
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(known_costs), TEST(many_costs)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
