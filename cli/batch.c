// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Many queries on several threads.
//
// Each worker has a search and a tile buffer of its own. It takes a piece, which is the next few queries,
// answers them, makes their rows, and puts the rows into the slot of that piece in a ring:
//
//     pieces    0 1 2 3 4 5 6 7 8 9 ...       2 to 5 are being answered or wait for their turn;
//                   |       |                 they have slots of the ring, which has RING_SLOTS of them
//             written       taken
//
// Whoever fills the slot at `written` writes it and all filled ones behind it. So the rows come out in the
// order of the queries, whatever the number of threads, and memory is bounded: a worker that would run more
// than RING_SLOTS ahead waits, and so does the input. It never waits for itself, because the piece at
// `written` is always taken by a worker that is not waiting.
//
// A piece of a CSV has so many queries as take a tenth of a second, and no more than an eighth of what is left for each
// thread, so that no thread waits long at the end; but at least what takes a millisecond, because a lock for each query
// would cost more than some queries. Its queries are answered in an order of their places on the map: what the ends of
// one query look at is still in the cache for the next one, which takes 8 to 25 % less time for random pairs at sea. JSON
// lines are long, and have pieces of a millisecond. What a query takes is known from the piece before; the first has one.
//
// With ranks (ranks.h) the pieces are of one size, and their numbers in the whole are given out among all ranks. Each rank
// reads the queries of its pieces, and some before them (query_source.c); the ring keeps its own in order.
//
// Lengths alone: when it turns out that most pairs have to be searched, and enough are left, an almanac is made
// (landfall/lengths.h) by as many threads as there are, under the lock of the input. Each worker turns to it with its next
// piece. The rows are the same.
//
// Two locks: `input` is held while queries are read, which may take long on a pipe; `lock` is for the ring.
// Rows are written without either, by one worker at a time.
#include "batch.h"

#include "cli.h"
#include "progress.h"
#include "ranks.h"
#include "workers.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    RING_SLOTS = 1024,  // pieces that may wait for their turn
    ROWS_MOST = 262144, // rows that may
    PIECE_MOST = 4096,  // queries of a piece
    JSON_MOST = 256,    // of JSON lines
    PIECE_NS = 1000000, // what a piece should take at least
    PIECES_LONG = 100,  // times that, and it is long
    PIECES_LEFT = 8,    // pieces that should be left for each thread
    WRONG_SHOWN = 10,   // lengths that are not the known ones are shown; the rest is counted
    // An almanac takes as long as so many searches, and is worth while if so many are left. How many there are left is
    // not known of a pipe: then it is made when as many have been.
    ALMANAC_SEARCHES = 32768,
    ALMANAC_AFTER = 8192, // earlier nobody knows which ends come again: some thousand ports have by then
};

/// The answers of a piece.
typedef struct batch_slot {
    int64_t piece; // ranks: its number in the whole
    rows rows;
    rows wrong; // what to say of lengths that are not the known ones
    int64_t count;
    bool filled;
} batch_slot;

/// How the rows are cut for ranks. Rank 0 says it.
typedef struct batch_plan {
    int64_t skip; // rows that are there
    int64_t rows; // rows that are not
    int64_t size; // of a piece
} batch_plan;

typedef struct batch_state {
    const batch_job *job;
    pthread_mutex_t input;
    // Under the lock of the input.
    int64_t next;     // the row of the next query in the whole
    int64_t selected; // rows before it that are of the shard
    int64_t skip;     // rows that are still to be left out
    bool drained;     // there are no more
    int threads;      // that take pieces
    lf_almanac *almanac;
    bool almanac_tried; // there will be no other
    int64_t almanac_ns; // what it took
    memory_budget almanac_budget;
    pthread_mutex_t lock;
    pthread_cond_t room; // `written` has grown, or `failed` is set
    // The rest is under the lock.
    int64_t taken, written;
    int64_t rows_taken, rows_written;
    batch_result tally;
    int64_t query_ns; // what a query took in the last piece, with its row
    int64_t searched; // pairs whose lengths were not known from kept ends
    bool searches;    // whether most pairs of the last piece were such
    int wrong_shown;
    lf_status wrong; // LF_OK, or what a query was refused with
    batch_slot slots[RING_SLOTS];
    bool failed, refused; // nothing more is answered; because `to` took no more
    bool writing;         // a worker is at it
    progress bar;
    batch_plan plan; // ranks: how the work is cut
    bool said;       // what went wrong, if anything did
} batch_state;

/// What became of a query.
typedef struct batch_answer {
    lf_route route;
    lf_status status;
} batch_answer;

/// A query of a piece, and where it lies.
typedef struct batch_place {
    uint64_t key;
    int64_t number;
} batch_place;

typedef struct worker {
    batch_state *state;
    lf_search *search; // NULL if there are
    lf_lengths *lengths;
    lf_lengths_stats stats;    // of these, so far
    const lf_almanac *almanac; // that these have; NULL = none
    const lf_almanac *newest;  // that they should have
    int64_t asked, searched; // pairs of the last piece, and those whose lengths were not known from kept ends
    lf_tile *tiles;
    int64_t capacity;
    pthread_t thread;
    lf_file_query queries[PIECE_MOST];
    int64_t ids[PIECE_MOST];
    batch_answer answers[PIECE_MOST];
    batch_place order[PIECE_MOST];
    int64_t count;
    batch_slot made;    // what becomes of the piece
    batch_result tally; // of this worker
    lf_status wrong;
} worker;

// ---------------------------------------------------------------------------------------------------
// Lengths alone
// ---------------------------------------------------------------------------------------------------

/// Whether lengths alone are asked for, of plain pairs, and the index can give them. Otherwise each query is searched.
static bool job_keeps_ends(const batch_job *job) {
    const lf_end_rule *rule = &job->rules->rule;
    const bool plain = job->gate.min_depth == 0 && !job->gate.deepest && job->obstructed == NULL &&
                       job->weights == NULL && !job->rules->partial && !rule->skip_bad &&
                       !rules_berth(job->rules);
    const bool exact = job->strategy == LF_STRATEGY_AUTO || job->strategy == LF_STRATEGY_HEADLAND;
    return job->lengths && plain && exact && lf_index_has_hierarchy(job->chart->index);
}

/// Ends that each worker keeps, 37 MB of memory (octile: 100), of which only what is used is touched.
enum { ENDS_KEPT = 16384 };

static lf_lengths_desc lengths_desc(const batch_job *job) {
    const query_source *queries = job->queries;
    const int64_t ends = queries->complete && queries->surveyed > 0 ? 2 * queries->surveyed : ENDS_KEPT;
    return (lf_lengths_desc){.index = job->chart->index,
                             .cost = job->options.cost,
                             .end_room = ends < ENDS_KEPT ? ends : ENDS_KEPT};
}

// ---------------------------------------------------------------------------------------------------
// Taking
// ---------------------------------------------------------------------------------------------------

/// Waits until the ring has room. What a query takes, or 0 if the batch has failed.
static int64_t ring_wait(batch_state *state) {
    pthread_mutex_lock(&state->lock);
    while (!state->failed && (state->taken - state->written >= RING_SLOTS ||
                              state->rows_taken - state->rows_written >= ROWS_MOST))
        pthread_cond_wait(&state->room, &state->lock);
    const int64_t query_ns = state->failed ? 0 : state->query_ns;
    pthread_mutex_unlock(&state->lock);
    return query_ns;
}

/// How many queries take so long: at least one.
static int64_t queries_in(int64_t ns, int64_t query_ns) {
    const int64_t count = ns / query_ns;
    return count < 1 ? 1 : count > PIECE_MOST ? PIECE_MOST : count;
}

/// How many queries the next piece should have. Nobody knows how many are still to come from a pipe: as many as have
/// come.
static int64_t piece_choose(const batch_state *state, int64_t query_ns) {
    const query_source *queries = state->job->queries;
    const int64_t least = queries_in(PIECE_NS, query_ns);
    if (state->job->json) return least < JSON_MOST ? least : JSON_MOST;
    const int64_t left =
        queries->complete ? shard_count(state->job->of, queries->surveyed) - state->selected : state->next;
    const int64_t share = left / (PIECES_LEFT * state->threads),
                  longest = queries_in(PIECES_LONG * PIECE_NS, query_ns);
    return share < least ? least : share < longest ? share : longest;
}

/// Keeps those of the queries that were read, behind the ones of the piece, that are to be answered here.
static void piece_select(worker *of, int64_t read) {
    batch_state *state = of->state;
    const lf_file_query *queries = of->queries + of->count;
    for (int64_t i = 0; i < read; i++) {
        const int64_t row = state->next++;
        if (!shard_has(state->job->of, row)) continue;
        state->selected++;
        if (state->skip > 0) {
            state->skip--;
            continue;
        }
        of->queries[of->count] = queries[i];
        of->ids[of->count++] = row;
    }
}

/// Reads queries behind those of the piece, at most so many.
static void piece_read(worker *of, int64_t most) {
    batch_state *state = of->state;
    const int64_t room = PIECE_MOST - of->count;
    const int64_t read =
        query_source_read(state->job->queries, of->queries + of->count, most < room ? most : room);
    state->drained = read == 0;
    piece_select(of, read);
}

/// Goes on in the file where the last mark before a row of the shard is, if that is beyond the next query.
static void source_jump(batch_state *state, int64_t row) {
    query_source *queries = state->job->queries;
    int64_t low = 0, high = queries->mark_count;
    while (low < high) { // the first mark behind the row
        const int64_t middle = low + (high - low) / 2;
        if (shard_count(state->job->of, queries->marks[middle].row) <= row)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || queries->marks[low - 1].row <= state->next || !query_source_seek(queries, low - 1))
        return;
    state->next = queries->marks[low - 1].row;
    state->selected = shard_count(state->job->of, state->next);
}

/// Takes a piece that no rank has, and reads on to its queries.
static void piece_take_shared(worker *of) {
    batch_state *state = of->state;
    const batch_plan *plan = &state->plan;
    const int64_t piece = ranks_take();
    state->drained = piece < 0;
    if (piece < 0) return;
    const int64_t left = plan->rows - piece * plan->size, size = left < plan->size ? left : plan->size;
    of->made.piece = piece;
    source_jump(state, plan->skip + piece * plan->size);
    state->skip = plan->skip + piece * plan->size - state->selected;
    while (!state->drained && of->count < size) piece_read(of, state->skip + size - of->count);
    if (of->count == size) return;
    if (!state->job->queries->failed)
        cli_say("%s: has fewer queries here than rank 0 has seen", state->job->queries->name);
    state->job->queries->failed = true;
    of->count = 0;
}

/// Whether an almanac would save more time than it takes.
static bool almanac_pays(batch_state *state) {
    const batch_job *job = state->job;
    if (!job_keeps_ends(job) || !lf_almanac_serves(job->chart->index)) return false;
    pthread_mutex_lock(&state->lock);
    const int64_t searched = state->searched;
    const bool searches = state->searches;
    pthread_mutex_unlock(&state->lock);
    if (!searches || searched < ALMANAC_AFTER) return false;
    if (!job->queries->complete) return searched >= ALMANAC_SEARCHES;
    const int64_t left = shard_count(job->of, job->queries->surveyed) - state->selected;
    return left / ranks_count() >= ALMANAC_SEARCHES;
}

/// Makes an almanac, once, if it pays and there is memory for it.
static void almanac_offer(batch_state *state) {
    if (state->almanac_tried || state->job->almanac != NULL || !almanac_pays(state)) return;
    const lf_almanac_desc desc = {.workers = workers_make(&state->threads),
                                  .allocator = memory_allocator(&state->almanac_budget)};
    const uint64_t begin = cli_now_ns(NULL);
    lf_almanac_create(state->job->chart->index, &desc, &state->almanac);
    state->almanac_tried = true;
    state->almanac_ns = (int64_t)(cli_now_ns(NULL) - begin);
}

/// The almanac by which lengths are looked up now; NULL if there is none.
static const lf_almanac *almanac_now(const batch_state *state) {
    return state->job->almanac != NULL ? state->job->almanac : (const lf_almanac *)state->almanac;
}

/// Takes the next piece, with its number in the ring; -1 if there is none or the batch has failed.
static int64_t piece_take(worker *of) {
    batch_state *state = of->state;
    int64_t number = -1;
    pthread_mutex_lock(&state->input);
    const int64_t query_ns = ring_wait(state);
    of->count = 0;
    if (query_ns > 0 && !state->drained) almanac_offer(state);
    of->newest = almanac_now(state);
    if (query_ns > 0 && !state->drained && ranks_are_used()) piece_take_shared(of);
    while (query_ns > 0 && !state->drained && of->count == 0) piece_read(of, piece_choose(state, query_ns));
    if (of->count > 0) {
        pthread_mutex_lock(&state->lock);
        number = state->taken++;
        state->rows_taken += of->count;
        pthread_mutex_unlock(&state->lock);
    }
    pthread_mutex_unlock(&state->input);
    return number;
}

// ---------------------------------------------------------------------------------------------------
// Delivering
// ---------------------------------------------------------------------------------------------------

static batch_slot *ring_slot(batch_state *state, int64_t number) {
    return &state->slots[number % RING_SLOTS];
}

/// Writes one slot, whose turn it is. Nobody else touches it: it is filled, and its number is not given out again.
static bool slot_write(batch_state *state, const batch_slot *slot, bool last) {
    output *to = state->job->to;
    if (ranks_are_used()) return ranks_put(slot->piece, slot->rows.bytes, slot->rows.size);
    const bool taken = output_put(to, slot->rows.bytes, slot->rows.size);
    // Whoever waits for these rows before asking more gets them.
    return taken && (!last || to->file != NULL || fflush(to->stream) == 0 || output_fails(to));
}

static void slot_say_wrong(batch_state *state, const batch_slot *slot) {
    for (size_t i = 0; i < slot->wrong.size && state->wrong_shown < WRONG_SHOWN; i++) {
        putc(slot->wrong.bytes[i], stderr);
        state->wrong_shown += slot->wrong.bytes[i] == '\n';
    }
}

/// Writes the rows whose turn it is, unless another worker is at it. A stream that takes no more (a full disk) ends the
/// batch early. The lock is held before and after, and not while anything is written.
static void ring_write(batch_state *state) {
    if (state->writing) return;
    state->writing = true;
    for (batch_slot *slot; (slot = ring_slot(state, state->written))->filled && !state->refused;) {
        const bool last = state->written + 1 == state->taken;
        pthread_mutex_unlock(&state->lock);
        const bool taken = slot_write(state, slot, last);
        slot_say_wrong(state, slot);
        pthread_mutex_lock(&state->lock);
        if (!taken) state->failed = state->refused = true;
        if (taken) state->tally.count += slot->count;
        slot->filled = false;
        state->written++;
        state->rows_written += slot->count;
        progress_to(&state->bar, state->tally.count);
        pthread_cond_broadcast(&state->room);
    }
    state->writing = false;
}

/// Hands in the rows of a piece, and gets memory back that the ring does not need any more.
static void piece_deliver(worker *of, int64_t number, uint64_t ns) {
    batch_state *state = of->state;
    pthread_mutex_lock(&state->lock);
    batch_slot *slot = ring_slot(state, number), empty = *slot;
    *slot = of->made;
    slot->filled = true;
    of->made = empty;
    if (slot->rows.failed || of->wrong != LF_OK) {
        state->failed = true;
        state->wrong = of->wrong;
        slot->filled = false; // nothing of it may be written
    }
    state->searched += of->searched;
    state->searches = 2 * of->searched >= of->asked;
    state->query_ns = (int64_t)ns / of->count + 1;
    ring_write(state);
    pthread_cond_broadcast(&state->room);
    pthread_mutex_unlock(&state->lock);
}

// ---------------------------------------------------------------------------------------------------
// Answering
// ---------------------------------------------------------------------------------------------------

/// A clock, unless nobody is told what it says.
static lf_clock job_clock(const batch_job *job) {
    return job->no_times && cli_quiet ? (lf_clock){0} : (lf_clock){cli_now_ns, NULL};
}

/// Whether an answer has a row. A query whose ends were all skipped has no route.
static bool answer_is_fine(lf_status status) {
    return status >= 0 || status == LF_E_SOURCES_SKIPPED || status == LF_E_TARGETS_SKIPPED;
}

/// What a route costs, as a number.
static double route_cost(const batch_job *job, const lf_route *route) {
    if (job->weights == NULL && job->options.cost == LF_COST_UNIFORM) return (double)route->length;
    const double diagonal = job->options.cost == LF_COST_OCTILE ? 1.4142135623730951 : 1;
    return (double)route->straight_cost + (double)route->diagonal_cost * diagonal;
}

/// Whether a length is the known one. Files have them with few digits, and some were made with 1.4142 for a diagonal.
static bool length_agrees(const batch_job *job, const lf_route *route, double known) {
    if (known < 0) return !route->found;
    const double tolerance = job->options.cost == LF_COST_OCTILE ? 1e-3 + 1e-5 * known : 0;
    return route->found && fabs(route_cost(job, route) - known) <= tolerance;
}

static void say_length(rows *to, bool found, double length) {
    char text[48];
    snprintf(text, sizeof text, "length %.15g", length);
    rows_text(to, found ? text : "no route");
}

/// Keeps what is to be said of a length that is not the known one, unless enough have been.
static void note_wrong(worker *of, const lf_file_query *asked, const lf_route *route) {
    rows *to = &of->made.wrong;
    if (of->tally.wrong++ >= WRONG_SHOWN) return;
    rows_text(to, "landfall: ");
    rows_text(to, of->state->job->queries->name);
    rows_text(to, ":");
    rows_int(to, asked->line);
    rows_text(to, ": ");
    say_length(to, route->found, route_cost(of->state->job, route));
    rows_text(to, ", and the file says ");
    say_length(to, asked->known_length >= 0, asked->known_length);
    rows_text(to, "\n");
}

static void row_make(worker *of, const report *answer, int64_t id) {
    rows *to = &of->made.rows;
    if (!of->state->job->json) {
        report_csv(answer, id, to);
        return;
    }
    char *line = report_json(answer, id);
    if (line == NULL)
        to->failed = true;
    else
        rows_text(to, line);
    free(line);
}

/// The length of a pair as an answer.
static lf_status worker_measure(worker *of, const lf_query *query, lf_route *route) {
    const lf_clock clock = job_clock(of->state->job);
    const uint64_t begin = clock.now_ns != NULL ? clock.now_ns(clock.user) : 0;
    lf_length length;
    const lf_status status =
        lf_lengths_between(of->lengths, query->sources[0].tile, query->targets[0], &length);
    if (clock.now_ns != NULL) route->stats.total_ns = (int64_t)(clock.now_ns(clock.user) - begin);
    route->found = status == LF_OK;
    if (!route->found) return status;
    route->straight = route->straight_cost = length.straight;
    route->diagonal = route->diagonal_cost = length.diagonal;
    route->length = route->straight + route->diagonal;
    return status;
}

/// What a query was answered with. Without a buffer a route does not fit, and is as good: nobody wants its tiles.
static lf_status worker_find(worker *of, const lf_query *query, lf_route *route) {
    if (of->lengths != NULL) return worker_measure(of, query, route);
    const lf_status status = lf_search_find(of->search, query, of->tiles, of->capacity, route);
    if (status != LF_E_BUFFER_TOO_SMALL || of->tiles != NULL) return status;
    return route->found ? LF_OK : LF_PARTIAL;
}

/// Asks a query, as often as is wanted; the time is the shortest.
static lf_status worker_ask(worker *of, const lf_query *query, lf_route *route) {
    int64_t best_ns = INT64_MAX;
    lf_status status = LF_OK;
    for (int32_t i = 0; i < of->state->job->repeat && answer_is_fine(status); i++) {
        status = worker_find(of, query, route);
        if (route->stats.total_ns < best_ns) best_ns = route->stats.total_ns;
    }
    route->stats.total_ns = best_ns;
    return status;
}

static void worker_count(worker *of, const lf_route *route, lf_status status) {
    of->tally.found += route->found;
    of->tally.partial += route->partial;
    of->tally.skipped += status < 0;
    times_add(&of->tally.times, route->stats.total_ns);
}

/// A query of the library, and its two ends.
typedef struct pair_query {
    lf_source source;
    lf_tile target;
    lf_query query;
} pair_query;

static void pair_make(const batch_job *job, const lf_file_query *asked, pair_query *out) {
    const lf_map *map = job->chart->map;
    *out = (pair_query){.source = {lf_map_tile(map, asked->from.x, asked->from.y), 0},
                        .target = lf_map_tile(map, asked->to.x, asked->to.y),
                        .query = {.sources = &out->source,
                                  .source_count = 1,
                                  .targets = &out->target,
                                  .target_count = 1,
                                  .strategy = job->strategy,
                                  .options = job->options,
                                  .gate = job->gate,
                                  .weights = job->weights}};
    rules_apply(job->rules, &out->query);
    if (job->obstructed != NULL) out->query.obstacles = &job->obstructed->obstacles;
}

/// Answers one query of the piece.
static void worker_answer(worker *of, int64_t number) {
    batch_answer *answer = &of->answers[number];
    pair_query pair;
    pair_make(of->state->job, &of->queries[number], &pair);
    answer->route = (lf_route){0};
    answer->status = worker_ask(of, &pair.query, &answer->route);
    if (answer->status < 0) answer->route.strategy = of->state->job->strategy;
    if (!answer_is_fine(answer->status)) of->wrong = answer->status;
}

/// Makes the row of an answer.
static void worker_tell(worker *of, int64_t number) {
    const batch_job *job = of->state->job;
    const lf_file_query *asked = &of->queries[number];
    const lf_route *route = &of->answers[number].route;
    pair_query pair;
    pair_make(job, asked, &pair);
    const bool agrees = !job->verify || length_agrees(job, route, asked->known_length);
    if (!agrees) note_wrong(of, asked, route);
    worker_count(of, route, of->answers[number].status);
    row_make(of,
             &(report){.chart = job->chart,
                       .route = route,
                       .tiles = of->tiles,
                       .search = of->search,
                       .asked = &pair.query,
                       .obstructed = job->obstructed,
                       .weighted = job->weights != NULL,
                       .cost = job->options.cost,
                       .no_times = job->no_times,
                       .lengths = job->lengths,
                       .agrees = !job->verify ? 0
                                 : agrees     ? 1
                                              : -1},
             of->ids[number]);
}

/// Where a query lies: large squares of the map for its source, smaller ones for its target.
static uint64_t query_place(const lf_file_query *query) {
    enum { SOURCE_SHIFT = 8, TARGET_SHIFT = 5 };
    return (uint64_t)(uint32_t)(query->from.y >> SOURCE_SHIFT) << 48 |
           (uint64_t)(uint16_t)(query->from.x >> SOURCE_SHIFT) << 32 |
           (uint64_t)(uint16_t)(query->to.y >> TARGET_SHIFT) << 16 |
           (uint64_t)(uint16_t)(query->to.x >> TARGET_SHIFT);
}

static int places_compare(const void *one, const void *other) {
    const batch_place *a = one, *b = other;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

/// Whether most pairs of the piece before had ends that were kept: then sorting would take as long as the lengths.
static bool piece_is_kept(const worker *of) {
    return 2 * of->searched < of->asked;
}

/// Counts what the lengths did for the last piece.
static void piece_account(worker *of) {
    const lf_lengths_stats before = of->stats, now = lf_lengths_report(of->lengths);
    of->asked = now.asked - before.asked;
    of->searched = now.searched + now.looked_up - before.searched - before.looked_up;
    of->stats = now;
}

/// Turns lengths to the newest almanac, if there is memory. They forget the ends that they have kept.
static void worker_turn(worker *of) {
    if (of->newest == of->almanac) return;
    lf_lengths_desc desc = lengths_desc(of->state->job);
    lf_lengths *turned;
    of->almanac = desc.almanac = of->newest;
    if (lf_lengths_create(of->state->job->chart->map, &desc, &turned) != LF_OK) return;
    lf_lengths_destroy(of->lengths);
    of->lengths = turned;
    of->stats = (lf_lengths_stats){0};
}

/// Answers a piece in the order of places, then makes the rows in the order of the queries.
static void piece_answer(worker *of) {
    for (int64_t i = 0; i < of->count; i++) of->order[i] = (batch_place){query_place(&of->queries[i]), i};
    qsort(of->order, (size_t)of->count, sizeof *of->order, places_compare);
    for (int64_t i = 0; i < of->count && of->wrong == LF_OK; i++) worker_answer(of, of->order[i].number);
    for (int64_t i = 0; i < of->count && of->wrong == LF_OK; i++) worker_tell(of, i);
}

/// The same one by one: rows with tiles need them while they are there.
static void piece_answer_each(worker *of) {
    for (int64_t i = 0; i < of->count && of->wrong == LF_OK; i++) {
        worker_answer(of, i);
        if (of->wrong == LF_OK) worker_tell(of, i);
    }
}

static void *worker_run(void *context) {
    worker *of = context;
    int64_t number;
    while ((number = piece_take(of)) >= 0) {
        const uint64_t begin = cli_now_ns(NULL);
        rows_clear(&of->made.rows);
        rows_clear(&of->made.wrong);
        of->made.count = of->count;
        worker_turn(of);
        if (of->state->job->json || piece_is_kept(of))
            piece_answer_each(of);
        else
            piece_answer(of);
        piece_account(of);
        piece_deliver(of, number, cli_now_ns(NULL) - begin);
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------------
// Workers
// ---------------------------------------------------------------------------------------------------

/// Whether a row needs the tiles of its route: those of a CSV do not, but the column of times counts the writing of
/// them.
static bool job_wants_tiles(const batch_job *job) {
    return job->json || !job->no_times;
}

/// What the search of a worker is made of.
static lf_search_desc worker_desc(const batch_job *job) {
    return (lf_search_desc){.coarse = job->chart->coarse,
                            .index = job->chart->index,
                            .gate_indexes = job->chart->gates,
                            .gate_index_count = job->chart->gate_count,
                            .harbour_room = deep_harbour_room(job->gate.harbour, 2),
                            .cost = job->options.cost,
                            .clock = job_clock(job),
                            .end_room = rules_end_room(job->rules, 1),
                            .obstacle_room = job->obstructed != NULL ? job->obstructed->room : 0,
                            .weighted = job->weights != NULL,
                            .depth = job->chart->depth};
}

/// A buffer that has room for every open tile: no route is longer.
static bool worker_give_tiles(worker *of, const batch_job *job) {
    of->capacity = lf_map_open_count(job->chart->map);
    if (job->obstructed != NULL) of->capacity += job->obstructed->opened;
    of->tiles = malloc(((size_t)of->capacity + 1) * sizeof *of->tiles);
    return of->tiles != NULL;
}

/// Gives a worker its search and, if rows need tiles, its buffer.
static bool worker_init(worker *of, batch_state *state) {
    const batch_job *job = state->job;
    const lf_search_desc desc = worker_desc(job);
    lf_lengths_desc ends = lengths_desc(job);
    of->state = state;
    ends.almanac = of->almanac = almanac_now(state);
    if (job_keeps_ends(job)) return lf_lengths_create(job->chart->map, &ends, &of->lengths) == LF_OK;
    return (!job_wants_tiles(job) || worker_give_tiles(of, job)) &&
           lf_search_create(job->chart->map, &desc, &of->search) == LF_OK;
}

static void worker_free(worker *of) {
    lf_search_destroy(of->search);
    lf_lengths_destroy(of->lengths);
    free(of->tiles);
    rows_free(&of->made.rows);
    rows_free(&of->made.wrong);
}

/// Runs the workers to the end; the first one in this thread. Returns how many ran: when the system refuses a
/// thread, the others do its share.
static int run_workers(worker *workers, int count) {
    int started = 1;
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, worker_run, &workers[started]) == 0)
        started++;
    worker_run(&workers[0]);
    for (int i = 1; i < started; i++) pthread_join(workers[i].thread, NULL);
    return started;
}

// ---------------------------------------------------------------------------------------------------
// The batch
// ---------------------------------------------------------------------------------------------------

/// Adds up what the workers counted.
static void tally_join(batch_result *to, const batch_result *of) {
    to->found += of->found;
    to->partial += of->partial;
    to->skipped += of->skipped;
    to->wrong += of->wrong;
    times_join(&to->times, &of->times);
}

static void run_all(batch_state *state, worker *workers, int count, batch_result *out) {
    const uint64_t begin = cli_now_ns(NULL);
    const query_source *queries = state->job->queries;
    progress_begin(&state->bar, "batch", "queries", queries->surveyed);
    if (!queries->complete || ranks_are_used())
        state->bar.shown = false; // nobody knows how many there will be
    state->tally.threads = run_workers(workers, count);
    state->tally.total_ns = (int64_t)(cli_now_ns(NULL) - begin);
    progress_end(&state->bar);
    *out = state->tally;
    out->asked = state->next;
    out->almanac_bytes = (int64_t)lf_almanac_bytes(state->almanac);
    out->almanac_ns = state->almanac_ns;
    out->ended_early = state->failed || queries->failed;
    for (int i = 0; i < count; i++) tally_join(out, &workers[i].tally);
}

/// Cuts the work for ranks as rank 0 sees it, and begins it. A piece for each thread would make the others wait for the
/// slowest; 32 of them do not.
static bool ranks_plan(batch_state *state, int threads) {
    const batch_job *job = state->job;
    batch_plan plan = {.skip = job->skip, .rows = shard_count(job->of, job->queries->surveyed) - job->skip};
    const int64_t size = plan.rows / ((int64_t)32 * threads * ranks_count());
    plan.size = size < 1 ? 1 : size > PIECE_MOST ? PIECE_MOST : size;
    if (!ranks_tell(&plan, sizeof plan)) return false;
    state->plan = plan;
    return ranks_begin(&(ranks_work){.path = job->path,
                                     .offset = job->offset,
                                     .count = (plan.rows + plan.size - 1) / plan.size,
                                     .units = plan.rows,
                                     .what = "batch",
                                     .unit = "queries"});
}

/// Adds up what the ranks have done, for rank 0.
static void ranks_add_up(batch_result *out) {
    const int count = ranks_lead() ? ranks_count() : 0;
    batch_result *all = count > 0 ? calloc((size_t)count, sizeof *all) : NULL;
    ranks_gather(out, sizeof *out, all);
    for (int i = 1; i < count; i++) {
        tally_join(out, &all[i]);
        out->count += all[i].count;
        out->threads += all[i].threads;
    }
    free(all);
}

/// Ends the work of ranks. Whether all rows were written.
static bool ranks_finish(batch_state *state, batch_result *out) {
    int64_t end;
    if (out->ended_early) ranks_fail();
    const bool written = ranks_end(&end);
    out->end = end;
    out->asked = state->job->queries->surveyed;
    state->said = !state->failed || state->refused;
    ranks_add_up(out);
    return written;
}

/// Runs workers that are made.
static bool run_made(batch_state *state, worker *workers, int count, batch_result *out) {
    if (ranks_are_used() && !ranks_plan(state, count)) {
        state->said = true;
        return false;
    }
    run_all(state, workers, count, out);
    return ranks_are_used() ? ranks_finish(state, out) : !state->failed || state->refused;
}

/// Makes the workers and runs them; false if there is no memory.
static bool run_with_workers(batch_state *state, int count, batch_result *out) {
    worker *workers = calloc((size_t)count, sizeof *workers);
    if (workers == NULL) return false;
    bool fine = true;
    for (int i = 0; fine && i < count; i++) fine = worker_init(&workers[i], state);
    if (fine) fine = run_made(state, workers, count, out);
    for (int i = 0; i < count; i++) worker_free(&workers[i]);
    free(workers);
    return fine;
}

report_columns batch_columns(const batch_job *job) {
    return (report_columns){.cost = job->options.cost,
                            .weighted = job->weights != NULL,
                            .partial = job->rules->partial,
                            .no_times = job->no_times,
                            .lengths = job->lengths,
                            .agrees = job->verify};
}

/// How many threads are worth while: more than queries would only wait.
static int threads_choose(const batch_job *job, const memory_need *need) {
    const int64_t count = job->queries->surveyed > 0 ? job->queries->surveyed : 1;
    const int wanted = workers_count(job->threads);
    const int useful = wanted < count ? wanted : (int)count;
    return job->threads > 0 ? useful : memory_searches(job->memory, need, useful);
}

bool batch_run(const batch_job *job, batch_result *out) {
    const lf_search_desc desc = worker_desc(job);
    lf_lengths_desc ends = lengths_desc(job);
    ends.almanac = job->almanac;
    const memory_need need = {job->chart->map, &desc, !job_wants_tiles(job),
                              job_keeps_ends(job) ? &ends : NULL};
    const int threads = threads_choose(job, &need);
    if (job->almanac != NULL && !job_keeps_ends(job) && ranks_lead())
        cli_note("--almanac is not used: these queries are searched");
    *out = (batch_result){0};
    if (!memory_fits(job->memory, &need, threads, threads > 1)) return false;
    batch_state *state = calloc(1, sizeof *state);
    bool fine = state != NULL, said = false;
    lf_status wrong = LF_OK;
    if (fine) {
        state->job = job;
        state->skip = job->skip;
        state->query_ns = PIECES_LONG * PIECE_NS; // nobody knows yet: a piece of one
        state->threads = threads;
        state->almanac_budget = memory_left(job->memory, &need, threads);
        pthread_mutex_init(&state->input, NULL);
        pthread_mutex_init(&state->lock, NULL);
        pthread_cond_init(&state->room, NULL);
        fine = run_with_workers(state, threads, out);
        wrong = state->wrong;
        said = state->said;
        lf_almanac_destroy(state->almanac);
        for (int i = 0; i < RING_SLOTS; i++) rows_free(&state->slots[i].rows);
        for (int i = 0; i < RING_SLOTS; i++) rows_free(&state->slots[i].wrong);
    }
    free(state);
    if (!fine && wrong != LF_OK)
        cli_say("%s", cli_status_text(wrong));
    else if (!fine && !said)
        cli_no_memory();
    return fine;
}
