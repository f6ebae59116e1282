/**
 * The load generator's process: takes sets of questions, loads servers with them, and reports.
 */
import { Load } from './load.js';
import { type Command, isCommand, type Reply } from './messages.js';
import { Supply } from './questions.js';

const supplies = new Map<string, Supply>();

async function obey(command: Command): Promise<Reply> {
  switch (command.kind) {
    case 'take':
      supplies.set(command.name, new Supply(command.set));
      return { kind: 'taken' };
    case 'load': {
      const supply = supplies.get(command.name);
      if (supply === undefined) throw new Error(`The generator has no questions called ${command.name}.`);
      return { kind: 'loaded', outcome: await new Load(command.plan, supply).run() };
    }
  }
}

process.on('message', (message) => {
  if (!isCommand(message)) throw new Error('The generator was sent something that is no command.');
  obey(message)
    .catch(
      (error: unknown): Reply => ({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    )
    .then((reply) => process.send?.(reply));
});
// The benchmark is done, or gone.
process.once('disconnect', () => process.exit());
