/**
 * The door of the add-on: its command, and a database as a source of answers.
 */
import type { AddOnCommands } from '../../src/cli/index.js';

export const commands: AddOnCommands = {
  load: async () => (await import('./commands/load.js')).loadCommand,
};
export { answerFrom } from './answer/answer.js';
export { withCompared } from './answer/compared.js';
export type { LoadedSpace } from './answer/loaded.js';
export { withLoaded } from './answer/open.js';
export { database } from './commands/database.js';
export { type Address, addressOf, isAddress } from './connection/address.js';
export type { PoolLimits } from './connection/pool.js';
export { goBackTo, type WentBack } from './load/go-back.js';
export { checkDatabase, loadSpace } from './load/load.js';
export type { Distribute, LoadOptions, LoadProgress, LoadReport } from './load/options.js';
export type { LoadEntry, LoadState } from './register/entries.js';
export { listLoads } from './register/manage.js';
export { registerName } from './schema/identifiers.js';
export {
  type FollowedLoads,
  type FollowLoadsOptions,
  followLoads,
  type LoadEvents,
  type LoadProblem,
} from './serve/follow-loads.js';
