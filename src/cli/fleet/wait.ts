/**
 * `stele wait`: until a server answers from a snapshot.
 */
import { Command, type CommandUnknownOpts, InvalidArgumentError } from 'commander';
import { OperationError } from '../../content/errors/index.js';
import { askServer, type ServerState, servesOnly, until } from '../../ship/fleet/index.js';
import { seconds } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { serverUrl } from './server-url.js';

const examples = `
Ends with 0 as soon as every space of the server is answered from the snapshot, and with 1 when that takes too long.

Examples:
  $ stele wait http://content-1:8080 --snapshot "$(cat snapshots/CURRENT)" && ./purge-cdn`;

const PAUSE_MS = 250;

function snapshotBeginning(text: string): string {
  if (/^[0-9a-f]{8,64}$/.test(text)) return text;
  throw new InvalidArgumentError('Give the id of a snapshot, or at least its first 8 digits.');
}

const found = ({ problem, spaces }: ServerState): string =>
  problem ?? `it answers from ${spaces.map(({ snapshot }) => snapshot ?? 'no snapshot').join(', ')}`;

export function waitCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('wait')
    .description('wait until a server answers from a snapshot')
    .argument('<url>', 'address of the server', serverUrl)
    .requiredOption('--snapshot <id>', 'id of the snapshot, at least its first 8 digits', snapshotBeginning)
    .option('--timeout <seconds>', 'how long to wait', seconds, 300)
    .addHelpText('after', examples)
    .action(async (url: string, { snapshot, timeout }) => {
      const state = await until({
        look: () => askServer(url),
        isWell: (seen) => servesOnly(seen, snapshot),
        withinMs: timeout * 1000,
        pauseMs: PAUSE_MS,
      });
      if (!servesOnly(state, snapshot)) {
        throw new OperationError(
          `${url} does not answer from snapshot ${snapshot} after ${timeout} s: ${found(state)}. See its log and its /health.`,
        );
      }
      io.stdout.write(`${url} answers from snapshot ${state.spaces[0]?.snapshot ?? snapshot}\n`);
    });
}
