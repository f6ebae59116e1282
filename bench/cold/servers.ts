/**
 * The servers of a contestant's process, as Node's own HTTP servers: those of a compiled checkout, whichever, and bare
 * `node:http`.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';

/** Everything that is called of a checkout; what its functions take is for that checkout to say. */
type Called = (...given: unknown[]) => unknown;

/** Rooms that stood elsewhere in checkouts before the wings. */
const FORMERLY: Readonly<Record<string, string>> = { 'index/snapshot': 'snapshot', 'format/files': 'files' };

const pathOf = (root: string, room: string): string => join(root, 'dist', 'src', room, 'index.js');

async function exported(root: string, room: string, name: string): Promise<unknown> {
  const former = FORMERLY[room];
  const path = existsSync(pathOf(root, room)) || former === undefined ? pathOf(root, room) : pathOf(root, former);
  const module: unknown = await import(pathToFileURL(path).href);
  if (typeof module === 'object' && module !== null && name in module) {
    return Object.entries(module).find(([key]) => key === name)?.[1];
  }
  throw new Error(`${path} has no ${name}: the benchmark does not know how that checkout serves.`);
}

const isCalled = (value: unknown): value is Called => typeof value === 'function';

async function functionOf(root: string, room: string, name: string): Promise<Called> {
  const value = await exported(root, room, name);
  if (isCalled(value)) return value;
  throw new Error(`${name} of ${root} is no function.`);
}

const originOf = (running: unknown): string =>
  typeof running === 'object' && running !== null && 'origin' in running ? String(running.origin) : '';

const serverIn = (message: unknown): Server | undefined =>
  typeof message === 'object' && message !== null && 'server' in message && message.server instanceof Server
    ? message.server
    : undefined;

/** @returns the server that answers at the origin: Node tells which one it is when a request begins */
async function serverAt(origin: string): Promise<Server> {
  let found: Server | undefined;
  const listener = (message: unknown): void => {
    found ??= serverIn(message);
  };
  subscribe('http.server.request.start', listener);
  try {
    await (await fetch(`${origin}/health`)).arrayBuffer();
  } finally {
    unsubscribe('http.server.request.start', listener);
  }
  if (found === undefined) throw new Error(`No server of this process answers at ${origin}.`);
  return found;
}

/**
 * @param root       of the checkout
 * @param cacheBytes of its cache of answers; undefined: as it is by default
 */
export async function steleServer(root: string, snapshots: string, cacheBytes: number | undefined): Promise<Server> {
  const startServer = await functionOf(root, 'server', 'startServer');
  const openCurrent = await functionOf(root, 'index/snapshot', 'openCurrent');
  const space = await openCurrent(await exported(root, 'format/files', 'diskFiles'), snapshots);
  const running = await startServer({
    spaces: [{ name: 'bench', space }],
    host: '127.0.0.1',
    port: 0,
    logger: pino({ level: 'silent' }),
    ...(cacheBytes === undefined ? {} : { cacheBytes }),
  });
  return serverAt(originOf(running));
}

interface Ready {
  readonly status: number;
  readonly lines: string[];
  readonly body: Buffer;
}

/** An answer's status, header lines as `writeHead` takes them, and body. */
export function readAnswer(answer: Buffer): Ready {
  const headEnd = answer.indexOf('\r\n\r\n');
  const [first = '', ...rest] = answer.toString('latin1', 0, headEnd).split('\r\n');
  const lines = rest.flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
  return { status: Number(first.split(' ')[1]), lines, body: answer.subarray(headEnd + 4) };
}

/** What Node writes by itself. */
const OWN: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive']);

/** Node's own server, sending bytes that lie ready: the least that an answer can cost. */
export class BareServer {
  readonly server: Server;
  #answers: ReadonlyMap<string, Ready> = new Map();

  constructor() {
    this.server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
      const { status, lines, body } = this.#answers.get(request.url ?? '')!;
      response.writeHead(status, lines);
      response.end(body);
    });
  }

  /** @param answers whole ones, by target */
  prepare(answers: ReadonlyMap<string, Buffer>): void {
    this.#answers = new Map(
      Array.from(answers, ([target, answer]) => {
        const ready = readAnswer(answer);
        const lines = ready.lines.flatMap((name, i) =>
          i % 2 === 0 && !OWN.has(name.toLowerCase()) ? [name, ready.lines[i + 1]!] : [],
        );
        return [target, { ...ready, lines, body: Buffer.from(ready.body) }];
      }),
    );
  }
}
