// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The layers that can be shown, and the idea behind each in two sentences.

export type LayerId =
  | 'met' | 'plan' | 'corridor' | 'deferred' | 'spine' | 'portals' | 'windows' | 'headlands' | 'legs' | 'landmarks' | 'buoys' | 'hierarchy' | 'distances';

export interface LayerWords {
  id: LayerId;
  name: string;
  idea: string;
  /** Where the documents say more. */
  more: string;
}

export const LAYERS: readonly LayerWords[] = [
  { id: 'met', name: 'met tiles by time', more: 'docs/concepts.html#slices', idea: 'Every tile that the search has put into its queue, yellow for the first and violet for the last. The fewer there are, the faster the answer.' },
  { id: 'plan', name: 'coarse plan', more: 'docs/concepts.html#coarse-maps-and-corridors', idea: 'A shortest path over cells of many tiles, found before any tile is looked at. It says roughly where the route will go.' },
  { id: 'corridor', name: 'corridor by phase', more: 'docs/concepts.html#coarse-maps-and-corridors', idea: 'The cells that the search may enter, in a colour for each phase. If there is no way inside, the corridor is widened around all that was visited.' },
  { id: 'deferred', name: 'deferred tiles', more: 'docs/terminology.html#coarse-maps-and-corridors', idea: 'Open tiles that the search has met just outside the corridor. They wait, and when their cell opens, the search goes on from them instead of beginning again.' },
  { id: 'spine', name: 'spine', more: 'docs/terminology.html#spine', idea: 'The coarse path, straightened, with a knot at every turn and every few cells. The route is put together from short pieces along it.' },
  { id: 'portals', name: 'portals', more: 'docs/terminology.html#spine', idea: 'The tiles through which the route may pass from one piece to the next. Each piece ends at any tile of a portal, whichever is nearest.' },
  { id: 'windows', name: 'windows', more: 'docs/terminology.html#spine', idea: 'The few cells that the search for one piece may enter. Together they are all that spine ever looks at.' },
  { id: 'headlands', name: 'headlands', more: 'docs/exact.html#routes-bend-at-headlands', idea: 'Open tiles at corners of the land: a shortest route only ever bends there. Yellow ones were looked at by this query.' },
  { id: 'legs', name: 'legs', more: 'docs/exact.html#routes-bend-at-headlands', idea: 'Which headlands can be reached from which without a bend. A route is a chain of legs, so the search goes over them instead of over tiles.' },
  { id: 'landmarks', name: 'landmarks', more: 'docs/terminology.html#headlands-and-the-index', idea: 'Headlands from which the distances of all others are stored. By the triangle inequality they say how far a goal is at least.' },
  { id: 'buoys', name: 'buoys', more: 'docs/terminology.html#headlands-and-the-index', idea: 'One tile of every square of the map, with its distances from the landmarks. They tell ends in open water how far it is, without a look around.' },
  { id: 'hierarchy', name: 'hierarchy', more: 'docs/terminology.html#headlands-and-the-index', idea: 'Headlands in the order of their importance: the larger, the more shortest routes pass there. A query climbs from both ends, and meets near the top.' },
  { id: 'distances', name: 'distances', more: 'docs/fields.html', idea: 'How far every tile is from the ship, near in yellow and far in violet. It is what a flood finds, and what a field keeps for a horde.' },
];
