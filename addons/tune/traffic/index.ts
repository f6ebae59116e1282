/**
 * The entry of the traffic room: importing, generating, storing and naming recorded requests.
 */
export { TrafficBuilder } from './builder.js';
export { type GenerateOptions, generateTraffic } from './generate.js';
export * from './import-log.js';
export { SeededRandom } from './seeded-random.js';
export { shapeName } from './shape.js';
export { buildTargets } from './targets.js';
export * from './traffic.js';
export { decodeTraffic, encodeTraffic } from './traffic-file.js';
