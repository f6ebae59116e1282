/**
 * Two halves of the traffic: one proposes advice, the other judges it. Also counts and reorders the requests of a half.
 *
 * Elsewhere: the needs of a half (needs), the judgement on the other (judge).
 */
import type { Planned } from '../replay/index.js';

/** Consecutive requests in one half. Both halves therefore have requests of all hours of the day. */
const stretchLength = 50;

/** @returns the finding half and the judging half, which together have every request once. Cost: O(requests). */
export function splitIntoHalves(planned: Planned): readonly [Planned, Planned] {
  const selectHalf = (half: number): Planned => {
    const indexes = Array.from(planned.requests.keys()).filter(
      (place) => Math.floor(place / stretchLength) % 2 === half,
    );
    return {
      ...planned,
      requests: Uint32Array.from(indexes, (place) => planned.requests[place] ?? 0),
      atMs: Uint32Array.from(indexes, (place) => planned.atMs[place] ?? 0),
    };
  };
  return [selectHalf(0), selectHalf(1)];
}

/** A distinct request and the number of times it came. */
export interface CountedRequest {
  readonly target: string;
  readonly shape: string;
  readonly times: number;
}

/** Counts how often each distinct request came; requests that did not come are left out. */
export function countRequests({ targets, requests, shapes, shapeNames }: Planned): readonly CountedRequest[] {
  const counts = new Uint32Array(targets.length);
  for (const distinct of requests) counts[distinct]! += 1;
  return targets.flatMap((target, distinct) => {
    const times = counts[distinct] ?? 0;
    return times === 0 ? [] : [{ target, shape: shapeNames[shapes[distinct] ?? 0] ?? '', times }];
  });
}

/** @returns name of a shape → number of its requests */
export function countShapes({ requests, shapes, shapeNames }: Planned): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const distinct of requests) {
    const name = shapeNames[shapes[distinct] ?? 0] ?? '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/**
 * Gives every shape the same number of requests and interleaves the shapes, so that each is measured throughout a
 * replay.
 *
 * @param each requests of each shape; a shape with fewer requests repeats them
 */
export function interleaveShapes(planned: Planned, each: number): Planned {
  const byShape = new Map<number, number[]>();
  for (const distinct of planned.requests) {
    const shape = planned.shapes[distinct] ?? 0;
    const shapeRequests = byShape.get(shape) ?? [];
    shapeRequests.push(distinct);
    byShape.set(shape, shapeRequests);
  }
  const requests = new Uint32Array(byShape.size * each);
  let position = 0;
  for (let turn = 0; turn < each; turn += 1) {
    for (const shapeRequests of byShape.values()) {
      requests[position] = shapeRequests[turn % shapeRequests.length] ?? 0;
      position += 1;
    }
  }
  return { ...planned, requests, atMs: new Uint32Array(requests.length) };
}
