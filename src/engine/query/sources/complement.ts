/**
 * Complements: every doc that a source does not have, docs without a value included.
 */
import { LIST_BITS, PASS_BITS, TEST_DOC } from '../../../index/costs/index.js';
import type { Source } from './source.js';

/** Ordinals of an interval are compared modulo this number. */
const WRAP = 2 ** 32;

/** @param size docs of the segment */
export function complement(source: Source, size: number): Source {
  const { interval } = source;
  const fillCost = source.fillCost + 2 * PASS_BITS * size;
  const complementSource: Source = {
    size: size - source.size,
    ascends: true,
    structure: `all but: ${source.structure}`,
    has: (doc) => !source.has(doc),
    // Only sets have a loop over lists; a complement is tested doc by doc.
    testCost: Math.max(TEST_DOC, source.testCost),
    docs(arena) {
      const out = arena.list(complementSource.size);
      const mark = arena.mark();
      const bits = arena.bitset();
      complementSource.fill(bits, arena);
      bits.toList(complementSource.size, out);
      arena.release(mark);
      return out;
    },
    listCost: fillCost + LIST_BITS * size + (size - source.size),
    fill(bits, arena) {
      bits.setToAll();
      const mark = arena.mark();
      const excluded = arena.bitset();
      source.fill(excluded, arena);
      bits.removeAll(excluded.words);
      arena.release(mark);
    },
    fillCost,
  };
  if (interval === undefined || interval.ordinals.span === 0) return complementSource;
  // The complement of an interval begins after its end and wraps around to its start.
  const { low, span } = interval.ordinals;
  return {
    ...complementSource,
    testCost: source.testCost,
    interval: { column: interval.column, ordinals: { low: low + span, span: WRAP - span } },
  };
}
