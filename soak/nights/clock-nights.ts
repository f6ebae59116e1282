/**
 * Nights with wrong clocks: signed builds under a clock that jumps, and replicas whose own clock is wrong.
 *
 * `faketime` of Debian gives a command another clock; times of files stay those of the machine.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expectCode, expectUnchanged, type Night } from './expectations.js';
import type { RunOptions, Site } from './site.js';

const BOOKS = 1_000;
const AHEAD = /more than a day ahead of this machine's clock; correct the wrong clock/;

const hasFaketime = (): boolean => spawnSync('faketime', ['--version']).status === 0;
const NOT_TRIED = { outcome: 'not tried: faketime is not installed', wrong: [] };

/** @param offset of the clock, such as `-2d` */
const atClock = (offset: string): RunOptions => ({ prefix: ['faketime', '--exclude-monotonic', '-f', offset] });

/** The time of the build in a folder's current snapshot, in milliseconds since 1970. */
async function readBuiltMs(site: Site, folder: string): Promise<number> {
  const text = readFileSync(join(folder, String(await site.current(folder)), 'built.json'), 'utf8');
  return Date.parse(/"built":\s*"([^"]+)"/.exec(text)?.[1] ?? '');
}

class SignedSite {
  readonly #site: Site;
  readonly #key: string;

  constructor(site: Site, key: string) {
    this.#site = site;
    this.#key = key;
  }

  /** Signs, builds and pushes other content at this clock. */
  async publish(word: string, clock: RunOptions): Promise<readonly string[]> {
    this.#site.writeExport(BOOKS, word);
    return [
      ...expectCode('build', await this.#site.build(['--max-shrink', '100%', '--sign', this.#key], clock), 0),
      ...expectCode('push', await this.#site.push([], clock), 0),
      ...(await this.#site.findDamage(this.#site.snapshots)),
    ];
  }

  pull(clock: RunOptions = {}, args: readonly string[] = []) {
    return this.#site.pull(clock, ['--trust', `${this.#key}.pub`, ...args]);
  }

  /** Pulls at this clock, and expects the snapshot of the builder. */
  async arrive(clock: RunOptions = {}, args: readonly string[] = []): Promise<readonly string[]> {
    const wrong = [
      ...expectCode('pull', await this.pull(clock, args), 0),
      ...(await this.#site.findDamage(this.#site.replica)),
    ];
    const [built, pulled] = [
      await this.#site.current(this.#site.snapshots),
      await this.#site.current(this.#site.replica),
    ];
    return built === pulled ? wrong : [...wrong, `the builder has ${built}, the replica ${pulled}`];
  }
}

async function beginSigned(site: Site): Promise<{ readonly signed: SignedSite; readonly wrong: readonly string[] }> {
  const key = join(site.folder, 'signing.key');
  rmSync(key, { force: true });
  rmSync(`${key}.pub`, { force: true });
  const created = expectCode('keys new', await site.run(['keys', 'new', key]), 0);
  // A replica that has accepted another key's snapshots would refuse this one's.
  rmSync(site.replica, { recursive: true, force: true });
  const signed = new SignedSite(site, key);
  return { signed, wrong: [...created, ...(await signed.publish('Clock', {})), ...(await signed.arrive())] };
}

export const builderClock: Night = async (site) => {
  if (!hasFaketime()) return NOT_TRIED;
  const { signed, wrong: begun } = await beginSigned(site);
  const wrong = [...begun];
  wrong.push(...(await signed.publish('An hour back', atClock('-1h'))), ...(await signed.arrive()));
  wrong.push(...(await signed.publish('Back', atClock('-2d'))));
  // Yesterday's signature is two days ahead of this clock, so it is taken for the wrong one.
  wrong.push(...(await expectUnchanged(site, site.replica, /it is older/, () => signed.pull())));
  const backMs = Date.now() - (await readBuiltMs(site, site.snapshots));
  if (!(backMs > 86_400_000)) wrong.push('a build at a clock two days back does not say so in built.json');
  wrong.push(...(await signed.publish('Right again', {})), ...(await signed.arrive()));
  wrong.push(...(await signed.publish('Forward', atClock('+2d'))));
  wrong.push(...(await expectUnchanged(site, site.replica, AHEAD, () => signed.pull())));
  wrong.push(...(await signed.publish('Right', {})), ...(await signed.arrive()));
  return { outcome: 'an hour back: arrives; 2 days back or ahead: refused by replicas; right again: arrives', wrong };
};

export const replicaClock: Night = async (site) => {
  if (!hasFaketime()) return NOT_TRIED;
  const { signed, wrong: begun } = await beginSigned(site);
  const wrong = [...begun, ...(await signed.publish('Wrong replicas', {}))];
  const replicaBack = () => signed.pull(atClock('-3d'));
  wrong.push(...(await expectUnchanged(site, site.replica, AHEAD, replicaBack)), ...(await signed.arrive()));
  wrong.push(...(await signed.publish('Later', {})), ...(await signed.arrive(atClock('+3d'))));
  rmSync(site.replica, { recursive: true, force: true });
  const firstAhead = await signed.pull(atClock('+30d'), ['--max-signature-age', '7']);
  wrong.push(...expectCode('a first pull at a clock 30 days ahead', firstAhead, 1), ...(await signed.arrive()));
  for (const offset of ['-3d', '+3d']) {
    const health = await site.askHealth([site.replica], atClock(offset));
    const current = await site.current(site.replica);
    if (!health.includes(String(current))) wrong.push(`a server at ${offset} does not serve ${current}: ${health}`);
  }
  return { outcome: '3 days back: refused, serves on; ahead: arrives; both serve', wrong };
};
