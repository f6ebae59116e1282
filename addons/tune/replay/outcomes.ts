/**
 * What became of the answers: which requests of a traffic fail, are empty or count something else on another snapshot.
 */

import { RequestError } from '../../../src/content/errors/index.js';
import { isRecord } from '../../../src/format/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, parseTarget } from '../../../src/jsonapi/index.js';
import type { Planned } from './planned.js';

/** What an answer comes to. */
interface Outcome {
  /** The error's code. */
  readonly error: string | undefined;
  /** Items in the list; an item counts as one. */
  readonly total: number;
}

export type Difference = 'error' | 'empty' | 'total';

export interface ChangedAnswer {
  readonly target: string;
  readonly difference: Difference;
  /** Such as `12 → ItemNotFound`. */
  readonly detail: string;
  readonly requests: number;
}

export interface ShapeOutcomes {
  readonly shape: string;
  readonly requests: number;
  /** Requests whose answer changed for the worse, by what changed. */
  readonly changed: Readonly<Record<Difference, number>>;
  /** Those asked most often. */
  readonly examples: readonly ChangedAnswer[];
}

const examplesShown = 3;

/**
 * An answer that was an error, and one that was empty, cannot become worse.
 *
 * @param moved     share by which a total may differ, such as 0.5
 * @param maxCostMs what both are asked with: an answer that costs more is an error. Cost: answering each distinct request on both.
 */
export function compareOutcomes(
  spaces: readonly [Space, Space],
  planned: Planned,
  moved: number,
  maxCostMs: number | undefined,
): readonly ShapeOutcomes[] {
  const counts = new Uint32Array(planned.targets.length);
  for (const distinct of planned.requests) counts[distinct] = (counts[distinct] ?? 0) + 1;
  const shapes = planned.shapeNames.map((shape) => ({
    shape,
    requests: 0,
    changed: { error: 0, empty: 0, total: 0 },
  }));
  const examples = new Map<number, ChangedAnswer[]>();
  for (const [distinct, target] of planned.targets.entries()) {
    const shape = shapes[planned.shapes[distinct] ?? 0];
    const requests = counts[distinct] ?? 0;
    if (shape === undefined) continue;
    shape.requests += requests;
    const [before, after] = [outcomeOf(spaces[0], target, maxCostMs), outcomeOf(spaces[1], target, maxCostMs)];
    const difference = differenceOf(before, after, moved);
    if (difference === undefined) continue;
    shape.changed[difference] += requests;
    const detail = `${before.error ?? before.total} → ${after.error ?? after.total}`;
    const place = planned.shapes[distinct] ?? 0;
    const found = examples.get(place) ?? [];
    found.push({ target, difference, detail, requests });
    examples.set(place, found);
  }
  return shapes.map((shape, place) => {
    const found = examples.get(place) ?? [];
    return { ...shape, examples: found.toSorted((a, b) => b.requests - a.requests).slice(0, examplesShown) };
  });
}

function differenceOf(before: Outcome, after: Outcome, moved: number): Difference | undefined {
  if (before.error !== undefined) return undefined;
  if (after.error !== undefined) return 'error';
  if (before.total > 0 && after.total === 0) return 'empty';
  return Math.abs(after.total - before.total) > before.total * moved ? 'total' : undefined;
}

function outcomeOf(space: Space, target: string, maxCostMs: number | undefined): Outcome {
  try {
    const document: unknown = JSON.parse(answer(space, parseTarget(space.model, target), '', { maxCostMs }).toString());
    return { error: undefined, total: totalOf(document) };
  } catch (error) {
    if (error instanceof RequestError) return { error: error.problems[0]?.code ?? 'BadRequest', total: 0 };
    throw error;
  }
}

function totalOf(document: unknown): number {
  if (!isRecord(document)) return 0;
  const { meta, data } = document;
  if (isRecord(meta) && typeof meta['total'] === 'number') return meta['total'];
  if (Array.isArray(data)) return data.length;
  // The root has no data and is always there.
  return data === null ? 0 : 1;
}
