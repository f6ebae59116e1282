/**
 * Case-insensitive comparisons: answered by the structures of the folded values, exactly, with sizes known
 * before execution.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import type { FoldingOperator } from '../../../src/content/model/index.js';
import { type Condition, execute, type Filter, Recorder } from '../../../src/engine/query/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

const titles = [
  'Straße',
  'STRASSE',
  'strass',
  'ΟΔΟΣ',
  'οδός',
  'οδος',
  'İzmir',
  'IZMIR',
  'ızmir',
  'ﬃ',
  'Ffi',
  '',
  'é',
  'e\u0301',
  'É',
];
/** Many texts, so that there is a tree of substrings. */
const count = 2000;
const bodyOf = (i: number): string => `${i % 2 === 0 ? 'Grün' : 'GRÜN'} ${i % 900} ${i % 50 === 7 ? 'Ende' : 'ENDe'}`;

const content = {
  'model.json': modelOf({
    word: { title: { type: 'text', fold: true } },
    text: { body: { type: 'markdown', fold: true } },
  }),
  'word.ndjson': titles.map((title, i) => ({ id: `w${i}`, title })),
  'text.ndjson': Array.from({ length: count }, (_, i) => ({ id: `t${i}`, body: bodyOf(i) })),
};

let types: Awaited<ReturnType<typeof openCurrent>>['types'];
beforeAll(async () => {
  const folder = newFolder();
  const source = writeFiles(join(folder, 'export'), content);
  await buildSnapshot(source, join(folder, 'snapshots'), { files: diskFiles, strict: true });
  ({ types } = await openCurrent(diskFiles, join(folder, 'snapshots')));
});

const condition = (field: string, operator: Condition['operator'], text: string): Condition => ({
  kind: 'condition',
  field,
  operator,
  operand: { kind: 'text', bytes: new TextEncoder().encode(text) },
});

function executeFilter(type: string, filter: Filter) {
  const spaceType = types.get(type);
  if (spaceType === undefined) throw new Error(`there is no type ${type}`);
  const recorder = new Recorder(() => 0);
  const { total, docs } = execute(spaceType.segment, { filter, sort: [], page: { skip: 0, limit: count } }, recorder);
  return { total, docs: [...docs], conditions: recorder.explanation().conditions };
}

describe('a word in any case', () => {
  it.each<[FoldingOperator, string, readonly string[]]>([
    ['_ieq', 'strasse', ['Straße', 'STRASSE']],
    ['_ieq', 'STRAẞE', ['Straße', 'STRASSE']],
    ['_ieq', 'straSs', ['strass']],
    ['_ieq', 'οδοΣ', ['ΟΔΟΣ', 'οδος']],
    ['_ieq', 'izmir', ['IZMIR']],
    ['_ieq', 'i\u0307zmir', ['İzmir']],
    ['_ieq', 'ızmır', []],
    ['_ieq', 'FFI', ['ﬃ', 'Ffi']],
    ['_ieq', 'É', ['é', 'É']],
    ['_ieq', 'E\u0301', ['e\u0301']],
    ['_ieq', '', []],
    ['_istartsWith', 'STRAS', ['Straße', 'STRASSE', 'strass']],
    ['_istartsWith', 'straß', ['Straße', 'STRASSE', 'strass']],
    ['_istartsWith', 'F', ['ﬃ', 'Ffi']],
    ['_iendsWith', 'ΟΣ', ['ΟΔΟΣ', 'οδος']],
    ['_iendsWith', 'ΌΣ', ['οδός']],
    ['_iendsWith', 'I', ['ﬃ', 'Ffi']],
    ['_icontains', 'SS', ['Straße', 'STRASSE', 'strass']],
    ['_icontains', 'ß', ['Straße', 'STRASSE', 'strass']],
    ['_icontains', 'ZMI', ['İzmir', 'IZMIR', 'ızmir']],
    ['_icontains', 'x', []],
    ['_icontains', '', titles.filter((title) => title !== '')],
  ])('%s %s › selects %j', (operator, text, expected) => {
    const { total, docs, conditions } = executeFilter('word', condition('title', operator, text));
    expect(docs.map((doc) => titles[doc])).toEqual(expected);
    expect(total).toBe(expected.length);
    expect(conditions).toEqual([
      expect.objectContaining({ condition: `filter[title][${operator}]=${text}`, size: expected.length }),
    ]);
  });
});

describe('many texts in any case', () => {
  it.each<[FoldingOperator, string, (i: number) => boolean, string]>([
    ['_istartsWith', 'grÜN 12', (i) => String(i % 900).startsWith('12'), 'case-folded: run of docs by value'],
    ['_iendsWith', ' 7 ende', (i) => i % 900 === 7, 'case-folded: range of the reversed order'],
    ['_icontains', 'ÜN', () => true, 'case-folded: substring tree: counted'],
    ['_icontains', 'n 12 E', (i) => i % 900 === 12, 'case-folded: substring tree: buckets'],
    ['_icontains', 'x', () => false, 'case-folded: substring tree: absent'],
  ])('%s %s › is answered from its structure', (operator, text, holds, structure) => {
    const expected = Array.from({ length: count }, (_, i) => i).filter((i) => holds(i));
    const { docs, conditions } = executeFilter('text', condition('body', operator, text));
    expect(docs).toEqual(expected);
    expect(conditions).toEqual([expect.objectContaining({ structure, size: expected.length })]);
  });

  it('together with the plain operators › both apply', () => {
    const children = [condition('body', '_icontains', 'GRÜN 1'), condition('body', '_contains', 'GRÜN 1')];
    const { docs } = executeFilter('text', { kind: 'and', children });
    const expected = Array.from({ length: count }, (_, i) => i).filter((i) => bodyOf(i).includes('GRÜN 1'));
    expect(docs).toEqual(expected);
    expect(executeFilter('text', { kind: 'or', children }).total).toBeGreaterThan(expected.length);
  });
});
