export * from './suffix-reader.js';
export { SELECTION_GAP_MAXIMUM as SELECTED_MAXIMUM } from './suffix-reader.js';
export * from './suffix-text.js';
export * from './text-codes.js';
