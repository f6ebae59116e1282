export { type Advice, type AdviseOptions, advise, type BuildBeside, type Built, type Measured } from './advise.js';
export { changedModel, editModel } from './edit-model.js';
export { countsOf } from './halves.js';
export type { JudgedShape, Judgement } from './judge.js';
export { needsOf } from './needs.js';
export type { Piece } from './pieces.js';
export { untouchedSections } from './untouched.js';
