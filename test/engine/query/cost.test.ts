/**
 * The estimated cost of a query: the same each time, and never above the maximum.
 */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { TooCostlyError } from '../../../src/content/errors/index.js';
import {
  type CollectionQuery,
  conditionText,
  costliestConditions,
  execute,
  type Filter,
} from '../../../src/engine/query/index.js';
import { FIND_TERM, FIND_TERM_BYTE } from '../../../src/index/costs/index.js';
import { Budget } from '../../../src/index/docset/index.js';
import type { TypeSegment } from '../../../src/index/segment/index.js';
import { skewedSpace } from '../../../testing/worlds/skewed.js';
import { queriesFor, type World, worldFrom } from '../../../testing/worlds/worlds.js';

const text = (field: string, operator: '_contains' | '_eq', value: string): Filter => ({
  kind: 'condition',
  field,
  operator,
  operand: { kind: 'text', bytes: Buffer.from(value) },
});

describe('the cost of a query', () => {
  let world: World;
  beforeAll(async () => {
    world = await worldFrom('skewed', skewedSpace(2_500, 3));
  });
  const segmentOf = (type: string): TypeSegment => {
    const segment = world.space.types.get(type)?.segment;
    if (segment === undefined) throw new Error(`no type ${type}`);
    return segment;
  };
  /** @returns the result, and the lowest maximum with which the query is answered */
  const ask = ({ type, filter, sort, page }: CollectionQuery, maximum?: number) => {
    const segment = segmentOf(type);
    segment.arena.budget = new Budget(maximum);
    try {
      return { found: execute(segment, { filter, sort, page }), needed: segment.arena.budget.needed };
    } finally {
      segment.arena.budget = new Budget();
    }
  };

  it('random queries › is the same each time; as a maximum it is enough, and anything less is refused', () => {
    let charged = 0;
    for (const query of queriesFor(world, 5, 300)) {
      const { found, needed } = ask(query);
      expect(ask(query, needed)).toEqual({ found, needed });
      if (needed === 0) continue;
      charged += 1;
      expect(() => ask(query, needed * 0.999 - 1)).toThrow(TooCostlyError);
      // A refused query leaves no memory allocated.
      expect(ask(query).found).toEqual(found);
    }
    expect(charged).toBeGreaterThan(150);
  });

  it('the conditions of a filter › the costliest come first', () => {
    const filter: Filter = {
      kind: 'and',
      children: [
        text('id', '_eq', 'x'),
        { kind: 'not', child: { kind: 'or', children: [text('title', '_contains', 'a')] } },
      ],
    };
    const costliest = costliestConditions(segmentOf('thing'), filter, Number.POSITIVE_INFINITY);
    expect(costliest.map(conditionText)).toEqual(['filter[title][_contains]=a', 'filter[id][_eq]=x']);
    expect(costliestConditions(segmentOf('thing'), filter, 0)).toHaveLength(2);
  });

  it('many costly conditions › are examined only within the maximum for all of them', () => {
    const segment = segmentOf('thing');
    const links = [...segment.fields].find(([, { kind }]) => kind === 'links')?.[0] ?? '';
    const values = Array.from(
      { length: 50 },
      (_, number) => ({ kind: 'itemId', bytes: Buffer.from(`none-${10 + number}`) }) as const,
    );
    const condition: Filter = { kind: 'condition', field: links, operator: '_in', operand: { kind: 'list', values } };
    const filter: Filter = { kind: 'or', children: Array.from({ length: 64 }, () => condition) };
    const lookups = 4;
    const spend = vi.spyOn(Budget.prototype, 'spend');
    try {
      expect(
        costliestConditions(segment, filter, lookups * values.length * (FIND_TERM + 7 * FIND_TERM_BYTE)),
      ).toHaveLength(64);
      expect(spend.mock.results.filter(({ type }) => type === 'return')).toHaveLength(lookups);
    } finally {
      spend.mockRestore();
    }
  });
});
