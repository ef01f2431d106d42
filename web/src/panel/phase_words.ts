// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What a search is doing, in words.
import type { Strategy } from 'landfall';
import { count } from '../dom.js';
import type { Shot } from '../engine/watch.js';

/** Whether a strategy plans on a coarse map. */
export const isGuided = (strategy: Strategy): boolean => ['corridor', 'expand', 'expand-optimal', 'spine'].includes(strategy);

export function phaseWords(strategy: Strategy, shot: Shot): string {
  const side = 2 ** shot.level;
  if (!shot.running) {
    if (shot.route.length === 0) return `Done: there is no way. ${count(shot.looked)} tiles looked at.`;
    return `Done: ${count(shot.route.length - 1)} moves, ${count(shot.looked)} tiles looked at${shot.phases > 1 ? ` in ${shot.phases} phases` : ''}.`;
  }
  if (shot.guardrail) return 'Guardrail: no corridor was wide enough, so it searches everywhere.';
  if (shot.planning) return isGuided(strategy) ? `Planning: a path over cells of ${side} x ${side} tiles.` : 'Looking out from both ends for the headlands that they see.';
  if (strategy === 'flood') return 'Waves from the ship over all open tiles, until one meets the harbour.';
  if (strategy === 'headland') return 'From headland to headland by the index, from both ends.';
  if (strategy === 'spine') return shot.segments === 0 ? 'The spine is there: its pieces are next.' : `Piece ${shot.segments}: from portal to portal, inside a window.`;
  if (shot.phases <= 1) return 'Phase 1: searching tile by tile, inside the corridor around the plan.';
  const how = strategy === 'corridor' ? 'the search begins again' : 'deferred tiles join in';
  return `Phase ${shot.phases}: there was no way, so the corridor was widened, and ${how}.`;
}
