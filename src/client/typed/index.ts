export * from '../../jsonapi/query-object/index.js';
export * from './answer.js';
export type * from './content.js';
export type * from './documents.js';
export { type ItemOptions, itemsOf } from './items-of.js';
export type * from './queries.js';
export * from './space.js';
