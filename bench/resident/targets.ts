/**
 * The targets of the resident benchmark.
 */
import { atMost, unknown, type Verdict } from '../harness/results/tables.js';
import type { Compared } from './compare.js';

export const milliseconds = (us: number): string => (us / 1000).toFixed(2);

/** Number of items for which the target of the first answer is set. */
const firstAnswerItems = 10_000_000;
/** Number of items for which the other targets are set. */
const otherItems = 1_000_000;

/** Kept or missed at the size only that the target is set for. */
function at(items: number, wanted: number, verdict: Verdict): Verdict {
  if (items === wanted) return verdict;
  return unknown(verdict.promise, verdict.limit, `${verdict.measured} at ${items.toLocaleString('en-US')} items`);
}

export function firstAnswerVerdict(firstAnswerMs: number, items: number): Verdict {
  const shown = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const verdict = atMost('first answer, indexes, 10,000,000 items', 5000, firstAnswerMs, shown, '≤ 5 s');
  return at(items, firstAnswerItems, verdict);
}

export function comparedVerdicts(compared: readonly Compared[], items: number): readonly Verdict[] {
  const [all, indexes] = (['all', 'indexes'] as const).map((name) => compared.find(({ mode }) => mode === name));
  if (all === undefined || indexes === undefined) return [];
  const [whole, part] = [all.loaded.residentBytes, indexes.loaded.residentBytes];
  const shown = (value: number): string => value.toFixed(2);
  const share = whole === undefined || part === undefined ? undefined : part / whole;
  const memory = atMost('memory, indexes ÷ all', 0.55, share, shown);
  const p50 = atMost('p50 of the mix, indexes ÷ all', 1.6, indexes.loaded.p50Us / all.loaded.p50Us, shown);
  return [
    memory.kept === undefined ? memory : at(items, otherItems, memory),
    at(items, otherItems, p50),
    firstAnswerVerdict(indexes.firstAnswerMs, items),
  ];
}
