export * from './bytes.js';
export * from './candidates.js';
export * from './decimals.js';

export * from './first-docs.js';
export * from './folding/fold.js';
export { FOLDING_VERSION } from './folding/table.js';
export * from './frequent-sets.js';
export * from './hash.js';
export * from './heads.js';
export * from './numbers.js';
export * from './reversed.js';
export * from './sift-texts.js';
export * from './substrings.js';
export * from './terms.js';
