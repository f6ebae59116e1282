/**
 * How much a plain `npm ci` installs. Tools that bring many packages with them live in packages of their own (`bench`,
 * `soak/mutation`, `test/system/clients/warp-drive`): who only wants to run stele or its tests does not wait for them.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../src/format/index.js';
import { listAt } from '../support/jsonapi-schema/index.js';

const MOST = 350;
/** Names in `node_modules`, a scope counted once, of a machine that only serves: `npm ci --omit=dev --omit=optional`. */
const MOST_OF_REPLICA = 60;

const lock: unknown = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));

/** As npm reads the members `os` and `cpu`: a list of names, all but those with an exclamation mark before them. */
function fits(list: readonly unknown[], here: string): boolean {
  if (list.includes(`!${here}`)) return false;
  const named = list.filter((name) => !String(name).startsWith('!'));
  return named.length === 0 || named.includes(here);
}

describe('npm ci', () => {
  it(`installs ${MOST} packages at most`, () => {
    const packages = isRecord(lock) && isRecord(lock['packages']) ? Object.entries(lock['packages']) : [];
    const installed = packages.filter(
      ([path, entry]) =>
        path !== '' && fits(listAt(entry, 'os'), process.platform) && fits(listAt(entry, 'cpu'), process.arch),
    );
    expect(installed.length).toBeGreaterThan(100);
    expect(installed.length).toBeLessThanOrEqual(MOST);
  });
});

describe('npm ci --omit=dev --omit=optional', () => {
  it(`brings ${MOST_OF_REPLICA} names at most, and nothing that only importers or databases need`, () => {
    const packages = isRecord(lock) && isRecord(lock['packages']) ? Object.entries(lock['packages']) : [];
    const names = packages
      .filter(
        ([, entry]) =>
          isRecord(entry) && entry['dev'] !== true && entry['optional'] !== true && entry['devOptional'] !== true,
      )
      .flatMap(([path]) => /^node_modules\/([^/]+)(?:\/[^/]+)?$/.exec(path)?.[1] ?? []);
    expect(names).toContain('koa');
    expect(names).not.toContain('postgres');
    expect(new Set(names).size).toBeLessThanOrEqual(MOST_OF_REPLICA);
  });
});
