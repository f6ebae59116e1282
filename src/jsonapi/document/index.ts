export { renderErrors } from './error-document.js';
export type { Resource } from './resources.js';
export { Responder } from './responder.js';
