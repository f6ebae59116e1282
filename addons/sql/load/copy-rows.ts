/**
 * Fills a table with COPY over several connections: each takes the next part of the rows until none is left.
 *
 * Counts and checksums are computed on the way, for the indexes and the verification.
 * Elsewhere: making the rows (load/row-sources), verifying them (load/verify-tables).
 */
import { once } from 'node:events';
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
  readonly sums = new RowSums();
  readonly populatedRows: number[];
  readonly longestTextBytes: number[];

  readonly #isText: readonly boolean[];

  constructor(columns: readonly Column[]) {
    this.populatedRows = columns.map(() => 0);
    this.longestTextBytes = columns.map(() => 0);
    this.#isText = columns.map(({ kind }) => kind === 'text');
  }

  /** Counts a row. @returns the row as a line of COPY */
  addRow(row: Row): string {
    this.sums.add(row.map((value) => (value === null ? null : value.canonical)));
    const cells = row.map((value, place) => {
      if (value === null) return COPY_NULL;
      this.populatedRows[place]! += 1;
      // A character has at most three bytes, so most texts are not measured.
      if (this.#isText[place] === true && value.text.length * 3 > this.longestTextBytes[place]!) {
        this.longestTextBytes[place] = Math.max(this.longestTextBytes[place]!, Buffer.byteLength(value.text));
      }
      return escapeCopyText(value.text);
    });
    return `${cells.join('\t')}\n`;
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
  const ownLocaleSets = new Map<string, number>();
  const ownColumn = table.columns.findIndex((column) => column.source.from === 'own');
  const columns = table.columns.map(({ name }) => quoteIdentifier(name)).join(', ');
  const command = `COPY ${qualifyTable(schema, table.name)} (${columns}) FROM STDIN`;
  let nextStart = 0;
  const takePartStart = (): number => {
    const start = nextStart;
    nextStart += source.itemsPerPart;
    return start;
  };
  const fillWithClient = async (client: Client): Promise<void> => {
    // A client without a part must not open a stream.
    let start = takePartStart();
    if (start >= source.size) return;
    const stream = await client.copy(command);
    // The rejection is observed where the code waits for the stream.
    const streamFailure = new Promise<never>((_, reject) => stream.once('error', reject));
    streamFailure.catch(() => undefined);
    const write = async (text: string): Promise<void> => {
      if (!stream.write(text)) await Promise.race([once(stream, 'drain'), streamFailure]);
    };
    try {
      for (; start < source.size; start = takePartStart()) {
        check();
        const end = Math.min(source.size, start + source.itemsPerPart);
        let batch = '';
        for (const row of source.rows(start, end)) {
          const localeSet = ownColumn < 0 ? undefined : row[ownColumn]?.text;
          if (localeSet !== undefined) ownLocaleSets.set(localeSet, (ownLocaleSets.get(localeSet) ?? 0) + 1);
          batch += tally.addRow(row);
          if (batch.length < batchCharacters) continue;
          await write(batch);
          batch = '';
        }
        if (batch !== '') await write(batch);
        onItems(end - start);
        await Promise.race([new Promise((resolve) => setImmediate(resolve)), streamFailure]);
      }
      stream.end();
      await Promise.race([once(stream, 'finish'), streamFailure]);
    } catch (error) {
      nextStart = source.size;
      stream.destroy();
      throw error;
    }
  };
  await allSettledOrThrow(clients.map(fillWithClient));
  const byColumn = (counts: readonly number[]): ReadonlyMap<string, number> =>
    new Map(table.columns.map(({ name }, place) => [name, counts[place] ?? 0]));
  return {
    ...tally.sums.total,
    populatedRows: byColumn(tally.populatedRows),
    longestTextBytes: byColumn(tally.longestTextBytes),
    ownLocaleSets,
  };
}
