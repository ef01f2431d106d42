// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A queue of queries, and a budget per tick. It shares out its budget as lf_tasks of the C library does, over the seats of
// the map: so tasks of every strategy fit in one queue, there is no limit on their number or ends, and the module stays
// smaller.
import { PAUSED, type Core } from './core.js';
import { countOf, endsOf, type Size } from './ends.js';
import { LandfallError, whole } from './errors.js';
import type { Words } from './query.js';
import type { Route } from './route.js';
import type { Seat, Seats } from './seats.js';
import { budgetOf } from './slices.js';
import type { Query } from './types.js';

export interface TasksOptions {
  /** What `tick` may spend: tiles looked at. Default: 50,000. */
  budget?: number;
  /** How many tasks may be under way at once, 1 to 16. They take turns, so that long ones do not hold up short ones. Default: 1. */
  lanes?: number;
}

/** Tiles that a lane looks at before the next one has its turn. */
const TURN = 4096;
const MOST_LANES = 16;

type State = 'waiting' | 'done' | 'failed' | 'cancelled';
type Check = (query: Query<unknown>) => Words;
interface Answer {
  of(status: number, query: Query<unknown>, words: Words): Route<unknown> | null;
  soFar(seat: Seat, query: Query<unknown>, words: Words): Route<unknown> | null;
}

/** A query in a queue, and its answer when it has one. */
export class Task<O = undefined> {
  readonly priority: number;
  /** @internal */
  readonly query: Query<O>;
  /** @internal */
  readonly words: Words;
  /** @internal */
  readonly sources: number | Uint32Array;
  /** @internal */
  readonly targets: number | Uint32Array;
  #state: State = 'waiting';
  #route: Route<O> | null = null;
  #error: unknown;
  #settle: (() => void) | undefined;
  #promise: Promise<Route<O> | null> | undefined;
  #leave: (task: Task<O>) => void;
  #look: (task: Task<O>) => Route<O> | null;

  /** @internal Use `tasks.add`. */
  constructor(query: Query<O> & { priority?: number }, words: Words, size: Size, leave: (task: Task<O>) => void, look: (task: Task<O>) => Route<O> | null) {
    this.priority = whole(query.priority ?? 0, -(2 ** 31), 2 ** 31 - 1, 'priority');
    this.query = query;
    this.words = words;
    this.sources = endsOf(query.from, size, 'from', words.skipFrom);
    this.targets = endsOf(query.to, size, 'to', words.skipTo);
    this.#leave = leave;
    this.#look = look;
  }

  /** @internal */
  end(state: State, route: Route<O> | null, error?: unknown): void {
    this.#state = state;
    this.#route = route;
    this.#error = error;
    this.#settle?.();
  }

  /** Whether it has an answer: a route, none, or an error. */
  get isDone(): boolean {
    return this.#state === 'done' || this.#state === 'failed';
  }

  get isCancelled(): boolean {
    return this.#state === 'cancelled';
  }

  /** The route; null if there is none, or if the query failed; undefined as long as there is no answer. */
  get route(): Route<O> | null | undefined {
    return this.isDone ? this.#route : undefined;
  }

  /** What was wrong with the query, such as a blocked end. */
  get error(): unknown {
    return this.#error;
  }

  /** The answer for `await`. It is there after the `tick` that has found it. */
  get promise(): Promise<Route<O> | null> {
    return (this.#promise ??= new Promise((resolve, reject) => {
      this.#settle = () => (this.#state === 'done' ? resolve(this.#route) : reject(this.#error as Error));
      if (this.#state !== 'waiting') this.#settle();
    }));
  }

  /**
   * The best so far of a query with `partial` that is under way: a way to the tile nearest to any target among those that
   * the search has reached (`route.soFar`), for a unit that must not wait. Null if it has not begun, or if its strategy
   * cannot tell yet: `flood` always can. The task goes on. Once there is an answer, that answer.
   */
  best(): Route<O> | null {
    return this.#state === 'waiting' ? this.#look(this) : this.#route;
  }

  /** Gives the task up, if it has no answer yet. */
  cancel(): void {
    if (this.#state !== 'waiting') return;
    this.#leave(this);
    this.end('cancelled', null, new LandfallError('E_CANCELLED', 'the task was cancelled'));
  }
}

interface Lane {
  task: Task<unknown> | undefined;
  /** Of the task, once it has begun. */
  seat: Seat | undefined;
}

/**
 * Queries that are answered within a budget per tick.
 *
 *     const tasks = map.tasks({ budget: 20_000 });
 *     const task = tasks.add({ from, to, priority: 1 });
 *     // in each tick
 *     for (const done of tasks.tick()) ...
 *
 * Tasks are begun by priority, the highest first, and among equals in the order of arrival. The same calls give the same
 * answers in the same ticks on every machine. An answer is for the map as it was when the task was begun
 * (`route.version`): `map.still` tells whether it still holds.
 */
export class Tasks {
  #core: Core;
  #seats: Seats;
  #size: Size;
  #check: Check;
  #answer: Answer;
  #budget: number;
  #lanes: Lane[];
  /** The next one is the last. */
  #waiting: Task<unknown>[] = [];
  /** Whose turn it is, and what is left of it. */
  #lane = 0;
  #turnLeft = TURN;
  #left = 0;

  /** @internal Use `map.tasks`. */
  constructor(core: Core, seats: Seats, size: Size, check: Check, answer: Answer, options: TasksOptions) {
    this.#core = core;
    this.#seats = seats;
    this.#size = size;
    this.#check = check;
    this.#answer = answer;
    this.#budget = budgetOf(options.budget, 50_000);
    const lanes = whole(options.lanes ?? 1, 1, MOST_LANES, 'lanes');
    this.#lanes = Array.from({ length: lanes }, () => ({ task: undefined, seat: undefined }));
  }

  /** Adds a query; the higher its priority, the earlier. Bad arguments are refused here, blocked ends are `task.error`. */
  add<O = undefined>(query: Query<O> & { priority?: number }): Task<O> {
    const words = this.#check(query as Query<unknown>);
    const task = new Task<O>(query, words, this.#size,
      one => this.#leave(one as Task<unknown>), one => this.#look(one as Task<unknown>) as Route<O> | null);
    const waiting = this.#waiting;
    let [low, high] = [0, waiting.length]; // behind it are those that come before it
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((waiting[middle] as Task<unknown>).priority < task.priority) low = middle + 1;
      else high = middle;
    }
    waiting.splice(low, 0, task as Task<unknown>);
    return task;
  }

  #look(task: Task<unknown>): Route<unknown> | null {
    this.#core.alive();
    const seat = this.#lanes.find(lane => lane.task === task)?.seat;
    return seat && task.words.partial ? this.#answer.soFar(seat, task.query, task.words) : null;
  }

  #leave(task: Task<unknown>): void {
    const at = this.#waiting.indexOf(task);
    if (at >= 0) this.#waiting.splice(at, 1);
    for (const lane of this.#lanes) if (lane.task === task) this.#clear(lane);
  }

  #clear(lane: Lane): void {
    lane.task = undefined;
    if (lane.seat) this.#seats.give(lane.seat);
    lane.seat = undefined;
  }

  /** How many tasks have no answer yet. */
  get count(): number {
    return this.#waiting.length + this.#lanes.filter(lane => lane.task).length;
  }

  /** What the last tick has left of its budget. */
  get budgetLeft(): number {
    return Math.max(0, this.#left);
  }

  /** Works until the budget is used up, and gives the tasks that have got their answers, in order. */
  tick(budget = this.#budget): Task<unknown>[] {
    this.#core.alive();
    this.#left = budget === Infinity ? Number.MAX_SAFE_INTEGER : budgetOf(budget, this.#budget);
    const done: Task<unknown>[] = [];
    while (this.#left > 0 && this.count > 0) {
      const lane = this.#lanes[this.#lane] as Lane;
      const task = (lane.task ??= this.#waiting.pop());
      const isDone = task !== undefined && this.#run(lane, task);
      if (isDone) done.push(task);
      if (isDone || !task || this.#turnLeft <= 0) this.#nextLane();
    }
    return done;
  }

  #nextLane(): void {
    this.#lane = (this.#lane + 1) % this.#lanes.length;
    this.#turnLeft = TURN;
  }

  /** A step of a task within the turn and the tick, which costs at least 1: whether it has its answer. */
  #run(lane: Lane, task: Task<unknown>): boolean {
    const budget = Math.min(this.#turnLeft, this.#left);
    let used = 1;
    try {
      const seat = (lane.seat ??= this.#begin(task));
      used = budget; // a step that fails has used it all
      const status = this.#core.check(this.#core.calls.lfjs_step(seat.at, budget));
      used = Math.max(1, budget - this.#core.calls.lfjs_budget_left(seat.at));
      if (status === PAUSED) return false;
      this.#core.put(task.words.words); // other queries have used them since; the shape is read from them
      const route = this.#answer.of(this.#core.calls.lfjs_finish(seat.at), task.query, task.words);
      this.#clear(lane);
      task.end('done', route);
    } catch (error) {
      if (this.#core.isClosed) throw error;
      this.#clear(lane);
      task.end('failed', null, error);
    } finally {
      this.#left -= used;
      this.#turnLeft -= used;
    }
    return true;
  }

  /** Begins a task on a seat of its own. */
  #begin({ words, sources, targets }: Task<unknown>): Seat {
    const core = this.#core;
    const seat = this.#seats.now(words.kind);
    core.check(core.calls.lfjs_seat_turn(seat.at));
    this.#seats.sit(seat, sources, targets, words.obstacles);
    core.put(words.words);
    core.check(core.calls.lfjs_begin(seat.at, countOf(sources), countOf(targets)));
    seat.busy = true;
    return seat;
  }
}
