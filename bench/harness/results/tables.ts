/**
 * Tables as text, for a terminal and as Markdown, and tables of targets with their verdicts.
 *
 * Elsewhere: the targets themselves (engine/targets, http/targets).
 */

interface Column {
  readonly title: string;
  /** Aligned right, for numbers. */
  readonly right?: boolean;
}

/** @returns a column of numbers */
export const right = (title: string): Column => ({ title, right: true });

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

const pad = (cell: string, width: number, right: boolean): string =>
  right ? cell.padStart(width) : cell.padEnd(width);

function lines({ columns, rows }: Table, separator: string, ends: string): string[] {
  const all = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, place) => Math.max(...all.map((row) => (row[place] ?? '').length)));
  return all.map((row) => {
    const cells = columns.map(({ right = false }, place) => pad(row[place] ?? '', widths[place] ?? 0, right));
    return `${ends}${cells.join(separator)}${ends.split('').reverse().join('')}`.trimEnd();
  });
}

/** @returns lines, each ending in a line feed; widths count UTF-16 units */
export const terminalTable = (table: Table): string => `${lines(table, '  ', '').join('\n')}\n`;

/** @returns a Markdown table, each line ending in a line feed */
export function markdownTable(table: Table): string {
  const escaped = { ...table, rows: table.rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|'))) };
  const [head = '', ...rest] = lines(escaped, ' | ', '| ');
  const rule = `|${table.columns.map(({ right = false }) => (right ? '---:' : '---')).join('|')}|`;
  return `${[head, rule, ...rest].join('\n')}\n`;
}

/** @returns three significant digits and the unit that suits: `0.85 µs`, `12.3 µs`, `4.56 ms`, `1.2 s` */
export function duration(microseconds: number): string {
  if (microseconds < 1000) return `${significant(microseconds)} µs`;
  if (microseconds < 1e6) return `${significant(microseconds / 1000)} ms`;
  return `${significant(microseconds / 1e6)} s`;
}

/** @returns `3.4×`, `120×`, `12,300×` */
export const times = (ratio: number): string => `${significant(ratio)}×`;

/** @returns a share as `85 %` */
export const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

export function megabytes(bytes: number): string {
  return `${significant(bytes / 1e6)} MB`;
}

export const count = (value: number): string => value.toLocaleString('en-US');

function significant(value: number): string {
  if (value >= 1000) return count(Number(value.toPrecision(3)));
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export interface Verdict {
  readonly promise: string;
  readonly limit: string;
  readonly measured: string;
  /** Undefined if the run does not tell. */
  readonly kept: boolean | undefined;
  /** Names of the classes that miss the target. */
  readonly failing?: readonly string[];
}

/**
 * Held against a number. @param value undefined if it was not measured
 * @param shown text of the value, alone or with the figures that it was computed from
 * @param limit text of the limit
 */
export const atMost = (
  promise: string,
  maximum: number,
  value: number | undefined,
  shown: (value: number) => string,
  limit = `≤ ${maximum}`,
): Verdict =>
  value === undefined ? unknown(promise, limit) : { promise, limit, measured: shown(value), kept: value <= maximum };

export const atLeast = (
  promise: string,
  minimum: number,
  value: number | undefined,
  shown: (value: number) => string,
): Verdict => {
  const { kept, ...told } = atMost(promise, minimum, value, shown, `≥ ${minimum}`);
  return { ...told, kept: value === undefined ? kept : value >= minimum };
};

/** @param why such as `not measured` */
export const unknown = (promise: string, limit: string, why = 'not measured'): Verdict => ({
  promise,
  limit,
  measured: why,
  kept: undefined,
});

export const verdictTable = (verdicts: readonly Verdict[]): Table => ({
  columns: [{ title: 'target' }, { title: 'limit' }, { title: 'measured' }, { title: '' }],
  rows: verdicts.map(({ promise, limit, measured, kept }) => [
    promise,
    limit,
    measured,
    kept === undefined ? '–' : kept ? 'kept' : 'missed',
  ]),
});

/** @returns a line for every missed target, with the classes that miss it */
export const missedLines = (verdicts: readonly Verdict[]): string[] =>
  verdicts.flatMap(({ promise, failing = [] }) =>
    failing.length === 0 ? [] : [`Missed, ${promise}: ${failing.join('; ')}.`],
  );

/** @returns the verdicts in Markdown; the tables on other pages mark the classes that miss a target */
export const verdictSection = (verdicts: readonly Verdict[]): string => markdownTable(verdictTable(verdicts));
