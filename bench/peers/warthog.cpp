// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A driver of ShortestPathLab/warthog-jps: jump points without tables (jpsP) and with them (jpsP+).
#include "peer.h"

#include <algorithm> // before headers that use it without including it

#include <jps/jump/jump_point_offline.h>
#include <jps/jump/jump_point_online.h>
#include <jps/search/jps_prune_expansion_policy.h>
#include <warthog/domain/gridmap.h>
#include <warthog/heuristic/octile_heuristic.h>
#include <warthog/search/unidirectional_search.h>
#include <warthog/util/pqueue.h>

#include <exception>

namespace {

class peer {
public:
    virtual ~peer() = default;
    virtual double find(uint32_t from_x, uint32_t from_y, uint32_t to_x, uint32_t to_y, int *points) = 0;
};

template <typename Expander> class jump_peer : public peer {
public:
    explicit jump_peer(const char *path)
        : map(path), expander(&map), heuristic(map.width(), map.height()), search(&heuristic, &expander, &open) {
    }

    double find(uint32_t from_x, uint32_t from_y, uint32_t to_x, uint32_t to_y, int *points) override {
        warthog::search::problem_instance problem(expander.get_pack(from_x, from_y),
                                                  expander.get_pack(to_x, to_y), false);
        warthog::search::search_parameters parameters;
        solution.reset();
        search.get_path(&problem, &parameters, &solution);
        *points = static_cast<int>(solution.path_.size());
        return *points > 0 ? solution.sum_of_edge_costs_ : -1;
    }

private:
    warthog::domain::gridmap map;
    Expander expander;
    warthog::heuristic::octile_heuristic heuristic;
    warthog::util::pqueue_min open;
    warthog::search::unidirectional_search<warthog::heuristic::octile_heuristic, Expander,
                                           warthog::util::pqueue_min>
        search;
    warthog::search::solution solution;
};

using online = jps::search::jps_prune_expansion_policy<jps::jump::jump_point_online>;
using offline = jps::search::jps_prune_expansion_policy<jps::jump::jump_point_offline<>>;

} // namespace

extern "C" const char *peer_name(int method) {
    static const char *const names[] = {"JPS", "JPS+"};
    return method < 2 ? names[method] : nullptr;
}

extern "C" void *peer_make(int method, const char *map_path) {
    try {
        if (method == 0) return static_cast<peer *>(new jump_peer<online>(map_path));
        return static_cast<peer *>(new jump_peer<offline>(map_path));
    } catch (const std::exception &) {
        return nullptr;
    }
}

extern "C" double peer_find(void *which, int from_x, int from_y, int to_x, int to_y, int *points) {
    return static_cast<peer *>(which)->find(static_cast<uint32_t>(from_x), static_cast<uint32_t>(from_y),
                                            static_cast<uint32_t>(to_x), static_cast<uint32_t>(to_y), points);
}

extern "C" void peer_free(void *which) {
    delete static_cast<peer *>(which);
}
