/**
 * Traffic in two halves, one to find advice and one to judge it; and each shape asked so often that its latencies tell.
 */
import type { Planned } from '../replay/index.js';

/** So many requests that followed one another belong to one half: both see all hours of the day. */
const stretch = 50;

/** @returns the requests that advice is found on, and those that it is judged on */
export function halvesOf(planned: Planned): readonly [Planned, Planned] {
  const of = (half: number): Planned => {
    const places = Array.from(planned.requests.keys()).filter((place) => Math.floor(place / stretch) % 2 === half);
    return {
      ...planned,
      requests: Uint32Array.from(places, (place) => planned.requests[place] ?? 0),
      atMs: Uint32Array.from(places, (place) => planned.atMs[place] ?? 0),
    };
  };
  return [of(0), of(1)];
}

/** One of the different requests. */
export interface CountedRequest {
  readonly target: string;
  readonly shape: string;
  readonly times: number;
}

/** Each of the different requests, and how often it came. */
export function countsOf({ targets, requests, shapes, shapeNames }: Planned): readonly CountedRequest[] {
  const counts = new Uint32Array(targets.length);
  for (const distinct of requests) counts[distinct]! += 1;
  return targets.flatMap((target, distinct) => {
    const times = counts[distinct] ?? 0;
    return times === 0 ? [] : [{ target, shape: shapeNames[shapes[distinct] ?? 0] ?? '', times }];
  });
}

/** @returns how often each shape was asked, by its name */
export function shapeCounts({ requests, shapes, shapeNames }: Planned): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const distinct of requests) {
    const name = shapeNames[shapes[distinct] ?? 0] ?? '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/**
 * @param each requests a shape, over and over where there are fewer
 * @returns shape after shape in turns, so that each is measured all the time
 */
export function inTurns(planned: Planned, each: number): Planned {
  const byShape = new Map<number, number[]>();
  for (const distinct of planned.requests) {
    const shape = planned.shapes[distinct] ?? 0;
    const list = byShape.get(shape) ?? [];
    list.push(distinct);
    byShape.set(shape, list);
  }
  const requests = new Uint32Array(byShape.size * each);
  let at = 0;
  for (let turn = 0; turn < each; turn += 1) {
    for (const list of byShape.values()) {
      requests[at] = list[turn % list.length] ?? 0;
      at += 1;
    }
  }
  return { ...planned, requests, atMs: new Uint32Array(requests.length) };
}
