/**
 * How much a plain `npm ci` installs. Tools that bring many packages with them live in packages of their own (`bench`,
 * `soak/mutation`, `test/clients/warp-drive`): who only wants to run stele or its tests does not wait for them.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../src/format/index.js';
import { listAt } from '../support/jsonapi-schema/index.js';

const MOST = 350;

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
