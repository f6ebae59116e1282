/**
 * A server in a process of its own for hostile connections: it must neither end nor log an invariant error.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { usageOf } from '../../bench/http/slices.js';
import { vocabularyOf } from '../../testing/requests/writing/vocabulary.js';
import { fuzzConnections, type SocketOptions, type SocketReport } from './socket.js';
import { openSnapshots } from './subjects.js';

type ServerFuzzOptions = Pick<SocketOptions, 'seed' | 'count' | 'slowMs' | 'onProgress'> & {
  readonly snapshots: string;
};

const program = fileURLToPath(new URL('../../package/stele.js', import.meta.url));

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

/** Starts a server on any free port of the loopback, holds the conversations, and stops it. */
export async function fuzzServer(options: ServerFuzzOptions): Promise<SocketReport> {
  const vocabulary = vocabularyOf(await openSnapshots(options.snapshots));
  const { child, port, errors } = await start(options.snapshots);
  let exit: string | undefined;
  child.once('exit', (code, signal) => {
    exit = `the server ended with ${code ?? signal}`;
  });
  try {
    const residentBytes = (): number | undefined => usageOf(child.pid ?? 0)?.residentBytes;
    const report = await fuzzConnections({ ...options, host: '127.0.0.1', port, vocabulary, residentBytes });
    const serverFaults = [...(exit === undefined ? [] : [exit]), ...errors].map((fault) => ({
      index: -1,
      text: '',
      fault,
    }));
    return { ...report, faults: [...report.faults, ...serverFaults] };
  } finally {
    child.kill('SIGTERM');
  }
}
