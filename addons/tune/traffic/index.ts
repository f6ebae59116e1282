export { TrafficBuilder } from './builder.js';
export { type GenerateOptions, generateTraffic } from './generate.js';
export * from './import-log.js';
export { SeededRandom } from './random.js';
export { shapeName } from './shape.js';
export { targetsOf } from './targets.js';
export * from './traffic.js';
export { decodeTraffic, encodeTraffic } from './traffic-file.js';
