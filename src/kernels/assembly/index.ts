/** The door of the compiled module: it contains the kernels that these files export. */
export * from './ascending';
export * from './items';
export * from './members';
export * from './packed-lists';
export { packTerms } from './packing';
export * from './scan';
export * from './scores';
export * from './sift';
export * from './suffix-gather';
export * from './suffix-lists';
export * from './suffix-moves';
export { countSuffixes, routeSuffixes, writeRecords } from './suffix-routes';
export * from './tally';
export * from './text-search';
export * from './words';
