/**
 * Converts numbers and dates from the spelling of a locale to the spelling of an export: `1.234,50` to `1234.50`,
 * `31.12.2024 14:05` to `2024-12-31 14:05`.
 *
 * Separators, and the order of day, month and year, come from Intl of ECMAScript.
 * Elsewhere: which columns are converted (csv-survey).
 */

/** The form of the values of a column. */
export type LocalForm = 'number' | 'date';

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** @returns a pattern that also matches an ordinary space for a narrow one, and `'` for `’` */
function buildSeparatorPattern(separator: string): string {
  if (/\s/.test(separator)) return '[ \\u00a0\\u202f]';
  return /['’]/.test(separator) ? "['’]" : escapePattern(separator);
}

export class CsvLocale {
  readonly #groupSeparator: RegExp;
  readonly #decimalSeparator: string;
  readonly #numberPattern: RegExp;
  readonly #datePattern: RegExp;
  /** `day`, `month` and `year` in the locale's order. */
  readonly #dateParts: readonly Intl.DateTimeFormatPartTypes[];

  /** @param code such as `de` or `en-GB`. @throws RangeError if it is not a language tag */
  constructor(code: string) {
    const numberParts = new Intl.NumberFormat(code, { numberingSystem: 'latn' }).formatToParts(1234567.5);
    const findSeparator = (type: Intl.NumberFormatPartTypes, fallback: string): string =>
      numberParts.find((numberPart) => numberPart.type === type)?.value ?? fallback;
    this.#decimalSeparator = findSeparator('decimal', '.');
    const group = buildSeparatorPattern(findSeparator('group', ','));
    this.#groupSeparator = new RegExp(group, 'g');
    // For `de`: digits with or without groups of three, then a fraction: /^[-−]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/
    this.#numberPattern = new RegExp(
      `^[-−]?(?:\\d{1,3}(?:${group}\\d{3})+|\\d+)(?:${escapePattern(this.#decimalSeparator)}\\d+)?$`,
    );
    const dateParts = new Intl.DateTimeFormat(code, { numberingSystem: 'latn' }).formatToParts(new Date(0));
    this.#dateParts = dateParts.map(({ type }) => type).filter((type) => ['day', 'month', 'year'].includes(type));
    const separator = dateParts.find(({ type }) => type === 'literal')?.value.trim() ?? '/';
    const datePattern = this.#dateParts
      .map((type) => (type === 'year' ? '(\\d{4})' : '(\\d{1,2})'))
      .join(`\\s*${escapePattern(separator)}\\s*`);
    // For `de`: /^(\d{1,2})\s*\.\s*(\d{1,2})\s*\.\s*(\d{4})…$/, then an optional time of day
    this.#datePattern = new RegExp(
      `^${datePattern}${escapePattern(separator)}?(?:(?:,? |T)(\\d{1,2}:\\d{2}(?::\\d{2})?))?$`,
    );
  }

  /** @returns the number with `.` before its fraction, and no other sign; undefined if the text is no number of the locale */
  number(text: string): string | undefined {
    if (!this.#numberPattern.test(text)) return undefined;
    return text.replace(this.#groupSeparator, '').replace(this.#decimalSeparator, '.').replace('−', '-');
  }

  /** @returns `YYYY-MM-DD`, with `hh:mm` if there is a time; undefined if the text is no date of the locale */
  date(text: string): string | undefined {
    const match = this.#datePattern.exec(text);
    if (match === null) return undefined;
    const readPart = (type: Intl.DateTimeFormatPartTypes): string => match[this.#dateParts.indexOf(type) + 1] ?? '';
    const [year, month, day] = [readPart('year'), readPart('month').padStart(2, '0'), readPart('day').padStart(2, '0')];
    const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
    const isReal = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
    const time = match[4];
    if (!isReal) return undefined;
    return time === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day} ${time.padStart(5, '0')}`;
  }

  /** @returns the text in the spelling of an export; unchanged if it does not have the form */
  convert(text: string, form: LocalForm | undefined): string {
    if (form === undefined) return text;
    return this[form](text) ?? text;
  }
}
