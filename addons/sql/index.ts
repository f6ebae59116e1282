/**
 * The entry of the add-on `sql`: the command `stele load`, and a database as a source of answers for the core's commands.
 */
import type { AddOnCommands } from '../../src/cli/index.js';

export const commands: AddOnCommands = {
  load: async () => (await import('./commands/load.js')).loadCommand,
};
export { answerFrom } from './answer/answer.js';
export { openCompared } from './answer/compared-load.js';
export type { LoadedSpace } from './answer/loaded-space.js';
export { openPublishedLoad } from './answer/published-load.js';
export { database } from './commands/database.js';
export { type Address, isDatabaseUrl, parseAddress } from './connection/address.js';
export type { PoolLimits } from './connection/pool.js';
export { planPlacement, type TypePlacement } from './load/dry-run.js';
export { checkDatabase, loadSpace } from './load/load.js';
export type { Distribute, LoadOptions, LoadProgress, LoadReport } from './load/options.js';
export { type Rollback, rollBackTo } from './load/rollback.js';
export { listLoads } from './register/choose-load.js';
export type { LoadEntry, LoadState } from './register/entries.js';
export { parseRegisterName } from './schema/identifiers.js';
export {
  type FollowLoadsOptions,
  followLoads,
  type LoadEvents,
  type LoadFollowing,
  type LoadProblem,
} from './serve/follow-loads.js';
