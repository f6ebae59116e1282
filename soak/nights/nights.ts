/**
 * The nights: each changes or breaks one thing, and says what was wrong afterwards.
 *
 * Invariant of all: CURRENT of builder and replica names an intact snapshot, and a refused night changes nothing.
 */
import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builderClock, replicaClock } from './clock-nights.js';
import { expectArrival, expectCode, expectRefusal, type Night } from './expectations.js';
import { otherUsersBuild, otherUsersReplica } from './other-user-nights.js';
import type { CommandOutcome, Site } from './site.js';
import type { NightOutcome } from './table.js';

/** Number of kills of builds, pushes and pulls each. */
export const KILLS = 20;
const BOOKS = 2_000;

const growing: Night = async (site) => {
  const wrong: string[] = [];
  for (const factor of [1, 2, 4]) {
    site.writeExport(BOOKS * factor, 'Grown');
    wrong.push(...(await expectArrival(site)));
  }
  return { outcome: '3 snapshots built, pushed and pulled', wrong };
};

const shrinking: Night = async (site) => {
  site.writeExport(BOOKS, 'Grown');
  const refusal = await expectRefusal(site, /more than 30% of a content type or of a field is missing/);
  const published = expectCode('build --max-shrink 100%', await site.build(['--max-shrink', '100%']), 0);
  return { outcome: 'refused; published with --max-shrink 100%', wrong: [...refusal, ...published] };
};

const rewritten: Night = async (site) => {
  site.writeExport(BOOKS, 'Wrong');
  const wrong = await expectRefusal(site, /book: 2,000 of 2,000 items have other content/, ['--max-change', '50%']);
  return { outcome: 'refused by --max-change 50%', wrong };
};

const broken: Night = async (site) => {
  site.writeExport(BOOKS, 'Night');
  const file = join(site.export, 'author.ndjson');
  truncateSync(file, Math.floor(statSync(file).size * 0.55));
  return {
    outcome: 'refused; the error is in the last lines',
    wrong: await expectRefusal(site, /author\.ndjson:\d+: /),
  };
};

/** Kills a command at instants spread over its usual time, then lets it finish. */
async function killAndFinish(
  run: (killAfterMs?: number) => Promise<CommandOutcome>,
  check: () => Promise<readonly string[]>,
): Promise<{ readonly killed: number; readonly wrong: readonly string[] }> {
  const wrong: string[] = [];
  let killed = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { code } = await run(100 + kill * 40);
    if (code === null) killed += 1;
    wrong.push(...(await check()));
  }
  wrong.push(...expectCode('after the kills', await run(), 0), ...(await check()));
  return { killed, wrong };
}

const killedBuilds: Night = async (site) => {
  site.writeExport(BOOKS, 'Killed');
  const options = (killAfterMs?: number) => (killAfterMs === undefined ? {} : { killAfterMs });
  const builds = await killAndFinish(
    (ms) => site.build(['--full'], options(ms)),
    () => site.findDamage(site.snapshots),
  );
  const pushes = await killAndFinish(
    (ms) => site.push([], options(ms)),
    async () => [],
  );
  const pulls = await killAndFinish(
    (ms) => site.pull(options(ms)),
    () => site.findDamage(site.replica),
  );
  return {
    outcome: `${builds.killed} builds, ${pushes.killed} pushes, ${pulls.killed} pulls killed; then all finished`,
    wrong: [...builds.wrong, ...pushes.wrong, ...pulls.wrong, ...(await expectArrival(site))],
  };
};

/** A limit on the size of files is the full disk that needs no root: writes fail with EFBIG. */
const fullDisk: Night = async (site) => {
  site.writeExport(BOOKS * 2, 'Full');
  const before = await site.current(site.snapshots);
  const prefix = ['prlimit', '--fsize=65536'];
  const built = await site.build(['--full'], { prefix });
  const wrong = [...expectCode('build', built, 1), ...(await site.findDamage(site.snapshots))];
  if ((await site.current(site.snapshots)) !== before) wrong.push('a build without room changed CURRENT');
  return { outcome: 'build refused; then built', wrong: [...wrong, ...(await expectArrival(site))] };
};

const twoBuilders: Night = async (site) => {
  site.writeExport(BOOKS * 2, 'Two');
  const built = await Promise.all([site.build(['--full']), site.build(['--full'])]);
  const successes = built.filter(({ code }) => code === 0).length;
  const wrong = successes === 0 ? ['neither of two builds succeeded'] : [];
  return {
    outcome: `${successes} of 2 builds at once published`,
    wrong: [...wrong, ...(await site.findDamage(site.snapshots)), ...(await expectArrival(site))],
  };
};

const damagedBucket: Night = async (site) => {
  const segments = join(site.target, 'segments');
  const names = readdirSync(segments);
  rmSync(join(segments, names[0] ?? ''), { force: true });
  // The file may be a hard link to the builder's: it is replaced, not changed.
  const cut = join(segments, names[1] ?? '');
  rmSync(cut, { force: true });
  writeFileSync(cut, 'cut');
  const pushed = await site.push(['--verify']);
  const wrong = [...expectCode('push --verify', pushed, 0)];
  rmSync(site.replica, { recursive: true, force: true });
  return { outcome: 'a removed and a cut segment sent again', wrong: [...wrong, ...(await expectArrival(site))] };
};

const pruned: Night = async (site) => {
  const wrong: string[] = [];
  for (const word of ['Pruned', 'Again', 'Last']) {
    site.writeExport(BOOKS * 2, word);
    const built = await site.build();
    const pruneTarget = () => site.run(['prune', `file://${site.target}`, '--keep', '2', '--grace', '0']);
    const [pushed, firstPrune] = await Promise.all([site.push(), pruneTarget()]);
    // A push removes leftovers from a folder, and with them the file that a prune is about to rename: the prune fails without harm.
    const prune = firstPrune.stderr.includes('a file has vanished') ? await pruneTarget() : firstPrune;
    wrong.push(...expectCode('build', built, 0), ...expectCode('push', pushed, 0), ...expectCode('prune', prune, 0));
    wrong.push(...expectCode('pull', await site.pull(), 0), ...(await site.findDamage(site.replica)));
  }
  rmSync(site.replica, { recursive: true, force: true });
  return { outcome: '3 prunes beside 3 pushes', wrong: [...wrong, ...(await expectArrival(site))] };
};

export const NIGHTS: readonly (readonly [name: string, night: Night])[] = [
  ['growing', growing],
  ['shrinking', shrinking],
  ['other content under the same ids', rewritten],
  ['a cut export file', broken],
  [`builds, pushes and pulls killed at ${KILLS} instants each`, killedBuilds],
  ['full disk', fullDisk],
  ['two builders at once', twoBuilders],
  ['damaged bucket', damagedBucket],
  ['prune beside push', pruned],
  ["the builder's clock jumps back and forward", builderClock],
  ['replicas with wrong clocks', replicaClock],
  ["a builder in another user's folders", otherUsersBuild],
  ["a replica in another user's folders", otherUsersReplica],
];

/** @returns the outcome of a night; an exception counts as wrong */
export async function playNight(name: string, night: Night, site: Site): Promise<NightOutcome> {
  const startedMs = performance.now();
  const { outcome, wrong } = await night(site).catch((error: unknown) => ({
    outcome: 'failed',
    wrong: [String(error)],
  }));
  return { night: name, outcome, seconds: (performance.now() - startedMs) / 1000, wrong };
}
