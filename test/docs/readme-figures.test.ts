/**
 * README.md › Measured: each figure is in the page of results that its line links to.
 */
import { describe, expect, it } from 'vitest';
import { readPage } from '../../testing/pages/markdown.js';

const [, measured = ''] = /\n## Measured\n([\s\S]*?)\n## /.exec(readPage('README.md')) ?? [];
/** The entries of the list, without the line breaks of the page. */
const entries = [...measured.matchAll(/^- ([\s\S]*?)(?=\n- |\n\n)/gm)].map(([, entry = '']) =>
  entry.replace(/\n */g, ' '),
);

describe('README.md › Measured', () => {
  it('the list › has three entries', () => {
    expect(entries).toHaveLength(3);
  });

  it.each(entries)('%s › every figure is in the linked results', (entry) => {
    const [, page = ''] = /\((docs\/results\/\w+\.md)\)/.exec(entry) ?? [];
    const results = readPage(page);
    const figures = [...entry.matchAll(/\*\*([^*]+)\*\*/g)].map(([, figure = '']) => figure);
    expect(figures.length).toBeGreaterThan(0);
    expect(figures.filter((figure) => !results.includes(figure))).toEqual([]);
  });
});
