/**
 * Planned traffic: the target, the shape and the planned time of each request of a replay.
 *
 * Elsewhere: the targets (traffic/targets), measuring the replay (measurements).
 */
import { shapeName, type Traffic } from '../traffic/index.js';

export interface Planned {
  /** Path and query below the delivery root of each distinct request. */
  readonly targets: readonly string[];
  /** Index in `shapeNames` of each distinct request. */
  readonly shapes: readonly number[];
  readonly shapeNames: readonly string[];
  /** Index in `targets` of each request, in the order of sending. */
  readonly requests: Uint32Array;
  /** Planned time of each request in milliseconds since the first; ascending. */
  readonly atMs: Uint32Array;
}

/**
 * Names the shape of each distinct request; templates with the same name share a shape.
 *
 * @param targets the target of each distinct request, from `targetsOf`
 */
export function planTraffic(traffic: Traffic, targets: readonly string[]): Planned {
  const shapeIndexes = new Map<string, number>();
  const shapeOfTemplate = traffic.templates.map((template) => {
    const name = shapeName(template);
    const shapeIndex = shapeIndexes.get(name) ?? shapeIndexes.size;
    shapeIndexes.set(name, shapeIndex);
    return shapeIndex;
  });
  return {
    targets,
    shapes: traffic.distinct.map(({ template }) => shapeOfTemplate[template] ?? 0),
    shapeNames: [...shapeIndexes.keys()],
    requests: traffic.requests,
    atMs: traffic.atMs,
  };
}
