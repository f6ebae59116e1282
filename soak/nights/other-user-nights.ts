/**
 * Nights in which a command meets files of another user: folders it may not write, and files it may not read.
 *
 * Root may do everything, so it runs the commands as `nobody`; any other user removes its own rights for a moment.
 */
import { chmodSync, chownSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expectArrival, expectCode, expectUnchanged, type Night } from './expectations.js';
import type { RunOptions, Site } from './site.js';

const BOOKS = 1_000;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const FORBIDDEN = /this user has no right to do that/;
const OUTCOME = 'each refused, with the folder or file; then it arrived';

/** How commands run without the rights of the owner. */
const asOther: RunOptions = isRoot
  ? { prefix: ['setpriv', '--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups'] }
  : {};

/** Runs something while others, or if not run by root anybody, may not use the file or folder in this manner. */
async function without<T>(path: string, rights: 'write' | 'read', act: () => Promise<T>): Promise<T> {
  const isFolder = !/\.[a-z]+$|CURRENT$/.test(path);
  const usual = isFolder ? 0o755 : 0o644;
  // As root the owner keeps its rights: the command runs as another user.
  const kept = rights === 'write' ? 0o555 : 0;
  chmodSync(path, isRoot ? usual & (kept | 0o700) : usual & kept);
  try {
    return await act();
  } finally {
    chmodSync(path, usual);
  }
}

/** Gives a folder and all in it to the user that runs the commands. */
function giveAway(folder: string, user: number): void {
  if (!isRoot) return;
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, name), user, user);
}

async function findSegment(site: Site): Promise<string> {
  const folder = join(site.snapshots, String(await site.current(site.snapshots)));
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.segment')) ?? '');
}

/** Publishes other content, and lets it arrive. @returns descriptions of wrong behaviour */
async function begin(site: Site, word: string): Promise<readonly string[]> {
  // The user nobody must reach the folders in it.
  chmodSync(site.folder, 0o755);
  site.writeExport(BOOKS, word);
  const built = expectCode('build', await site.build(['--max-shrink', '100%']), 0);
  return [...built, ...(await expectArrival(site))];
}

export const otherUsersBuild: Night = async (site) => {
  const wrong = [...(await begin(site, 'Other'))];
  const refuse = (reason: RegExp, path: string, rights: 'write' | 'read') =>
    without(path, rights, () => expectUnchanged(site, site.snapshots, reason, () => site.build([], asOther)));
  site.writeExport(BOOKS, 'Others');
  wrong.push(...(await refuse(FORBIDDEN, site.snapshots, 'write')));
  giveAway(site.snapshots, NOBODY);
  wrong.push(
    ...(await refuse(/cannot read the export in .*author\.ndjson/, join(site.export, 'author.ndjson'), 'read')),
  );
  for (const path of [await findSegment(site), join(site.snapshots, 'CURRENT')]) {
    if (isRoot) chownSync(path, 0, 0);
    wrong.push(...(await refuse(/cannot read the snapshots in /, path, 'read')));
  }
  giveAway(site.snapshots, 0);
  return { outcome: OUTCOME, wrong: [...wrong, ...(await expectArrival(site))] };
};

export const otherUsersReplica: Night = async (site) => {
  const wrong = [...(await begin(site, 'Replica'))];
  site.writeExport(BOOKS, 'Replicas');
  wrong.push(...expectCode('build', await site.build(), 0));
  const { target, replica } = site;
  const forbid = (folder: string, path: string, rights: 'write' | 'read', run: () => ReturnType<Site['pull']>) =>
    without(path, rights, () => expectUnchanged(site, folder, FORBIDDEN, run));
  wrong.push(...(await forbid(site.target, target, 'write', () => site.push([], asOther))));
  wrong.push(...expectCode('push', await site.push(), 0));
  wrong.push(...(await forbid(replica, replica, 'write', () => site.pull(asOther))));
  const health = await without(replica, 'write', () => site.askHealth([replica], asOther));
  if (!health.includes(String(await site.current(replica)))) wrong.push(`it is not served: ${health}`);
  rmSync(replica, { recursive: true, force: true });
  return {
    outcome: `${OUTCOME}; a folder that may only be read is served`,
    wrong: [...wrong, ...(await expectArrival(site))],
  };
};
