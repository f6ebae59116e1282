/**
 * Groonga, as Debian has it (`apt-get install groonga-bin`): a process of its own, which takes commands on its input.
 *
 * Two times are told apart: what it says it took itself, and the whole way from writing the command to reading the reply.
 */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eachItem, makerId } from './content.js';
import type { Contestant } from './contestants.js';
import { commandOf, replyKindOf } from './groonga-commands.js';
import { answerOf, type Reply, readReply } from './groonga-replies.js';

const PROGRAM = 'groonga';

function programVersion(): string | undefined {
  const { status, stdout } = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' });
  return status === 0 ? (/^Groonga (\S+)/.exec(stdout)?.[1] ?? 'unknown') : undefined;
}

/** Whether the program is installed. */
export const haveGroonga = (): boolean => programVersion() !== undefined;

const KEYS = ['Kinds', 'Places', 'Codes', 'Months', 'Makers'];

/** Every value is a reference to a table of values, which is what drilldowns are quickest on. */
const TABLES = [
  // It keeps replies of equal commands unless told otherwise, and would be timed reading them.
  'cache_limit 0',
  ...KEYS.map((name) => `table_create ${name} TABLE_PAT_KEY ShortText`),
  'table_create Buckets TABLE_PAT_KEY Int32',
  'table_create Prices TABLE_PAT_KEY Int32',
  'table_create Words TABLE_PAT_KEY ShortText --default_tokenizer TokenDelimit',
  'table_create Items TABLE_NO_KEY',
  'column_create Items bucket COLUMN_SCALAR Int32',
  'column_create Items cents COLUMN_SCALAR Int32',
  'column_create Items kind COLUMN_SCALAR Kinds',
  'column_create Items place COLUMN_SCALAR Places',
  'column_create Items code COLUMN_SCALAR Codes',
  'column_create Items month COLUMN_SCALAR Months',
  'column_create Items title COLUMN_SCALAR ShortText',
  'column_create Items makers COLUMN_VECTOR Makers',
];

/** Made after the items are there: Groonga then makes each in one go. */
const INDEXES = [
  'column_create Buckets items COLUMN_INDEX Items bucket',
  'column_create Prices items COLUMN_INDEX Items cents',
  'column_create Kinds items COLUMN_INDEX Items kind',
  'column_create Places items COLUMN_INDEX Items place',
  'column_create Words items COLUMN_INDEX Items title',
];

class Groonga {
  readonly #folder = mkdtempSync(join(tmpdir(), 'stele-groonga-'));
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: { readonly resolve: (line: string) => void; readonly reject: (error: Error) => void }[] = [];

  constructor() {
    const args = ['--log-path', join(this.#folder, 'log'), '--log-level', 'error', '-n', join(this.#folder, 'db')];
    this.#child = spawn(PROGRAM, args);
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#waiting.shift()?.resolve(line));
    const fail = (): void => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('The process of Groonga has ended.'));
    };
    this.#child.on('error', fail).on('exit', fail);
    // Writing to a process that has ended fails there, and is told by its end.
    this.#child.stdin.on('error', fail);
    this.#child.stderr.pipe(process.stderr, { end: false });
  }

  /** @returns the line of the reply, as it comes */
  ask(command: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#child.stdin.write(`${command}\n`, (error) => {
        if (error) reject(error);
      });
    });
  }

  async run(command: string): Promise<Reply> {
    return readReply(await this.ask(command));
  }

  /** @param rows calls back with each row */
  async load(rows: (found: (row: object) => void) => void): Promise<void> {
    const loaded = this.run('load --table Items');
    let batch: string[] = [];
    let count = 0;
    this.#child.stdin.write('[\n');
    rows((row) => {
      batch.push(`${count === 0 ? '' : ',\n'}${JSON.stringify(row)}`);
      count += 1;
      if (batch.length < 10_000) return;
      this.#child.stdin.write(batch.join(''));
      batch = [];
    });
    this.#child.stdin.write(`${batch.join('')}\n]\n`);
    const { body } = await loaded;
    if (body !== count) throw new Error(`Groonga has loaded ${String(body)} of ${count} items.`);
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.stdin.end();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function load(groonga: Groonga, items: number, seed: number): Promise<void> {
  for (const command of TABLES) await groonga.run(command);
  await groonga.load((found) => {
    eachItem(items, seed, ({ bucket, cents, kind, place, code, sold, title, makers }) => {
      found({ bucket, cents, kind, place, code, month: sold.slice(0, 7), title, makers: makers.map(makerId) });
    });
  });
  for (const command of INDEXES) await groonga.run(command);
}

export async function openGroonga(items: number, seed: number): Promise<Contestant> {
  const groonga = new Groonga();
  try {
    await load(groonga, items, seed);
  } catch (error) {
    await groonga.close();
    throw error;
  }
  let last = '';
  return {
    name: 'Groonga',
    version: programVersion() ?? 'unknown',
    async prepare(question) {
      const command = commandOf(question);
      return {
        run: async () => {
          last = await groonga.ask(command);
        },
        ownMs: () => readReply(last).ownMs,
        answer: async () => answerOf(await groonga.run(command), replyKindOf(question)),
      };
    },
    close: () => groonga.close(),
  };
}
