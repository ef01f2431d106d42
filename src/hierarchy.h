#ifndef LANDFALL_HIERARCHY_H
#define LANDFALL_HIERARCHY_H
#include "core.h"
typedef struct lfi_arc {
    uint64_t length;
    uint32_t to;
    uint32_t via;
} lfi_arc;
#define LFI_ARC_LEG UINT32_MAX
#endif
