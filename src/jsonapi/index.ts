export { answer } from './answer.js';
export { dependencies } from './dependencies.js';
export { type Resource, Responder, renderErrors } from './document/index.js';
export * from './explain.js';
export * from './keys.js';
export { pageSearch, parseRequest } from './parse/index.js';
export * from './request.js';
