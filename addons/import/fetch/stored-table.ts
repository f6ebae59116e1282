/**
 * A table of rows on disk, one on each line, sorted by key: the file is the same in whichever order the rows arrive.
 *
 * If the server has a date of change for each row, only changed rows are fetched. Servers do not report deletions: if the number of
 * rows is not the expected one, all keys are compared.
 * Elsewhere: the requests for rows (strapi, directus, contentful), all tables of a server (stored-tables).
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bytesOf, decoded, linesIn } from '../input/bytes.js';
import type { SpooledValues } from '../spool/spooled-values.js';
import { type Json, parseJson, textAt } from '../value/json.js';

export interface Rows extends AsyncIterable<Json> {}

/** A table of a server, and the requests for its rows. */
export interface Table {
  /** Path below the folder. */
  readonly path: string;
  /** The texts before, between and after the rows in the file. */
  readonly form: readonly [opening: string, separator: string, closing: string];
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
/** NDJSON has no closing line: rows that a cut-off file has lost are noticed by their number. */
export const LINES = ['', '\n', ''] as const;

/** Clocks of servers that share a database differ, and a transaction may end after a later one. */
const overlapMs = 60_000;
/** Rows that changed as late as the last one may have changed again since, within the clock's tick. */
const tickMs = 2_000;
const keysAtOnce = 50;
const bufferCharacters = 1 << 16;

/** The order of numbers for numeric keys, and a fixed order for all other keys. */
function compareKeys(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** @returns the time that many milliseconds earlier; empty if the stamp is no time */
function subtractMs(stamp: string, ms: number): string {
  const timeMs = Date.parse(stamp);
  return Number.isNaN(timeMs) ? '' : new Date(timeMs - ms).toISOString();
}

export class StoredTable {
  readonly #table: Table;
  readonly #oldPath: string | undefined;
  readonly #fetchedRows: SpooledValues<Json>;
  readonly #fetchedKeys = new Set<string>();
  /** Stamps of the rows of the last fetch, by key. */
  readonly #oldStamps = new Map<string, string>();
  readonly #deletedKeys = new Set<string>();

  /**
   * @param oldFolder   of the last fetch; undefined if there is none
   * @param fetchedRows an empty store
   */
  constructor(table: Table, oldFolder: string | undefined, fetchedRows: SpooledValues<Json>) {
    this.#table = table;
    this.#oldPath = oldFolder === undefined ? undefined : join(oldFolder, table.path);
    this.#fetchedRows = fetchedRows;
  }

  /** Fetches the rows that changed since the last fetch; all rows if the server has no dates of change. */
  async fetchChanges(): Promise<void> {
    for await (const row of this.#oldRows()) this.#oldStamps.set(this.#table.key(row), this.#table.stamp(row));
    let newestStamp = '';
    for (const stamp of this.#oldStamps.values()) if (stamp > newestStamp) newestStamp = stamp;
    const { changes } = this.#table;
    const hasTime = subtractMs(newestStamp, 0) !== '';
    if (changes === undefined || !hasTime) return this.fetchRows();

    const changedKeys = new Set<string>();
    const recentStamp = subtractMs(newestStamp, tickMs);
    /** Adds the changed keys. @returns all keys that the server has named */
    const compareStamps = async (since?: string): Promise<ReadonlySet<string>> => {
      const serverKeys = new Set<string>();
      for await (const head of changes.heads(since)) {
        const key = this.#table.key(head);
        const stamp = this.#table.stamp(head);
        serverKeys.add(key);
        if (stamp >= recentStamp || this.#oldStamps.get(key) !== stamp) changedKeys.add(key);
      }
      return serverKeys;
    };
    await compareStamps(subtractMs(newestStamp, overlapMs));
    const newKeys = [...changedKeys].filter((key) => !this.#oldStamps.has(key));
    const expectedCount = this.#oldStamps.size + newKeys.length;
    if ((await changes.count()) !== expectedCount) {
      const serverKeys = await compareStamps();
      for (const key of this.#oldStamps.keys()) if (!serverKeys.has(key)) this.#deletedKeys.add(key);
    }
    await this.fetchRows([...changedKeys]);
  }

  /** Fetches the rows with these keys, or all rows. A row that the server no longer has is deleted. */
  async fetchRows(keys?: readonly string[]): Promise<void> {
    const batches = keys === undefined ? [undefined] : splitKeys(keys);
    for (const batch of batches) for await (const row of this.#table.rows(batch)) this.put(row);
    for (const key of keys ?? this.#oldStamps.keys()) if (!this.#fetchedKeys.has(key)) this.#deletedKeys.add(key);
  }

  /** Adds or replaces a row. */
  put(row: Json): void {
    const key = this.#table.key(row);
    if (this.#fetchedRows.add(key, row) !== undefined) this.#fetchedKeys.add(key);
  }

  delete(key: string): void {
    this.#fetchedKeys.delete(key);
    this.#deletedKeys.add(key);
  }

  /** The rows of the last fetch. @throws SyntaxError if the file is cut short */
  async *#oldRows(): Rows {
    if (this.#oldPath === undefined || !existsSync(this.#oldPath)) return;
    const [, , closing] = this.#table.form;
    let isComplete = closing === '';
    for await (const { line, number } of linesIn(decoded(bytesOf(this.#oldPath), this.#oldPath))) {
      if (closing !== '') isComplete = line === closing;
      if (number > 1 && line !== closing) yield parseJson(line.replace(/,$/, ''));
    }
    if (!isComplete) throw new SyntaxError(`${this.#oldPath} ends too early`);
  }

  /** Whether changes of this table may change rows of other tables without changing their dates. */
  async affectsOtherTables(): Promise<boolean> {
    const { key, links } = this.#table;
    if (this.#deletedKeys.size > 0) return true;
    if (links === undefined) return false;
    const newKeys = new Set(this.#fetchedKeys);
    for await (const row of this.#oldRows()) {
      const isFetched = newKeys.delete(key(row));
      if (!isFetched) continue;
      const fetchedRow = this.#fetchedRows.get(key(row)) ?? null;
      if (JSON.stringify(links(row)) !== JSON.stringify(links(fetchedRow))) return true;
    }
    return newKeys.size > 0;
  }

  /** Writes the table. @returns the number of rows that were added, changed or deleted */
  async write(folder: string): Promise<number> {
    const changeCounter = { count: 0 };
    const path = join(folder, this.#table.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, formatRows(this.#mergeRows(changeCounter), this.#table.form), { flush: true });
    return changeCounter.count;
  }

  /** Merges the rows of the last fetch with the fetched rows, by key, and counts the differences. */
  async *#mergeRows(changeCounter: { count: number }): Rows {
    const keys = [...this.#fetchedKeys].sort(compareKeys);
    let index = 0;
    const takeFetchedRow = (): Json => {
      const row = this.#fetchedRows.get(keys[index] ?? '') ?? null;
      index += 1;
      return row;
    };
    for await (const oldRow of this.#oldRows()) {
      const oldKey = this.#table.key(oldRow);
      while (index < keys.length && compareKeys(keys[index] ?? '', oldKey) < 0) {
        yield takeFetchedRow();
        changeCounter.count += 1;
      }
      if (keys[index] === oldKey) {
        const fetchedRow = takeFetchedRow();
        if (JSON.stringify(fetchedRow) !== JSON.stringify(oldRow)) changeCounter.count += 1;
        yield fetchedRow;
      } else if (this.#deletedKeys.has(oldKey)) changeCounter.count += 1;
      else yield oldRow;
    }
    while (index < keys.length) {
      yield takeFetchedRow();
      changeCounter.count += 1;
    }
  }
}

/** @returns the latest of these times of a row; empty if it has none */
export function findLatest(row: Json | undefined, dates: readonly string[]): string {
  const stamps = dates.map((date) => textAt(row, date) ?? '').sort();
  return stamps.at(-1) ?? '';
}

function splitKeys(keys: readonly string[]): readonly (readonly string[])[] {
  const batches: (readonly string[])[] = [];
  for (let start = 0; start < keys.length; start += keysAtOnce) batches.push(keys.slice(start, start + keysAtOnce));
  return batches;
}

/** @returns the text of the file, in pieces of about `bufferCharacters` */
async function* formatRows(rows: Rows, [opening, separator, closing]: Table['form']): AsyncGenerator<string> {
  let text = `${opening}\n`;
  let isFirst = true;
  for await (const row of rows) {
    text += `${isFirst ? '' : separator}${JSON.stringify(row)}`;
    isFirst = false;
    if (text.length < bufferCharacters) continue;
    yield text;
    text = '';
  }
  yield `${text}\n${closing}\n`;
}
