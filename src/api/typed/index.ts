export * from './answer.js';
export type * from './content.js';
export * from './query.js';
export * from './space.js';
