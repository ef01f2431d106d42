// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Terrain that costs: a coast that ships keep off, and fairways, reeds and ice that can be painted. The cheapest route is seen
// beside the shortest one.
import type { App } from '../app.js';
import { byId, choose, count, make, time, whenQuiet } from '../dom.js';
import type { Opened } from '../engine/engine.js';
import type { TerrainAnswer, TerrainQuestion } from '../engine/terrain.js';
import { type Disc, type Ground, type Spot, boxOf, clip, fillSpot, stroke } from '../ground.js';
import { COLORS } from '../palette.js';
import { WayTable } from '../panel/ways.js';
import { latestOnly } from '../rpc.js';
import { drawOther } from '../stage/lines.js';
import { hidePlane, inksOf, showPlane } from '../stage/planes.js';
import type { Painting } from '../stage/stage.js';
import { CLOSED, type Coast, PLAIN, TERRAINS, type Terrain, isSoft, terrainName } from '../terrain.js';
import { RouteMode } from './route.js';

const slider = (id: string): HTMLInputElement => byId<HTMLInputElement>(id);

/** The byte of a layer for a cost: 0 shows nothing, and of several in one pixel the greatest is seen. */
function shown(cost: number): number {
  return cost === PLAIN ? 0 : cost < PLAIN ? 255 - cost : Math.min(cost, 253);
}

/** Costs of a file that are no terrain of the page: the dearer, the darker. */
const SHADES = Array.from({ length: 254 }, (_, cost) => [cost, COLORS.shadow, Math.min(210, 40 + 3 * cost), 0] as const).slice(PLAIN + 1);
const INKS = inksOf([...SHADES, [shown(CLOSED), COLORS.land, 255, 0], ...TERRAINS.filter(({ cost }) => cost !== PLAIN).map(({ cost, color, pattern }) => [shown(cost), color, 215, pattern] as const)]);
const COAST = inksOf([[1, COLORS.closed, 120, 1]]);

export class TerrainMode extends RouteMode<TerrainAnswer> {
  readonly id = 'terrain';
  readonly lead = 'Water that costs: ships keep off the coast if it pays. Paint fairways, reeds and ice, and see which way is cheapest.';
  readonly #table: WayTable;
  #plane: Uint8Array = new Uint8Array(0);
  #near: Uint8Array | undefined;
  /** The map that the plane is for. */
  #of: Ground | undefined;
  /** Whether the next map comes with its terrain. */
  #given = false;

  constructor(app: App) {
    super(app);
    this.#table = new WayTable(byId('ways'), app.engine);
    for (const id of ['coast-reach', 'coast-extra']) slider(id).addEventListener('input', () => this.#slid());
    byId('terrain-sample').addEventListener('click', () => this.#sample());
    byId('terrain-clear').addEventListener('click', () => this.#clear());
    this.#makeBrushes();
    this.#label();
  }

  /** A brush for each terrain; its title says in words what it costs. */
  #makeBrushes(): void {
    for (const { id, name, letter, cost } of TERRAINS) {
      const input = make('input', { type: 'radio', name: 'tool', value: id });
      byId('brushes').append(make('label', { title: letter.toUpperCase() }, input, make('span', {}, make('i', { className: `swatch ${id}` }), `${name}: ${cost}`)));
    }
  }

  get coast(): Coast {
    return { reach: Number(slider('coast-reach').value), extra: Number(slider('coast-extra').value) };
  }

  set coast({ reach, extra }: Coast) {
    slider('coast-reach').value = String(reach);
    slider('coast-extra').value = String(extra);
    this.#label();
  }

  /** What each tile costs, without the coast. */
  get plane(): Uint8Array {
    return this.#plane;
  }

  get isPainted(): boolean {
    return this.#plane.some(cost => cost !== PLAIN);
  }

  /** Terrain that belongs to the next map, or to the one that is shown. */
  put(plane: Uint8Array): void {
    [this.#plane, this.#given] = [plane, true];
  }

  #label(): void {
    const { reach, extra } = this.coast;
    byId('coast-reach-value').textContent = String(reach);
    byId('coast-extra-value').textContent = `+${extra}`;
    byId('coast-words').textContent = isSoft(this.coast)
      ? `A move costs ${PLAIN}; within ${reach} ${reach === 1 ? 'tile' : 'tiles'} of the coast (green) ${PLAIN + extra}. Nothing is closed: a strait that saves enough is still taken.`
      : `A move costs ${PLAIN} everywhere, but for what you paint.`;
  }

  #slid(): void {
    this.#label();
    if (this.app.mode !== this) return;
    this.ask();
    this.#showCoast();
  }

  override enter(opened: Opened | undefined): void {
    const { ground } = this.app;
    if ((!this.#given && this.#of !== ground) || this.#plane.length !== ground.tiles.length) this.#plane = new Uint8Array(ground.tiles.length).fill(PLAIN);
    [this.#of, this.#given] = [ground, false];
    void this.app.engine.call('terrain', this.#plane);
    super.enter(opened);
    this.#showCoast();
    void this.#showTerrain();
  }

  override leave(): void {
    super.leave();
    for (const name of ['coast', 'terrain']) hidePlane(this.app, name);
    if (this.app.tools.terrain) choose('tool', 'move');
    void this.app.engine.call('terrainEnd');
  }

  /** Terrain is on water alone: land over it is plain when it is dug away. */
  override edited(discs: readonly Disc[]): void {
    const land = discs.filter(({ open }) => !open);
    if (land.length > 0) this.#lay(land, PLAIN);
    super.edited(discs);
    this.#coastLater();
  }

  override indexed(): void {}

  cover(spots: readonly Spot[], { cost }: Terrain): void {
    this.#lay(spots, cost);
    this.ask();
  }

  /** Changes costs here and in both workers. */
  #lay(spots: readonly Spot[], cost: number): void {
    const { ground, engine, painter, stage } = this.app;
    const isOnlyOpen = cost !== PLAIN;
    const places = spots.map(({ x, y, radius }) => ({ x, y, radius }));
    for (const spot of places) fillSpot(this.#plane, ground, spot, cost, isOnlyOpen ? ground.tiles : undefined);
    void engine.call('terrainDab', places, cost);
    void painter.call('dab', 'terrain', places, shown(cost), isOnlyOpen);
    for (const spot of places) stage.layers.get('terrain')?.spoilBox(clip(boxOf(spot), ground));
  }

  #clear(): void {
    this.#replace(new Uint8Array(this.app.ground.tiles.length).fill(PLAIN));
  }

  #replace(plane: Uint8Array): void {
    this.#plane = plane;
    void this.app.engine.call('terrain', plane);
    void this.#showTerrain();
    this.ask();
  }

  /** Something to begin with: strips and patches anywhere, the same on every machine. */
  #sample(): void {
    const { ground } = this.app;
    const plane = new Uint8Array(ground.tiles.length).fill(PLAIN);
    const unit = Math.max(1, Math.round(Math.max(ground.width, ground.height) / 100));
    let state = 2026;
    const below = (bound: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * bound);
    };
    const place = (): { x: number; y: number } => ({ x: below(ground.width), y: below(ground.height) });
    const [fairway, reeds, ice] = TERRAINS;
    for (const [terrain, strokes, radius] of [[reeds, 14, 4], [ice, 9, 4], [fairway, 5, 1]] as const)
      for (let i = 0; i < strokes; i++) {
        const from = place();
        const to = terrain === fairway ? place() : { x: from.x + below(20 * unit) - 10 * unit, y: from.y + below(20 * unit) - 10 * unit };
        for (const spot of stroke(from, to, radius * unit, true)) fillSpot(plane, ground, spot, terrain.cost, ground.tiles);
      }
    this.#replace(plane);
  }

  #showTerrain = async (): Promise<void> => {
    const bytes = this.#plane.map(shown);
    await showPlane(this.app, 'terrain', bytes, INKS.inks, 0, INKS.patterns);
  };

  #coastLater = whenQuiet(120, () => this.app.mode === this && this.#showCoast());

  #showCoast = latestOnly(async () => {
    const { coast } = this;
    if (!isSoft(coast)) {
      this.#near = undefined;
      return hidePlane(this.app, 'coast');
    }
    const bytes = await this.app.current(this.app.engine.call('coast', coast.reach));
    if (!bytes || this.app.mode !== this) return;
    this.#near = bytes;
    await showPlane(this.app, 'coast', bytes, COAST.inks);
  });

  #question(): TerrainQuestion {
    return { ...this.app.ends, coast: this.coast };
  }

  protected find(): Promise<TerrainAnswer> {
    return this.app.engine.call('terrainRoute', this.#question());
  }

  /** All ways to answer are tried once the pointer rests. */
  protected override answered = whenQuiet(140, () => {
    if (this.app.mode !== this) return;
    const ends = this.realEnds();
    void this.#table.fill(ends && { ...this.#question(), from: ends[0], to: ends[1] });
  });

  protected override tell(answer: TerrainAnswer): void {
    if (this.tellFailure(answer)) return;
    const { cost, length, micros, makingMicros, shortest } = answer;
    const isNew = makingMicros > 0; // the first query with other costs makes tables for the next ones
    const made = isNew ? ` Costs set in ${time(makingMicros)}, first answer in ${time(micros)}.` : '';
    const beside = !shortest ? '' : shortest.cost === cost ? ' It is a shortest one, too.'
      : ` The shortest (dashed) has ${count(shortest.length)} moves and costs ${count(shortest.cost)}: ${count(length - shortest.length)} more moves save ${count((100 * (shortest.cost - cost)) / shortest.cost)} %.`;
    this.app.say(`<b>Cost ${count(cost)}, ${count(length)} moves${isNew ? '' : `, in ${time(micros)}`}</b>: no route is cheaper.${beside}${made}`);
  }

  override paint: Painting = (context, view, dense) => {
    const shortest = this.answer?.shortest;
    if (shortest && shortest.cost !== this.answer?.cost) drawOther(context, view, shortest.turns, dense);
    this.paintRoute(context, view, dense);
  };

  override describe(tile: number): string {
    if (this.app.ground.tiles[tile] === 0) return '';
    const cost = this.#plane[tile];
    const { extra } = this.coast;
    if (cost === CLOSED) return 'closed: a cost of 0';
    return this.#near?.[tile] ? `${terrainName(cost)}: ${cost}, and ${extra} near the coast: ${cost + extra}` : `${terrainName(cost)}: ${cost}`;
  }
}
