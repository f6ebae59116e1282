/**
 * What a run is held against.
 */
import { atMost, unknown, type Verdict } from '../harness/results/verdicts.js';
import type { Compared } from './compare.js';
import type { Limited } from './limited.js';

export const milliseconds = (us: number): string => (us / 1000).toFixed(2);

/** The targets are set for a million items, the last one for ten. */
export function comparedVerdicts(compared: readonly Compared[]): readonly Verdict[] {
  const [all, indexes] = (['all', 'indexes'] as const).map((name) => compared.find(({ mode }) => mode === name));
  if (all === undefined || indexes === undefined) return [];
  const [whole, part] = [all.loaded.residentBytes, indexes.loaded.residentBytes];
  const memory = 'memory, indexes ÷ all';
  const ratio = (of: number, to: number): [string, number] => [(of / to).toFixed(2), of / to];
  return [
    whole === undefined || part === undefined
      ? unknown(memory, '≤ 0.55')
      : atMost(memory, '≤ 0.55', ...ratio(part, whole), 0.55),
    atMost('p50 of the mix, indexes ÷ all', '≤ 1.6', ...ratio(indexes.loaded.p50Us, all.loaded.p50Us), 1.6),
    atMost(
      'first answer, indexes, 10,000,000 items',
      '≤ 5 s',
      `${(indexes.firstAnswerMs / 1000).toFixed(1)} s`,
      indexes.firstAnswerMs,
      5000,
    ),
  ];
}

export const limitedVerdicts = ({ kills, loaded }: Limited): readonly Verdict[] => [
  atMost('p99, half of the snapshot allowed', '≤ 20 ms', `${milliseconds(loaded.p99Us)} ms`, loaded.p99Us, 20_000),
  atMost('ended by the system', '0', String(kills), kills, 0),
];
