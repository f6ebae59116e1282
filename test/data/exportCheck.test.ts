/**
 * The naive reader itself: that a spoilt export does not pass for a clean one.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readExport } from './exportCheck.js';

const bookshop = fileURLToPath(new URL('../../data/bookshop', import.meta.url));

describe('readExport', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stele-export-'));
    await cp(bookshop, folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const spoils: readonly (readonly [name: string, from: string, to: string, problem: string])[] = [
    ['an integer with a fraction', '"pages":288', '"pages":288.5', 'pages is no integer'],
    ['a decimal with a digit too many', '"price":"9.99"', '"price":"9.995"', 'price has too many digits'],
    ['an option the model lacks', '"genre":"Crime"', '"genre":"Krimi"', 'genre is none of the options'],
    ['a date that is none', '"published":"1984-09-20"', '"published":"1984-13-20"', 'published is no instant'],
    ['a link to nothing', '"author":"ottoline-farrow"', '"author":"nobody"', 'author links to nobody'],
    ['a link given twice', '"reviews":["r025"', '"reviews":["r025","r025"', 'reviews links to review/r025 twice'],
    ['an unknown key', '"pages":288', '"page":288', 'has the unknown key page'],
    ['an id given twice', '"id":"the-corn-dolly"', '"id":"the-drowned-verger"', 'book has an id twice'],
    ['a line break in a single line', '"The Drowned Verger"', '"The Drowned\\nVerger"', 'title is no single line'],
  ];

  for (const [name, from, to, problem] of spoils) {
    it(`${name} › is a problem`, async () => {
      const path = join(folder, 'book.ndjson');
      const before = await readFile(path, 'utf8');
      const after = before.replace(from, to);
      expect(after).not.toBe(before);
      await writeFile(path, after);
      expect((await readExport(folder)).problems.join('\n')).toContain(problem);
    });
  }

  it('a file without a content type › is a problem', async () => {
    await writeFile(join(folder, 'chapter.ndjson'), '');
    expect((await readExport(folder)).problems).toEqual(['chapter.ndjson belongs to no content type']);
  });
});
