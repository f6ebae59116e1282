/**
 * The advice of the reference about errors, against the table of the documentation.
 */
import { expect, it } from 'vitest';
import { readPage } from '../../../testing/pages/markdown.js';
import { listErrorAdvice, PARAMETER_ERRORS } from '../app/reference/error-advice.js';

const withoutLinks = (markdown: string): string => markdown.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');

it('each error of a parameter › has the texts of docs/ask/errors.md', () => {
  const rows = withoutLinks(readPage('docs/ask/errors.md')).split('\n');
  for (const { code, when, advice } of PARAMETER_ERRORS) {
    const row = rows.find((line) => line.startsWith(`| \`${code}\` |`)) ?? '';
    const cells = row.split(' | ').map((cell) => cell.replace(/ \|$/, ''));
    expect([code, cells[2], cells.at(-1)?.split(': `filter')[0]]).toEqual([code, when, advice]);
  }
});

it.each(['filter[price][_lt]', 'page[reviews][limit]', 'q', 'sort'])('%s › has errors', (name) => {
  expect(listErrorAdvice(name).length).toBeGreaterThan(0);
});
