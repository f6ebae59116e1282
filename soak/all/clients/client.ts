/**
 * The soak's end of a client's process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../root.js';
import { type ClientCommand, type ClientPlan, isClientReply } from './messages.js';
import { newTally, type Tally } from './tally.js';

const program = join(ROOT, 'dist', 'soak', 'all', 'clients', 'client-process.js');
const stopMs = 30_000;

export interface Client {
  /** As it was half a second ago at most. */
  readonly tally: () => Tally;
  /** Rejects as soon as the client can go on no more. */
  readonly failed: Promise<never>;
  /** Lets it finish what it has begun. @returns all that it has counted; @throws Error when it has failed */
  readonly stop: () => Promise<Tally>;
  /** At once. */
  readonly kill: () => void;
}

/** @returns once it has begun; @throws Error when it cannot */
export async function startClient(plan: ClientPlan): Promise<Client> {
  const child: ChildProcess = fork(program, [], { serialization: 'advanced' });
  const tell = (command: ClientCommand): void => void child.send(command, () => undefined);
  let tally = newTally();
  let begun = (): void => undefined;
  let finished = (_: Tally): void => undefined;
  let fail = (_: string): void => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = (message) => reject(new Error(`the ${plan.role} client: ${message}`));
  });
  const ready = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const done = new Promise<Tally>((resolve) => {
    finished = resolve;
  });
  // Whoever waits hears of it; nobody need wait.
  failed.catch(() => undefined);
  child.on('message', (reply: unknown) => {
    if (!isClientReply(reply)) return;
    if (reply.kind === 'ready') begun();
    else if (reply.kind === 'failed') fail(reply.message);
    else {
      tally = reply.tally;
      if (reply.kind === 'done') finished(tally);
    }
  });
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code, signal) => fail(`ended with ${signal ?? code}`));
  tell({ kind: 'start', plan });
  await Promise.race([ready, failed]);
  return {
    tally: () => tally,
    failed,
    async stop() {
      const timer = setTimeout(() => fail(`did not stop within ${stopMs} ms`), stopMs);
      tell({ kind: 'stop' });
      try {
        return await Promise.race([done, failed]);
      } finally {
        clearTimeout(timer);
      }
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
