// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/memory.h
/// How much memory a search takes, before and after it is made. Part of landfall.h: include that one.
///
/// | search                 | bytes, about                                                          |
/// |------------------------|-----------------------------------------------------------------------|
/// | every search           | 0.82 per tile (104 per block of 16 x 8 tiles, one block more per row) |
/// | for octile costs       | 12.5 per tile more; none under orthogonal moves                       |
/// | with a coarse map      | 17 per tile, 10 per open tile, 76 per cell and 40 per node beyond     |
/// |                        | the first of a cell more                                              |
/// | with an index          | 124 per headland more                                                 |
/// | with gate_indexes      | 124 per headland of the largest index, 64 per headland of the others  |
/// |                        | more; with harbour_room 9 bits per tile, 110 per headland and 100 to  |
/// |                        | 200 per tile of the room more                                         |
/// | with depths            | 0.9 per tile and 8 per hump (see lf_depth) more                       |
/// | under orthogonal moves | 100 per run of open tiles in a row more                               |
/// | for weights            | 16.6 per tile (rows are padded to 64 tiles) and 0.5 million more      |
/// | for spine alone        | 0.3 million for windows (more from level 5 on), 30 to 45 per node of  |
/// |                        | the coarse map and 1 per move of route_room; none of the above        |
/// | every search, for ends | 40 for each tile of end_room more: 10 thousand by default             |
#ifndef LF_MEMORY_H
#define LF_MEMORY_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How many bytes lf_search_create asks the allocator for, with the same arguments. Exact. Allocates nothing.
/// Time: O(1).
/// @param desc   NULL for the defaults.
/// @param bytes  receives the number, also with LF_E_MEMORY_LIMIT; 0 on any other error.
/// @return the statuses of lf_search_create except LF_E_NOMEM.
LF_API lf_status lf_search_size(const lf_map *map, const lf_search_desc *desc, int64_t *bytes);

/// Bytes that the search holds; 0 for NULL.
LF_API size_t lf_search_bytes(const lf_search *search);

#ifdef __cplusplus
}
#endif

#endif // LF_MEMORY_H
