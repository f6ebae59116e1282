/**
 * Columns without `--csv-locale` whose values look like numbers or dates of a locale: `1.234,50`, `31.12.2024`.
 *
 * They stay texts, because one value may be a different number in two locales. The report names the locales that read them.
 * Elsewhere: reading them (csv-locale, csv-survey).
 */
import { isMost } from '../../core/model/value-kinds.js';
import { CsvLocale, type LocalForm } from './csv-locale.js';

/** One locale for each usual spelling; other codes read the same values. */
const CODES = ['de', 'fr', 'en-US', 'en-GB'] as const;

/** Numbers that an export writes in the same way. */
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Texts that may be a number or a date, without looking at a locale. */
const CANDIDATE = /^[-−]?\d[\d.,:'’/ \u00a0\u202f]*$/;

interface FormCounts {
  /** Number of values that each locale of CODES reads, in their order. */
  readonly numbers: number[];
  readonly dates: number[];
}

export class LocaleHint {
  readonly #locales = CODES.map((code) => new CsvLocale(code));
  readonly #counts: FormCounts = { numbers: CODES.map(() => 0), dates: CODES.map(() => 0) };
  #values = 0;
  /** The first value that is no plain number. */
  #example: string | undefined;

  /** @param cell text of the column; empty cells count for nothing */
  add(cell: string): void {
    if (cell === '') return;
    this.#values += 1;
    if (cell.length > 40 || !CANDIDATE.test(cell)) return;
    let isRead = false;
    for (const [place, locale] of this.#locales.entries()) {
      const isNumber = PLAIN_NUMBER.test(cell) ? cell.indexOf('.') < 0 : locale.number(cell) !== undefined;
      const isDate = !isNumber && locale.date(cell) !== undefined;
      if (isNumber) this.#counts.numbers[place] = (this.#counts.numbers[place] ?? 0) + 1;
      if (isDate) this.#counts.dates[place] = (this.#counts.dates[place] ?? 0) + 1;
      isRead ||= isNumber || isDate;
    }
    if (isRead && !PLAIN_NUMBER.test(cell)) this.#example ??= cell;
  }

  /** @returns the sentence for the report, after the name of the column; undefined if the values look like plain ones */
  write(): string | undefined {
    if (this.#example === undefined) return undefined;
    const write = (form: LocalForm, counts: readonly number[]): string | undefined => {
      const codes = CODES.filter((_, place) => isMost(counts[place] ?? 0, this.#values));
      if (codes.length === 0) return undefined;
      return `the values look like ${form}s of a locale, such as ${JSON.stringify(this.#example)}, and stay texts; --csv-locale ${codes.join(' or ')} reads them`;
    };
    return write('number', this.#counts.numbers) ?? write('date', this.#counts.dates);
  }
}
