/**
 * A server in a process of its own, under hostile conversations: it must neither end nor log an error of ours.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fuzzConnections, type SocketReport } from './socket.js';
import { openSnapshots } from './subjects.js';
import { vocabularyOf } from './writing/vocabulary.js';

export interface ServerFuzzOptions {
  readonly snapshots: string;
  readonly seed: number;
  readonly count: number;
  readonly slowMs: number;
  readonly onProgress?: (done: number) => void;
}

const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

/** Pino's level of errors. */
const errorLevel = 50;

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  /** Lines of the log that tell of an error of ours. */
  readonly errors: readonly string[];
}

async function start(snapshots: string): Promise<Running> {
  const child = spawn(process.execPath, [program, 'serve', snapshots, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    const level = Number(/"level":(\d+)/.exec(line)?.[1] ?? errorLevel);
    if (level >= errorLevel) errors.push(line);
  });
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^Listening on .*:(\d+)$/.exec(line)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${errors.join('\n')}`)));
  });
  return { child, port, errors };
}

/** @returns the resident memory of a process, where the system tells */
function residentBytesOf(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** Starts a server on any free port of the loopback, holds the conversations, and stops it. */
export async function fuzzServer(options: ServerFuzzOptions): Promise<SocketReport> {
  const vocabulary = vocabularyOf(await openSnapshots(options.snapshots));
  const { child, port, errors } = await start(options.snapshots);
  let exit: string | undefined;
  child.once('exit', (code, signal) => {
    exit = `the server ended with ${code ?? signal}`;
  });
  try {
    const residentBytes = (): number | undefined => residentBytesOf(child.pid);
    const report = await fuzzConnections({ ...options, host: '127.0.0.1', port, vocabulary, residentBytes });
    const told = [...(exit === undefined ? [] : [exit]), ...errors].map((fault) => ({ index: -1, text: '', fault }));
    return { ...report, faults: [...report.faults, ...told] };
  } finally {
    child.kill('SIGTERM');
  }
}
