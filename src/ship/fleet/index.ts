export { type Ask, askOverHttp, askServer, type ServerState, type SpaceState } from './ask.js';
export { differencesOf, servesOnly } from './compare.js';
export { until } from './until.js';
