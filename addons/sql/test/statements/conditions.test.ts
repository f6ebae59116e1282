/**
 * Conditions as SQL, without a server, compared with plain comparisons of the values.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentType, type Field, type Operator, readArea } from '../../../../src/content/model/index.js';
import type { Condition } from '../../../../src/engine/query/index.js';
import { conditionSql } from '../../statements/condition.js';
import { orderSql } from '../../statements/filter.js';
import { Parameters } from '../../statements/parameters.js';
import { TypeSource } from '../../statements/type-source.js';

const fields: readonly Field[] = [
  { name: 'count', type: 'integer' },
  { name: 'title', type: 'text', fold: true },
  { name: 'body', type: 'markdown' },
  { name: 'tags', type: 'text', many: true },
  { name: 'author', type: 'relationship', to: ['author'], many: false },
  { name: 'place', type: 'location' },
  { name: 'reviews', type: 'relationship', to: ['review'], many: true },
];
const source: TypeSource = new TypeSource(
  'stele_1',
  contentType('book', fields),
  0,
  { items: 1, populated: new Map() },
  () => source,
);

function sqlOf(condition: Omit<Condition, 'kind'>): { readonly text: string; readonly values: readonly unknown[] } {
  const parameters = new Parameters();
  return {
    text: conditionSql(source, 't', { kind: 'condition', ...condition }, parameters),
    values: parameters.values,
  };
}

const COMPARED = ['_eq', '_neq', '_gt', '_gte', '_lt', '_lte'] as const satisfies readonly Operator[];

/** Whether a value satisfies the SQL condition on its column, which has at most one parameter. */
function holds(text: string, compare: (parameter: unknown) => number, values: readonly unknown[]): boolean {
  if (text === 'FALSE') return false;
  if (/^t\."\w+" IS NOT NULL$/.test(text)) return true;
  const [, sign] = /^t\."\w+" (=|<>|>=|<=|>|<) \$1::[\w:]+$/.exec(text) ?? [];
  const order = compare(values[0]);
  switch (sign) {
    case '=':
      return order === 0;
    case '<>':
      return order !== 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    default:
      throw new Error(`not a comparison: ${text}`);
  }
}

function expected(operator: (typeof COMPARED)[number], order: number): boolean {
  switch (operator) {
    case '_eq':
      return order === 0;
    case '_neq':
      return order !== 0;
    case '_gt':
      return order > 0;
    case '_gte':
      return order >= 0;
    case '_lt':
      return order < 0;
    case '_lte':
      return order <= 0;
  }
}

const orderOf = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

describe('a condition on an integer', () => {
  const digits = fc.oneof(fc.bigInt({ min: -2000n, max: 2000n }), fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }));

  it('any number of any length › is compared exactly', () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        digits,
        fc.nat(4),
        fc.constantFrom(...COMPARED),
        (value, number, scale, operator) => {
          for (const own of [value, Number(number / 10n ** BigInt(scale)) || 0]) {
            if (!Number.isSafeInteger(own)) continue;
            const { text, values } = sqlOf({
              field: 'count',
              operator,
              operand: { kind: 'number', digits: number, scale },
            });
            const found = holds(text, (parameter) => orderOf(BigInt(own), BigInt(String(parameter))), values);
            expect(found).toBe(expected(operator, orderOf(BigInt(own) * 10n ** BigInt(scale), number)));
          }
        },
      ),
    );
  });

  it('_nin with non-integers only › every populated value', () => {
    const values = [{ kind: 'number', digits: 15n, scale: 1 } as const];
    expect(sqlOf({ field: 'count', operator: '_nin', operand: { kind: 'list', values } })).toEqual({
      text: '(t."count" IS NOT NULL AND t."count" <> ALL ($1::text::bigint[]))',
      values: ['{}'],
    });
  });
});

describe('a condition on a text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\u0001'), maxLength: 4 });
  const asked = fc.string({ unit: fc.constantFrom('a', 'b', '\u0001', '\0'), maxLength: 4 });

  it('a null character in the request › is compared, though a parameter cannot contain it', () => {
    fc.assert(
      fc.property(text, asked, fc.constantFrom(...COMPARED), (value, other, operator) => {
        fc.pre(value !== '');
        const { text: sql, values } = sqlOf({
          field: 'title',
          operator,
          operand: { kind: 'text', bytes: Buffer.from(other) },
        });
        expect(values.every((parameter) => !String(parameter).includes('\0'))).toBe(true);
        const compare = (parameter: unknown): number =>
          Buffer.compare(Buffer.from(value), Buffer.from(String(parameter)));
        expect(holds(sql, compare, values)).toBe(expected(operator, compare(other)));
      }),
    );
  });

  it.each([
    ['title', '_contains', '50%_\\', 't."title" LIKE $1::text', '%50\\%\\_\\\\%'],
    ['id', '_contains', 'a', 't."id" COLLATE pg_catalog."POSIX" LIKE $1::text', '%a%'],
    ['title', '_startsWith', 'a', 't."title" LIKE $1::text', 'a%'],
    ['title', '_endsWith', 'a%😀', 'pg_catalog.reverse(t."title") LIKE $1::text', '😀\\%a%'],
    ['body', '_endsWith', 'ab', 't."body" LIKE $1::text', '%ab'],
    ['title', '_icontains', 'STRASSE', 't."title#folded" LIKE $1::text', '%strasse%'],
    ['id', '_eq', 'x', 't."id" = $1::text', 'x'],
  ] as const)('%s %s %s › a pattern in a parameter', (field, operator, value, sql, parameter) => {
    const operand = { kind: 'text', bytes: Buffer.from(value) } as const;
    expect(sqlOf({ field, operator, operand })).toEqual({ text: sql, values: [parameter] });
  });

  it('a hostile value › is never part of the statement', () => {
    const hostile = `'; DROP TABLE "book"; --`;
    const bytes = Buffer.from(hostile);
    for (const operator of ['_eq', '_contains', '_startsWith', '_endsWith', '_ieq'] as const) {
      const { text: sql, values } = sqlOf({ field: 'title', operator, operand: { kind: 'text', bytes } });
      expect(sql).not.toMatch(/drop/i);
      expect(values).toHaveLength(1);
    }
    const { text: sql, values } = sqlOf({ field: 'author', operator: '_eq', operand: { kind: 'itemId', bytes } });
    expect(sql).not.toContain('DROP');
    expect(values).toEqual([`{"'; DROP TABLE \\"book\\"; --"}`]);
  });
});

describe('a condition on links', () => {
  const values = ['a', 'b'].map((id) => ({ kind: 'itemId', bytes: Buffer.from(id) }) as const);
  const links = 'SELECT FROM "stele_1"."book.author" AS l WHERE l.id = t."id"';
  const linked = `EXISTS (${links} AND l.target = ANY ($1::text::text[]))`;

  it.each([
    ['_in', linked],
    ['_nin', `(EXISTS (${links}) AND NOT ${linked})`],
  ] as const)('%s › tests for any link if no link leads to the items', (operator, text) => {
    expect(sqlOf({ field: 'author', operator, operand: { kind: 'list', values } }).text).toBe(text);
  });
});

describe('a condition on a place', () => {
  /** The SQL with its parameters in their places. */
  function within(written: string): string {
    const area = readArea('box', written);
    if (typeof area === 'string') throw new Error(area);
    const { text, values } = sqlOf({ field: 'place', operator: '_within', operand: { kind: 'area', area } });
    return text.replace(/\$(\d+)::text::float8/g, (_, place) => String(values[Number(place) - 1]));
  }
  const latitude = 't."place"[1] BETWEEN -17 AND -16';

  it('a box away from the antimeridian › is one box of the index', () => {
    expect(within('13,-17,14,-16')).toBe(
      `(t."place" <@ box(point(12.999999, -17.000001), point(14.000001, -15.999999)) AND ${latitude} AND (t."place"[0] >= 13 AND t."place"[0] <= 14))`,
    );
  });

  it.each([
    ['179,-17,180,-16', 179, -180],
    ['-180,-17,-179,-16', 180, -179],
    ['180,-17,180,-16', 180, -180],
    ['-180,-17,-180,-16', 180, -180],
    ['179,-17,-179,-16', 179, -179],
  ])('%s › includes the antimeridian as 180 and -180, with an index box on each side', (written, west, east) => {
    const boxes = [
      `t."place" <@ box(point(${west - 1e-6}, -17.000001), point(180.000001, -15.999999))`,
      `t."place" <@ box(point(-180.000001, -17.000001), point(${east + 1e-6}, -15.999999))`,
    ];
    expect(within(written)).toBe(
      `((${boxes.join(' OR ')}) AND ${latitude} AND (t."place"[0] >= ${west} OR t."place"[0] <= ${east}))`,
    );
  });

  it('all longitudes › are one box of the index', () => {
    expect(within('-180,-17,180,-16')).toContain('(t."place"[0] >= -180 AND t."place"[0] <= 180)');
  });
});

describe('a count of links', () => {
  it('a comparison › of its column', () => {
    const operand = { kind: 'number', digits: 3n, scale: 0 } as const;
    expect(sqlOf({ field: 'reviews._count', operator: '_gte', operand })).toEqual({
      text: 't."reviews._count" >= $1::text::bigint',
      values: ['3'],
    });
  });

  it('descending › without NULLS LAST, because every item has one', () => {
    const sort = [{ field: 'reviews._count', descending: true }];
    expect(orderSql(source, 't', sort, new Parameters())).toEqual({
      column: 't."reviews._count" DESC, t."_doc"',
      joins: '',
    });
  });
});
