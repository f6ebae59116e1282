/**
 * Recorded random queries: the record agrees with the answer, and recording does not change the answer.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import {
  type Condition,
  conditionText,
  type ExplainedPlan,
  execute,
  type Filter,
  Recorder,
  type Through,
} from '../../../../src/engine/query/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../../src/index/snapshot/index.js';
import { amount } from '../../../../testing/amount.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { caseFromSeed } from '../../../../testing/oracle/arbitraries/index.js';
import { evaluate, writeExport } from '../../../../testing/oracle/index.js';

const newFolder = temporaryFolders();
const cases = Math.min(40, Number(process.env['STELE_CASES'] ?? amount(40, 12)));

function conditionsOf(filter: Filter): readonly (Condition | Through)[] {
  if (filter.kind === 'condition') return [filter];
  if (filter.kind === 'through') return [filter];
  return filter.kind === 'not' ? conditionsOf(filter.child) : filter.children.flatMap(conditionsOf);
}

const nodesOf = (plan: ExplainedPlan): readonly ExplainedPlan[] =>
  plan.kind === 'and' || plan.kind === 'or' ? [plan, ...plan.children.flatMap(nodesOf)] : [plan];

describe('a recorded query', () => {
  const coverage = { conditions: 0, walked: 0, combined: 0, orders: new Set<string>() };

  const spaces: Space[] = [];
  beforeAll(async () => {
    for (let seed = 1; seed <= cases; seed += 1) {
      const folder = newFolder();
      writeExport(caseFromSeed(seed).space, join(folder, 'export'));
      await buildSnapshot(join(folder, 'export'), join(folder, 'snapshots'), { files: diskFiles, strict: false });
      spaces.push(await openCurrent(diskFiles, join(folder, 'snapshots')));
    }
  }, 120_000);

  it('answer, sizes, totals and choices › are those of the execution', { timeout: 120_000 }, () => {
    for (const [index, space] of spaces.entries()) {
      const { space: oracle, queries } = caseFromSeed(index + 1);
      for (const query of queries) {
        let now = 0;
        const recorder = new Recorder(() => now++);
        const { segment } = space.types.get(query.type)!;
        const result = execute(segment, query, recorder);
        expect(result).toEqual(execute(segment, query));
        const { conditions, plans, order, total, shown, steps } = recorder.explanation();
        expect({ total, shown }).toEqual({ total: result.total, shown: result.docs.length });
        expect(steps.map(({ step }) => step)).toEqual(
          order?.way === 'none' ? ['plan', 'execute', 'order'] : ['plan', 'execute', 'order', 'page'],
        );
        for (const { elapsedNs } of steps) expect(elapsedNs).toBe(1);
        coverage.orders.add(order?.way ?? '');

        const filterConditions = query.filter === undefined ? [] : conditionsOf(query.filter);
        const sizes = new Map(
          filterConditions.map((filter) => [
            conditionText(filter),
            evaluate(oracle, { ...query, filter, sort: [], page: { skip: 0, limit: 0 } }).total,
          ]),
        );
        // Conditions on related items are recorded, too, and may have the same text.
        const isOwn = filterConditions.every(({ kind }) => kind === 'condition');
        for (const { condition, size, share } of isOwn ? conditions : []) {
          expect(size, condition).toBe(sizes.get(condition));
          expect(share).toBe(segment.size === 0 ? 0 : size / segment.size);
          coverage.conditions += 1;
        }
        for (const { plan } of plans) for (const node of nodesOf(plan)) checkNode(node);
      }
    }
  });

  function checkNode(node: ExplainedPlan): void {
    if (node.kind !== 'and' && node.kind !== 'or') return;
    const [first, ...others] = node.children.map(({ use }) => use);
    const { walk, combine = 0 } = node.costs ?? {};
    if (first === 'walk') {
      coverage.walked += 1;
      expect(walk).toBeLessThanOrEqual(combine);
      expect(new Set(others)).toEqual(new Set(['test']));
    } else {
      if (first === 'combine') coverage.combined += 1;
      if (walk !== undefined) expect(walk).toBeGreaterThan(combine);
      // A child that is costly to combine is tested on the remaining docs.
      for (const use of others) expect([first, 'test']).toContain(use);
    }
  }

  it('the cases › use more than one strategy', () => {
    expect(coverage.conditions).toBeGreaterThan(cases);
    expect(coverage.walked).toBeGreaterThan(0);
    expect(coverage.combined).toBeGreaterThan(0);
    expect(coverage.orders.size).toBeGreaterThan(3);
  });
});

describe('spelled', () => {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  const decimal = (digits: bigint, scale: number): string =>
    conditionText({ kind: 'condition', field: 'price', operator: '_lt', operand: { kind: 'number', digits, scale } });

  it('every kind of operand › stands as in a URL', () => {
    const of = (field: string, operand: Condition['operand']): string =>
      conditionText({ kind: 'condition', field, operator: '_eq', operand });
    expect(of('title', { kind: 'text', bytes: text('Inês') })).toBe('filter[title][_eq]=Inês');
    expect(of('author', { kind: 'itemId', bytes: text('a1') })).toBe('filter[author][id][_eq]=a1');
    expect(of('inPrint', { kind: 'boolean', value: true })).toBe('filter[inPrint][_eq]=true');
    expect(of('at', { kind: 'instant', ms: 0 })).toBe('filter[at][_eq]=1970-01-01T00:00:00.000Z');
    expect(of('at', { kind: 'populated', value: false })).toBe('filter[at][_eq]=false');
  });

  it('numbers of any scale › keep their digits', () => {
    expect(decimal(125n, 2)).toBe('filter[price][_lt]=1.25');
    expect(decimal(-5n, 2)).toBe('filter[price][_lt]=-0.05');
    expect(decimal(12n, 0)).toBe('filter[price][_lt]=12');
    expect(decimal(-12345678901234567890n, 1)).toBe('filter[price][_lt]=-1234567890123456789.0');
  });
});
