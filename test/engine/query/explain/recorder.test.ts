/**
 * The recorder: explanations of plans and decisions that are built by hand, word for word.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { Recorder } from '../../../../src/engine/query/explain/recorder.js';
import { PAGE_WAYS, type PageWay } from '../../../../src/engine/query/explain/trace.js';
import type { Plan } from '../../../../src/engine/query/plan/plan.js';
import type { Condition } from '../../../../src/engine/query/query-tree.js';
import { docList } from '../../../../src/engine/query/sources/list-source.js';
import type { Source } from '../../../../src/engine/query/sources/source.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';

type Segment = Parameters<Recorder['condition']>[0];
let books: Segment;
beforeAll(async () => {
  books = (await openBookshop()).types.get('book')!.segment;
});

const condition = (field: string, value: boolean): Condition => ({
  kind: 'condition',
  field,
  operator: '_exists',
  operand: { kind: 'populated', value },
});
const sourceOf = (docs: number): Source =>
  docList(
    Uint32Array.from({ length: docs }, (_, doc) => doc),
    `list of ${docs}`,
  );
const strategy = { combined: [], tested: [], cost: 0 };

/** A recorder with one condition per source: `filter[f1]…`, `filter[f2]…` and so on. */
function recorderOf(...sources: readonly Source[]): Recorder {
  const recorder = new Recorder(() => 0);
  for (const [index, source] of sources.entries()) {
    recorder.condition(books, condition(`f${index + 1}`, true), source);
  }
  return recorder;
}
const planned = (recorder: Recorder, plan: Plan): unknown => {
  recorder.planned(books, plan);
  return recorder.explanation().plans[0]?.plan;
};
const plan = (source: Source): Plan => ({ kind: 'source', source });
const told1 = (use: string, place: number, size: number): object => ({
  use,
  kind: 'source',
  conditions: [`filter[f${place}][_exists]=true`],
  structure: `list of ${size}`,
  size,
});

describe('the order of a page', () => {
  it.each(Object.keys(PAGE_WAYS) as PageWay[])('%s › has a description, and costs if there was a choice', (way) => {
    const recorder = new Recorder(() => 0);
    recorder.page({ way, walk: 3, take: 4 });
    const weighed = ['walkKey', 'walkDocs', 'select', 'markBits', 'scan'].includes(way);
    expect(recorder.explanation()).toEqual({
      conditions: [],
      plans: [],
      order: { way, because: PAGE_WAYS[way], ...(weighed ? { costs: { walk: 3, take: 4 } } : {}) },
      steps: [],
    });
  });

  it('every strategy › has its own description', () => {
    expect(new Set(Object.values(PAGE_WAYS)).size).toBe(Object.keys(PAGE_WAYS).length);
    for (const words of Object.values(PAGE_WAYS)) expect(words.length).toBeGreaterThan(20);
  });
});

describe('steps', () => {
  it('each › ends when the next begins, the last with the explanation', () => {
    const times = [10, 13, 20, 31];
    const recorder = new Recorder(() => times.shift() ?? Number.NaN);
    for (const step of ['parse', 'plan', 'page'] as const) recorder.step(step);
    expect(recorder.explanation().steps).toEqual([
      { step: 'parse', elapsedNs: 3 },
      { step: 'plan', elapsedNs: 7 },
      { step: 'page', elapsedNs: 11 },
    ]);
  });
});

describe('a plan', () => {
  const [one, two, three] = [sourceOf(1), sourceOf(2), sourceOf(3)];
  const children = [plan(one), plan(two), plan(three)];
  const group = (kind: 'and' | 'or', of: readonly Plan[] = children): Plan => ({
    kind,
    children: of,
    sizeMaximum: 5,
    strategy,
  });

  it('of all or no docs › is that kind', () => {
    expect(planned(recorderOf(), { kind: 'all' })).toEqual({ use: 'take', kind: 'all' });
    expect(planned(recorderOf(), { kind: 'none' })).toEqual({ use: 'take', kind: 'none' });
  });

  it('of one source › has its condition and figures', () => {
    expect(planned(recorderOf(one, two), plan(two))).toEqual(told1('take', 2, 2));
  });

  it('that is walked › the listed child first, then the tests in their order, and both costs', () => {
    const and = group('and');
    const recorder = recorderOf(one, two, three);
    const tests = [plan(three), plan(one)];
    recorder.members(and, { way: 'walk', cost: 7, combineCost: 9, listed: children[1]!, tests });
    expect(planned(recorder, and)).toEqual({
      use: 'take',
      kind: 'and',
      sizeMaximum: 5,
      costs: { walk: 7, combine: 9 },
      children: [told1('walk', 2, 2), told1('test', 3, 3), told1('test', 1, 1)],
    });
  });

  it('that is combined › the combined children, then the tests, and the cost of a walk if it was considered', () => {
    const and = group('and');
    const recorder = recorderOf(one, two, three);
    recorder.members(and, { way: 'combine', cost: 7, walkCost: 8, tests: [children[0]!] });
    expect(planned(recorder, and)).toEqual({
      use: 'take',
      kind: 'and',
      sizeMaximum: 5,
      costs: { walk: 8, combine: 7 },
      children: [told1('combine', 2, 2), told1('combine', 3, 3), told1('test', 1, 1)],
    });
    const or = group('or');
    const another = recorderOf(one, two, three);
    another.members(or, { way: 'combine', cost: 7, tests: [] });
    expect(planned(another, or)).toMatchObject({ kind: 'or', costs: { combine: 7 } });
    expect(planned(another, or)).toMatchObject({
      children: [{ use: 'combine' }, { use: 'combine' }, { use: 'combine' }],
    });
  });

  it('within a group that nobody decided on › is used as the group is', () => {
    const inner = group('or', [plan(two), plan(three)]);
    const outer = group('and', [plan(one), inner]);
    const recorder = recorderOf(one, two, three);
    recorder.members(outer, { way: 'walk', cost: 1, combineCost: 2, listed: plan(one), tests: [inner] });
    expect(planned(recorder, outer)).toMatchObject({
      children: [{ use: 'walk' }, { use: 'test', kind: 'or', children: [told1('test', 2, 2), told1('test', 3, 3)] }],
    });
    expect(planned(recorder, outer)).not.toHaveProperty('children.1.costs');
  });

  it('of folded conditions › names them: side by side in an AND, in words in an OR', () => {
    const recorder = recorderOf(one, two, three);
    const [both, either] = [sourceOf(4), sourceOf(5)];
    recorder.folded(both, one, two, 'and');
    recorder.folded(either, both, three, 'or');
    const name = (place: number): string => `filter[f${place}][_exists]=true`;
    recorder.planned(books, plan(both), 6);
    recorder.planned(books, plan(either));
    expect(recorder.explanation().plans).toMatchObject([
      { candidates: 6, plan: { use: 'test', conditions: [name(1), name(2)] } },
      { plan: { use: 'take', conditions: [`${name(1)} AND ${name(2)} OR ${name(3)}`] } },
    ]);
    expect(recorder.explanation().plans[1]).not.toHaveProperty('candidates');
    const other = recorderOf(one, two, three);
    other.folded(both, one, two, 'and');
    other.folded(either, three, both, 'or');
    expect(planned(other, plan(either))).toMatchObject({ conditions: [`${name(3)} OR ${name(1)} AND ${name(2)}`] });
  });

  it('of a source that no condition led to › is our own mistake', () => {
    expect(() => planned(recorderOf(one), plan(two))).toThrow('a plan has a source without a condition');
  });
});
