import { describe, expect, it } from 'vitest';
import type { Operator } from '../../../../src/content/model/index.js';
import type { Condition, Filter, Operand, SortKey, Value } from '../../../../src/engine/query/query-tree.js';
import { shelf } from '../../../../testing/oracle/content/shelf.js';
import { type Answer, evaluate, instantMs } from '../../../../testing/oracle/index.js';

const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);
const text = (value: string): Value => ({ kind: 'text', bytes: bytes(value) });
const itemId = (value: string): Value => ({ kind: 'itemId', bytes: bytes(value) });
const number = (digits: bigint, scale = 0): Value => ({ kind: 'number', digits, scale });
const instant = (value: string): Value => ({ kind: 'instant', ms: instantMs(value) });
const populated = (value: boolean): Operand => ({ kind: 'populated', value });

const condition = (field: string, operator: Operator, operand: Operand): Condition => ({
  kind: 'condition',
  field,
  operator,
  operand,
});

const ask = (filter: Filter | undefined, sort: readonly SortKey[] = [], skip = 0, limit = 20): Answer =>
  evaluate(shelf, { type: 'book', filter, sort, page: { skip, limit } });

const list = (...values: readonly Value[]): Operand => ({ kind: 'list', values });

const asked = (field: string, operator: Operator, operand: Operand): string =>
  ask(condition(field, operator, operand)).ids.join(' ');

describe('evaluate › filter', () => {
  const cases: readonly (readonly [string, Operator, Operand, string])[] = [
    // Populated: an empty text is not, a field that is absent is not.
    ['title', '_exists', populated(true), 'a b c e/f *'],
    ['title', '_exists', populated(false), 'd'],
    ['blurb', '_exists', populated(true), 'c'],
    ['cover', '_exists', populated(true), 'b'],
    ['sold', '_exists', populated(false), 'c d e/f *'],
    // Text: exact, by code point; an unpopulated title satisfies nothing.
    ['title', '_eq', text('abc'), 'c e/f *'],
    ['title', '_eq', text(''), ''],
    ['title', '_neq', text('abc'), 'a b'],
    ['title', '_neq', text(''), 'a b c e/f *'],
    ['title', '_gt', text('\uFF21'), 'a b'],
    ['title', '_gte', text('😀'), 'a'],
    ['title', '_lt', text('😀'), 'b c e/f *'],
    ['title', '_lte', text('abc'), 'c e/f *'],
    ['title', '_lt', text('abc'), ''],
    ['title', '_contains', text('bc'), 'b c e/f *'],
    ['title', '_contains', text('BC'), ''],
    ['title', '_contains', text(''), 'a b c e/f *'],
    ['title', '_startsWith', text('😀'), 'a'],
    ['title', '_startsWith', text('\uFF21b'), 'b'],
    ['title', '_startsWith', text(''), 'a b c e/f *'],
    ['title', '_endsWith', text('c'), 'b c e/f *'],
    ['title', '_endsWith', text(''), 'a b c e/f *'],
    ['blurb', '_contains', text('\n'), 'c'],
    ['genre', '_eq', text('Poetry'), ''],
    ['genre', '_gt', text('Fiction'), 'c'],
    ['genre', '_endsWith', text('ction'), 'a b'],
    // Decimals: exact beyond 2^53, with fewer and with more digits than the field has; minus zero is zero.
    ['price', '_eq', number(125n, 1), 'a c'],
    ['price', '_eq', number(12_500_000n, 6), 'a c'],
    ['price', '_gt', number(1249n, 2), 'a b c'],
    ['price', '_gt', number(12_490_001n, 6), 'a b c'],
    ['price', '_lt', number(12_490_001n, 6), 'd e/f *'],
    ['price', '_gt', number(9_007_199_254_740_993n), 'b'],
    ['price', '_gte', number(900_719_925_474_099_302n, 2), ''],
    ['price', '_lte', number(0n), 'd'],
    ['price', '_neq', number(0n, 5), 'a b c e/f *'],
    ['pages', '_eq', number(100n), 'a c'],
    ['pages', '_neq', number(100n), 'b'],
    ['pages', '_lt', number(10n ** 40n), 'a b c'],
    ['pages', '_gt', number(-6n), 'a b c'],
    ['sold', '_eq', { kind: 'boolean', value: false }, 'b'],
    ['sold', '_eq', { kind: 'boolean', value: true }, 'a'],
    // Instants: 10:00+0200 is 08:00 UTC; a date is its midnight.
    ['stocked', '_eq', instant('2024-03-01T08:00'), 'a'],
    ['stocked', '_gt', instant('2024-03-01T08:00:00'), 'b'],
    ['stocked', '_gte', instant('2024-03-01T09:00:00+01:00'), 'a b'],
    ['stocked', '_neq', instant('2024-03-01'), 'a b'],
    ['printed', '_lt', instant('1970-01-01'), 'a'],
    ['printed', '_lte', instant('2024-02-29T00:00:00.000Z'), 'a b'],
    // The id is a text that is always there.
    ['id', '_eq', text('e/f *'), 'e/f *'],
    ['id', '_neq', text('a'), 'b c d e/f *'],
    ['id', '_contains', text('/'), 'e/f *'],
    ['id', '_exists', populated(false), ''],
    // Relationships: by the related id, whatever its type.
    ['author', '_eq', itemId('bo'), 'b'],
    ['sequels', '_eq', itemId('c'), 'a b'],
    ['about', '_eq', itemId('a'), 'd'],
    ['about', '_eq', itemId('ann'), 'd'],
    ['author', '_eq', itemId('nobody'), ''],
    // Lists: any of the values.
    ['title', '_in', list(text('abc'), text('nothing')), 'c e/f *'],
    ['price', '_in', list(number(125n, 1), number(0n)), 'a c d'],
    ['sold', '_in', list({ kind: 'boolean', value: true }, { kind: 'boolean', value: false }), 'a b'],
    ['stocked', '_in', list(instant('2024-03-01T08:00')), 'a'],
    ['sequels', '_in', list(itemId('nobody'), itemId('c')), 'a b'],
    ['about', '_in', list(itemId('a'), itemId('ann')), 'd'],
    // Case-folded.
    ['title', '_ieq', text('ABC'), 'c e/f *'],
    ['title', '_ieq', text('aBc'), 'c e/f *'],
    ['title', '_ieq', text('AB'), ''],
    ['title', '_icontains', text('BC'), 'b c e/f *'],
    ['title', '_istartsWith', text('ABC'), 'c e/f *'],
    ['title', '_istartsWith', text('\uFF41B'), 'b'],
    ['title', '_iendsWith', text('C'), 'b c e/f *'],
    ['title', '_icontains', text(''), 'a b c e/f *'],
    ['genre', '_ieq', text('FICTION'), 'a b'],
  ];
  it.each(cases)('%s %s %o › selects [%4$s]', (field, operator, operand, expected) => {
    expect(asked(field, operator, operand)).toBe(expected);
  });

  it('nested groups › combine by AND and OR', () => {
    const abc = condition('title', '_eq', text('abc'));
    const cheap = condition('price', '_lt', number(12n));
    const long = condition('pages', '_gte', number(100n));
    const or: Filter = { kind: 'or', children: [abc, cheap] };
    expect(ask(or).ids).toEqual(['c', 'd', 'e/f *']);
    expect(ask({ kind: 'and', children: [or, long] }).ids).toEqual(['c']);
    expect(ask({ kind: 'or', children: [{ kind: 'and', children: [abc, cheap] }, long] }).ids).toEqual(['a', 'c']);
  });
});

describe('evaluate › sort', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['', 'a b c d e/f *'],
    ['title', 'c e/f * b a d'],
    ['-title', 'a b c e/f * d'],
    ['price', 'd e/f * a c b'],
    ['-price', 'b a c e/f * d'],
    ['pages', 'b a c d e/f *'],
    ['-pages', 'a c b d e/f *'],
    ['sold', 'b a c d e/f *'],
    ['-sold', 'a b c d e/f *'],
    ['stocked', 'a b c d e/f *'],
    ['-printed', 'b a c d e/f *'],
    ['-id', 'e/f * d c b a'],
    ['genre,-title', 'a b c e/f * d'],
    ['-genre,price', 'c a b d e/f *'],
    ['pages,-id', 'b c a e/f * d'],
  ];
  it.each(cases)('by "%s" › gives [%s]', (sort, expected) => {
    const keys =
      sort === '' ? [] : sort.split(',').map((key) => ({ field: key.replace('-', ''), descending: key[0] === '-' }));
    expect(ask(undefined, keys).ids.join(' ')).toBe(expected);
  });
});

describe('evaluate › page', () => {
  it.each([
    [0, 2, ['a', 'b']],
    [3, 2, ['d', 'e/f *']],
    [4, 5, ['e/f *']],
    [5, 5, []],
    [0, 0, []],
  ])('skip %i, limit %i › is a slice of the list, and the total stays 5', (skip, limit, ids) => {
    expect(ask(undefined, [], skip, limit)).toEqual({ total: 5, ids });
  });

  it('a page of a filtered list › has the total of the filter', () => {
    expect(ask(condition('title', '_eq', text('abc')), [], 1, 1)).toEqual({ total: 2, ids: ['e/f *'] });
  });
});
