/**
 * The entry of the add-on: its commands, and the judge of `stele build --gate`.
 */
import type { AddOnCommands } from '../../src/cli/index.js';

export { judge } from './commands/judge.js';

export const commands: AddOnCommands = {
  log: async () => (await import('./commands/log.js')).logCommand,
  replay: async () => (await import('./commands/replay.js')).replayCommand,
  gate: async () => (await import('./commands/gate.js')).gateCommand,
  advise: async () => (await import('./commands/advise.js')).adviseCommand,
};
