export { answer } from './answer.js';
export { dependencies } from './dependencies.js';
export { type Resource, Responder, renderErrors } from './document/index.js';
export * from './explain.js';
export { parseRequest } from './parse-request.js';
export { checkIgnoredParameter, type IgnoresParameter, ignoring } from './request/ignored-parameters.js';
export { pageSearch } from './request/page-search.js';
export * from './request/parsed-request.js';
export * from './surrogate-keys.js';
