/**
 * A table of rows on disk, one on each line, sorted by key: the same rows are the same bytes in whichever order they came.
 *
 * If the server has a date of change for each row, only changed rows are fetched. Servers do not report deletions: if the number of
 * rows is not the expected one, all keys are compared.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bytesOf, decoded, linesIn } from '../input/bytes.js';
import type { SpooledValues } from '../spool/spooled-values.js';
import { type Json, parseJson, textAt } from '../value/json.js';
import type { Job } from './job.js';

export interface Rows extends AsyncIterable<Json> {}

/** A table of a server, and the requests for its rows. */
export interface Table {
  /** Path below the folder. */
  readonly path: string;
  /** Before, between and after the rows in the file. */
  readonly form: readonly [string, string, string];
  key(row: Json): string;
  /** @returns the time of the row's last change, as the server has it; texts compare like times */
  stamp(row: Json): string;
  /** @returns all rows, or those with these keys */
  rows(keys?: readonly string[]): Rows;
  /** @returns the links of a row that rows of other tables have in the opposite direction */
  readonly links?: (row: Json) => Json | undefined;
  /** Undefined if the server has no dates of change: then all rows are fetched. */
  readonly changes?: {
    /** @returns keys and stamps of all rows, or of rows changed at or after a time */
    heads(since?: string): Rows;
    count(): Promise<number>;
  };
}

export const ARRAY = ['[', ',\n', ']'] as const;
/** NDJSON: there is no closing line, so missing rows are noticed by their number. */
export const LINES = ['', '\n', ''] as const;

/** Clocks of servers that share a database differ, and a transaction may end after a later one. */
const overlapMs = 60_000;
/** Rows that changed as late as the last one may have changed again since, within the clock's tick. */
const tickMs = 2_000;
const keysAtOnce = 50;
const bufferCharacters = 1 << 16;

/** The order of numbers for numeric keys, and a fixed order for all other keys. */
const compare = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

const before = (stamp: string, ms: number): string => {
  const time = Date.parse(stamp);
  return Number.isNaN(time) ? '' : new Date(time - ms).toISOString();
};

export class KeptTable {
  readonly #table: Table;
  readonly #old: string | undefined;
  readonly #fresh: SpooledValues<Json>;
  readonly #freshKeys = new Set<string>();
  readonly #had = new Map<string, string>();
  /** Keys of rows that were deleted. */
  readonly gone = new Set<string>();

  /** @param folder of the last fetch; undefined if there is none. @param fresh store for fetched rows */
  constructor(table: Table, folder: string | undefined, fresh: SpooledValues<Json>) {
    this.#table = table;
    this.#old = folder === undefined ? undefined : join(folder, table.path);
    this.#fresh = fresh;
  }

  /** Fetches the rows that changed. */
  async look(): Promise<void> {
    for await (const row of this.old()) this.#had.set(this.#table.key(row), this.#table.stamp(row));
    const { changes } = this.#table;
    const newest = [...this.#had.values()].reduce((last, each) => (each > last ? each : last), '');
    if (changes === undefined || before(newest, 0) === '') return this.again();
    const changedKeys = new Set<string>();
    const recent = before(newest, tickMs);
    const compareHeads = async (since?: string): Promise<ReadonlySet<string>> => {
      const keys = new Set<string>();
      for await (const head of changes.heads(since)) {
        const [key, stamp] = [this.#table.key(head), this.#table.stamp(head)];
        keys.add(key);
        if (stamp >= recent || this.#had.get(key) !== stamp) changedKeys.add(key);
      }
      return keys;
    };
    await compareHeads(before(newest, overlapMs));
    const expected = this.#had.size + [...changedKeys].filter((key) => !this.#had.has(key)).length;
    if ((await changes.count()) !== expected) {
      const serverKeys = await compareHeads();
      for (const key of this.#had.keys()) if (!serverKeys.has(key)) this.gone.add(key);
    }
    await this.again([...changedKeys]);
  }

  /** Fetches these rows, or all of them, whether they changed or not. */
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

  /** The rows of the last fetch. @throws SyntaxError if the file is cut short */
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

  /** Whether changes of this table may change rows of other tables that have no date of this change. */
  async moved(): Promise<boolean> {
    const { key, links } = this.#table;
    if (this.gone.size > 0 || links === undefined) return this.gone.size > 0;
    const newKeys = new Set(this.#freshKeys);
    for await (const row of this.old()) {
      if (!newKeys.delete(key(row))) continue;
      if (JSON.stringify(links(row)) !== JSON.stringify(links(this.#fresh.get(key(row)) ?? null))) return true;
    }
    return newKeys.size > 0;
  }

  /** Writes the table. @returns the number of rows that were added, changed or deleted */
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

/** @returns the latest of these times of a row; empty if it has none */
export const latest = (row: Json | undefined, dates: readonly string[]): string =>
  dates
    .map((date) => textAt(row, date) ?? '')
    .sort()
    .at(-1) ?? '';

/** All tables of a server. They are fetched completely if its data model changed. */
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
   * Writes all tables. If linked rows were added or deleted, the rows that link to them may change without a date of change, so
   * their tables are fetched completely.
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
