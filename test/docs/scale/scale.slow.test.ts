/**
 * docs/scale.md › its table has the figures that `stele plan` prints for generated articles. STELE_WRITE=1 writes them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { planExport } from '../../../build/plan/index.js';
import { generateExport } from '../../../data/generate/generate.js';
import { planRows } from '../../../src/cli/plan/plan.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { ROOT } from '../../../testing/pages/markdown.js';

const newFolder = temporaryFolders();
const articles = 20_000;
const page = join(ROOT, 'docs', 'scale.md');

it('docs/scale.md › equals the output of the command', async () => {
  const folder = join(newFolder(), 'export');
  await generateExport(folder, { items: articles, seed: 1, profile: 'engine' });
  const rows: string[] = [];
  for (const times of [50, 500]) {
    const size = (articles * times).toLocaleString('en-US');
    for (const row of planRows(await planExport(folder, { times }))) rows.push(`| ${[size, ...row].join(' | ')} |\n`);
  }
  const text = readFileSync(page, 'utf8');
  const found = /(?<=\n\| articles .*\n.*\n)(\|.*\n)+/.exec(text)?.[0] ?? '';
  if (process.env['STELE_WRITE'] === '1') writeFileSync(page, text.replace(found, rows.join('')));
  else expect(found).toBe(rows.join(''));
});
