export * from '../../jsonapi/query-object/index.js';
export * from './answer.js';
export { buildItems, type ItemOptions } from './build-items.js';
export type * from './content.js';
export type * from './documents.js';
export type { Identifier, Item } from './item-types.js';
export type * from './queries.js';
export type { Selection } from './selection.js';
export * from './space.js';
