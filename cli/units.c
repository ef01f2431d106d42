// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Numbers as people read them: three or four figures and a unit.
#include "units.h"

#include <stdio.h>

/// Divides by 1000 until the number is below 999.95, which would be printed as 1000.0. What is whole from the
/// beginning has no figures behind the point.
static const char *scaled(double number, const char *const *units, int count, char out[UNITS_TEXT]) {
    int unit = 0;
    for (; number >= 999.95 && unit + 1 < count; unit++) number /= 1000;
    const int figures = unit == 0 && number == (double)(long)number ? 0 : 1;
    snprintf(out, UNITS_TEXT, "%.*f%s", figures, number, units[unit]);
    return out;
}

const char *units_bytes(double bytes, char out[UNITS_TEXT]) {
    static const char *const units[] = {" B", " kB", " MB", " GB", " TB"};
    return scaled(bytes, units, 5, out);
}

const char *units_count(double count, char out[UNITS_TEXT]) {
    static const char *const units[] = {"", " k", " M", " G", " T"};
    return scaled(count, units, 5, out);
}

const char *units_time(double ns, char out[UNITS_TEXT]) {
    const double seconds = ns / 1e9 + 0.5;
    if (ns < 999.95e3)
        snprintf(out, UNITS_TEXT, "%.1f us", ns / 1e3);
    else if (ns < 999.95e6)
        snprintf(out, UNITS_TEXT, "%.1f ms", ns / 1e6);
    else if (ns < 99.95e9)
        snprintf(out, UNITS_TEXT, "%.1f s", ns / 1e9);
    else if (seconds < 3600)
        snprintf(out, UNITS_TEXT, "%d min %d s", (int)seconds / 60, (int)seconds % 60);
    else
        snprintf(out, UNITS_TEXT, "%.0f h %d min", (double)(long)(seconds / 3600),
                 (int)((long)seconds / 60 % 60));
    return out;
}
