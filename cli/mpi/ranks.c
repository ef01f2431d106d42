// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ranks by MPI, without a master. Rank 0 has a board, a window that all reach:
//
//     next | length of piece 0 | length of piece 1 | ...        bytes of the rows of a piece; 0 = not known yet
//
// A rank takes a piece by adding 1 to `next`. When its rows are made it writes their length on the board, and as soon as
// all lengths before are there it knows where its rows belong, and writes them by MPI-IO. Until then they wait. So all
// ranks write at the same time, and a rank that dies leaves a hole, which reads as zeros: whole rows before the first
// zero are what `--resume` goes on with (kept.c).
//
// A rank that fails sets `next` beyond all numbers: nobody takes a piece any more, and nobody waits for a length that
// does not come. One that dies is for MPI's own starter, which ends all others.
//
// Libraries of MPI look after windows only while somebody calls them. While the threads of rank 0 search nobody would, so
// it has a thread that tends the board.
#include "ranks_mpi.h"

#include "cli.h"
#include "progress.h"

#include <errno.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    WAITING_MOST = 256, // pieces whose rows wait for their place
    LOOKED_AT = 256,    // lengths that are asked for at a time
    NAP_NS = 200000,
    LONG_NAP_NS = 2000000,
};
static const int64_t no_more = INT64_C(1) << 62; // of `next`: a rank has failed
static const uint64_t say_ns = 10000000000u;     // between two lines of progress

/// Rows that wait for their place.
typedef struct waiting_piece {
    int64_t number;
    char *bytes;
    size_t size;
    struct waiting_piece *next;
} waiting_piece;

static struct {
    int rank, count;
    bool over;  // the ranks need not meet any more
    FILE *held; // what a rank but 0 says until the work begins
    int stderr_kept;
    MPI_Comm node;
    MPI_Win map; // an image of it, once for each machine
    ranks_work work;
    char *path;
    MPI_Win board;
    int64_t *cells; // of the board, where it is
    MPI_File file;
    int64_t known;  // pieces whose place is known
    int64_t offset; // of the next one
    waiting_piece *first, *last;
    int64_t waiting;
    bool failed;
    pthread_mutex_t lock; // for calls of MPI, and for all of the above
    pthread_t tender;
    long tend_ns; // between two looks of it
    bool tending, stopping;
    progress bar;
} here = {.map = MPI_WIN_NULL, .stderr_kept = -1, .lock = PTHREAD_MUTEX_INITIALIZER};

bool ranks_are_used(void) {
    return true;
}

int ranks_count(void) {
    return here.count;
}

bool ranks_lead(void) {
    return here.rank == 0;
}

static void nap(long ns) {
    nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
}

// ---------------------------------------------------------------------------------------------------
// Start and end
// ---------------------------------------------------------------------------------------------------

/// All ranks find the same mistake in the same arguments: what others than rank 0 say waits until it is clear that they
/// alone have something to say.
static void messages_hold(void) {
    here.held = tmpfile();
    here.stderr_kept = here.held != NULL ? dup(STDERR_FILENO) : -1;
    if (here.stderr_kept >= 0) dup2(fileno(here.held), STDERR_FILENO);
}

static void messages_release(bool said) {
    if (here.stderr_kept < 0) return;
    fflush(stderr);
    dup2(here.stderr_kept, STDERR_FILENO);
    close(here.stderr_kept);
    here.stderr_kept = -1;
    char line[512];
    rewind(here.held);
    while (said && fgets(line, sizeof line, here.held) != NULL)
        fprintf(stderr, "rank %d: %s", here.rank, line);
    fclose(here.held);
}

void ranks_start(int *argc, char ***argv) {
    int given;
    MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &here.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &here.count);
    if (given < MPI_THREAD_SERIALIZED) {
        if (here.rank == 0) cli_say("this MPI does not go with threads");
        MPI_Abort(MPI_COMM_WORLD, CLI_BAD);
    }
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here.node);
    if (here.rank == 0) return;
    messages_hold();
    if (freopen("/dev/null", "w", stdout) == NULL) cli_say("/dev/null: cannot be opened");
}

/// Where ranks meet. Whether none of them has given up; the first that has says why.
static bool ranks_agree(bool fine) {
    int mine = fine ? here.count : here.rank, least;
    MPI_Allreduce(&mine, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (least == here.count) return true;
    here.over = true;
    messages_release(least == here.rank);
    return false;
}

int ranks_stop(int code) {
    if (!here.over) ranks_agree(false);
    messages_release(false);
    if (here.map != MPI_WIN_NULL)
        MPI_Win_free(&here.map); // all of them have come here, and nobody has a map any more
    MPI_Comm_free(&here.node);
    MPI_Finalize();
    return here.rank == 0 && code != CLI_NO ? code : CLI_OK;
}

// ---------------------------------------------------------------------------------------------------
// Sharing
// ---------------------------------------------------------------------------------------------------

/// Bytes of any number: MPI counts by int.
static void bytes_tell(void *bytes, size_t size, MPI_Comm to) {
    enum { MOST = 1 << 30 };
    for (size_t done = 0; done < size; done += MOST) {
        const size_t some = size - done < MOST ? size - done : MOST;
        MPI_Bcast((char *)bytes + done, (int)some, MPI_BYTE, 0, to);
    }
}

bool ranks_tell(void *bytes, size_t size) {
    if (!ranks_agree(true)) return false;
    bytes_tell(bytes, size, MPI_COMM_WORLD);
    return true;
}

static size_t plane_size(const lf_plane *of) {
    return (size_t)of->width * (size_t)of->height;
}

/// Memory of its own for a plane that rank 0 has; false if there is none.
static bool plane_give(uint8_t **plane, size_t size) {
    if (here.rank != 0 && *plane != NULL) *plane = malloc(size > 0 ? size : 1);
    return *plane != NULL;
}

/// Gives a rank the planes that it may need beside its map: terrain and coarse planes; they are rare or small.
static bool planes_share(lf_grid *grid) {
    uint8_t **planes[1 + LF_GRID_MAX_COARSE] = {&grid->terrain};
    size_t sizes[1 + LF_GRID_MAX_COARSE] = {plane_size(&grid->tiles)};
    for (int i = 0; i < LF_GRID_MAX_COARSE; i++) {
        planes[1 + i] = &grid->coarse[i].open;
        sizes[1 + i] = plane_size(&grid->coarse[i]);
    }
    for (int i = 0; i < 1 + LF_GRID_MAX_COARSE; i++) {
        const bool there = *planes[i] != NULL;
        const bool fine = !there || plane_give(planes[i], sizes[i]);
        if (!fine) cli_no_memory();
        if (!ranks_agree(fine)) return false;
        if (there) bytes_tell(*planes[i], sizes[i], MPI_COMM_WORLD);
    }
    return true;
}

bool ranks_share_grid(lf_grid *grid) {
    lf_grid told = *grid;
    told.tiles.open = told.depth = NULL;
    const bool fine = ranks_tell(&told, sizeof told);
    if (here.rank != 0) *grid = fine ? told : (lf_grid){0}; // its pointers say only which planes there are
    if (fine && planes_share(grid)) return true;
    if (here.rank == 0) lf_grid_free(grid);
    return false;
}

/// Memory for an image that all ranks of a machine see: the first rank of each has it.
static void *window_make(size_t size) {
    enum { ALIGNED = 64 };
    int place, unit;
    MPI_Aint whole;
    char *mine, *memory;
    MPI_Comm_rank(here.node, &place);
    MPI_Win_allocate_shared(place == 0 ? (MPI_Aint)(size + ALIGNED) : 0, 1, MPI_INFO_NULL, here.node, &mine,
                            &here.map);
    MPI_Win_shared_query(here.map, 0, &whole, &unit, &memory);
    // Pages lie at multiples of more than that: so this is the same byte for all.
    return memory + (ALIGNED - (uintptr_t)memory % ALIGNED);
}

/// Fills the windows of all machines with the image of rank 0.
static void window_fill(const lf_map *map, void *image, size_t size) {
    int place;
    MPI_Comm leaders;
    MPI_Comm_rank(here.node, &place);
    MPI_Win_fence(0, here.map);
    if (here.rank == 0) lf_map_image(map, image, size);
    MPI_Comm_split(MPI_COMM_WORLD, place == 0 ? 0 : MPI_UNDEFINED, here.rank, &leaders);
    if (leaders != MPI_COMM_NULL) {
        bytes_tell(image, size, leaders);
        MPI_Comm_free(&leaders);
    }
    MPI_Win_fence(0, here.map);
}

bool ranks_share_map(lf_map **map) {
    size_t size = lf_map_image_size(*map);
    if (!ranks_tell(&size, sizeof size)) {
        lf_map_destroy(*map);
        *map = NULL;
        return false;
    }
    void *image = window_make(size);
    window_fill(*map, image, size);
    lf_map_destroy(*map);
    const lf_status status = lf_map_view(image, size, NULL, map);
    if (status != LF_OK) cli_say("%s", cli_status_text(status));
    return status == LF_OK;
}

void ranks_gather(const void *bytes, size_t size, void *all) {
    if (here.rank == 0 && all == NULL) MPI_Abort(MPI_COMM_WORLD, cli_no_memory());
    MPI_Gather(bytes, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE, 0, MPI_COMM_WORLD);
}

// ---------------------------------------------------------------------------------------------------
// The board
// ---------------------------------------------------------------------------------------------------

/// Adds to `next`; gives what it was.
static int64_t board_add(int64_t more) {
    int64_t before;
    MPI_Fetch_and_op(&more, &before, MPI_INT64_T, 0, 0, more == 0 ? MPI_NO_OP : MPI_SUM, here.board);
    MPI_Win_flush(0, here.board);
    return before;
}

static void board_set(int64_t cell, int64_t number) {
    MPI_Accumulate(&number, 1, MPI_INT64_T, 0, (MPI_Aint)cell, 1, MPI_INT64_T, MPI_REPLACE, here.board);
    MPI_Win_flush(0, here.board);
}

/// Lengths of pieces from one on; 0 where it is not known.
static void board_look(int64_t piece, int count, int64_t *lengths) {
    MPI_Get_accumulate(NULL, 0, MPI_INT64_T, lengths, count, MPI_INT64_T, 0, (MPI_Aint)(piece + 1), count,
                       MPI_INT64_T, MPI_NO_OP, here.board);
    MPI_Win_flush(0, here.board);
}

/// Whether a rank has failed.
static bool board_failed(void) {
    here.failed = here.failed || board_add(0) >= no_more;
    return here.failed;
}

static void board_fail(void) {
    if (!here.failed) board_set(0, no_more);
    here.failed = true;
}

/// Finds the places of pieces up to one; false if some length is not there yet.
static bool places_find(int64_t piece) {
    int64_t lengths[LOOKED_AT];
    while (here.known < piece) {
        const int64_t left = piece - here.known;
        const int count = left < LOOKED_AT ? (int)left : LOOKED_AT;
        board_look(here.known, count, lengths);
        for (int i = 0; i < count; i++) {
            if (lengths[i] == 0) return false;
            here.offset += lengths[i];
            here.known++;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------------

/// Says why rows were not taken. What MPI-IO says is seldom the reason; what the system said last often is.
static void say_refused(int fault, int error) {
    char text[MPI_MAX_ERROR_STRING + 1] = "";
    int size;
    if (fault == 0 && error != MPI_SUCCESS) MPI_Error_string(error, text, &size);
    cli_say("%s: cannot be written: %s", here.path,
            fault != 0        ? strerror(fault)
            : text[0] != '\0' ? text
                              : "the disk may be full");
}

/// Writes bytes at their place, in parts that an int can count.
static bool file_put(int64_t offset, const char *bytes, size_t size) {
    enum { MOST = 1 << 30 };
    for (size_t done = 0; done < size;) {
        const int some = size - done < MOST ? (int)(size - done) : MOST;
        MPI_Status status;
        int written = 0;
        errno = 0;
        const int error =
            MPI_File_write_at(here.file, offset + (int64_t)done, bytes + done, some, MPI_BYTE, &status);
        const int fault = errno;
        if (error == MPI_SUCCESS) MPI_Get_count(&status, MPI_BYTE, &written);
        if (written != some) {
            say_refused(fault, error);
            return false;
        }
        done += (size_t)some;
    }
    return true;
}

static void waiting_pop(void) {
    waiting_piece *first = here.first;
    here.first = first->next;
    here.waiting--;
    free(first->bytes);
    free(first);
}

/// Writes the rows whose place is known.
static void waiting_write(void) {
    while (!here.failed && here.first != NULL && places_find(here.first->number)) {
        const waiting_piece *first = here.first;
        if (!file_put(here.offset, first->bytes, first->size)) board_fail();
        here.offset += (int64_t)first->size;
        here.known++;
        waiting_pop();
    }
}

static bool waiting_push(int64_t number, const void *bytes, size_t size) {
    waiting_piece *made = malloc(sizeof *made);
    char *copy = malloc(size);
    if (made == NULL || copy == NULL) {
        free(made);
        free(copy);
        cli_no_memory();
        return false;
    }
    memcpy(copy, bytes, size);
    *made = (waiting_piece){.number = number, .bytes = copy, .size = size};
    if (here.first == NULL)
        here.first = made;
    else
        here.last->next = made;
    here.last = made;
    here.waiting++;
    return true;
}

/// Waits until at most so many pieces wait, or a rank has failed. The lock is held before and after.
static void waiting_shrink(int64_t most) {
    for (waiting_write(); !here.failed && here.waiting > most; waiting_write()) {
        if (board_failed()) return;
        pthread_mutex_unlock(&here.lock);
        nap(NAP_NS);
        pthread_mutex_lock(&here.lock);
    }
}

// ---------------------------------------------------------------------------------------------------
// Work
// ---------------------------------------------------------------------------------------------------

/// A line now and then: rank 0 has seldom a terminal, and a file should not be filled.
static void progress_tell(uint64_t now) {
    const int64_t taken = here.cells[0] < here.work.count ? here.cells[0] : here.work.count;
    here.bar.done = taken * here.work.units / (here.work.count > 0 ? here.work.count : 1);
    if (cli_quiet || now - here.bar.drawn_ns < say_ns) return;
    char text[PROGRESS_TEXT];
    here.bar.drawn_ns = now;
    fprintf(stderr, "landfall: %s\n", progress_text(&here.bar, now, text));
}

/// How long the board may be left alone. On one machine it is shared memory, which ranks reach by themselves; looking
/// after it five times in a millisecond took 4 % of the time of two ranks on two cores.
static long board_nap_ns(void) {
    int near;
    MPI_Comm_size(here.node, &near);
    return near == here.count ? LONG_NAP_NS : NAP_NS;
}

static void *board_tend(void *unused) {
    (void)unused;
    for (bool stopping = false; !stopping;) {
        int there;
        pthread_mutex_lock(&here.lock);
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        MPI_Win_sync(here.board);
        progress_tell(cli_now_ns(NULL));
        stopping = here.stopping;
        pthread_mutex_unlock(&here.lock);
        nap(here.tend_ns);
    }
    return NULL;
}

static void board_make(void) {
    const MPI_Aint size =
        here.rank == 0 ? (MPI_Aint)((uint64_t)(here.work.count + 1) * sizeof *here.cells) : 0;
    MPI_Win_allocate(size, sizeof *here.cells, MPI_INFO_NULL, MPI_COMM_WORLD, &here.cells, &here.board);
    MPI_Win_lock_all(0, here.board);
    if (here.rank == 0) memset(here.cells, 0, (size_t)size);
    MPI_Win_sync(here.board);
    MPI_Barrier(MPI_COMM_WORLD);
}

/// Gives every rank the name of the file.
static bool path_tell(const char *path) {
    size_t size = here.rank == 0 ? strlen(path) + 1 : 0;
    if (!ranks_tell(&size, sizeof size)) return false;
    here.path = malloc(size);
    if (here.path == NULL) cli_no_memory();
    if (!ranks_agree(here.path != NULL) || here.path == NULL) return false;
    if (here.rank == 0) memcpy(here.path, path, size);
    bytes_tell(here.path, size, MPI_COMM_WORLD);
    return true;
}

static bool file_open(void) {
    errno = 0;
    const int error = MPI_File_open(MPI_COMM_WORLD, here.path, MPI_MODE_WRONLY | MPI_MODE_CREATE,
                                    MPI_INFO_NULL, &here.file);
    if (error != MPI_SUCCESS) say_refused(errno, error);
    return ranks_agree(error == MPI_SUCCESS);
}

bool ranks_begin(const ranks_work *work) {
    here.work = *work;
    if (!path_tell(work->path) || !ranks_tell(&here.work.offset, sizeof here.work.offset) || !file_open())
        return false;
    here.offset = here.work.offset;
    board_make();
    messages_release(false);
    if (here.rank != 0) cli_quiet = true;
    progress_begin(&here.bar, work->what, work->unit, work->units);
    here.tend_ns = board_nap_ns();
    here.tending = here.rank == 0 && pthread_create(&here.tender, NULL, board_tend, NULL) == 0;
    return true;
}

int64_t ranks_take(void) {
    pthread_mutex_lock(&here.lock);
    const int64_t piece = here.failed ? no_more : board_add(1);
    here.failed = here.failed || piece >= no_more;
    pthread_mutex_unlock(&here.lock);
    return piece < here.work.count ? piece : -1;
}

bool ranks_put(int64_t piece, const void *bytes, size_t size) {
    pthread_mutex_lock(&here.lock);
    if (waiting_push(piece, bytes, size))
        board_set(piece + 1, (int64_t)size);
    else
        board_fail();
    waiting_shrink(WAITING_MOST);
    const bool fine = !here.failed;
    pthread_mutex_unlock(&here.lock);
    return fine;
}

void ranks_fail(void) {
    pthread_mutex_lock(&here.lock);
    board_fail();
    pthread_mutex_unlock(&here.lock);
}

/// Rank 0 finds out where the last row ends: it waits for all lengths.
static void end_find(void) {
    while (!here.failed && !places_find(here.work.count) && !board_failed()) {
        pthread_mutex_unlock(&here.lock);
        nap(NAP_NS);
        pthread_mutex_lock(&here.lock);
    }
}

bool ranks_end(int64_t *end) {
    pthread_mutex_lock(&here.lock);
    waiting_shrink(0);
    if (here.rank == 0) end_find();
    int mine = here.failed, failed = 0;
    pthread_mutex_unlock(&here.lock);
    // Whoever waits here leaves MPI to its threads: a rank that is not done needs the board of rank 0.
    MPI_Request all;
    pthread_mutex_lock(&here.lock);
    MPI_Iallreduce(&mine, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &all);
    for (int done = 0; !done;) {
        MPI_Test(&all, &done, MPI_STATUS_IGNORE);
        pthread_mutex_unlock(&here.lock);
        if (!done) nap(NAP_NS);
        pthread_mutex_lock(&here.lock);
    }
    MPI_Wait(&all, MPI_STATUS_IGNORE); // it is over: this only gives it back
    here.stopping = true;
    pthread_mutex_unlock(&here.lock);
    if (here.tending) pthread_join(here.tender, NULL);
    while (here.first != NULL) waiting_pop();
    MPI_Win_unlock_all(here.board);
    MPI_Win_free(&here.board);
    const bool closed = MPI_File_close(&here.file) == MPI_SUCCESS;
    if (!closed) say_refused(errno, MPI_SUCCESS);
    int lost = !closed, any_lost;
    MPI_Allreduce(&lost, &any_lost, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    *end = here.offset;
    here.over = true;
    free(here.path);
    return failed == 0 && any_lost == 0;
}
