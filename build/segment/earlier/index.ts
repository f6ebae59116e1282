export type { EarlierType } from './earlier-type.js';
export { UnchangedDocs } from './unchanged-docs.js';
