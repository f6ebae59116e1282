export * from '../../jsonapi/query-object/index.js';
export * from './answer.js';
export type * from './content.js';
export * from './space.js';
