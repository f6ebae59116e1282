import type { Change } from './changed-model.js';

export { type Advice, type AdviseOptions, advise, type BuildBeside, type Built, type Measured } from './advise.js';
export { type Change, changedModel } from './changed-model.js';
export { countsOf } from './halves.js';
export type { JudgedShape, Judgement } from './judge.js';
export { needsOf } from './needs.js';
export type { Piece } from './pieces.js';

/** Loaded where it is asked for: it needs a library that servers do without. */
export const editModel = async (text: string, changes: readonly Change[]): Promise<string> =>
  (await import('./edit-model.js')).editModel(text, changes);
