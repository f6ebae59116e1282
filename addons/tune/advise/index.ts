/**
 * The entry of the advice room: proposing changes of the model, measuring them, and writing them into `model.json`.
 */
import type { FieldChange } from './changed-model.js';

export {
  type Advice,
  type AdviseOptions,
  advise,
  type BuildTrial as BuildBeside,
  type BuiltSnapshot as Built,
  type MeasuredChange as Measured,
} from './advise.js';
export { changeModel as changedModel, type FieldChange as Change } from './changed-model.js';
export { countRequests as countsOf } from './halves.js';
export type { JudgedShape, Judgement } from './judge.js';
export { collectNeeds as needsOf } from './needs.js';
export type { Piece } from './pieces.js';

/** Loads the editor on the first call, because it needs a YAML library that servers do not load. */
export const editModel = async (text: string, changes: readonly FieldChange[]): Promise<string> =>
  (await import('./edit-model.js')).editModel(text, changes);
