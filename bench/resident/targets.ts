/**
 * What a run is held against.
 */
import { atMost, unknown, type Verdict } from '../harness/results/tables.js';
import type { Compared } from './compare.js';

export const milliseconds = (us: number): string => (us / 1000).toFixed(2);

/** What the time to the first answer is promised for, and whatever else is. */
const firstAnswerItems = 10_000_000;
const otherItems = 1_000_000;

/** Kept or missed at the size only that the target is set for. */
function at(items: number, wanted: number, verdict: Verdict): Verdict {
  if (items === wanted) return verdict;
  return unknown(verdict.promise, verdict.limit, `${verdict.measured} at ${items.toLocaleString('en-US')} items`);
}

export function firstAnswerVerdict(firstAnswerMs: number, items: number): Verdict {
  const seconds = `${(firstAnswerMs / 1000).toFixed(1)} s`;
  const verdict = atMost('first answer, indexes, 10,000,000 items', '≤ 5 s', seconds, firstAnswerMs, 5000);
  return at(items, firstAnswerItems, verdict);
}

export function comparedVerdicts(compared: readonly Compared[], items: number): readonly Verdict[] {
  const [all, indexes] = (['all', 'indexes'] as const).map((name) => compared.find(({ mode }) => mode === name));
  if (all === undefined || indexes === undefined) return [];
  const [whole, part] = [all.loaded.residentBytes, indexes.loaded.residentBytes];
  const memory = 'memory, indexes ÷ all';
  const ratio = (of: number, to: number): [string, number] => [(of / to).toFixed(2), of / to];
  return [
    whole === undefined || part === undefined
      ? unknown(memory, '≤ 0.55')
      : at(items, otherItems, atMost(memory, '≤ 0.55', ...ratio(part, whole), 0.55)),
    at(
      items,
      otherItems,
      atMost('p50 of the mix, indexes ÷ all', '≤ 1.6', ...ratio(indexes.loaded.p50Us, all.loaded.p50Us), 1.6),
    ),
    firstAnswerVerdict(indexes.firstAnswerMs, items),
  ];
}
