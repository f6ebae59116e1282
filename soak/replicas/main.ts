/**
 * `npm run soak:replicas -- [--minutes 60] [--quick-nights 120] [--seed 1]`: checks that replicas never serve wrong,
 * old or forged content, and always reach the right snapshot.
 *
 * Three replicas follow an origin for many nights. Builds, pushes, the origin and replicas are killed, the origin fails
 * and lies, and hostile clients connect. Quick nights without kills follow, during which memory must not grow.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diceOf } from '../../testing/dice.js';
import { conclude } from '../options.js';
import { readReplicasOptions, soakReplicas } from './run.js';
import { filesFault, growthFault, medianOf, nightsTable, slopeText, slopeWithInterval } from './verdict.js';

const options = readReplicasOptions(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), 'stele-replicas-'));
const soak = await soakReplicas(options, folder, {
  onNight: ({ night, convergedSeconds, kills }) =>
    console.error(`night ${night}: ${kills} killed, converged ${convergedSeconds.toFixed(1)} s after the faults`),
  onWrong: (what) => console.error(`WRONG ${what}`),
}).finally(() => rmSync(folder, { recursive: true, force: true }));

const wrong = [...soak.wrong];
console.log(nightsTable(soak.nights));
const { replicas, builderKills, originKills, originRequests, quickMemory, warmUpNights } = soak;
const spared = soak.nights.slice(warmUpNights).flatMap(({ residentBytes }) => residentBytes ?? []);
/** @returns descriptions of its faults */
function tellMemory(when: string, memory: readonly number[]): string | undefined {
  const slope = slopeWithInterval(memory, diceOf(options.seed, 'slope'));
  const median = medianOf(memory);
  if (slope === undefined || median === undefined) {
    console.log(`memory ${when}: ${memory.length} nights tell no slope`);
    return undefined;
  }
  console.log(`memory ${when}: ${(median / 1e6).toFixed(0)} MB, ${slopeText(slope)}, over ${memory.length} nights`);
  return growthFault(slope, median);
}
// Memory that the C library keeps for loading threads grows at first; only the later nights show whether growth ends.
tellMemory('from its last start on, which is not judged', spared);
wrong.push(...[tellMemory('in the quick nights', quickMemory) ?? []].flat());
wrong.push(...[filesFault(soak.nights.slice(warmUpNights).flatMap(({ files }) => files ?? [])) ?? []].flat());
for (const [number, { log }] of replicas.entries()) {
  for (const [message, times] of log) console.log(`log of replica ${number + 1}: ${times} × ${message}`);
}
const answers = replicas.reduce((sum, replica) => sum + replica.answers, 0);
const unchanged = replicas.reduce((sum, replica) => sum + replica.unchanged, 0);
const conversations = replicas.reduce((sum, replica) => sum + replica.conversations, 0);
const kills = replicas.map((replica) => replica.kills).join(' + ');
if (answers === 0) wrong.push('nobody answered anything');
if (conversations === 0) wrong.push('nobody had a hostile conversation');
conclude(
  'replicas',
  `${soak.nights.length} nights, ${answers} answers, of which ${unchanged} not modified; ${conversations} hostile conversations; ${kills} replicas, ${originKills} origins and ${builderKills} builds and pushes killed; ${originRequests} requests to the origin; seed ${options.seed}`,
  wrong,
);
