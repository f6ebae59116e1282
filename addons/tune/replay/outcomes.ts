/**
 * Outcomes of requests on two snapshots: finds requests that fail, become empty, or have a different total on the
 * second.
 *
 * Elsewhere: the share of such requests that is allowed (gate).
 */

import { RequestError } from '../../../src/content/errors/index.js';
import { isRecord } from '../../../src/format/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, parseTarget } from '../../../src/jsonapi/index.js';
import type { Planned } from './planned.js';

/** The result of one request. */
interface Outcome {
  /** Code of the error; undefined for an answer. */
  readonly error: string | undefined;
  /** Items in the list; 1 for the answer of a single item. */
  readonly total: number;
  /** Shown items by type and id, as JSON. */
  readonly items: ReadonlyMap<string, string>;
}

/** Items that both answers to a request show, counted once for each request. */
export interface CommonItems {
  readonly shown: number;
  /** Items of them with other content. */
  readonly rewritten: number;
}

export type Difference = 'error' | 'empty' | 'total';

export interface ChangedAnswer {
  readonly target: string;
  readonly difference: Difference;
  /** Both outcomes, such as `12 → ItemNotFound`. */
  readonly detail: string;
  readonly requests: number;
}

export interface ShapeOutcomes {
  readonly shape: string;
  readonly requests: number;
  /** Number of requests with a worse answer, by the kind of difference. */
  readonly changed: Readonly<Record<Difference, number>>;
  readonly commonItems: CommonItems;
  /** The most frequent of these requests. */
  readonly examples: readonly ChangedAnswer[];
}

const examplesMaximum = 3;

/**
 * Compares the outcomes of all requests. An answer that was an error or empty before cannot become worse.
 *
 * @param allowedChange     change of a total that does not count as different, as a share of the total: 0.5 for 50 %
 * @param maxCostMs limit on the estimated time of an answer; a more expensive request is an error
 * Cost: answering each distinct request on both snapshots.
 */
export function compareOutcomes(
  spaces: readonly [Space, Space],
  planned: Planned,
  allowedChange: number,
  maxCostMs: number | undefined,
): readonly ShapeOutcomes[] {
  const counts = new Uint32Array(planned.targets.length);
  for (const distinct of planned.requests) counts[distinct] = (counts[distinct] ?? 0) + 1;
  const shapes = planned.shapeNames.map((shape) => ({
    shape,
    requests: 0,
    changed: { error: 0, empty: 0, total: 0 },
    commonItems: { shown: 0, rewritten: 0 },
  }));
  const examples = new Map<number, ChangedAnswer[]>();
  for (const [distinct, target] of planned.targets.entries()) {
    const shape = shapes[planned.shapes[distinct] ?? 0];
    const requests = counts[distinct] ?? 0;
    if (shape === undefined) continue;
    shape.requests += requests;
    const [before, after] = [readOutcome(spaces[0], target, maxCostMs), readOutcome(spaces[1], target, maxCostMs)];
    const commonItems = compareItems(before.items, after.items);
    shape.commonItems.shown += commonItems.shown * requests;
    shape.commonItems.rewritten += commonItems.rewritten * requests;
    const difference = findDifference(before, after, allowedChange);
    if (difference === undefined) continue;
    shape.changed[difference] += requests;
    const detail = `${before.error ?? before.total} → ${after.error ?? after.total}`;
    const shapeIndex = planned.shapes[distinct] ?? 0;
    const shapeExamples = examples.get(shapeIndex) ?? [];
    shapeExamples.push({ target, difference, detail, requests });
    examples.set(shapeIndex, shapeExamples);
  }
  return shapes.map((shape, shapeIndex) => {
    const shapeExamples = examples.get(shapeIndex) ?? [];
    return { ...shape, examples: shapeExamples.toSorted((a, b) => b.requests - a.requests).slice(0, examplesMaximum) };
  });
}

function findDifference(before: Outcome, after: Outcome, allowedChange: number): Difference | undefined {
  if (before.error !== undefined) return undefined;
  if (after.error !== undefined) return 'error';
  if (before.total > 0 && after.total === 0) return 'empty';
  return Math.abs(after.total - before.total) > before.total * allowedChange ? 'total' : undefined;
}

function compareItems(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): CommonItems {
  let [shown, rewritten] = [0, 0];
  for (const [key, content] of before) {
    const contentAfter = after.get(key);
    if (contentAfter === undefined) continue;
    shown += 1;
    if (contentAfter !== content) rewritten += 1;
  }
  return { shown, rewritten };
}

function readOutcome(space: Space, target: string, maxCostMs: number | undefined): Outcome {
  try {
    const document: unknown = JSON.parse(answer(space, parseTarget(space.model, target), '', { maxCostMs }).toString());
    return { error: undefined, total: countItems(document), items: readItems(document) };
  } catch (error) {
    if (error instanceof RequestError)
      return { error: error.problems[0]?.code ?? 'BadRequest', total: 0, items: NO_ITEMS };
    throw error;
  }
}

const NO_ITEMS: ReadonlyMap<string, string> = new Map();

function readItems(document: unknown): ReadonlyMap<string, string> {
  if (!isRecord(document)) return NO_ITEMS;
  const items = new Map<string, string>();
  for (const item of [document['data']].flat()) {
    if (isRecord(item)) items.set(`${item['type']}/${item['id']}`, JSON.stringify(item));
  }
  return items;
}

function countItems(document: unknown): number {
  if (!isRecord(document)) return 0;
  const { meta, data } = document;
  if (isRecord(meta) && typeof meta['total'] === 'number') return meta['total'];
  if (Array.isArray(data)) return data.length;
  // The document of the root has no data, but it is an answer.
  return data === null ? 0 : 1;
}
