export * from './count.js';
export * from './facet.js';
export { meanOf, mergeStatistics } from './statistics.js';
export { TALLY_WAYS, type TallyWay } from './tally.js';
export { topOf } from './top.js';
export { compareSortKeys, labelGroup, labelNumber, labelPeriod, labelRange, labelText } from './values.js';
