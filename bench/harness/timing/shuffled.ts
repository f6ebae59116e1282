/**
 * Random order, decided by the seed.
 */
import type { Random } from '../../../data/generate/random.js';

/** @returns the items in random order (Fisher and Yates) */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i -= 1) {
    const j = random.below(i + 1);
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}
