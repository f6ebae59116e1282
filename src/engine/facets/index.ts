export * from './count.js';
export * from './facet.js';
export { meanOf, mergedStatistics } from './statistics.js';
export { TALLY_WAYS, type TallyWay } from './tally.js';
export { topOf } from './top.js';
export { compareOrders, namedGroup, namedNumber, namedPeriod, namedRange, namedText } from './values.js';
