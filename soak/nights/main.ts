/**
 * `npm run soak:nights -- [--minutes 15] [--others]`: plays the nights of an operator with the real commands, and prints a table.
 *
 * Growing, shrinking, wrong and broken exports, killed builds, pushes and pulls, a full disk, two builders, a damaged bucket, a
 * prune beside a push, wrong clocks, files of another user. With `--others`, short runs of soak:pull, soak:damage and soak:replicas
 * follow in the same table. After `--minutes` no further night begins; the table lists it as not begun.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { ROOT } from '../../testing/root.js';
import { between, conclude } from '../options.js';
import { NIGHTS, playNight } from './nights.js';
import { Site } from './site.js';
import { type NightOutcome, nightsTable } from './table.js';

const { minutes, others } = new Command('soak:nights')
  .description('Plays the nights of an operator with the real commands.')
  .option('--minutes <number>', 'time after which no further night begins', between(0.1, 600), 15)
  .option('--others', 'also run other soaks, each for a short time', false)
  .parse()
  .opts();

/** Other soaks and their arguments, each about a minute. Elsewhere: soak:crash, which takes ten minutes or more. */
const OTHER_SOAKS: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['pull', ['--count', '100']],
  ['damage', ['--count', '500']],
  ['replicas', ['--minutes', '1', '--quick-nights', '0']],
];

function runOther(name: string, args: readonly string[]): NightOutcome {
  const startedMs = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'dist', 'soak', name, 'main.js'), ...args],
    { encoding: 'utf8', timeout: 10 * 60_000 },
  );
  const lastLine = stdout.trimEnd().split('\n').at(-1) ?? '';
  return {
    night: `soak:${name} ${args.join(' ')}`,
    outcome: lastLine.slice(0, 100),
    seconds: (performance.now() - startedMs) / 1000,
    wrong: status === 0 ? [] : [stderr.slice(-500)],
  };
}

const startedMs = performance.now();
const isOver = (): boolean => performance.now() - startedMs > minutes * 60_000;
const notBegun = (night: string): NightOutcome => ({ night, outcome: 'not begun', seconds: 0, wrong: [] });

const folder = mkdtempSync(join(tmpdir(), 'stele-nights-'));
const outcomes: NightOutcome[] = [];
try {
  const site = new Site(folder);
  for (const [name, night] of NIGHTS) {
    outcomes.push(isOver() ? notBegun(name) : await playNight(name, night, site));
    console.error(`${name}: ${outcomes.at(-1)?.outcome}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (others)
  for (const [name, args] of OTHER_SOAKS) outcomes.push(isOver() ? notBegun(`soak:${name}`) : runOther(name, args));
console.log(nightsTable(outcomes));
const wrong = outcomes.flatMap((outcome) => outcome.wrong.map((problem) => `${outcome.night}: ${problem}`));
conclude('nights', `${outcomes.length} nights`, wrong);
