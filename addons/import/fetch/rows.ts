/**
 * A table of rows on the disk, one a line and in the order of their keys, so that the same rows are the same bytes however
 * they came. Of a server that says when a row was changed, only what changed is asked for.
 *
 * Servers tell of no deletions: where there are not as many rows as there must be, all keys are compared.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bytesOf, decoded, linesIn } from '../input/bytes.js';
import type { Parked } from '../parked/parked.js';
import { type Json, parseJson, textAt } from '../value/json.js';
import type { Job } from './job.js';

export interface Rows extends AsyncIterable<Json> {}

/** How a server is asked for a table. */
export interface Table {
  /** Path below the folder. */
  readonly path: string;
  /** Before, between and after the rows in the file. */
  readonly form: readonly [string, string, string];
  key(row: Json): string;
  /** When the row changed, as the server says it; compares as text. */
  stamp(row: Json): string;
  /** @returns all rows, or those with these keys */
  rows(keys?: readonly string[]): Rows;
  /** What a row leads to, where rows of other tables tell the same from their side; undefined where they do not. */
  readonly links?: (row: Json) => Json | undefined;
  /** Undefined where the server does not say what changed: all rows are asked for then. */
  readonly changes?: {
    /** @returns rows of which keys and stamps count: all, or those that changed since, this moment included */
    heads(since?: string): Rows;
    count(): Promise<number>;
  };
}

export const ARRAY = ['[', ',\n', ']'] as const;
/** Has no end to miss: where lines are missing, the count is wrong. */
export const LINES = ['', '\n', ''] as const;

/** Clocks of servers that share a database differ, and what began earlier may end later. */
const overlapMs = 60_000;
/** Rows that changed as late as the last one may have changed again since, within the clock's tick. */
const tickMs = 2_000;
const keysAtOnce = 50;
const bufferCharacters = 1 << 16;

/** Of numbers their order, and of anything else one. */
const compare = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

const before = (stamp: string, ms: number): string => {
  const time = Date.parse(stamp);
  return Number.isNaN(time) ? '' : new Date(time - ms).toISOString();
};

export class KeptTable {
  readonly #table: Table;
  readonly #old: string | undefined;
  readonly #fresh: Parked<Json>;
  readonly #freshKeys = new Set<string>();
  readonly #had = new Map<string, string>();
  /** Keys of rows that are not there any more. */
  readonly gone = new Set<string>();

  /** @param folder of the rows as they were; undefined where there are none. @param fresh room for those that come */
  constructor(table: Table, folder: string | undefined, fresh: Parked<Json>) {
    this.#table = table;
    this.#old = folder === undefined ? undefined : join(folder, table.path);
    this.#fresh = fresh;
  }

  /** Asks for what changed. */
  async look(): Promise<void> {
    for await (const row of this.old()) this.#had.set(this.#table.key(row), this.#table.stamp(row));
    const { changes } = this.#table;
    const newest = [...this.#had.values()].reduce((last, each) => (each > last ? each : last), '');
    if (changes === undefined || before(newest, 0) === '') return this.again();
    const asked = new Set<string>();
    const late = before(newest, tickMs);
    const compareHeads = async (since?: string): Promise<ReadonlySet<string>> => {
      const seen = new Set<string>();
      for await (const head of changes.heads(since)) {
        const [key, stamp] = [this.#table.key(head), this.#table.stamp(head)];
        seen.add(key);
        if (stamp >= late || this.#had.get(key) !== stamp) asked.add(key);
      }
      return seen;
    };
    await compareHeads(before(newest, overlapMs));
    const expected = this.#had.size + [...asked].filter((key) => !this.#had.has(key)).length;
    if ((await changes.count()) !== expected) {
      const seen = await compareHeads();
      for (const key of this.#had.keys()) if (!seen.has(key)) this.gone.add(key);
    }
    await this.again([...asked]);
  }

  /** Asks for these rows, or for all, whatever is known of them. */
  async again(keys?: readonly string[]): Promise<void> {
    const parts = keys === undefined ? [undefined] : partsOf(keys);
    for (const part of parts) for await (const row of this.#table.rows(part)) this.take(row);
    for (const key of keys ?? this.#had.keys()) if (!this.#freshKeys.has(key)) this.gone.add(key);
  }

  take(row: Json): void {
    const key = this.#table.key(row);
    if (this.#fresh.add(key, row) !== undefined) this.#freshKeys.add(key);
  }

  drop(key: string): void {
    this.#freshKeys.delete(key);
    this.gone.add(key);
  }

  /** Rows as they were. */
  async *old(): Rows {
    if (this.#old === undefined || !existsSync(this.#old)) return;
    const [, , last] = this.#table.form;
    let isWhole = last === '';
    for await (const { line, number } of linesIn(decoded(bytesOf(this.#old), this.#old))) {
      if (last !== '') isWhole = line === last;
      if (number > 1 && line !== last) yield parseJson(line.replace(/,$/, ''));
    }
    if (!isWhole) throw new SyntaxError(`${this.#old} ends too early`);
  }

  /** Whether rows of other tables may look different by what happened here, without having changed. */
  async moved(): Promise<boolean> {
    const { key, links } = this.#table;
    if (this.gone.size > 0 || links === undefined) return this.gone.size > 0;
    const left = new Set(this.#freshKeys);
    for await (const row of this.old()) {
      if (!left.delete(key(row))) continue;
      if (JSON.stringify(links(row)) !== JSON.stringify(links(this.#fresh.get(key(row)) ?? null))) return true;
    }
    return left.size > 0;
  }

  /** @returns how many rows are not what they were */
  async write(folder: string): Promise<number> {
    let count = 0;
    const self = this;
    async function* rows(): Rows {
      const keys = [...self.#freshKeys].sort(compare);
      let next = 0;
      const following = (): Json => self.#fresh.get(keys[next++] ?? '') ?? null;
      for await (const row of self.old()) {
        const key = self.#table.key(row);
        for (; next < keys.length && compare(keys[next] ?? '', key) < 0; count += 1) yield following();
        if (keys[next] === key) {
          const now = following();
          if (JSON.stringify(now) !== JSON.stringify(row)) count += 1;
          yield now;
        } else if (self.gone.has(key)) count += 1;
        else yield row;
      }
      for (; next < keys.length; count += 1) yield following();
    }
    const path = join(folder, this.#table.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, textOf(rows(), this.#table.form), { flush: true });
    return count;
  }
}

/** @returns the last of these moments of a row; empty where it has none */
export const latest = (row: Json | undefined, dates: readonly string[]): string =>
  dates
    .map((date) => textAt(row, date) ?? '')
    .sort()
    .at(-1) ?? '';

/** All tables of a server. They are fetched anew where its data model is not what it was. */
export class KeptTables {
  readonly #job: Job;
  readonly #model: string;
  readonly #isSame: boolean;
  readonly #tables = new Map<string, KeptTable>();

  constructor(job: Job, model: Json) {
    this.#job = job;
    this.#model = createHash('sha256').update(JSON.stringify(model)).digest('hex');
    this.#isSame = textAt(job.old?.state, 'model') === this.#model;
    if (job.old !== undefined && !this.#isSame) job.tell('fetching everything: the data model changed');
  }

  async look(name: string, table: Table): Promise<void> {
    const { old, park } = this.#job;
    const kept = new KeptTable(table, this.#isSame ? old?.folder : undefined, park());
    this.#tables.set(name, kept);
    await kept.look();
  }

  /**
   * Rows may look different without having changed where rows that they lead to moved: these tables are asked for as a whole.
   *
   * @param leads whether rows of a table lead to rows of another
   */
  async write(
    leads: (from: string, to: string) => boolean,
  ): Promise<{ readonly changed: number; readonly state: Json }> {
    const done = new Set<string>();
    for (let before = this.#isSame ? -1 : 0; before < done.size; ) {
      before = done.size;
      for (const [to, table] of this.#tables) {
        if (!(await table.moved())) continue;
        for (const [from, leading] of this.#tables) {
          if (done.has(from) || !leads(from, to)) continue;
          done.add(from);
          await leading.again();
        }
      }
    }
    let changed = 0;
    for (const table of this.#tables.values()) changed += await table.write(this.#job.folder);
    return { changed, state: { model: this.#model } };
  }
}

function partsOf(keys: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(keys.length / keysAtOnce);
  return Array.from({ length: count }, (_, index) => keys.slice(index * keysAtOnce, (index + 1) * keysAtOnce));
}

async function* textOf(rows: Rows, [first, separator, last]: Table['form']): AsyncGenerator<string> {
  let text = `${first}\n`;
  let isFirst = true;
  for await (const row of rows) {
    text += `${isFirst ? '' : separator}${JSON.stringify(row)}`;
    isFirst = false;
    if (text.length < bufferCharacters) continue;
    yield text;
    text = '';
  }
  yield `${text}\n${last}\n`;
}
