export { answer } from './answer.js';
export { Responder, renderErrors } from './document/index.js';
export * from './explain.js';
export { pageSearch, parseRequest } from './parse/index.js';
export * from './request.js';
