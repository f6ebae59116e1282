/**
 * Random integers of a trial, reproducible from its seed and its name.
 */
import { Random } from '../data/generate/random.js';

/** @returns integers from 0 to bound - 1, the same for the same seed and stream */
export const diceOf = (seed: number, stream: string): ((bound: number) => number) => {
  const random = new Random(seed, stream);
  return (bound) => random.below(bound);
};
