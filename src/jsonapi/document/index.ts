export type { Loan } from '../slabs.js';
export { renderErrors } from './error-document.js';
export type { Resource } from './resources.js';
export { type AnswerOptions, estimatedCost, Responder } from './responder.js';
