export type { Loan } from '../slabs.js';
export { DocumentWriter, type PlacedItem } from './document-writer.js';
export { renderErrors } from './error-document.js';
export { type Resource, windowAt } from './resources.js';
export { AnswerMemo, type AnswerOptions, estimatedCost, itemNotFound, Responder } from './responder.js';
export type { ShownJoin, ShownSpace, ShownType } from './shown.js';
