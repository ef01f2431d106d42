// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the rows of bench_questions share. A file per question: it says what it asks, and adds rows.
#ifndef LANDFALL_QUESTIONS_H
#define LANDFALL_QUESTIONS_H

#include "bench.h"

/// Times of one thing, in milliseconds of processor time.
typedef struct question_times {
    double ms[2000];
    int64_t count;
} question_times;

void question_time(question_times *times, uint64_t ns);

/// Prints a row: what was asked, how often, its times, and, unless `reference` is NULL, the times of what it is
/// measured against in the same run.
void question_row(const char *question, const bench_map *map, const char *what, question_times *times,
                  const char *reference, question_times *reference_times);

/// What is asked under weights that were made for a map.
typedef lf_status question_weighed(void *context, lf_weights *weights, lf_cost cost, const char *what);
/// Asks under a soft coast and under weights from 1 to 9 at random, each with both costs.
lf_status question_each_weights(const bench_map *map, question_weighed *ask,
                                void *context); // questions_weights.c

/// A question: asks it of a map and prints its rows; false after saying why.
typedef bool question_run(const bench_map *map);

question_run question_cells;     // questions_cells.c
question_run question_costmap;   // questions_cells.c
question_run question_field;     // questions_field.c
question_run question_gates;     // questions_gates.c
question_run question_guided;    // questions_guided.c
question_run question_matrix;    // questions_matrix.c
question_run question_obstacles; // questions_obstacles.c
question_run question_weights;   // questions_weights.c

#endif // LANDFALL_QUESTIONS_H
