/**
 * First pass over a CSV file: finds columns with unique values, and columns of numbers or dates of `--csv-locale`.
 *
 * Memory: some 20 bytes for each row and each column that may be the id.
 * Elsewhere: choosing the id (ids), the second reading, which makes items (csv).
 */
import { isMost } from '../../core/model/value-kinds.js';
import { IdSet } from '../../spool/id-set.js';
import type { CsvLocale, LocalForm } from './csv-locale.js';
import type { Row } from './csv-rows.js';
import type { IdFaults } from './ids.js';

/** The values of a column that may be the id. */
class ColumnIds {
  readonly #ids: IdSet;
  #faultCount = 0;
  #example = '';

  constructor(column: string) {
    this.#ids = new IdSet(column);
  }

  add(value: string, line: number): void {
    const size = this.#ids.size;
    if (this.#ids.add(value) === size) return;
    this.#faultCount += 1;
    if (this.#faultCount === 1) this.#example = `${JSON.stringify(value)} in line ${line}`;
  }

  get faults(): IdFaults | undefined {
    return this.#faultCount === 0 ? undefined : { count: this.#faultCount, example: this.#example };
  }
}

/** Numbers of values of a column that are numbers or dates of the locale. */
interface LocalCounts {
  values: number;
  numbers: number;
  /** Number of numbers that an export writes differently. */
  changedNumbers: number;
  dates: number;
}

export class CsvSurvey {
  readonly #ids: ReadonlyMap<number, ColumnIds>;
  readonly #columns: readonly string[];
  readonly #locale: CsvLocale | undefined;
  readonly #localCounts: readonly LocalCounts[];

  /** @param idColumns columns that may be the id */
  constructor(columns: readonly string[], idColumns: readonly string[], locale: CsvLocale | undefined) {
    this.#columns = columns;
    this.#ids = new Map(idColumns.map((column) => [columns.indexOf(column), new ColumnIds(column)]));
    this.#locale = locale;
    this.#localCounts = columns.map(() => ({ values: 0, numbers: 0, changedNumbers: 0, dates: 0 }));
  }

  add({ cells, line }: Row): void {
    for (const [index, ids] of this.#ids) ids.add(cells[index] ?? '', line);
    if (this.#locale === undefined) return;
    for (const [index, counts] of this.#localCounts.entries()) {
      const cell = cells[index] ?? '';
      if (cell === '') continue;
      counts.values += 1;
      const number = this.#locale.number(cell);
      if (number !== undefined) {
        counts.numbers += 1;
        if (number !== cell) counts.changedNumbers += 1;
      } else if (this.#locale.date(cell) !== undefined) counts.dates += 1;
    }
  }

  /** @returns undefined if each row has its own value in the column */
  findFaults(column: string): IdFaults | undefined {
    return this.#ids.get(this.#columns.indexOf(column))?.faults;
  }

  /** @returns the form that all values of a column have in the locale, or nearly all of many; undefined if there is none */
  findForm(index: number): LocalForm | undefined {
    const counts = this.#localCounts[index];
    if (counts === undefined || counts.values === 0) return undefined;
    if (isMost(counts.numbers, counts.values)) return counts.changedNumbers > 0 ? 'number' : undefined;
    return isMost(counts.dates, counts.values) ? 'date' : undefined;
  }
}
