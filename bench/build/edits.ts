/**
 * The time from one edit in an export to the snapshot that has it: a number or a text of one article among all.
 *
 * Each build is a process of its own, over the snapshots of the builds before; the edits take turns. In the end a build
 * that reuses nothing must give the same snapshot.
 */
import { closeSync, cpSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { OperationError } from '../../src/content/errors/index.js';
import { CACHE_FOLDER } from '../harness/root.js';
import { medianOf } from '../harness/timing/statistics.js';
import { type Outcome, runContestant } from './run-contestant.js';

/** An edit of one article, without changing the length of its line. */
interface Edit {
  readonly name: string;
  readonly field: string;
  /** @returns the place of the byte to change, in the value that begins at `start` */
  readonly find: (line: Buffer, start: number) => number;
  readonly change: (byte: number) => number;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

const EDITS: readonly Edit[] = [
  {
    name: 'a number',
    field: 'views',
    find: (line, start) => {
      let end = start;
      while (isDigit(line[end]!)) end += 1;
      return end - 1;
    },
    change: (byte) => (byte === 0x30 ? 0x31 : 0x30),
  },
  {
    name: 'a text',
    field: 'summary',
    find: (line, start) => {
      let place = start;
      // The letter after a backslash belongs to an escape.
      while (!isLetter(line[place]!) || line[place - 1] === 0x5c) place += 1;
      return place;
    },
    change: (byte) => ((byte | 0x20) === 0x78 ? byte + 1 : (byte & 0x20) | 0x58),
  },
];

export interface TimedEdit {
  readonly name: string;
  /** Seconds of each build. */
  readonly seconds: readonly number[];
  readonly medianSeconds: number;
}

/** Bytes that hold at least one whole line. */
const readBytes = 2 ** 16;

/** Edits the first article behind a place of the file. @param part from 0 to 1 */
function edit(path: string, { field, find, change }: Edit, part: number): void {
  const file = openSync(path, 'r+');
  try {
    const position = Math.floor((fstatSync(file).size - readBytes) * part);
    const bytes = Buffer.alloc(readBytes);
    readSync(file, bytes, 0, readBytes, Math.max(0, position));
    const key = Buffer.from(`"${field}":`);
    const keyStart = bytes.indexOf(key, bytes.indexOf(0x0a) + 1);
    if (keyStart < 0) throw new OperationError(`No article with ${field} in ${path}.`);
    const place = find(bytes, keyStart + key.length);
    writeSync(file, Uint8Array.of(change(bytes[place]!)), 0, 1, Math.max(0, position) + place);
  } finally {
    closeSync(file);
  }
}

/**
 * @param source an export; it is copied, and stays as it is
 * @param rounds number of edits of each kind
 * @throws OperationError if the last snapshot differs from one that is built as a whole
 */
export async function timeEdits(
  source: string,
  threads: number,
  memoryBytes: number,
  rounds: number,
): Promise<readonly TimedEdit[]> {
  const folderOf = (name: string): string => join(CACHE_FOLDER, `build-${name}-${process.pid}.tmp`);
  const copy = folderOf('copy');
  const out = folderOf('edits');
  const whole = folderOf('whole');
  const build = (name: string, into: string): Promise<Outcome> =>
    runContestant(name, ['stele', copy, into, threads, memoryBytes]);
  try {
    cpSync(source, copy, { recursive: true });
    let { id } = await build('stele, before any edit', out);
    const seconds = EDITS.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, one] of EDITS.entries()) {
        edit(join(copy, 'article.ndjson'), one, (round + 1) / (rounds + 1));
        const outcome = await build(`stele, after ${one.name} was edited`, out);
        if (outcome.id === id) throw new OperationError(`The edit of ${one.name} gave the same snapshot.`);
        id = outcome.id;
        seconds[index]!.push(outcome.seconds);
      }
    }
    if ((await build('stele, as a whole', whole)).id !== id) {
      throw new OperationError('After the edits, the snapshot differs from one that is built as a whole.');
    }
    return EDITS.map(({ name }, index) => ({
      name,
      seconds: seconds[index]!,
      medianSeconds: medianOf(seconds[index]!),
    }));
  } finally {
    for (const folder of [copy, out, whole]) rmSync(folder, { recursive: true, force: true });
  }
}
