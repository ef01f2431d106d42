// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Numbers, read by hand. strtol and strtod skip blanks, accept hexadecimal and "nan", need a NUL at the end,
// and strtod reads "2,5" or "2.5" depending on the locale that the program happens to have set. Files have
// one grammar: these functions look at exactly `length` bytes and accept nothing else.
//
// A decimal stays exact as digits and a power of ten for as long as possible. ROS thresholds are compared as
// integers and never become a double. The lengths of .scen files do: digits below 2^53 are exact as a double,
// so are powers of ten up to 10^22, and one division rounds once, hence correctly. Longer numbers than
// anyone prints round a few times more.

#include "lfio.h"

static bool byte_is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool lfio_integer_parse(const char *text, size_t length, int64_t least, int64_t most, int64_t *out) {
    const uint64_t full = (UINT64_MAX - 9) / 10; // with another digit this still fits
    uint64_t value = 0;
    *out = 0;
    if (length == 0) return false;
    for (size_t i = 0; i < length; i++) {
        if (!byte_is_digit(text[i]) || value > full) return false;
        value = value * 10 + (uint64_t)(text[i] - '0');
    }
    if (value > INT64_MAX || (int64_t)value < least || (int64_t)value > most) return false;
    *out = (int64_t)value;
    return true;
}

// Takes digits off the front and appends them to the number. `step` is what a digit that is kept adds to the
// exponent: 0 before the point, -1 after it; one that is dropped adds one more.
static size_t decimal_take_digits(const char *text, size_t length, int step, lfio_decimal *number) {
    const uint64_t full = UINT64_C(100000000000000000); // 10^17: one more digit still fits 18 of them
    size_t i = 0;
    for (; i < length && byte_is_digit(text[i]); i++) {
        if (number->digits < full) {
            number->digits = number->digits * 10 + (uint64_t)(text[i] - '0');
            number->exponent += step;
        } else {
            number->exponent += step + 1;
        }
    }
    return i;
}

// The part after the 'e'. Five digits would be beyond every number that means something.
static bool decimal_take_exponent(const char *text, size_t length, lfio_decimal *number) {
    const bool negative = length > 0 && text[0] == '-';
    const size_t sign = length > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    int64_t exponent;
    if (length - sign > 4 || !lfio_integer_parse(text + sign, length - sign, 0, 9999, &exponent))
        return false;
    number->exponent += negative ? -exponent : exponent;
    return true;
}

bool lfio_decimal_parse(const char *text, size_t length, lfio_decimal *out) {
    *out = (lfio_decimal){0};
    lfio_decimal number = {.negative = length > 0 && text[0] == '-'};
    size_t at = length > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    size_t digits = decimal_take_digits(text + at, length - at, 0, &number);
    at += digits;
    if (at < length && text[at] == '.') {
        at++;
        const size_t fraction = decimal_take_digits(text + at, length - at, -1, &number);
        at += fraction;
        digits += fraction;
    }
    if (digits == 0) return false;
    if (at < length) {
        if (text[at] != 'e' && text[at] != 'E') return false;
        at++;
        if (!decimal_take_exponent(text + at, length - at, &number)) return false;
    }
    *out = number;
    return true;
}

double lfio_decimal_double(lfio_decimal decimal) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    double value = (double)decimal.digits;
    int64_t exponent = decimal.exponent;
    // Each round changes the value by 10^22, so it reaches 0 or infinity, where it stays, within some twenty.
    for (int round = 0; round < 40 && exponent != 0 && value > 0; round++) {
        const int64_t step = exponent > 22 ? 22 : exponent < -22 ? -22 : exponent;
        value = step > 0 ? value * powers[step] : value / powers[-step];
        exponent -= step;
    }
    return decimal.negative ? -value : value;
}

int64_t lfio_decimal_trillionths(lfio_decimal decimal) {
    const int64_t most = INT64_C(1000000000000000000); // 10^18
    int64_t value = (int64_t)decimal.digits;
    int64_t exponent = decimal.exponent + 12;
    for (; exponent < 0 && value != 0; exponent++) value /= 10;
    for (; exponent > 0 && value != 0 && value < most; exponent--)
        value = value > most / 10 ? most : value * 10;
    return decimal.negative ? -value : value;
}
