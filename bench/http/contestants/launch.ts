/**
 * Starts servers in processes of their own, waits until they listen, and stops them when the benchmark ends for any
 * reason.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperationError } from '../../../src/content/errors/index.js';

const here = dirname(fileURLToPath(import.meta.url));

/** Ends a process together with this one, whose IPC channel it holds. */
const LEASH = join(here, 'leash.js');

/** Programs of this folder, compiled. */
export const serverProgram = (name: 'bare' | 'koa' | 'replay' | 'sqlite'): string => join(here, `${name}.js`);

export interface ServerProcess {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  /** Lets it finish, and ends it after a while where it does not. */
  readonly stop: () => Promise<void>;
}

const startMs = 120_000;
const stopMs = 5_000;
const listening = /Listening on http:\/\/[^\s/]+:([0-9]+)/;

/**
 * @param node the executable of Node to run it with
 * @returns    once it has said on stdout that it listens
 * @throws     OperationError if it ends first, or says nothing for two minutes
 */
export function launch(name: string, node: string, args: readonly string[]): Promise<ServerProcess> {
  const child = spawn(node, ['--import', LEASH, ...args], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      child.kill('SIGKILL');
      reject(new OperationError(`The server of ${name} did not start: ${why}.`));
    };
    const timer = setTimeout(() => fail('it said nothing for two minutes'), startMs);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`it ended with ${code}`));
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const port = listening.exec(output)?.[1];
      if (port === undefined || child.pid === undefined) return;
      clearTimeout(timer);
      child.removeAllListeners('exit');
      child.stdout?.removeAllListeners('data');
      child.stdout?.resume();
      resolve({ name, pid: child.pid, port: Number(port), stop: () => stop(child) });
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
