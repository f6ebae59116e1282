export * from './links.js';
export * from './ordinals.js';
