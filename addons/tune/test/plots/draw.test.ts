/**
 * Tests of drawPlot and of the labels of axes.
 */
import { describe, expect, it } from 'vitest';
import { drawPlot, type Plot, THEMES } from '../../plots/index.js';
import { formatAxisLabel } from '../../plots/units.js';

const lines: Plot = {
  kind: 'lines',
  title: 'Growth <of "all">',
  x: { title: 'items', unit: 'count', scale: 'log' },
  y: { title: 'time', unit: 'us', scale: 'log' },
  lines: [
    {
      name: 'stele',
      points: [
        [1000, 1],
        [1_000_000, 3],
      ],
    },
    {
      name: 'SQLite',
      points: [
        [1000, 2],
        [1_000_000, 2000],
      ],
    },
  ],
};
const bars: Plot = {
  kind: 'bars',
  title: 'Bytes',
  value: { title: 'bytes', unit: 'bytes', scale: 'linear' },
  stacked: true,
  rows: ['first', 'second'],
  series: [
    { name: 'texts', values: [10, undefined] },
    { name: 'links', values: [5, 20] },
  ],
};
const spans: Plot = {
  kind: 'spans',
  title: 'Ratios',
  value: { title: 'ratio', unit: 'ratio', scale: 'linear' },
  mark: 1,
  series: ['p50', 'p99'],
  rows: [
    { name: 'one', spans: [{ from: 0.5, at: 1, to: 1.5 }, undefined] },
    {
      name: 'two',
      spans: [
        { from: 2, at: 3, to: 4 },
        { from: 1, at: 2, to: 8 },
      ],
    },
  ],
};

/** @returns the texts in the picture */
const textsOf = (svg: string): string[] =>
  Array.from(svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g), ([, text]) => text ?? '');
const dots = (svg: string): number => svg.match(/<circle /g)?.length ?? 0;

describe('a plot', () => {
  it.each([
    ['lines', lines],
    ['bars', bars],
    ['spans', spans],
  ] as const)('› of %s › the same bytes each time, without scripts and links', (_, plot) => {
    for (const theme of THEMES) {
      const svg = drawPlot(plot, theme, 'a-1');
      expect(drawPlot(plot, theme, 'a-1')).toBe(svg);
      expect(svg).toMatch(/^<svg role="img" aria-label="/);
      expect(svg).not.toMatch(/<script|href|url\((?!#a-1-)|on[a-z]+=/);
      expect(svg).not.toMatch(/zr\d|ecmeta|class=|<style/);
    }
    expect(drawPlot(plot, 'light', 'a')).not.toBe(drawPlot(plot, 'dark', 'a'));
  });

  it('› drawn › has its title, axes and names as escaped text', () => {
    const svg = drawPlot(lines, 'light', 'a');
    expect(svg).toContain('aria-label="Growth &lt;of &quot;all&quot;&gt;"');
    expect(textsOf(svg)).toEqual(expect.arrayContaining(['items', 'time', 'stele', 'SQLite', '1 ms', '10 k']));
    expect(textsOf(drawPlot(bars, 'light', 'a'))).toEqual(
      expect.arrayContaining(['first', 'second', 'texts', 'links']),
    );
  });

  it('› of spans › a dot for each span, and an axis that includes their ends', () => {
    const svg = drawPlot(spans, 'light', 'a');
    expect(textsOf(svg)).toContain('8 ×');
    expect(dots(svg)).toBe(3);
  });

  it('› of other figures › a different picture', () => {
    const moved: Plot = { ...spans, rows: [{ name: 'one', spans: [{ from: 0.5, at: 1.2, to: 1.5 }, undefined] }] };
    expect(drawPlot(moved, 'light', 'a')).not.toBe(drawPlot(spans, 'light', 'a'));
  });
});

describe('formatAxisLabel', () => {
  it.each([
    [0, 'us', '0'],
    [0.5, 'us', '0.5 µs'],
    [1500, 'us', '1.5 ms'],
    [2_000_000, 'us', '2 s'],
    [90, 'seconds', '1.5 min'],
    [7200, 'seconds', '2 h'],
    [999, 'bytes', '999 B'],
    [1_234_567, 'bytes', '1.23 MB'],
    [10_000, 'count', '10 k'],
    [7, 'count', '7'],
    [0.125, 'share', '12.5 %'],
    [1.1, 'ratio', '1.1 ×'],
    [100, 'percentile', 'p99'],
    [1000, 'percentile', 'p99.9'],
  ] as const)('› %d in %s › %s', (value, unit, text) => {
    expect(formatAxisLabel(value, unit)).toBe(text);
  });
});
