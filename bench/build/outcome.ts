/**
 * What comes of one contestant's build, as its process tells it.
 */
/** What a contestant says of its build. */
export interface Outcome {
  readonly items: number;
  /** Of the snapshot; of a database none. */
  readonly id?: string;
  readonly seconds: number;
  /** The most that the process had in memory. */
  readonly peakBytes: number;
}

export const isOutcome = (value: unknown): value is Outcome =>
  typeof value === 'object' && value !== null && 'items' in value && 'seconds' in value && 'peakBytes' in value;
