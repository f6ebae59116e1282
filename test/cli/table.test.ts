import { describe, expect, it } from 'vitest';
import { formatBytes, formatCount, formatTable } from '../../src/cli/table.js';

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 KB'],
    [1249, '1.2 KB'],
    [999_949, '999.9 KB'],
    [999_950, '1.0 MB'],
    [5e15, '5000.0 TB'],
  ])('%d › %s', (byteLength, text) => {
    expect(formatBytes(byteLength)).toBe(text);
  });
});

describe('count', () => {
  it('a large number › has groups of three digits', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
  });
});

describe('table', () => {
  const heads = [
    { title: 'field', align: 'left' },
    { title: 'bytes', align: 'right' },
  ] as const;

  it('cells of several lengths › columns have the width of the widest cell, without trailing spaces', () => {
    expect(
      formatTable(heads, [
        ['id', '1'],
        ['published', '1,000,000'],
      ]),
    ).toBe('field          bytes\nid                 1\npublished  1,000,000\n');
  });

  it('no rows › only the titles', () => {
    expect(formatTable(heads, [])).toBe('field  bytes\n');
  });
});
