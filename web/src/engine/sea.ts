// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Routes between two ends, and all strategies side by side.
import { LandfallError, type QueryOptions, type Route, type Strategy } from 'landfall';
import { nearestWater } from '../ground.js';
import type { Atlas } from './atlas.js';
import { timed } from './clock.js';

export interface Question {
  from: number;
  to: number;
  strategy: Strategy;
  /** Units of a size: tiles that are less deep are closed. */
  minDepth?: number;
  deepest?: boolean;
  harbour?: number;
}

export interface Answer {
  /** Empty if there is none. */
  tiles: Uint32Array;
  turns: Uint32Array;
  length: number;
  exact: boolean;
  partial: boolean;
  /** Of a partial route: moves that are left, as the crow flies. */
  missing: number;
  strategy: Strategy;
  looked: number;
  phases: number;
  gateDepth: number | undefined;
  micros: number;
  runs: number;
}

/** A row of the table: what a strategy answers, or why it does not. */
export interface Row {
  strategy: Strategy;
  micros: number;
  length: number;
  looked: number;
  exact: boolean;
  problem?: string;
}

export const COMPARED: readonly Strategy[] = ['headland', 'spine', 'expand', 'corridor', 'expand-optimal', 'flood'];

/** So far an end on land may be from the water that it stands for. */
export const NEAR = 24;

function optionsOf({ strategy, minDepth, deepest, harbour }: Question): QueryOptions {
  return {
    strategy,
    ...(minDepth !== undefined && minDepth > 1 ? { minDepth } : {}),
    ...(deepest ? { deepest } : {}),
    ...(harbour !== undefined && (deepest || (minDepth ?? 0) > 1) ? { harbour } : {}),
  };
}

export function answerOf(route: Route | null, asked: Strategy, micros: number, runs: number): Answer {
  const none = new Uint32Array(0);
  return {
    tiles: route?.tiles ?? none,
    turns: route?.turns ?? none,
    length: route?.length ?? 0,
    exact: route?.exact ?? true,
    partial: route?.partial ?? false,
    missing: route?.targetDistance ?? 0,
    strategy: route?.strategy ?? asked,
    looked: route?.stats.expanded ?? 0,
    phases: route?.stats.phases ?? 0,
    gateDepth: route?.gateDepth,
    micros,
    runs,
  };
}

/** A route, or the way as near as it goes. Ends on land stand for the water near them. */
export function findRoute(atlas: Atlas, question: Question, patience: number): Answer {
  const { map } = atlas;
  const options = optionsOf(question);
  const ask = (from: number, to: number): Answer => {
    const query = { ...options, from, to, ends: { near: NEAR }, partial: true };
    const { value, micros, runs } = timed(() => map.route(query), patience);
    return answerOf(value, question.strategy, micros, runs);
  };
  try {
    return ask(question.from, question.to);
  } catch (error) {
    if (!(error instanceof LandfallError) || !/BLOCKED|NEAR|END/.test(error.code)) throw error;
    return ask(nearestWater(atlas.ground, question.from), nearestWater(atlas.ground, question.to));
  }
}

/** One strategy on exactly these tiles. */
export function tryStrategy(atlas: Atlas, question: Question): Row {
  const { map } = atlas;
  const empty = { strategy: question.strategy, micros: 0, length: 0, looked: 0, exact: false };
  if (question.strategy === 'headland' && !atlas.ready) return { ...empty, problem: 'its index is being built' };
  try {
    const { value, micros } = timed(() => map.route({ ...optionsOf(question), from: question.from, to: question.to }), 1);
    if (!value) return { ...empty, micros, exact: true, problem: 'there is no way' };
    return { strategy: question.strategy, micros, length: value.length, looked: value.stats.expanded, exact: value.exact };
  } catch (error) {
    return { ...empty, problem: error instanceof Error ? error.message : String(error) };
  }
}
