import { describe, expect, it } from 'vitest';
import { duration, markdownTable, megabytes, terminalTable, times } from '../../bench/harness/results/tables.js';

const table = {
  columns: [{ title: 'class' }, { title: 'p50', right: true }],
  rows: [
    ['item by id', '2 µs'],
    ['a|b', '1,000 µs'],
  ],
};

describe('tables', () => {
  it('on a terminal › numbers stand right, lines end where their text ends', () => {
    expect(terminalTable(table)).toBe(
      ['class            p50', 'item by id      2 µs', 'a|b         1,000 µs', ''].join('\n'),
    );
  });

  it('as Markdown › a rule that says what stands right, and no cell that ends early', () => {
    expect(markdownTable(table).split('\n')).toEqual([
      '| class      |      p50 |',
      '|---|---:|',
      '| item by id |     2 µs |',
      '| a\\|b       | 1,000 µs |',
      '',
    ]);
  });
});

describe('numbers for people', () => {
  it('durations › three digits, in the unit that suits', () => {
    expect([0.8512, 12.345, 999.4, 1000, 45_678, 1_234_567].map(duration)).toEqual([
      '0.85 µs',
      '12.3 µs',
      '999 µs',
      '1.00 ms',
      '45.7 ms',
      '1.23 s',
    ]);
  });

  it('ratios and sizes › three digits, thousands set apart', () => {
    expect([0.25, 3.456, 120.4, 12_345].map(times)).toEqual(['0.25×', '3.46×', '120×', '12,300×']);
    expect(megabytes(1_234_567_890)).toBe('1,230 MB');
  });
});
