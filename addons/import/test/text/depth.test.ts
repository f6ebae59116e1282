/**
 * Values nested too deep, in each source: told with file, line or item, and left out with --skip-faulty.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { JSON_DEPTH_MAXIMUM, parseJson } from '../../value/json.js';
import { folderOf, imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

const richText = (levels: number): string => {
  const open = '{"nodeType":"blockquote","data":{},"content":['.repeat(levels);
  return `{"nodeType":"document","data":{},"content":[${open}${']}'.repeat(levels)}]}`;
};
const space = (body: string): string =>
  `{"contentTypes":[{"sys":{"id":"p"},"fields":[{"id":"n","type":"Symbol"},{"id":"body","type":"RichText"}]}],
    "locales":[{"code":"en","default":true}],
    "entries":[{"sys":{"id":"a","publishedVersion":1,"contentType":{"sys":{"id":"p"}}},"fields":{"n":{"en":"A"},"body":{"en":${body}}}},
    {"sys":{"id":"b","publishedVersion":1,"contentType":{"sys":{"id":"p"}}},"fields":{"n":{"en":"B"}}}]}`;
const lists = (levels: number): string =>
  JSON.stringify({
    _id: 'a',
    _type: 'p',
    n: 'A',
    body: Array.from({ length: levels }, (_, index) => ({
      _type: 'block',
      listItem: 'bullet',
      level: index + 1,
      children: [{ _type: 'span', text: 'x' }],
    })),
  });

const inputs = [
  ['json', { 'p.json': `[{"id":"b","n":"B"},{"id":"a","n":"A","v":${nested(100_000)}}]` }, /p\.json, 1: /, 1],
  ['json', { 'p.ndjson': `{"id":"b","n":"B"}\n{"id":"a","v":${nested(100_000)}}\n` }, /p\.ndjson, line 2: /, 1],
  ['contentful', { 'space.json': space(richText(3000)) }, /space\.json, entries\.0: /, 2],
  ['contentful', { 'space.json': space(richText(100)) }, /entry a, p\.body: /, 2],
  [
    'sanity',
    { 'data.ndjson': `{"_id":"b","_type":"p","n":"B"}\n{"_id":"a","_type":"p","v":${nested(100_000)}}\n` },
    /data\.ndjson, line 2: /,
    1,
  ],
  [
    'sanity',
    { 'data.ndjson': `${lists(100)}\n{"_id":"b","_type":"p","n":"B"}\n` },
    /data\.ndjson, line 1, p\.body: /,
    2,
  ],
] as const;

describe('a value nested too deep', () => {
  it.each(inputs)(
    'of %s › is reported with its position, and left out with --skip-faulty',
    async (source, files, told, items) => {
      const folder = folderOf(files);
      const input = source === 'contentful' ? `${folder}/space.json` : folder;
      await expect(imported(source, input)).rejects.toThrow(told);
      await expect(imported(source, input)).rejects.toThrow(/nested deeper than \d+/);
      const result = await imported(source, input, { skipFaulty: true });
      expect(result.items('p')).toHaveLength(items);
      expect(result.leftOut('what cannot be read', /--skip-faulty/)).toBeGreaterThan(0);
    },
  );
});

describe('parseJson', () => {
  it('maximum nesting › is read; one more level is refused', () => {
    expect(parseJson(nested(JSON_DEPTH_MAXIMUM))).toHaveLength(1);
    expect(() => parseJson(nested(JSON_DEPTH_MAXIMUM + 1))).toThrow(/deeper than 512/);
  });

  it('brackets in strings › do not count as nesting', () => {
    const text = JSON.stringify({ text: `\\"${'['.repeat(1000)}`, list: [] });
    expect(parseJson(text)).toEqual(JSON.parse(text));
    expect(parseJson(JSON.stringify(Array.from({ length: 1000 }, () => [[]])))).toHaveLength(1000);
  });
});
