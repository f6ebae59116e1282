/**
 * `npm run soak:forged -- [--count 20000] [--seed 1] [--only 17]`: is every lie refused, or harmless?
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
const verdicts = await runForgeries(seed, numbers, ({ number, verdict }) => {
  if (number % 1000 === 999) console.error(`forged: ${number + 1} of ${count}, the last ${verdict}`);
});
if (only === undefined) {
  console.log(tally(verdicts, ({ section }) => section));
  console.log(tally(verdicts, ({ kind }) => kind));
} else console.log(verdicts);
const of = (name: Verdict['verdict']): number => verdicts.filter(({ verdict }) => verdict === name).length;
const seconds = ((Date.now() - startedMs) / 1000).toFixed(0);
conclude(
  'forged',
  `${verdicts.length} forgeries, seed ${seed}: ${of('refused')} refused by name, ${of('answered')} called intact and answered, ${of('hung')} hung, ${of('thrown')} thrown, ${of('unnamed')} refused without a name; ${seconds} s`,
  verdicts
    .filter(({ verdict }) => verdict !== 'refused' && verdict !== 'answered')
    .map(
      ({ number, verdict, section, what, why }) =>
        `--seed ${seed} --only ${number}: ${verdict}, ${section}, ${what}: ${why}`,
    ),
);
