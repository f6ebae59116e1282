/**
 * Unchecked queries: the executor throws an InvariantError; and the sorts of linked items.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import { InvariantError } from '../../../src/content/errors/index.js';
import { docId } from '../../../src/content/model/index.js';
import {
  type Condition,
  execute,
  executeAmong,
  type Filter,
  type Operand,
  Recorder,
  type Value,
} from '../../../src/engine/query/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { linkTo, modelOf } from '../../../testing/samples/model.js';
import { segmentsOf } from '../../../testing/structures/segments.js';
import { deafTrace } from '../../../testing/structures/trace.js';

const newFolder = temporaryFolders();
const page = { skip: 0, limit: 10 };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const content = {
  'model.json': modelOf({
    thing: {
      name: 'text',
      size: 'integer',
      cased: { type: 'text', fold: true },
      weight: { type: 'decimal', precision: 25 },
      next: linkTo('thing'),
    },
  }),
  'thing.ndjson': [
    { id: 'a', name: 'b', size: 1, weight: '0.0000000000000000000000002', next: 'b' },
    { id: 'b', name: 'a', size: 1, weight: '-9999999999999999999.5' },
    { id: 'c', name: 'c' },
    { id: 'd', name: 'a', size: -3, weight: '0.0000000000000000000000001' },
  ],
};

let segment: Parameters<typeof execute>[0];
beforeAll(async () => {
  segment = (await segmentsOf(newFolder(), content))('thing');
});

const condition = (field: string, operator: Condition['operator'], operand: Condition['operand']): Condition => ({
  kind: 'condition',
  field,
  operator,
  operand,
});
const text = { kind: 'text', bytes: bytes('x') } as const;
const number = { kind: 'number', digits: 1n, scale: 0 } as const;
const itemId = { kind: 'itemId', bytes: bytes('a') } as const;
const list = (...values: readonly Value[]): Operand => ({ kind: 'list', values });

describe('a filter that was not checked', () => {
  it.each([
    ['a field that is none', condition('none', '_eq', text), 'no index for none of thing'],
    [
      '_exists of a text',
      condition('name', '_exists', text),
      '_exists with a text does not fit name, whose index is text',
    ],
    ['a text equal to a number', condition('name', '_eq', number), '_eq with a number does not fit name'],
    [
      'a number equal to a text',
      condition('size', '_lt', text),
      '_lt with a text does not fit size, whose index is numbers',
    ],
    ['a number equal to an item', condition('size', '_eq', itemId), '_eq with a itemId does not fit size'],
    ['a long decimal equal to a text', condition('weight', '_gt', text), 'whose index is longDecimals'],
    ['a number that contains', condition('size', '_contains', text), '_contains with a text does not fit size'],
    [
      'a text that contains a number',
      condition('name', '_contains', number),
      '_contains with a number does not fit name',
    ],
    ['a text in a list of numbers', condition('name', '_in', list(number)), '_in with a list does not fit name'],
    ['a number in a list of texts', condition('size', '_in', list(number, text)), '_in with a list does not fit size'],
    ['a text in a text', condition('name', '_in', text), '_in with a text does not fit name'],
    ['a text equal to a list', condition('name', '_eq', list(text)), '_eq with a list does not fit name'],
    ['a number equal to a list', condition('size', '_eq', list(number)), '_eq with a list does not fit size'],
    ['a link in an item', condition('next', '_in', itemId), '_in with a itemId does not fit next'],
    ['a link equal to a list', condition('next', '_eq', list(itemId)), '_eq with a list does not fit next'],
    ['a link in a list of texts', condition('next', '_in', list(itemId, text)), '_in with a list does not fit next'],
    [
      'a text without folded values',
      condition('name', '_ieq', text),
      '_ieq with a text does not fit name, whose index is text',
    ],
    ['a number whatever its case', condition('size', '_icontains', text), '_icontains with a text does not fit size'],
    ['a folded text that is none', condition('cased', '_ieq', list(text)), '_ieq with a list does not fit cased'],
    ['a link that is not equal', condition('next', '_neq', itemId), '_neq with a itemId does not fit next'],
    ['a link to a text', condition('next', '_eq', text), '_eq with a text does not fit next, whose index is links'],
  ])('%s › an InvariantError that names both kinds', (_, filter, words) => {
    const run = (): unknown => execute(segment, { filter, sort: [], page });
    expect(run).toThrow(InvariantError);
    expect(run).toThrow(words);
  });
});

describe('a query that fails', () => {
  it('releases its arena memory', () => {
    const before = segment.arena.mark();
    const named = condition('name', '_eq', { kind: 'text', bytes: bytes('a') });
    const several: Filter = { kind: 'or', children: [named, condition('size', '_eq', number)] };
    expect(() => execute(segment, { filter: several, sort: [{ field: 'none', descending: false }], page })).toThrow(
      InvariantError,
    );
    expect(segment.arena.mark()).toEqual(before);
  });
});

describe('a sort that was not checked', () => {
  it.each([
    ['a relationship', 'next'],
    ['a field that is none', 'none'],
  ])('%s › an InvariantError, of a list and of linked items', (_, field) => {
    const sort = [{ field, descending: false }];
    const candidates = [0, 1].map((doc) => ({ segment, doc: docId(doc) }));
    for (const run of [
      () => execute(segment, { filter: undefined, sort, page }),
      () => executeAmong(candidates, { filter: undefined, sort, page }),
    ]) {
      expect(run).toThrow(InvariantError);
      expect(run).toThrow(`no index to sort by ${field}`);
    }
  });
});

describe('a plan with an unreported source', () => {
  it('recorded › an InvariantError', () => {
    const recorder = new Recorder(() => 0);
    execute(
      segment,
      { filter: condition('size', '_eq', number), sort: [], page },
      {
        ...deafTrace,
        planned: (of, plan) => recorder.planned(of, plan),
      },
    );
    expect(() => recorder.explanation()).toThrow(InvariantError);
  });
});

describe('executeAmong', () => {
  const linked = (field: string, descending: boolean, filter?: Filter): number[] => {
    const candidates = [3, 2, 1, 0].map((doc) => ({ segment, doc: docId(doc) }));
    return executeAmong(candidates, { filter, sort: [{ field, descending }], page }).page.map(({ doc }) => doc);
  };

  it('numbers, long decimals and texts › in order, unpopulated last, ties in the stored order', () => {
    expect(linked('size', false)).toEqual([3, 1, 0, 2]);
    expect(linked('size', true)).toEqual([1, 0, 3, 2]);
    expect(linked('weight', false)).toEqual([1, 3, 0, 2]);
    expect(linked('weight', true)).toEqual([0, 3, 1, 2]);
    expect(linked('name', false)).toEqual([3, 1, 0, 2]);
    expect(linked('name', true)).toEqual([2, 0, 3, 1]);
  });

  it('a filter › keeps the selected items, also by a long decimal and by a link', () => {
    const heavy = condition('weight', '_gte', { kind: 'number', digits: 2n, scale: 25 });
    expect(linked('id', false, heavy)).toEqual([0]);
    expect(linked('id', true, condition('weight', '_neq', { kind: 'number', digits: 2n, scale: 25 }))).toEqual([3, 1]);
    expect(linked('id', true, condition('next', '_eq', { kind: 'itemId', bytes: bytes('b') }))).toEqual([0]);
    expect(linked('id', true, condition('next', '_eq', { kind: 'itemId', bytes: bytes('zz') }))).toEqual([]);
  });

  it('numbers beyond every float › compare as they are', () => {
    const huge = { kind: 'number', digits: 10n ** 400n, scale: 0 } as const;
    const tiny = { kind: 'number', digits: -(10n ** 400n), scale: 0 } as const;
    expect(linked('id', false, condition('size', '_lt', huge))).toEqual([0, 1, 3]);
    expect(linked('id', false, condition('size', '_gt', tiny))).toEqual([0, 1, 3]);
    const between = { kind: 'number', digits: -25n, scale: 1 } as const;
    expect(linked('id', false, condition('size', '_lt', between))).toEqual([3]);
    expect(linked('id', false, condition('size', '_gte', between))).toEqual([0, 1]);
  });
});
