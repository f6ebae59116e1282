/**
 * Conditions on every kind of index: the docs of each comparison equal those from plain values, also at the limits of
 * numbers; and the structure that answers a substring.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { sourceOf } from '../../../../src/engine/query/conditions/conditions.js';
import type { Condition, Operand } from '../../../../src/engine/query/query-tree.js';
import {
  FILL_TERM,
  LIST_BITS,
  MARK_DOC,
  PASS_BITS,
  READ_BUCKET_BYTE,
  READ_BUCKET_RUN,
  SEARCH_TERM,
  TEST_DOC,
} from '../../../../src/index/costs/index.js';
import type { TypeSegment } from '../../../../src/index/segment/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { linksTo, modelOf } from '../../../../testing/samples/model.js';
import { expectDocs } from '../../../../testing/structures/docs-of-source.js';
import { FIRST_DOCS, FIRST_DOCS_ABOVE } from '../../../../testing/structures/first-docs.js';
import { segmentsOf } from '../../../../testing/structures/segments.js';

const newFolder = temporaryFolders();
const safe = Number.MAX_SAFE_INTEGER;
const integers = [5, -3, safe, -safe, 0, undefined, 5, safe - 1];
const prices = ['1.25', '1.26', '-1.25', '-1.26', '0.00', undefined, '1.24', '2.00'];
const weights = ['0.2', '0.1', '-0.1', '-0.2', '0', undefined, '9999999999999999999.5', '-9999999999999999999.5'];
const dates = [0, 1, -1, 86_400_000, undefined, 1000, 999, 0];
const flags = [true, false, undefined, true, false, false, true, true];
const names = ['b', 'a', '', 'ba', 'abc', 'cab', 'é', 'bé'];
/** Ids that exist in both types, in one, and in none. */
const links = ['x1', 'x2', 'y1', 'z1', 'x1', undefined, 'z1', 'x1'];

/** More values than a bucket holds, of which all hold “common”, every tenth “tenth”, and one “unique”. */
const many = 1500;
const long = (i: number): string =>
  `${i % 10 === 0 ? 'tenth ' : ''}common ${String(i * 7919).padStart(8, '0')}${i === 777 ? ' unique' : ''}`;

const content = {
  'model.json': modelOf({
    thing: {
      n: 'integer',
      price: 'decimal',
      weight: { type: 'decimal', precision: 25 },
      at: { type: 'dateTime', format: 'dateTime' },
      flag: 'boolean',
      name: 'text',
      to: linksTo('left', 'right'),
    },
    left: { n: 'integer' },
    right: { n: 'integer' },
    text: { long: 'text' },
  }),
  'thing.ndjson': integers.map((n, doc) => ({
    id: `t${doc}`,
    n,
    price: prices[doc],
    weight: weights[doc],
    at: dates[doc] === undefined ? undefined : new Date(dates[doc]).toISOString(),
    flag: flags[doc],
    name: names[doc],
    to:
      links[doc] === undefined
        ? []
        : [links[doc]!.startsWith('y') ? 'right' : 'left', ...(links[doc] === 'z1' ? ['right'] : [])].map((type) => ({
            type,
            id: links[doc],
          })),
  })),
  'left.ndjson': ['x1', 'x2', 'z1', 'y9'].map((id) => ({ id })),
  'right.ndjson': ['y1', 'z1'].map((id) => ({ id })),
  'text.ndjson': Array.from({ length: many }, (_, i) => ({
    id: `i${i}`,
    ...(i % 100 === 99 ? {} : { long: long(i) }),
  })),
};

let thing: TypeSegment;
let text: TypeSegment;
beforeAll(async () => {
  const segment = await segmentsOf(newFolder(), content);
  [thing, text] = [segment('thing'), segment('text')];
});

const condition = (field: string, operator: Condition['operator'], operand: Operand): Condition => ({
  kind: 'condition',
  field,
  operator,
  operand,
});
const having = <Value>(values: readonly (Value | undefined)[], holds: (value: Value) => boolean): number[] =>
  values.flatMap((value, doc) => (value !== undefined && holds(value) ? [doc] : []));

const comparisons = {
  _eq: (order: number) => order === 0,
  _neq: (order: number) => order !== 0,
  _gt: (order: number) => order > 0,
  _gte: (order: number) => order >= 0,
  _lt: (order: number) => order < 0,
  _lte: (order: number) => order <= 0,
} as const;
type Comparison = keyof typeof comparisons;
const operators = Object.keys(comparisons) as Comparison[];

/** The field compares with the operand as `order` says of its plain values. */
function expectCompared<Value>(
  field: string,
  operand: Operand,
  values: readonly (Value | undefined)[],
  order: (value: Value) => number,
): void {
  for (const operator of operators) {
    const expected = having(values, (value) => comparisons[operator](order(value)));
    expectDocs(sourceOf(thing, condition(field, operator, operand)), expected, thing.size);
  }
}

/** Of as many units of 10^-25 as fit every number here. */
const units = (written: string): bigint => {
  const [whole = '', fraction = ''] = written.replace('-', '').split('.');
  const magnitude = BigInt(whole + fraction.padEnd(25, '0'));
  return written.startsWith('-') ? -magnitude : magnitude;
};
const numberOf = (written: string): Operand => {
  const [, fraction = ''] = written.split('.');
  return { kind: 'number', digits: BigInt(written.replace('.', '')), scale: fraction.length };
};
const sign = (value: bigint): number => (value < 0n ? -1 : Number(value > 0n));

describe('numbers', () => {
  it.each([
    ...['5', '4', '6', '0', '-3', '5.0', '5.5', '-3.5', '-2.5', '0.5', '-0.5'],
    ...[`${safe}`, `-${safe}`, `${safe}0`, `-${safe}0`, '9007199254740992', '-9007199254740992', `${safe - 1}`],
    ...[`${safe}.5`, `-${safe}.5`, `${'9'.repeat(400)}`, `-${'9'.repeat(400)}`],
  ])('an integer compared with %s › as whole numbers of any length', (written) => {
    expectCompared('n', numberOf(written), integers, (n) => sign(units(String(n)) - units(written)));
  });

  it.each(['1.25', '1.250', '1.255', '1.2', '1', '-1.25', '-1.255', '-1.250', '-1.26', '0', '0.001', '-0.001'])(
    'a decimal compared with %s › exactly, also with more digits than it has',
    (written) => {
      expectCompared('price', numberOf(written), prices, (price) => sign(units(price) - units(written)));
    },
  );

  it.each([
    ...['0.2', '0.15', '-0.15', '0', '9999999999999999999.5', '9999999999999999999.49', '-9999999999999999999.51'],
    ...['0.1000000000000000000000000000001', '-0.1000000000000000000000000000001'],
  ])('a long decimal compared with %s › exactly', (written) => {
    const scaled = (value: string): bigint => {
      const [whole = '', fraction = ''] = value.replace('-', '').split('.');
      const magnitude = BigInt(whole + fraction.padEnd(40, '0'));
      return value.startsWith('-') ? -magnitude : magnitude;
    };
    expectCompared('weight', numberOf(written), weights, (weight) => sign(scaled(weight) - scaled(written)));
  });

  it.each([0, 1, -1, 500, 86_400_000, 10 ** 15])('an instant compared with %i › by the millisecond', (ms) => {
    expectCompared('at', { kind: 'instant', ms }, dates, (at) => at - ms);
  });

  it.each([true, false])('a boolean equal to %s', (value) => {
    const source = sourceOf(thing, condition('flag', '_eq', { kind: 'boolean', value }));
    expectDocs(
      source,
      having(flags, (flag) => flag === value),
      thing.size,
    );
  });
});

describe('texts', () => {
  const bytes = (value: string): Operand => ({ kind: 'text', bytes: Buffer.from(value) });
  const populated = names.map((name) => (name === '' ? undefined : name));

  it.each(['a', 'b', 'ab', 'é', '', 'zz'])('compared with “%s” › in the order of code points', (value) => {
    expectCompared('name', bytes(value), populated, (name) => Buffer.compare(Buffer.from(name), Buffer.from(value)));
  });

  it.each(['a', 'b', 'ab', 'é', '', 'zz', 'abcd'])('“%s” within, at the beginning or at the end', (value) => {
    const expectSelected = (
      operator: '_contains' | '_startsWith' | '_endsWith',
      holds: (name: string) => boolean,
    ): void => {
      expectDocs(sourceOf(thing, condition('name', operator, bytes(value))), having(populated, holds), thing.size);
    };
    expectSelected('_contains', (name) => name.includes(value));
    expectSelected('_startsWith', (name) => name.startsWith(value));
    expectSelected('_endsWith', (name) => name.endsWith(value));
  });

  it('populated or not', () => {
    const docs = (value: boolean): number[] => names.flatMap((name, doc) => ((name !== '') === value ? [doc] : []));
    for (const value of [true, false]) {
      expectDocs(sourceOf(thing, condition('name', '_exists', { kind: 'populated', value })), docs(value), thing.size);
    }
  });
});

describe('links', () => {
  it.each([
    ['x1', 'docs by link target'],
    ['x2', 'docs by link target'],
    ['y1', 'docs by link target'],
    ['y9', 'docs by link target'],
    ['none', 'docs by link target'],
  ])('to %s › the docs that have one', (id, structure) => {
    const source = sourceOf(thing, condition('to', '_eq', { kind: 'itemId', bytes: Buffer.from(id) }));
    expectDocs(
      source,
      having(links, (link) => link === id),
      thing.size,
    );
    expect(source.structure).toBe(structure);
  });

  it('to an id of two types › the docs that link to either, once', () => {
    const source = sourceOf(thing, condition('to', '_eq', { kind: 'itemId', bytes: Buffer.from('z1') }));
    expectDocs(source, [3, 6], thing.size);
    expect(source.structure).toBe('docs by link target, of 2 targets');
  });
});

describe('a substring', () => {
  const values = Array.from({ length: many }, (_, i) => (i % 100 === 99 ? undefined : long(i)));
  const sourceFor = (pattern: string) =>
    sourceOf(text, condition('long', '_contains', { kind: 'text', bytes: Buffer.from(pattern) }));

  it.each([
    ['common', 'substring tree: counted'],
    ['tenth c', 'substring tree: buckets'],
    ['unique', 'substring tree: buckets'],
    ['n 0', 'substring tree: counted'],
    ['nowhere', 'substring tree: buckets'],
    ['commons', 'substring tree: absent'],
  ])('“%s” › %s', (pattern, structure) => {
    const source = sourceFor(pattern);
    const docs = having(values, (value) => value.includes(pattern));
    expectDocs(source, docs, text.size);
    expect(source.structure).toBe(structure);
  });

  it('a counted pattern › has its first docs if it has many, and the cost of reading its buckets', () => {
    const source = sourceFor('common');
    const docs = having(values, (value) => value.includes('common'));
    expect(docs.length).toBeGreaterThan(FIRST_DOCS_ABOVE);
    expect([...(source.first ?? [])]).toEqual(docs.slice(0, FIRST_DOCS));
    expect(source.testCost).toBe(TEST_DOC + SEARCH_TERM);
    const index = text.fields.get('long');
    if (index?.kind !== 'text' || index.substrings === undefined) throw new Error('"long" has no substrings');
    const { substrings, terms } = index;
    const place = substrings.find(Buffer.from('common'));
    if (place.kind !== 'node') throw new Error('"common" is not counted');
    const byteLength = substrings.byteLength(place.start, place.end);
    expect(byteLength).toBeGreaterThan(docs.length / 8);
    const passing = byteLength * READ_BUCKET_BYTE + terms.size * PASS_BITS + FILL_TERM * text.size;
    const marking = byteLength * (READ_BUCKET_BYTE + READ_BUCKET_RUN) + text.size * PASS_BITS + docs.length * MARK_DOC;
    const least = Math.min(passing, marking);
    expect(source.listCost).toBeCloseTo(least + LIST_BITS * text.size + docs.length);
    expect(source.fillCost).toBeCloseTo(least);
    expect(source.ascends).toBe(true);
    const fewer = sourceFor('000');
    const rarer = having(values, (value) => value.includes('000'));
    expect(rarer.length).toBeLessThan(FIRST_DOCS_ABOVE);
    expect(fewer.first).toBeUndefined();
    expectDocs(fewer, rarer, text.size);
  });

  it('among few terms › all are looked at', () => {
    const source = sourceOf(thing, condition('name', '_contains', { kind: 'text', bytes: Buffer.from('a') }));
    expect(source.structure).toBe('all terms, looked at');
  });
});
