/**
 * JSON in a field of an export: lists within lists, and the depth that a build accepts.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { readJson } from '../../../../build/read/values/json-reader.js';
import { JsonProblem } from '../../../../build/read/values/json-value.js';
import { EXPORT_DEPTH_MAXIMUM } from '../../value/json.js';
import { folderOf, imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

const nested = (levels: number): string => `${'['.repeat(levels)}"x"${']'.repeat(levels)}`;

describe('JSON in a field', () => {
  it('lists within lists › stay lists', async () => {
    const shape = {
      type: 'Polygon',
      coordinates: [
        [
          [7.4, 46.9],
          [7.5, 47],
        ],
        [[1, 2]],
      ],
    };
    const result = await imported('json', folderOf({ 'p.json': JSON.stringify([{ id: 'a', shape }]) }));
    expect(result.item('p', 'a')?.['shape']).toEqual(shape);
  });

  it('the maximum nesting of a build › is kept in the export', async () => {
    const value = nested(EXPORT_DEPTH_MAXIMUM - 1);
    const result = await imported('json', folderOf({ 'p.json': `[{"id":"a","v":${value}}]` }));
    const [line = ''] = result.bytes['p.ndjson']?.split('\n') ?? [];
    expect(line).toBe(`{"id":"a","v":${value}}`);
    expect(readJson(line)).toBeInstanceOf(Map);
    expect(readJson(`[${line}]`)).toBeInstanceOf(JsonProblem);
  });

  it('one level more › is left out with the reason, and refused if strict', async () => {
    const input = folderOf({ 'p.json': `[{"id":"a","n":"A","v":${nested(EXPORT_DEPTH_MAXIMUM)}}]` });
    const result = await imported('json', input);
    expect(result.items('p')).toEqual([{ id: 'a', n: 'A' }]);
    expect(result.leftOut('p.v', /p\.json, item 1: lists and objects are nested deeper than 63.* flatten them/)).toBe(
      1,
    );
    await expect(imported('json', input, { strict: true })).rejects.toThrow(/nested deeper than 63/);
  });
});

describe('front matter nested too deep', () => {
  it.each([
    ['more than 512 levels', 600],
    ['more levels than the stack has', 100_000],
  ])('%s › is refused with the file and the limit', async (_, levels) => {
    const input = folderOf({
      'posts/a.md': `---\nn: A\nv: ${nested(levels)}\n---\nA`,
      'posts/b.md': '---\nn: B\n---\nB',
    });
    await expect(imported('markdown', input)).rejects.toThrow(/a\.md.*nested deeper than 512/);
  });
});
