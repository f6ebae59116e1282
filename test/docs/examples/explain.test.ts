/**
 * docs/run/tune.md › the explanation it shows is the one the bookshop's snapshot gives.
 */
import { describe, expect, it } from 'vitest';
import { PAGE_WAYS, STEPS } from '../../../src/engine/query/index.js';
import { stele } from '../../../testing/cli/stele.js';
import { codesIn, fencesOf, readPage, tableAt, tablesOf } from '../../../testing/pages/markdown.js';
import { bookshopSnapshots } from '../../../testing/samples/bookshop.js';
import { matchesText } from './elision.js';

const page = readPage('docs/run/tune.md');

describe('Explain a query', () => {
  it('the example › prints the output on the page', async () => {
    const fences = fencesOf(page);
    const place = fences.findIndex(({ text }) => text.includes('--explain'));
    const [, target = ''] = /^stele query snapshots '([^']+)' --explain$/.exec(fences[place]?.text ?? '') ?? [];
    const { code, stdout } = await stele(['query', await bookshopSnapshots(), target, '--explain']);
    expect(code).toBe(0);
    const shown = fences[place + 1]?.text ?? '';
    expect(matchesText(shown, stdout.trimEnd()), `shown:\n${shown}\nfound:\n${stdout}`).toBe(true);
    expect(shown).toContain(PAGE_WAYS.select);
  });

  it('the steps › each has a row with its meaning', () => {
    const { rows } = tableAt(tablesOf(page), 'Explain a query', 'step');
    expect(rows.flatMap(([names = '']) => codesIn(names)).sort()).toEqual([...STEPS].sort());
    for (const [names, does] of rows) expect(does, names).not.toBe('');
  });
});
