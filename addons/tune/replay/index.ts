/**
 * The entry of the replay room: sending traffic to a snapshot or a server, measuring it, and comparing the
 * measurements.
 */
export { type AnsweredNow, type Comparison, compareReports, type Ratio, type ShapeChange } from './compare.js';
export { type GateLimits, type GateVerdict, judgeCandidate } from './gate.js';
export { type InProcessOptions, replayInProcess } from './in-process.js';
export { type OverHttpOptions, replayOverHttp } from './over-http.js';
export { type Planned, planTraffic } from './planned.js';
export { type ComparableReport, readReport } from './read-report.js';
export type { ReplayReport, ShapeReport } from './report.js';
export type { Percentiles } from './samples.js';
export { replaySideBySide } from './side-by-side.js';
