/**
 * A contestant in a process of its own, one after the other, so that its peak memory is its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { OperationError } from '../../src/content/errors/index.js';
import { isOutcome, type Outcome } from './outcome.js';

const program = join(dirname(fileURLToPath(import.meta.url)), 'contestant.js');

/** @throws OperationError when it fails; it has said why */
export async function runContestant(name: string, args: readonly (string | number)[]): Promise<Outcome> {
  console.error(`building: ${name}`);
  const child = spawn(process.execPath, [program, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const outcome: unknown = status === 0 ? JSON.parse(said) : undefined;
  if (!isOutcome(outcome)) throw new OperationError(`The build "${name}" ended with ${status}.`);
  return outcome;
}
