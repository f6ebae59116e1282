/**
 * Filling a table: its rows are cut into parts, and each connection copies the next part that nobody has taken.
 */
import { once } from 'node:events';
import { allSettledOrThrow } from '../connection/client-tasks.js';
import type { Client } from '../connection/connect.js';
import type { Column } from '../schema/columns.js';
import { qualifyTable, quoteIdentifier } from '../schema/identifiers.js';
import type { Row, RowSource } from './cell-values.js';
import { COPY_NULL, copied } from './cell-values.js';
import { RowSums, type TableSum } from './row-hash.js';

/** About so much is written at once. */
const batchCharacters = 2 ** 16;

export interface FilledTable extends TableSum {
  /** Column → how many rows have a value there. */
  readonly populatedRows: ReadonlyMap<string, number>;
  /** Column → bytes of the longest text. */
  readonly longestTextBytes: ReadonlyMap<string, number>;
  /** The distinct sets of locales, and how many items have each; empty of tables without locales. */
  readonly ownLocaleSets: ReadonlyMap<string, number>;
}

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

  /** @returns the row as a line of COPY */
  line(row: Row): string {
    this.sums.add(row.map((value) => (value === null ? null : value.canonical)));
    const cells = row.map((value, place) => {
      if (value === null) return COPY_NULL;
      this.populatedRows[place]! += 1;
      // A character has at most three bytes, so most texts are not measured.
      if (this.#isText[place] === true && value.text.length * 3 > this.longestTextBytes[place]!) {
        this.longestTextBytes[place] = Math.max(this.longestTextBytes[place]!, Buffer.byteLength(value.text));
      }
      return copied(value.text);
    });
    return `${cells.join('\t')}\n`;
  }
}

/**
 * @param onItems told how many more items were sent
 * @param check   called between two parts; what it throws ends the filling
 * @throws what the server throws; then some rows may be there
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
    // Taken before anything is waited for: who gets none asks the server for nothing.
    let start = takePartStart();
    if (start >= source.size) return;
    const stream = await client.copy(command);
    // A failure is thrown where the stream is waited for.
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
          batch += tally.line(row);
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
