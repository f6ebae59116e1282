/**
 * The real command line in processes of its own, which end when this one does, however it ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../../root.js';

const program = join(ROOT, 'dist', 'src', 'cli', 'main.js');
/** Ends a process together with this one, whose IPC channel it holds. */
const leash = join(ROOT, 'dist', 'bench', 'http', 'contestants', 'leash.js');

/** Pino's levels. */
const warning = 40;
const error = 50;

const begin = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['--import', leash, program, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });

/** Runs a command to its end. @throws Error with what it said, when it ends with another code than 0 */
export type Stele = (args: readonly string[]) => Promise<void>;

export const stele: Stele = (args) =>
  new Promise((resolve, reject) => {
    const child = begin(args);
    let said = '';
    child.stdout?.resume();
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`stele ${args[0]} ended with ${signal ?? code}: ${said.trim()}`));
    });
  });

export interface Server {
  readonly pid: number;
  readonly port: number;
  readonly origin: string;
  readonly look: () => void;
  /** What no server under soak may do or say, in words; empty while all is well. */
  readonly faults: readonly string[];
  /** By the text of the line. */
  readonly warnings: ReadonlyMap<string, number>;
  /** Tells it to stop, and kills it where it does not. Ending in another way than well is a fault. */
  readonly stop: () => Promise<void>;
}

const startMs = 60_000;
const stopMs = 20_000;

/** @throws Error when it does not listen within a minute */
export async function serve(args: readonly string[]): Promise<Server> {
  const child = begin(['serve', ...args]);
  const faults: string[] = [];
  const warnings = new Map<string, number>();
  let stopping = false;
  createInterface({ input: child.stderr! }).on('line', (line) => {
    const level = Number(/"level":(\d+)/.exec(line)?.[1] ?? error);
    const message = /"msg":"([^"]*)"/.exec(line)?.[1] ?? line;
    if (level >= error) faults.push(`the log says: ${line}`);
    else if (level >= warning) warnings.set(message, (warnings.get(message) ?? 0) + 1);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      if (!stopping || code !== 0) faults.push(`the server ended with ${signal ?? code}`);
      resolve();
    });
  });
  const listening = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server said nothing for a minute')), startMs);
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const port = /^Listening on .*:(\d+)$/.exec(line)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    });
    void ended.then(() => {
      clearTimeout(timer);
      reject(new Error(faults.join('\n')));
    });
  });
  const port = await listening.catch((reason: unknown) => {
    child.kill('SIGKILL');
    throw reason;
  });
  return {
    pid: child.pid ?? 0,
    port,
    origin: `http://127.0.0.1:${port}`,
    look: () => void child.kill('SIGHUP'),
    faults,
    warnings,
    async stop() {
      stopping = true;
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(timer);
    },
  };
}
