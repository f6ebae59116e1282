/**
 * Fills a table with COPY over several connections: each takes the next part of the rows until none is left.
 *
 * Counts and checksums are computed on the way, for the indexes and the verification.
 * Elsewhere: making the rows (load/row-sources), verifying them (load/verify-tables).
 */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { allSettledOrThrow } from '../connection/client-tasks.js';
import type { Client } from '../connection/connect.js';
import type { Column } from '../schema/columns.js';
import { qualifyTable, quoteIdentifier } from '../schema/identifiers.js';
import type { Row, RowSource } from './cell-values.js';
import { COPY_NULL, escapeCopyText } from './cell-values.js';
import { RowSums, type TableSum } from './row-hash.js';

/** Characters collected before they are written to the stream. */
const batchCharacters = 2 ** 16;

export interface FilledTable extends TableSum {
  /** Column → number of rows with a value. */
  readonly populatedRows: ReadonlyMap<string, number>;
  /** Text column → byte length of its longest value. */
  readonly longestTextBytes: ReadonlyMap<string, number>;
  /** Set of locales as JSON → number of items with exactly these; empty for tables without locales. */
  readonly ownLocaleSets: ReadonlyMap<string, number>;
}

/** Counts and checksum of the rows of one table. */
class TableTally {
  readonly #columns: readonly Column[];
  readonly #sums = new RowSums();
  readonly #populatedRows: number[];
  readonly #longestTextBytes: number[];
  readonly #ownLocaleSets = new Map<string, number>();
  readonly #ownColumn: number;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#populatedRows = columns.map(() => 0);
    this.#longestTextBytes = columns.map(() => 0);
    this.#ownColumn = columns.findIndex(({ source }) => source.from === 'own');
  }

  /** Counts a row. @returns the row as a line of COPY */
  addRow(row: Row): string {
    this.#sums.add(row.map((value) => (value === null ? null : value.canonical)));
    const localeSet = this.#ownColumn < 0 ? undefined : row[this.#ownColumn]?.text;
    if (localeSet !== undefined) this.#ownLocaleSets.set(localeSet, (this.#ownLocaleSets.get(localeSet) ?? 0) + 1);
    const cells = row.map((value, column) => {
      if (value === null) return COPY_NULL;
      this.#populatedRows[column]! += 1;
      if (this.#columns[column]!.kind === 'text') this.#measureText(column, value.text);
      return escapeCopyText(value.text);
    });
    return `${cells.join('\t')}\n`;
  }

  #measureText(column: number, text: string): void {
    const longest = this.#longestTextBytes[column]!;
    // A UTF-16 unit has at most three bytes, so most texts are not measured.
    if (text.length * 3 > longest) this.#longestTextBytes[column] = Math.max(longest, Buffer.byteLength(text));
  }

  result(): FilledTable {
    const byColumn = (numbers: readonly number[]): ReadonlyMap<string, number> =>
      new Map(this.#columns.map(({ name }, column) => [name, numbers[column] ?? 0]));
    return {
      ...this.#sums.total,
      populatedRows: byColumn(this.#populatedRows),
      longestTextBytes: byColumn(this.#longestTextBytes),
      ownLocaleSets: this.#ownLocaleSets,
    };
  }
}

/** A COPY stream whose failure rejects each of its waits. */
class CopyStream {
  readonly #stream: Writable;
  readonly #failure: Promise<never>;

  constructor(stream: Writable) {
    this.#stream = stream;
    this.#failure = new Promise<never>((_, reject) => stream.once('error', reject));
    // Observed where the code waits for the stream.
    this.#failure.catch(() => undefined);
  }

  async write(text: string): Promise<void> {
    if (!this.#stream.write(text)) await Promise.race([once(this.#stream, 'drain'), this.#failure]);
  }

  /** Lets other connections proceed. */
  async yieldToOthers(): Promise<void> {
    await Promise.race([new Promise((resolve) => setImmediate(resolve)), this.#failure]);
  }

  /** Resolves once the server has stored the rows. */
  async finish(): Promise<void> {
    this.#stream.end();
    await Promise.race([once(this.#stream, 'finish'), this.#failure]);
  }

  destroy(): void {
    this.#stream.destroy();
  }
}

/** Hands out the parts [start, end) of a source, each to one connection. */
class PartQueue {
  readonly #size: number;
  readonly #itemsPerPart: number;
  #nextStart = 0;

  constructor({ size, itemsPerPart }: RowSource) {
    this.#size = size;
    this.#itemsPerPart = itemsPerPart;
  }

  /** @returns the next part; undefined if none is left */
  take(): { readonly start: number; readonly end: number } | undefined {
    const start = this.#nextStart;
    if (start >= this.#size) return undefined;
    this.#nextStart = start + this.#itemsPerPart;
    return { start, end: Math.min(this.#size, this.#nextStart) };
  }

  /** Leaves no further part, after a failure. */
  clear(): void {
    this.#nextStart = this.#size;
  }
}

/**
 * @param onItems called with the number of items sent since the last call
 * @param check   called between two parts; its error ends the filling
 * @throws errors of the server; some rows may then be in the table
 */
export async function fillTable(
  clients: readonly Client[],
  schema: string,
  source: RowSource,
  onItems: (count: number) => void,
  check: () => void,
): Promise<FilledTable> {
  const { table } = source;
  const tally = new TableTally(table.columns);
  const queue = new PartQueue(source);
  const columns = table.columns.map(({ name }) => quoteIdentifier(name)).join(', ');
  const command = `COPY ${qualifyTable(schema, table.name)} (${columns}) FROM STDIN`;
  const fillWithClient = async (client: Client): Promise<void> => {
    // A client without a part must not open a stream.
    let part = queue.take();
    if (part === undefined) return;
    const stream = new CopyStream(await client.copy(command));
    try {
      for (; part !== undefined; part = queue.take()) {
        check();
        let batch = '';
        for (const row of source.rows(part.start, part.end)) {
          batch += tally.addRow(row);
          if (batch.length < batchCharacters) continue;
          await stream.write(batch);
          batch = '';
        }
        if (batch !== '') await stream.write(batch);
        onItems(part.end - part.start);
        await stream.yieldToOthers();
      }
      await stream.finish();
    } catch (error) {
      queue.clear();
      stream.destroy();
      throw error;
    }
  };
  await allSettledOrThrow(clients.map(fillWithClient));
  return tally.result();
}
