/**
 * docs/limits.md against the code and against the other pages: no limit is missing, and every figure has its source.
 */
import { readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { maximumItems } from '../../build/work/index.js';
import { REQUEST_ERRORS } from '../../src/content/errors/index.js';
import { SECTION_BYTES_MAXIMUM } from '../../src/format/index.js';
import { DEFAULT_OVERLOAD, DEFAULT_TIMEOUTS } from '../../src/server/index.js';
import { codesIn, entriesOf, linksOf, ROOT, readPage, tableAt, tablesOf } from '../../testing/pages/markdown.js';

const page = readPage('docs/limits.md');
const tables = tablesOf(page);

/** Rooms whose exported limits an operator, author or client can meet. */
const ROOMS = [
  'src/content',
  'src/server/options',
  'src/jsonapi',
  'src/format',
  'src/ship',
  'build/read',
  'build/publish',
];

/** Exported limits that no reader meets: the fewest items that the document assembler writes together. */
const INTERNAL: ReadonlySet<string> = new Set(['ITEMS_MINIMUM']);

const LIMIT_NAME = /maximum|minimum|limits|max_/i;
const LIMIT_DECLARATION = /^export const \w*(?:maximum|minimum|limits|max_)/im;

/** The forms in which the page may write a number: digits, grouped, a power of two, KiB, MiB, hours, percent. */
function formsOf(value: number): readonly string[] {
  const units = [1, 2 ** 10, 2 ** 20, 3_600_000].map((unit) => value / unit).filter(Number.isInteger);
  const power = Math.log2(value);
  return [...units.map(String), value.toLocaleString('en-US'), ...(Number.isInteger(power) ? [`2^${power}`] : [])];
}

/** Whether the page contains the number, not as a part of a longer one. */
const hasNumber = (value: number): boolean =>
  formsOf(value).some((form) => new RegExp(`(?<![\\d.,])${form.replace('^', '\\^')}(?!\\d|[.,]\\d)`).test(page));

/** The numbers in a limit: itself, or those of an object of limits. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

async function exportedLimits(): Promise<readonly (readonly [name: string, value: number])[]> {
  const files = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(room, name)),
  ).filter((path) => LIMIT_DECLARATION.test(readPage(path)));
  const limits: (readonly [string, number])[] = [];
  for (const file of files) {
    const exported: Readonly<Record<string, unknown>> = await import(join(ROOT, file));
    for (const [name, value] of Object.entries(exported)) {
      if (!LIMIT_NAME.test(name) || INTERNAL.has(name)) continue;
      for (const number of numbersIn(value)) limits.push([name, number]);
    }
  }
  return limits;
}

describe('docs/limits.md', () => {
  it('every exported limit › has its value on the page', async () => {
    const limits = await exportedLimits();
    expect(limits.length).toBeGreaterThan(30);
    expect(limits.filter(([, value]) => value > 0 && !hasNumber(value))).toEqual([]);
  });

  it('a number that is missing on the page › is reported', () => {
    expect(hasNumber(987_654)).toBe(false);
    expect(hasNumber(16_777_216)).toBe(true);
  });

  it('limits of a request › equal docs/ask/errors.md, each with its code', () => {
    const rows = (table: ReturnType<typeof tableAt>) => table.rows.map((row) => row.slice(0, 3));
    const errors = tableAt(tablesOf(readPage('docs/ask/errors.md')), 'Limits', 'limit');
    expect(rows(tableAt(tables, 'One request', 'limit'))).toEqual(rows(errors));
  });

  it('limits of an export › equal docs/content.md', () => {
    const content = tableAt(tablesOf(readPage('docs/content.md')), 'Limits of an export', 'of an export');
    expect(tableAt(tables, 'An export', 'of an export').rows).toEqual(content.rows);
  });

  it('refusals › every code is in a row with its status', () => {
    const { rows } = tableAt(tables, 'Refusals', 'status');
    const codes = rows.flatMap(([, codes = '']) => codesIn(codes));
    expect([...codes].sort()).toEqual(Object.keys(REQUEST_ERRORS).sort());
    for (const [statuses = '', codes = ''] of rows) {
      const named = Object.entries(REQUEST_ERRORS).filter(([code]) => codesIn(codes).includes(code));
      expect(new Set(named.map(([, status]) => String(status)))).toEqual(new Set(statuses.split(', ')));
    }
  });

  it('a content type › its maximum items and bytes are the bounds of the format', () => {
    const bounds = entriesOf(tableAt(tables, 'A content type', 'of a content type'));
    expect(bounds.get('items')).toContain(maximumItems(SECTION_BYTES_MAXIMUM).toLocaleString('en-US'));
  });

  it('a server › times and sizes equal its defaults', () => {
    const values = entriesOf(tableAt(tables, 'A server', 'of a server'));
    expect(values.get('open connections')).toBe(String(DEFAULT_OVERLOAD.connectionsMaximum));
    expect(values.get('requests in flight')).toBe(String(DEFAULT_OVERLOAD.inFlightMaximum));
    expect(values.get('bytes of answers that wait for their clients')).toBe(String(DEFAULT_OVERLOAD.heldBytesMaximum));
    expect(values.get('time that the event loop is busy')).toBe(`${DEFAULT_OVERLOAD.turnMsMaximum} ms`);
    expect(values.get("seconds for a request's line and headers")).toBe(String(DEFAULT_TIMEOUTS.headersMs / 1000));
    expect(values.get('seconds for a whole request')).toBe(String(DEFAULT_TIMEOUTS.requestMs / 1000));
    expect(values.get('seconds between requests of a connection')).toBe(String(DEFAULT_TIMEOUTS.keepAliveMs / 1000));
    expect(values.get('seconds in which a client takes nothing')).toBe(String(DEFAULT_TIMEOUTS.stallMs / 1000));
    expect(values.get('seconds for requests in flight at a stop')).toBe(String(DEFAULT_TIMEOUTS.drainMs / 1000));
  });
});

describe.each(['docs/limits.md', 'docs/compare.md'])('%s, figures with a source', (name) => {
  const rows = tablesOf(readPage(name))
    .filter(({ head }) => head.at(-1) === 'source')
    .flatMap(({ rows }) => rows);

  it('every figure › is on the results page of its row', () => {
    expect(rows.length).toBeGreaterThan(10);
    const missing = rows.flatMap((row) => {
      const target = linksOf(row.at(-1) ?? '')[0]?.target ?? '';
      const results = readPage(normalize(join(dirname(name), target)));
      const figures = row.slice(1, -1).flatMap((cell) => cell.match(/\d[\d.,]*(?: (?:µs|ms|s|MB|GB)|×)?/g) ?? []);
      return figures.filter((figure) => !results.includes(figure)).map((figure) => `${row[0]}: ${figure}`);
    });
    expect(missing).toEqual([]);
  });
});
