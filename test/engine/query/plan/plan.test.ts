/**
 * Plans of filters, read from the recorder: simplified groups, merged ranges, and the order of children.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import { docId } from '../../../../src/content/model/index.js';
import {
  type Condition,
  type ExplainedPlan,
  type Explanation,
  execute,
  executeAmong,
  type Filter,
  Recorder,
  type SortKey,
} from '../../../../src/engine/query/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { modelOf } from '../../../../testing/samples/model.js';
import { segmentsOf } from '../../../../testing/structures/segments.js';

const newFolder = temporaryFolders();
const count = 20;
/** Item i: n is i, half is i / 2 rounded down, every third has a note, all have a name. */
const content = {
  'model.json': modelOf({
    thing: { n: 'integer', half: 'integer', name: 'text', note: 'text' },
    other: { n: 'integer' },
  }),
  'thing.ndjson': Array.from({ length: count }, (_, i) => ({
    id: `t${i}`,
    n: i,
    half: Math.floor(i / 2),
    name: `name ${i % 4}`,
    ...(i % 3 === 0 ? { note: 'x' } : {}),
  })),
  'other.ndjson': [{ id: 'o', n: 7 }],
};

type Segment = Parameters<typeof execute>[0];
let thing: Segment;
let other: Segment;
beforeAll(async () => {
  const segment = await segmentsOf(newFolder(), content);
  [thing, other] = [segment('thing'), segment('other')];
});

const compare = (field: string, operator: Condition['operator'], value: number): Condition => ({
  kind: 'condition',
  field,
  operator,
  operand: { kind: 'number', digits: BigInt(value), scale: 0 },
});
const exists = (field: string, value: boolean): Condition => ({
  kind: 'condition',
  field,
  operator: '_exists',
  operand: { kind: 'populated', value },
});
const named = (operator: Condition['operator'], value: string): Condition => ({
  kind: 'condition',
  field: 'name',
  operator,
  operand: { kind: 'text', bytes: Buffer.from(value) },
});
const and = (...children: Filter[]): Filter => ({ kind: 'and', children });
const or = (...children: Filter[]): Filter => ({ kind: 'or', children });

function explained(filter: Filter | undefined, sort: readonly SortKey[] = []): Explanation {
  const recorder = new Recorder(() => 0);
  execute(thing, { filter, sort, page: { skip: 0, limit: 100 } }, recorder);
  return recorder.explanation();
}
const planOf = (filter: Filter | undefined): ExplainedPlan => explained(filter).plans[0]!.plan;
/** The plan in short: its kind, and the conditions of each source in the order they are looked at. */
function short(plan: ExplainedPlan): unknown {
  if (plan.kind === 'source') return plan.conditions.join(' & ');
  return plan.kind === 'and' || plan.kind === 'or' ? [plan.kind, ...plan.children.map(short)] : plan.kind;
}

describe('simplified plans', () => {
  it('no filter › every doc', () => {
    expect(planOf(undefined)).toEqual({ use: 'take', kind: 'all' });
  });

  it('a condition that all or no docs meet › all, or none', () => {
    expect(short(planOf(exists('n', true)))).toBe('all');
    expect(short(planOf(exists('n', false)))).toBe('none');
    expect(short(planOf(compare('n', '_gt', 19)))).toBe('none');
  });

  it('in a group › a neutral child is dropped, an absorbing child replaces the group', () => {
    const some = compare('n', '_lt', 5);
    expect(short(planOf(and(exists('n', true), some)))).toBe('filter[n][_lt]=5');
    expect(short(planOf(or(exists('n', false), some)))).toBe('filter[n][_lt]=5');
    expect(short(planOf(and(some, exists('n', false))))).toBe('none');
    expect(short(planOf(or(some, exists('n', true))))).toBe('all');
    expect(short(planOf(and(exists('n', true), exists('half', true))))).toBe('all');
    expect(short(planOf(or(exists('n', false), exists('half', false))))).toBe('none');
  });

  it('after an absorbing child › further children are not planned', () => {
    expect(explained(and(exists('n', false), compare('half', '_lt', 5))).conditions).toHaveLength(1);
  });

  it('a group in a group of the same kind › becomes part of it', () => {
    const [a, b, c] = [compare('n', '_lt', 5), compare('half', '_lt', 5), exists('note', true)];
    const flat = planOf(and(and(a, c), b));
    expect(flat.kind === 'and' && flat.children.length).toBe(3);
    const mixed = planOf(and(or(a, c), b));
    expect(mixed.kind === 'and' && mixed.children.map(({ kind }) => kind).toSorted()).toEqual(['or', 'source']);
  });
});

describe('ranges of one field', () => {
  it('of an AND › become their intersection', () => {
    const plan = planOf(and(compare('n', '_gte', 5), compare('half', '_lt', 8), compare('n', '_lt', 9)));
    const children = plan.kind === 'and' ? plan.children : [];
    const range = children.find((child) => child.kind === 'source' && child.conditions.length === 2);
    expect(range).toMatchObject({ conditions: ['filter[n][_gte]=5', 'filter[n][_lt]=9'], size: 4 });
    expect(children).toHaveLength(2);
    expect(short(planOf(and(compare('n', '_lt', 5), compare('n', '_gt', 7))))).toBe('none');
    expect(short(planOf(and(compare('n', '_lte', 19), compare('n', '_gte', 0))))).toBe('all');
    expect(planOf(and(compare('n', '_lte', 5), compare('n', '_lte', 3)))).toMatchObject({ kind: 'source', size: 4 });
  });

  it('of an OR › become one range if they touch or overlap, in any order', () => {
    const low = compare('n', '_lt', 5);
    const high = compare('n', '_gte', 15);
    const middle = and(compare('n', '_gte', 5), compare('n', '_lt', 15));
    expect(planOf(or(low, high))).toMatchObject({ kind: 'or', sizeMaximum: 10 });
    expect(short(planOf(or(low, high, middle)))).toBe('all');
    expect(short(planOf(or(high, middle, low)))).toBe('all');
    expect(planOf(or(compare('n', '_eq', 3), compare('n', '_eq', 4)))).toMatchObject({
      kind: 'source',
      conditions: ['filter[n][_eq]=3 OR filter[n][_eq]=4'],
      size: 2,
    });
    expect(planOf(or(compare('n', '_eq', 3), compare('n', '_eq', 5))).kind).toBe('or');
    expect(planOf(or(low, compare('n', '_lt', 3)))).toMatchObject({ kind: 'source', size: 5 });
  });

  it('of two fields, or conditions that are no range › stay separate', () => {
    expect(planOf(and(compare('n', '_lt', 5), compare('half', '_lt', 5))).kind).toBe('and');
    const ends = and(named('_endsWith', '1'), named('_endsWith', 'e 1'));
    expect(planOf(ends).kind).toBe('and');
    expect(planOf(or(compare('n', '_neq', 3), compare('n', '_neq', 4))).kind).toBe('or');
  });
});

describe('a group', () => {
  it('of an AND › at most the size of its smallest child, which comes first', () => {
    const plan = planOf(and(compare('half', '_lt', 9), exists('note', true), compare('n', '_lt', 3)));
    expect(plan).toMatchObject({ kind: 'and', sizeMaximum: 3 });
    expect(plan.kind === 'and' && short(plan.children[0]!)).toBe('filter[n][_lt]=3');
  });

  it('of an OR › at most the sum of its children, and no more than there are docs', () => {
    expect(planOf(or(compare('n', '_lt', 3), named('_eq', 'name 1')))).toMatchObject({ sizeMaximum: 8 });
    expect(planOf(or(compare('n', '_lt', 18), compare('half', '_gt', 1)))).toMatchObject({ sizeMaximum: count });
  });
});

describe('an explanation', () => {
  it('of a list › the conditions with their shares, the plan, the order, the steps and their times', () => {
    let now = 100;
    const recorder = new Recorder(() => {
      now += 5;
      return now;
    });
    const filter = and(compare('n', '_lt', 10), exists('note', true));
    execute(thing, { filter, sort: [{ field: 'n', descending: true }], page: { skip: 0, limit: 2 } }, recorder);
    const { plans, order, ...rest } = recorder.explanation();
    expect(rest).toEqual({
      conditions: [
        { type: 'thing', condition: 'filter[n][_lt]=10', structure: 'run of docs by value', size: 10, share: 0.5 },
        {
          type: 'thing',
          condition: 'filter[note][_exists]=true',
          structure: 'run of docs by value',
          size: 7,
          share: 0.35,
        },
      ],
      total: 4,
      shown: 2,
      steps: ['plan', 'execute', 'order', 'page'].map((step) => ({ step, elapsedNs: 5 })),
    });
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatchObject({ type: 'thing', items: count, plan: { use: 'take', kind: 'and' } });
    expect(plans[0]).not.toHaveProperty('candidates');
    const { plan } = plans[0]!;
    if (plan.kind !== 'and') throw new Error('no AND');
    expect(plan.children.map(({ use }) => use)).toEqual(['walk', 'test']);
    expect(Object.keys(plan.costs ?? {}).toSorted()).toEqual(['combine', 'walk']);
    expect(order?.because).toMatch(/first sort field|select the page/);
    expect(order?.costs).toBeDefined();
  });

  it('of a page that was not weighed › has no costs', () => {
    expect(explained(undefined).order).toEqual({
      way: 'places',
      because: 'export order: every item is selected, so the page is a range of doc ids',
    });
    expect(explained(undefined)).not.toHaveProperty('item');
  });

  it('of one item › the structure that found it', () => {
    const recorder = new Recorder(() => 0);
    recorder.item(thing);
    expect(recorder.explanation()).toEqual({
      conditions: [],
      plans: [],
      item: { type: 'thing', structure: 'hash of ids' },
      steps: [],
    });
  });

  it('of linked items › a plan for each of their types, tested against each of them', () => {
    const recorder = new Recorder(() => 0);
    const candidates = [
      { segment: thing, doc: docId(7) },
      { segment: other, doc: docId(0) },
      { segment: thing, doc: docId(3) },
      { segment: thing, doc: docId(9) },
    ];
    const filter = or(compare('n', '_eq', 7), compare('n', '_eq', 9));
    const { total, page } = executeAmong(candidates, { filter, sort: [], page: { skip: 1, limit: 1 } }, recorder);
    expect(total).toBe(3);
    expect(page).toEqual([candidates[1]]);
    const explanation = recorder.explanation();
    expect(explanation).toMatchObject({
      total: 3,
      shown: 1,
      order: { way: 'candidates', because: 'order the linked items that pass the filter' },
    });
    expect(explanation.order).not.toHaveProperty('costs');
    expect(explanation.steps.map(({ step }) => step)).toEqual(['execute', 'order', 'page']);
    expect(explanation.plans).toMatchObject([
      { type: 'thing', items: count, candidates: 4, plan: { use: 'test', kind: 'or' } },
      { type: 'other', items: 1, candidates: 4, plan: { use: 'test', kind: 'all' } },
    ]);
    const [{ plan } = { plan: undefined }] = explanation.plans;
    expect(plan?.kind === 'or' && plan.children.map(({ use }) => use)).toEqual(['test', 'test']);
    expect(plan).not.toHaveProperty('costs');
  });

  it('without a trace › the same answer', () => {
    const candidates = [7, 3, 9].map((doc) => ({ segment: thing, doc: docId(doc) }));
    const filter = compare('n', '_gt', 5);
    expect(
      executeAmong(candidates, { filter, sort: [{ field: 'n', descending: true }], page: { skip: 0, limit: 9 } }),
    ).toEqual({
      total: 2,
      page: [candidates[2], candidates[0]],
    });
    expect(executeAmong(candidates, { filter: undefined, sort: [], page: { skip: 0, limit: 9 } }).page).toEqual(
      candidates,
    );
  });
});
