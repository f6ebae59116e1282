/**
 * Filling a table: its rows are cut into parts, and each connection copies the next part that nobody has taken.
 */
import { once } from 'node:events';
import type { Client } from '../connection/connect.js';
import { allSettledOrThrow } from '../connection/several.js';
import type { Column } from '../schema/columns.js';
import { inSchema, quoted } from '../schema/identifiers.js';
import { RowSums, type TableSum } from './row-hash.js';
import type { Row, RowSource } from './values.js';
import { COPY_NULL, copied } from './values.js';

/** About so much is written at once. */
const batchLength = 2 ** 16;

export interface Filled extends TableSum {
  /** Column → how many rows have a value there. */
  readonly populated: ReadonlyMap<string, number>;
  /** Column → bytes of the longest text. */
  readonly longest: ReadonlyMap<string, number>;
  /** The distinct sets of locales, and how many items have each; empty of tables without locales. */
  readonly own: ReadonlyMap<string, number>;
}

class Tally {
  readonly sums = new RowSums();
  readonly populated: number[];
  readonly longest: number[];

  readonly #isText: readonly boolean[];

  constructor(columns: readonly Column[]) {
    this.populated = columns.map(() => 0);
    this.longest = columns.map(() => 0);
    this.#isText = columns.map(({ kind }) => kind === 'text');
  }

  /** @returns the row as a line of COPY */
  line(row: Row): string {
    this.sums.add(row.map((value) => (value === null ? null : value.checked)));
    const cells = row.map((value, place) => {
      if (value === null) return COPY_NULL;
      this.populated[place]! += 1;
      // A character has at most three bytes, so most texts are not measured.
      if (this.#isText[place] === true && value.text.length * 3 > this.longest[place]!) {
        this.longest[place] = Math.max(this.longest[place]!, Buffer.byteLength(value.text));
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
export async function fill(
  clients: readonly Client[],
  schema: string,
  source: RowSource,
  onItems: (count: number) => void,
  check: () => void,
): Promise<Filled> {
  const { table } = source;
  const tally = new Tally(table.columns);
  const own = new Map<string, number>();
  const ownPlace = table.columns.findIndex((column) => column.source.from === 'own');
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
  const command = `COPY ${inSchema(schema, table.name)} (${columns}) FROM STDIN`;
  let next = 0;
  const take = (): number => {
    const start = next;
    next += source.part;
    return start;
  };
  const fillBy = async (client: Client): Promise<void> => {
    // Taken before anything is waited for: who gets none asks the server for nothing.
    let start = take();
    if (start >= source.size) return;
    const stream = await client.copy(command);
    // A failure is thrown where the stream is waited for.
    const failed = new Promise<never>((_, reject) => stream.once('error', reject));
    failed.catch(() => undefined);
    const write = async (text: string): Promise<void> => {
      if (!stream.write(text)) await Promise.race([once(stream, 'drain'), failed]);
    };
    try {
      for (; start < source.size; start = take()) {
        check();
        const end = Math.min(source.size, start + source.part);
        let batch = '';
        for (const row of source.rows(start, end)) {
          const set = ownPlace < 0 ? undefined : row[ownPlace]?.text;
          if (set !== undefined) own.set(set, (own.get(set) ?? 0) + 1);
          batch += tally.line(row);
          if (batch.length < batchLength) continue;
          await write(batch);
          batch = '';
        }
        if (batch !== '') await write(batch);
        onItems(end - start);
        await Promise.race([new Promise((resolve) => setImmediate(resolve)), failed]);
      }
      stream.end();
      await Promise.race([once(stream, 'finish'), failed]);
    } catch (error) {
      next = source.size;
      stream.destroy();
      throw error;
    }
  };
  await allSettledOrThrow(clients.map(fillBy));
  const byColumn = (counts: readonly number[]): ReadonlyMap<string, number> =>
    new Map(table.columns.map(({ name }, place) => [name, counts[place] ?? 0]));
  return { ...tally.sums.total, populated: byColumn(tally.populated), longest: byColumn(tally.longest), own };
}
