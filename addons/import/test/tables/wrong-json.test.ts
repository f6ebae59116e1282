/**
 * JSON and CSV with mistakes that people make: the message has the line and what to write instead, and no value is lost silently.
 */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

describe('JSON with a mistake', () => {
  it.each([
    ['[{"id":1,\n"n":NaN}]', 'unexpected "N" in line 2; JSON has no NaN and no Infinity: write null'],
    ['[\n\n{id:1}]', 'unexpected "i" in line 3; names and texts need double quotes'],
    ['[{"id":1,"t":"ä"}]\n// end', 'unexpected "/" in line 2; JSON has no comments: remove it'],
    ['// start\n[{"id":1}]', 'unexpected "/" in line 1; JSON has no comments: remove it'],
    ['[{"id":"ä",\n}]', 'unexpected "}"; remove the comma before it'],
  ])('%s › is refused with the line and advice', async (text, message) => {
    await expect(imported('json', folderOf({ 'a.json': text }))).rejects.toThrow(message);
  });

  it('cut short › is refused in words that agree with one another', async () => {
    const half = gzipSync(JSON.stringify([{ id: 1, title: 'T'.repeat(1000) }])).subarray(0, 30);
    const refusal: unknown = await imported('json', folderOf({ 'a.json.gz': half })).catch((error: unknown) => error);
    expect(String(refusal)).toMatch(/nothing was written:\n.*cut short or damaged/);
    expect(String(refusal)).not.toMatch(/kept/);
  });

  it.each([
    ['a.json', '[{"id":1,"title":"first","title":"second"},{"id":2,"title":"a \\":{"}]'],
    ['a.ndjson', '{"id":1,"title":"first","title":"second"}\n{"id":2,"title":"a \\":{"}'],
    ['a.json', '{"id":1,"title":"first","title":"second"}'],
  ])('%s with a name twice in an object › reports the lost value', async (name, text) => {
    const result = await imported('json', folderOf({ [name]: text }));
    expect(result.item('a', '1')?.['title']).toBe('second');
    expect(result.leftOut('a: items', /a name twice, and its last value is used, such as in a\.(?:nd)?json/)).toBe(1);
  });
});

describe('a quote in a cell', () => {
  it.each(['1,a "b" c', '1,"a"b'])('%s › is refused with advice', async (row) => {
    await expect(imported('csv', folderOf({ 'a.csv': `id,t\n${row}\n` }))).rejects.toThrow(
      'a.csv, line 2: a quote stands within a cell. Put quotes around the whole cell, and write "" for each quote within it',
    );
  });
});

describe('a folder', () => {
  it('with hidden files › leaves them out, and says so', async () => {
    const json = '[{"id":1,"title":"T"}]';
    const files = { 'a.json': json, '._a.json': Buffer.from([0, 5, 0xff, 0xfe]), '.git/b.json': json };
    const result = await imported('json', folderOf(files));
    expect(result.counts).toEqual({ a: 1 });
    expect(result.leftOut('hidden files', /dot/)).toBe(2);
    const page = '---\ntitle: T\n---\nBody';
    const site = await imported(
      'markdown',
      folderOf({ 'posts/a.md': page, 'posts/.b.md': page, 'posts/dist/c.md': page }),
    );
    expect(site.counts).toEqual({ posts: 1 });
    expect(site.leftOut('hidden files', /dot/)).toBe(1);
    expect(site.leftOut('pages in dist', /tools/)).toBe(1);
  });

  it('with symbolic links › reports them as lost', async () => {
    const folder = folderOf({ 'posts/a.md': '---\ntitle: T\n---\nBody' });
    symlinkSync('a.md', join(folder, 'posts/b.md'));
    const result = await imported('markdown', folder);
    expect(result.counts).toEqual({ posts: 1 });
    expect(result.leftOut('symbolic links', /not followed, such as posts\/b\.md; copy what they lead to/)).toBe(1);
  });
});
