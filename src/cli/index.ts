/**
 * The door for commands of add-ons: what every command is made of, and the parts that an add-on brings.
 */
export {
  between,
  checked,
  deliveryRoot,
  FRACTIONS,
  keptSnapshots,
  memory,
  numbered,
  type OptionsOf,
  ownValues,
  path,
  percentOf,
  repeated,
  seconds,
  share,
  threadCount,
  whole,
  withFlags,
  withOptions,
} from './arguments.js';
export { CommandFailed, failureOf } from './failure.js';
export type { CommandIo, Output } from './io.js';
export { packageVersion } from './package.js';
export type { AddOnCommands } from './ports/commands.js';
export type { Database } from './ports/database.js';
export type { Importer, ImportRun } from './ports/importer.js';
export type { ProjectTypes } from './ports/project-types.js';
export { loadJudge, type TrafficJudge } from './ports/traffic-judge.js';
export type { Source } from './source/source.js';
export { bytes, type ColumnHead, count, left, right, table } from './table.js';
