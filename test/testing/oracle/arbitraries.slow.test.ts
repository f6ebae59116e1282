import { describe, expect, it } from 'vitest';
import { FIELD_TYPES, isItemId, isName, LIMITS, operatorsOfType } from '../../../src/content/model/index.js';
import type { Condition, Filter } from '../../../src/engine/query/query-tree.js';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { caseFromSeed, isContentRequest, type OracleCase } from '../../../testing/oracle/arbitraries/index.js';
import {
  evaluate,
  expectedComplexity,
  expectedDocument,
  itemsOf,
  linksOf,
  targetOf,
} from '../../../testing/oracle/index.js';

const CASES: readonly OracleCase[] = Array.from({ length: 400 }, (_, seed) => caseFromSeed(seed));
const spaces = CASES.map(({ space }) => space);
const queries = CASES.flatMap(({ space, queries: asked }) => asked.map((query) => ({ space, query })));
const requests = CASES.flatMap(({ space, requests: sent }) => sent.map((sample) => ({ space, ...sample })));

const childrenOf = (filter: Filter): readonly Filter[] => {
  if (filter.kind === 'condition') return [];
  if (filter.kind === 'through') return filter.child === undefined ? [] : [filter.child];
  return filter.kind === 'not' ? [filter.child] : filter.children;
};
const depthOf = (filter: Filter): number =>
  filter.kind === 'condition' || filter.kind === 'through' ? 0 : 1 + Math.max(...childrenOf(filter).map(depthOf));
const conditionsOf = (filter: Filter): readonly Condition[] =>
  filter.kind === 'condition' ? [filter] : childrenOf(filter).flatMap(conditionsOf);

describe('random spaces', () => {
  it('names and ids › are valid in an export', () => {
    for (const { model, items } of spaces) {
      for (const type of model.contentTypes.values()) {
        expect([type, ...type.fields].every(({ name }) => isName(name))).toBe(true);
        const ids = itemsOf({ model, items }, type.name).map(({ id }) => id);
        expect(ids.every(isItemId)).toBe(true);
        expect(new Set(ids).size).toBe(ids.length);
      }
      expect([...items.values()].flat().length).toBeGreaterThan(0);
    }
  });

  it('links › lead to existing items without repetition', () => {
    for (const space of spaces) {
      for (const item of [...space.items.values()].flat()) {
        for (const { name } of space.model.contentTypes.get(item.type)?.relationships ?? []) {
          const targets = linksOf(item, name).map((link) => targetOf(space, link));
          expect(new Set(targets).size).toBe(targets.length);
        }
      }
    }
  });

  it('all spaces together › have every field type, and linkage above the default limit', () => {
    const fields = spaces.flatMap(({ model }) => [...model.contentTypes.values()].flatMap((type) => type.fields));
    expect(new Set(fields.map(({ type }) => type))).toEqual(new Set(FIELD_TYPES));
    const lists = spaces.flatMap((space) =>
      [...space.items.values()].flat().flatMap((item) => [...item.values.keys()].map((name) => linksOf(item, name))),
    );
    expect(lists.some((links) => links.length > LIMITS.relationshipLimitDefault)).toBe(true);
  });
});

/** Those of the items themselves, which are all of the type that is asked. */
const ownConditionsOf = (filter: Filter): readonly Condition[] => {
  if (filter.kind === 'condition') return [filter];
  return filter.kind === 'through' ? [] : childrenOf(filter).flatMap(ownConditionsOf);
};

describe('random queries', () => {
  const filters = queries.flatMap(({ query }) => query.filter ?? []);

  it('filters › stay within the limits and reach them', () => {
    expect(Math.max(...filters.map(depthOf))).toBe(LIMITS.filterDepth);
    expect(Math.max(...filters.map((filter) => conditionsOf(filter).length))).toBeLessThanOrEqual(
      LIMITS.filterConditions,
    );
  });

  it('operators › include every operator of every type', () => {
    const asked = new Map<string, Set<string>>();
    for (const { space, query } of queries) {
      for (const { field, operator } of query.filter === undefined ? [] : ownConditionsOf(query.filter)) {
        const type = space.model.contentTypes.get(query.type)?.fieldByName.get(field)?.type;
        if (type !== undefined) asked.set(type, (asked.get(type) ?? new Set()).add(operator));
      }
    }
    for (const type of FIELD_TYPES)
      expect([...(asked.get(type) ?? [])].sort()).toEqual([...operatorsOfType(type)].sort());
  });

  it('answers › mostly contain some but not all items', () => {
    const totals = queries
      .filter(({ query }) => query.filter !== undefined)
      .map(({ space, query }) => [evaluate(space, query).total, itemsOf(space, query.type).length] as const);
    const telling = totals.filter(([total, all]) => total > 0 && total < all);
    expect(telling.length).toBeGreaterThan(totals.length / 5);
  });
});

describe('random requests', () => {
  it('kinds › include every endpoint that returns content', () => {
    expect(new Set(requests.map(({ request }) => request.kind))).toEqual(
      new Set(['collection', 'item', 'related', 'linkage']),
    );
  });

  it('scores › are at most the maximum', () => {
    for (const { space, request } of requests) {
      expect(expectedComplexity(space.model, request)).toBeLessThanOrEqual(LIMITS.complexityMaximum);
    }
  });

  it('documents › often include something', () => {
    const including = requests.filter(({ space, request }) => {
      const included = expectedDocument(space, request, '')?.['included'];
      return Array.isArray(included) && included.length > 0;
    });
    expect(including.length).toBeGreaterThan(requests.length / 20);
  });

  it('the raw form › is parsed to the checked form', () => {
    for (const { space, request, path, search } of requests) {
      const parsed = parseRequest(space.model, path, search);
      if (!isContentRequest(parsed)) throw new Error(`${path}${search} is taken for the root`);
      expect(parsed.search).toBe(request.search);
      expect(parsed.complexity).toBe(request.complexity);
      expect(expectedDocument(space, parsed, '/d')).toEqual(expectedDocument(space, request, '/d'));
    }
  });

  it('a seed › repeats its case', () => {
    expect(caseFromSeed(7)).toEqual(caseFromSeed(7));
    expect(caseFromSeed(7)).not.toEqual(caseFromSeed(9));
  });
});
