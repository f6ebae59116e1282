/**
 * Traffic as data: which requests came, and when.
 */
import type { Template } from './template.js';

/** Whether the values of the requests are there, or only which of them were equal. */
export type ValueForm = 'kept' | 'hashed';

/** One of the different requests that came. */
export interface DistinctRequest {
  /** Place in `templates`. */
  readonly template: number;
  /** One a slot; of hashed traffic a slot that is not plain holds a hash and the value's length: `9f86d0…:12`. */
  readonly values: readonly string[];
}

export interface Traffic {
  readonly values: ValueForm;
  /** When the first request came, in milliseconds of the epoch; undefined where no times are known. */
  readonly startMs: number | undefined;
  readonly templates: readonly Template[];
  readonly distinct: readonly DistinctRequest[];
  /** Place in `distinct` of each request, in the order in which they came. */
  readonly requests: Uint32Array;
  /** Milliseconds since `startMs`, ascending; without known times all are 0. */
  readonly atMs: Uint32Array;
}
