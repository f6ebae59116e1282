export * from './fields.js';
export * from './header.js';
export * from './ids.js';
export * from './local-segments.js';
export * from './names.js';
export { openSearch } from './open/open-search.js';
export * from './segment.js';
export * from './similar.js';
