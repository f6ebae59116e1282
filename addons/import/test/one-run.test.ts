/**
 * One run is enough: all that is faulty is told at once, and single values that do not fit change no type.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, imported, removeFolders } from './importing.js';

afterEach(removeFolders);

describe('unreadable content', () => {
  it.each([
    [
      'markdown',
      { 'p/a.md': '---\ntitle: [\n---\n', 'p/b.md': '---js\nx\n---\n', 'p/c.md': 'C' },
      /p\/a\.md: .*\n.*p\/b\.md: /,
      1,
    ],
    [
      'json',
      { 'p.ndjson': '{"id":"c"}\n{"id":\n[1]\n' },
      /p\.ndjson, line 2: .*\n.*p\.ndjson, line 3: it is not an object/,
      1,
    ],
    [
      'json',
      { 'p.json': '[{"id":"c"},{"id":', 'q.json': '[{"id":"d"}]x', 'r.json': '[{"id":"e"}]' },
      /p\.json: .*\n.*q\.json: /,
      1,
    ],
    [
      'sanity',
      {
        'data.ndjson':
          '{"_id":"a","_type":"p"}\n{"_id":\n{"_id":"b","_type":"p"}\n{"id":"c"}\n{"_id":"d","_type":"p"}\n',
      },
      /data\.ndjson, line 2: is not complete JSON.*\n.*data\.ndjson, line 4: has no _type/,
      3,
    ],
    [
      'strapi',
      {
        'metadata.json': '{"strapi":{"version":"5.0.0"}}',
        'schemas/1.jsonl': '{"uid":"api::p.p","attributes":{"n":{"type":"string"}}}\n',
        'links/1.jsonl': '{"left"\n',
        'entities/1.jsonl': '{"type":"api::p.p","id":1,"data":{"n":"x"}}\n{"type":"api::p.p","id":2,\n',
      },
      /links\/1\.jsonl, line 1: .*\n.*entities\/1\.jsonl, line 2: /,
      1,
    ],
    ['csv', { 'p.csv': 'id,n\na,1\nb\nc,2,3\nd,4\n' }, /p\.csv, line 3: .*\n.*p\.csv, line 4: /, 2],
  ])('%s › is reported with every position, and left out with --skip-faulty', async (source, files, told, items) => {
    const input = folderOf(files);
    await expect(imported(source, input)).rejects.toThrow(told);
    const result = await imported(source, input, { skipFaulty: true });
    expect(result.items('p')).toHaveLength(items);
    expect(result.leftOut('what cannot be read', /--skip-faulty/)).toBe(2);
    await expect(imported(source, input, { skipFaulty: true, strict: true })).rejects.toThrow(/2 × left out with/);
  });

  it('repeated names in front matter › the last value counts, with a note', async () => {
    const result = await imported('markdown', folderOf({ 'p/a.md': '---\ntitle: A\ntitle: B\n---\n' }));
    expect(result.items('p')[0]?.['title']).toBe('B');
    expect(result.report.notes).toContainEqual(
      expect.objectContaining({ what: expect.stringMatching(/such as title$/) }),
    );
  });
});

describe('a type', () => {
  const column = (values: readonly string[]): string =>
    folderOf({ 'p.csv': ['id,v', ...values.map((value, id) => `${id},${value}`)].join('\n') });
  const dates = Array.from({ length: 19 }, (_, day) => `2024-01-${10 + day}`);

  it.each([
    ['dateTime', [...dates, 'soon']],
    ['integer', [...dates.keys(), 'none'].map(String)],
    ['boolean', [...dates.map(() => 'true'), 'maybe']],
  ])('%s › is inferred from nearly all values; the first other values are named and lost', async (type, values) => {
    const result = await imported('csv', column(values));
    expect(result.field('p', 'v')?.type).toBe(type);
    expect(result.item('p', '19')).toEqual({ id: '19' });
    expect(result.leftOut('p.v', /such as p\.csv, line 21: /)).toBe(1);
    await expect(imported('csv', column(values), { strict: true })).rejects.toThrow(/p\.v: 1 × values that do not fit/);
  });

  it.each([
    ['numbers among names such as 12a', [...dates.keys(), '12a'].map(String)],
    ['numbers among codes such as 01234', [...dates.keys(), '01234'].map(String)],
    ['few values', ['2024-01-01', 'soon']],
    ['many others', [...dates, 'soon', 'later', 'never']],
  ])('%s › are texts, and nothing is lost', async (_, values) => {
    const result = await imported('csv', column(values), { strict: true });
    expect(result.field('p', 'v')?.type).toBe('text');
  });

  it('a link › is inferred from nearly all ids; a misspelt id is a lost link', async () => {
    const posts = ['id,tag', ...dates.map((_, id) => `${id},a`), '19,aa'].join('\n');
    const result = await imported('csv', folderOf({ 'posts.csv': posts, 'tags.csv': 'id,n\na,A' }));
    expect(result.field('posts', 'tag')?.type).toBe('relationship');
    expect(result.leftOut('posts.tag', /not in the export/)).toBe(1);
  });

  it('hours of one digit › are times', async () => {
    const result = await imported('csv', column(['2024-01-02 9:05']));
    expect(result.item('p', '0')?.['v']).toBe('2024-01-02T09:05:00.000Z');
  });

  it('names that differ in case only › are one field; if an item has both, one is reported as lost', async () => {
    const result = await imported(
      'json',
      folderOf({ 'p.json': '[{"id":1,"Title":"a"},{"id":2,"title":"b"},{"id":3,"Title":"c","title":"d"}]' }),
    );
    expect(result.items('p').map(({ Title }) => Title)).toEqual(['a', 'b', 'c']);
    expect(result.leftOut('p.title', /differs in case only/)).toBe(1);
  });
});
