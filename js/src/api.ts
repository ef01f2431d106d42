// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

export { LandfallError } from './errors.js';
export { DIRECTION_HERE, Field, NO_DIRECTION, NO_DISTANCE, NO_DISTANCE_16, NO_OWNER, clearanceDepths } from './field.js';
export type { FieldOptions, FieldQuery } from './field.js';
export { Landfall } from './landfall.js';
export type { WasmModule } from './landfall.js';
export { TileMap } from './map.js';
export { Matrix, NO_LENGTH, Nearest } from './matrix.js';
export type { MatrixQuery, Near, NearestQuery } from './matrix.js';
export type { BuildOptions, Fault, Underway } from './map.js';
export { Route, RouteList } from './route.js';
export type { RouteFields } from './route.js';
export { Task, Tasks } from './tasks.js';
export type { TasksOptions } from './tasks.js';
export * from './types.js';
export { Walker } from './walker.js';
export type { WalkerOptions } from './walker.js';
export { Weights } from './weights.js';
export type { WeightTable, WeightsOptions } from './weights.js';
