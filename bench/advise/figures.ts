/**
 * What the benchmark takes from the JSON of `stele advise`.
 */
import type { Advice } from '../../src/advise/index.js';
import { OperationError } from '../../src/errors/index.js';

export interface AdviceFigures {
  /** How many fields of the model are changed. */
  readonly pieces: number;
  readonly before: { readonly bytes: number; readonly seconds: number };
  readonly after: { readonly bytes: number; readonly seconds: number };
  /** Requests that are answered otherwise, the first few of them. */
  readonly different: number;
  readonly heldBack: string | undefined;
  readonly shapes: readonly {
    readonly shape: string;
    readonly ratio: number;
    readonly interval: readonly [number, number] | undefined;
    readonly verdict: string;
  }[];
}

const isAdvice = (value: unknown): value is Advice =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'stele-advice';

/** @throws OperationError where there is no advice */
export function readAdvice(value: unknown): AdviceFigures {
  if (!isAdvice(value) || value.leaner === undefined) throw new OperationError('stele advise has advised nothing.');
  const { before, after, judgement, heldBack } = value.leaner;
  return {
    pieces: value.pieces.length,
    before,
    after,
    different: judgement.different.length,
    heldBack,
    shapes: judgement.shapes.map(({ shape, p50: { ratio, interval }, verdict }) => ({
      shape,
      ratio,
      interval,
      verdict,
    })),
  };
}
