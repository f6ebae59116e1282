export { Responder } from './answer.js';
export { renderErrors } from './errors.js';
