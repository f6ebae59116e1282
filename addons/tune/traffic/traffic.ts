/**
 * Traffic: recorded requests as data. Templates and distinct requests are stored once; a request is an index and a
 * time.
 */
import type { Template } from './template.js';

/** Whether the traffic has the values of the requests, or only their hashes. */
export type ValueForm = 'kept' | 'hashed';

/** A template with the values of its slots. */
export interface DistinctRequest {
  /** Index in `templates`. */
  readonly template: number;
  /** One value for each slot. In hashed traffic, slots that are not plain have a hash and a length: `9f86d0…:12`. */
  readonly values: readonly string[];
}

export interface Traffic {
  readonly values: ValueForm;
  /** Time of the first request in milliseconds since the epoch; 0 if generated; undefined if the log has no times. */
  readonly startMs: number | undefined;
  readonly templates: readonly Template[];
  readonly distinct: readonly DistinctRequest[];
  /** Index in `distinct` of each request, in the order of their times. */
  readonly requests: Uint32Array;
  /** Milliseconds from `startMs` to each request, ascending; all 0 if there are no times. */
  readonly atMs: Uint32Array;
}
