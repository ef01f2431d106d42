// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A driver of 2019-SGCH-JPD in gppc-dev/algorithm-archive: a contraction hierarchy over subgoals (SGCH, with the options
// of its entry to the competition) and N-level subgoals.
//
// Some maps take N-level subgoals hours. So what a method makes of a map is made by a process of its own, as in the
// competition, which has LIMIT_SECONDS of a processor for it, and then read.
#include "peer.h"

#include <Grid2DSG.h>
#include <SGCHQuery.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

// Every query of these methods reads the clock of the processor several times, by a call of the system. These are not
// the methods' own work, so they are left out.
CPUTimer::CPUTimer() : start_cpu_time_(0), elapsed_wall_clock_time_(0), elapsed_cpu_time_(0) {
}
void CPUTimer::StartTimer() {
}
double CPUTimer::EndTimer() {
    return 0;
}

namespace {

constexpr rlim_t LIMIT_SECONDS = 5;

struct grid {
    int width = 0, height = 0;
    std::vector<bool> open;
};

bool grid_read(const char *path, grid *out) {
    std::ifstream file(path);
    std::string word, row;
    file >> word >> word >> word >> out->height >> word >> out->width >> word;
    for (int y = 0; y < out->height && file >> row; y++) {
        for (const char c : row) out->open.push_back(c == '.' || c == 'G' || c == 'S');
    }
    return out->open.size() == static_cast<size_t>(out->width) * static_cast<size_t>(out->height);
}

using query = SGCHQuery<Grid2DSG>;

std::unique_ptr<query> query_make(int method, const grid &map, bool load, const std::string &file) {
    CHParam hierarchy = method == 0 ? MakeCHParam(true, false, true, true, true) : MakeNSUBParam();
    hierarchy.save = !load;
    hierarchy.load = load;
    const SGGrid2DParam subgoals(method == 0 ? kGrid2DJPDiagonalCornersMerged : kGrid2DSGCanonical, true);
    auto made =
        std::make_unique<query>(new Grid2D(map.open, map.width, map.height), hierarchy, subgoals, file);
    made->Preprocess();
    return made;
}

/// Makes a method's files. False if it fails or takes too long.
bool files_make(int method, const grid &map, const std::string &file) {
    const pid_t maker = fork();
    if (maker == 0) {
        const rlimit limit = {LIMIT_SECONDS, LIMIT_SECONDS};
        const bool ready =
            setrlimit(RLIMIT_CPU, &limit) == 0 && std::freopen("/dev/null", "w", stdout) != nullptr;
        if (ready) query_make(method, map, false, file);
        _exit(ready ? 0 : 1);
    }
    int status = -1;
    return maker > 0 && waitpid(maker, &status, 0) == maker && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::unique_ptr<query> peer_load(int method, const char *map_path) {
    grid map;
    std::string place = (std::filesystem::temp_directory_path() / "landfall-peer-XXXXXX").string();
    if (!grid_read(map_path, &map) || mkdtemp(place.data()) == nullptr) return nullptr;
    const std::string file = place + "/map";
    std::unique_ptr<query> made;
    if (files_make(method, map, file)) made = query_make(method, map, true, file);
    std::filesystem::remove_all(place);
    return made;
}

} // namespace

extern "C" const char *peer_name(int method) {
    static const char *const names[] = {"SGCH", "N-level"};
    return method < 2 ? names[method] : nullptr;
}

extern "C" void *peer_make(int method, const char *map_path) {
    std::streambuf *const told = std::cerr.rdbuf(nullptr), *const printed =
                                                               std::cout.rdbuf(nullptr); // it says a lot
    void *made = nullptr;
    try {
        made = peer_load(method, map_path).release();
    } catch (const std::exception &) {
        made = nullptr;
    }
    std::cerr.rdbuf(told);
    std::cout.rdbuf(printed);
    return made;
}

extern "C" double peer_find(void *which, int from_x, int from_y, int to_x, int to_y, int *points) {
    static std::vector<SgchXyLoc> path;
    static_cast<query *>(which)->Query(SgchXyLoc(from_x, from_y), SgchXyLoc(to_x, to_y), path);
    *points = static_cast<int>(path.size());
    double length = path.empty() ? -1 : 0;
    for (size_t i = 1; i < path.size(); i++) {
        const int wide = std::abs(path[i].x - path[i - 1].x), high = std::abs(path[i].y - path[i - 1].y);
        const int diagonal = wide < high ? wide : high;
        length += diagonal * std::sqrt(2) + (wide < high ? high : wide) - diagonal;
    }
    return length;
}

extern "C" void peer_free(void *which) {
    delete static_cast<query *>(which);
}
