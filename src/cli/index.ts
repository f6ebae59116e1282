/**
 * The door for commands of add-ons: option parsers, tables, failures, and the interfaces that an add-on implements.
 */
export {
  choiceParser,
  DECIMAL_NUMBER,
  numberParser,
  type OptionsOf,
  ownOptionValues,
  parseDeliveryRoot,
  parseMemory,
  parsePath,
  parsePercent,
  parserOf,
  parseSeconds,
  parseShare,
  parseSnapshotCount,
  parseThreadCount,
  rangeParser,
  refuseIneffective,
  repeatedParser,
  wholeNumberParser,
  withAddOnOptions,
  withOptions,
} from './arguments.js';
export { CommandFailed, describeFailure } from './failure.js';
export type { CommandIo, Output } from './io.js';
export { nextStep } from './next-step.js';
export { packageVersion } from './package.js';
export type { AddOnCommands } from './ports/commands.js';
export type { Database } from './ports/database.js';
export type { Importer, ImportRun } from './ports/importer.js';
export type { ProjectTypes } from './ports/project-types.js';
export { loadJudge, type TrafficJudge } from './ports/traffic-judge.js';
export type { Source } from './source/source.js';
export {
  formatBytes,
  formatCount,
  formatNumberOf,
  formatTable,
  leftColumn,
  rightColumn,
  type TableColumn,
} from './table.js';
