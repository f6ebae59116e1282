export { Responder } from './answer.js';
export { renderErrors } from './errors.js';
export type { Resource } from './resources.js';
