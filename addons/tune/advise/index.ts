/**
 * The entry of the advice room: proposing changes of the model, measuring them, and writing them into `model.json`.
 */
import type { FieldChange } from './changed-model.js';

export {
  type Advice,
  type AdviseOptions,
  advise,
  type BuildTrial,
  type BuiltSnapshot,
  type MeasuredChange,
} from './advise.js';
export { changeModel, type FieldChange } from './changed-model.js';
export { countRequests } from './halves.js';
export type { JudgedShape, Judgement } from './judge.js';
export { collectNeeds } from './needs.js';
export type { Piece } from './pieces.js';

/** Loads the editor on the first call, because it needs a YAML library that servers do not load. */
export const editModel = async (text: string, changes: readonly FieldChange[]): Promise<string> =>
  (await import('./edit-model.js')).editModel(text, changes);
