/**
 * Lists of values: the runs they become, their exact size, and the trace of the condition.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { type Condition, execute, Recorder, type Value } from '../../../../src/engine/query/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent } from '../../../../src/index/snapshot/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { writeFiles } from '../../../../testing/samples/export.js';
import { linksTo, linkTo, modelOf } from '../../../../testing/samples/model.js';

const newFolder = temporaryFolders();
const items = 120;

/** `digit` has every value 12 times, `tag` leads to two of ten targets, `next` to one. */
const content = {
  'model.json': modelOf({
    thing: { digit: 'integer', word: 'text', next: linkTo('thing'), tags: linksTo('thing', 'tag') },
    tag: { label: 'text' },
  }),
  'thing.ndjson': Array.from({ length: items }, (_, i) => ({
    id: `t${i}`,
    ...(i % 4 === 3 ? {} : { digit: i % 10, word: `w${i % 10}` }),
    next: `t${i % 10}`,
    tags: [
      { type: 'thing', id: `t${i % 10}` },
      { type: 'tag', id: `t${(i + 1) % 10}` },
    ],
  })),
  'tag.ndjson': Array.from({ length: 10 }, (_, i) => ({ id: `t${i}` })),
};

let segment: Parameters<typeof execute>[0];
beforeAll(async () => {
  const folder = newFolder();
  const source = writeFiles(join(folder, 'export'), content);
  await buildSnapshot(source, join(folder, 'snapshots'), { files: diskFiles, strict: true });
  const type = (await openCurrent(diskFiles, join(folder, 'snapshots'))).types.get('thing');
  if (type === undefined) throw new Error('the snapshot lacks the type that was built');
  segment = type.segment;
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const number = (value: number): Value => ({ kind: 'number', digits: BigInt(value), scale: 0 });
const text = (value: string): Value => ({ kind: 'text', bytes: bytes(value) });
const itemId = (value: string): Value => ({ kind: 'itemId', bytes: bytes(value) });

/** @returns the result, and the traced condition */
function sourceOfList(field: string, values: readonly Value[], operator: '_in' | '_nin' = '_in') {
  const filter: Condition = { kind: 'condition', field, operator, operand: { kind: 'list', values } };
  const recorder = new Recorder(() => 0);
  const { total, docs } = execute(segment, { filter, sort: [], page: { skip: 0, limit: items } }, recorder);
  const [explained] = recorder.explanation().conditions;
  return { total, docs: [...docs], size: explained?.size, structure: explained?.structure, said: explained?.condition };
}

const docsWhere = (holds: (i: number) => boolean): number[] =>
  Array.from({ length: items }, (_, i) => i).filter((i) => holds(i));
const populated = (i: number): boolean => i % 4 !== 3;

describe('a list of values', () => {
  it.each([
    ['one value', [3], [3], 'run of docs by value'],
    ['neighbours, in any order and twice', [5, 3, 4, 5, 3], [3, 4, 5], 'run of docs by value'],
    ['values apart', [1, 8, 4], [1, 4, 8], '3 runs of docs by value'],
    ['neighbours and others, first and last among them', [9, 0, 5, 6, 1], [0, 1, 5, 6, 9], '3 runs of docs by value'],
    ['values that are there and values that are not', [-1, 7, 10, 99], [7], 'run of docs by value'],
    ['values of which none is there', [-1, 10], [], 'run of docs by value'],
  ])('%s › exactly the items with any of them', (_, values, found, structure) => {
    const expected = docsWhere((i) => populated(i) && found.includes(i % 10));
    expect(sourceOfList('digit', values.map(number))).toEqual({
      total: expected.length,
      docs: expected,
      size: expected.length,
      structure,
      said: `filter[digit][_in]=${values.join(',')}`,
    });
    expect(
      sourceOfList(
        'word',
        values.map((value) => text(`w${value}`)),
      ),
    ).toMatchObject({ docs: expected, structure });
  });

  it('ids of related items › the docs that link to any of them, once', () => {
    const next = docsWhere((i) => [2, 5].includes(i % 10));
    expect(sourceOfList('next', [itemId('t2'), itemId('t5'), itemId('none')])).toEqual({
      total: next.length,
      docs: next,
      size: next.length,
      structure: 'docs by link target, of 2 targets',
      said: 'filter[next][id][_in]=t2,t5,none',
    });
    // An id of two types is two targets, and an item may link to several.
    const tags = docsWhere((i) => [2, 3].includes(i % 10) || [2, 3].includes((i + 1) % 10));
    expect(sourceOfList('tags', [itemId('t2'), itemId('t3'), itemId('t2')])).toMatchObject({
      total: tags.length,
      docs: tags,
      size: tags.length,
      structure: 'docs by link target, of 4 targets',
    });
    expect(sourceOfList('next', [itemId('t2')])).toMatchObject({ structure: 'docs by link target', total: 12 });
    expect(sourceOfList('next', [itemId('none')])).toMatchObject({ total: 0 });
  });

  it.each([
    ['values apart', [1, 8, 4], '4 runs of docs by value'],
    ['the first and the last value', [0, 9], 'run of docs by value'],
    ['a value that is not there', [-1], 'run of docs by value'],
    ['every value', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 'run of docs by value'],
  ])('_nin of %s › exactly the items with another value', (_, values, structure) => {
    const expected = docsWhere((i) => populated(i) && !values.includes(i % 10));
    expect(sourceOfList('digit', values.map(number), '_nin')).toMatchObject({ docs: expected, structure });
  });

  it('_nin of ids of related items › the docs with links, but to none of them', () => {
    const all = docsWhere(() => true);
    const linked = (field: string): number[] => {
      const targets = Array.from({ length: 10 }, (_, i) => itemId(`t${i}`));
      return sourceOfList(field, targets).docs;
    };
    for (const field of ['next', 'tags']) {
      const without = sourceOfList(field, [itemId('t2'), itemId('t3')]).docs;
      const expected = linked(field).filter((doc) => !without.includes(doc));
      expect(expected.length).toBeLessThan(all.length);
      expect(sourceOfList(field, [itemId('t2'), itemId('t3'), itemId('none')], '_nin').docs).toEqual(expected);
    }
    expect(sourceOfList('next', [itemId('none')], '_nin').docs).toEqual(linked('next'));
  });
});
