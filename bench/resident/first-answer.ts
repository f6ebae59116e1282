/**
 * The time from the start of a server's process to its first answer.
 *
 * At sizes whose snapshot no memory holds, no engine in this process can say what an answer must be: there the server is
 * asked for an item of the export by its title, and what it sends must have that item.
 */
import { join } from 'node:path';
import { OperationError } from '../../src/content/errors/index.js';
import { prepare } from '../harness/input/prepare.js';
import { BASE } from '../harness/input/render.js';
import { linesOf, modelOf, readRow } from '../harness/input/rows.js';
import { percentile } from '../harness/timing/statistics.js';
import { usageOf } from '../http/slices.js';
import type { ResidentOptions } from './options.js';
import { launchServer, type Mode } from './servers.js';

/** A request and what its answer must be. */
export interface Question {
  readonly url: string;
  readonly isRight: (document: Buffer) => boolean;
}

/** One start of a server. */
export interface Start {
  readonly milliseconds: number;
  /** Of the process, once it has answered; undefined where the system does not tell. */
  readonly residentBytes: number | undefined;
  /** Processor time of the process until then, in milliseconds. */
  readonly cpuMs: number | undefined;
}

/** @throws OperationError when the answer is not right */
export async function firstAnswer(
  mode: Mode,
  snapshots: string,
  { url, isRight }: Question,
  cacheBytes: number,
): Promise<Start> {
  const startMs = performance.now();
  const server = await launchServer(mode, snapshots, cacheBytes);
  try {
    const answered = await fetch(`http://127.0.0.1:${server.port}${BASE}${url}`);
    const document = Buffer.from(await answered.arrayBuffer());
    const milliseconds = performance.now() - startMs;
    if (answered.status !== 200 || !isRight(document)) {
      throw new OperationError(`The first answer is not the one expected: ${document.toString('utf8', 0, 200)}`);
    }
    const usage = usageOf(server.pid);
    return { milliseconds, residentBytes: usage?.residentBytes, cpuMs: usage?.cpuMs };
  } finally {
    await server.stop();
  }
}

export const medianOf = (values: readonly number[]): number => percentile(Float64Array.from(values).sort(), 0.5);

/** @returns asks for the first item of the export that has a title */
function questionOf(folder: string): Question {
  const type = modelOf(folder).contentTypes.get('article');
  const place = type?.attributes.findIndex(({ name }) => name === 'title') ?? -1;
  for (const line of type === undefined ? [] : linesOf(join(folder, 'article.ndjson'))) {
    const { id, cells } = readRow(type!, line);
    const title = cells[place];
    if (typeof title !== 'string') continue;
    const url = `/article?filter%5Btitle%5D%5B_eq%5D=${encodeURIComponent(title)}&page%5Blimit%5D=100`;
    const parts = [`"id":${JSON.stringify(id)}`, `"title":${JSON.stringify(title)}`];
    return { url, isRight: (document) => parts.every((part) => document.includes(part)) };
  }
  throw new OperationError(`The export at ${folder} has no article with a title.`);
}

/**
 * One server with `--resident indexes`, over and over. The first start reads its files into the system's cache and does
 * not count.
 *
 * @throws OperationError when an answer is not right
 */
export async function firstAnswers(
  { items, seed, starts, cacheBytes }: ResidentOptions,
  say: (line: string) => void,
): Promise<readonly Start[]> {
  const paths = await prepare(items, seed, false);
  const question = questionOf(paths.export);
  const found: Start[] = [];
  for (let start = 0; start <= starts; start += 1) {
    found.push(await firstAnswer('indexes', paths.snapshots, question, cacheBytes));
    say(`start ${start} of ${starts}: ${found.at(-1)!.milliseconds.toFixed(0)} ms`);
  }
  return found.slice(1);
}
