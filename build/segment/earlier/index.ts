export { EarlierColumns } from './earlier-columns.js';
export type { EarlierType } from './earlier-type.js';
