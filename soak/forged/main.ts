/**
 * `npm run soak:forged -- [--count 20000] [--seed 1] [--only 17]`: checks that every forged snapshot is refused or
 * harmless.
 */
import { anyNumber, conclude, countedCommand } from '../options.js';
import { runForgeries } from './run.js';
import type { Verdict } from './trial.js';

const { count, seed, only } = countedCommand(
  'soak:forged',
  'Forges a snapshot and looks whether verify refuses it, or every request is answered.',
  'forgeries',
  20_000,
)
  .option('--only <number>', 'one forgery alone', anyNumber)
  .parse()
  .opts();

/** @returns a line a group: how many were forged, refused, and called intact and answered */
function tally(verdicts: readonly Verdict[], groupOf: (verdict: Verdict) => string): string {
  const groups = new Map<string, Verdict[]>();
  for (const verdict of verdicts) groups.set(groupOf(verdict), [...(groups.get(groupOf(verdict)) ?? []), verdict]);
  const lines = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, members]) => {
      const counted = (name: Verdict['verdict']): string =>
        String(members.filter(({ verdict }) => verdict === name).length).padStart(9);
      return `${group.padEnd(48)}${String(members.length).padStart(8)}${counted('refused')}${counted('answered')}`;
    });
  return [`${''.padEnd(48)}  forged  refused answered`, ...lines].join('\n');
}

const startedMs = Date.now();
const numbers = only === undefined ? Array.from({ length: count }, (_, number) => number) : [only];
const counts = { refused: 0, answered: 0, hung: 0, thrown: 0, unnamed: 0 };
const isWrong = ({ verdict }: Verdict): boolean => verdict !== 'refused' && verdict !== 'answered';
const inWords = ({ number, verdict, section, what, why }: Verdict): string =>
  `--seed ${seed} --only ${number}: ${verdict}, ${section}, ${what}: ${why}`;
let tried = 0;
const verdicts = await runForgeries(seed, numbers, (verdict) => {
  counts[verdict.verdict] += 1;
  tried += 1;
  // At once, so that a run that is stopped has said it.
  if (isWrong(verdict)) console.error(inWords(verdict));
  if (tried % 500 === 0) console.error(`forged: ${tried} of ${count}: ${JSON.stringify(counts)}`);
});
if (only === undefined) {
  console.log(tally(verdicts, ({ section }) => section));
  console.log(tally(verdicts, ({ kind }) => kind));
} else console.log(verdicts);
const seconds = ((Date.now() - startedMs) / 1000).toFixed(0);
conclude(
  'forged',
  `${verdicts.length} forgeries, seed ${seed}: ${counts.refused} refused by name, ${counts.answered} called intact and answered, ${counts.hung} hung, ${counts.thrown} thrown, ${counts.unnamed} refused without a name; ${seconds} s`,
  verdicts.filter(isWrong).map(inWords),
);
