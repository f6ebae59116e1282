/**
 * What to purge is enough in every locale, on random models, items, edits and requests, as test/ship/diff/purge.property.slow.test.ts
 * has it of spaces without locales.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openSnapshot } from '../../../src/index/snapshot/index.js';
import { findPurge, openPair } from '../../../src/ship/diff/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { caseFromSeed } from '../../../testing/oracle/arbitraries/index.js';
import { LOCALES, type LocalizedSpace, localizedSpace, writeLocalizedExport } from '../../../testing/oracle/locales.js';
import { askedByValue } from '../../ship/diff/by-value.js';
import { afterNight, EDITS } from '../../ship/diff/night.js';
import { ask, drawRequests, setOf } from '../../ship/diff/nights.js';

const cases = Number(process.env['STELE_CASES'] ?? 8);
const firstSeed = Number(process.env['STELE_SEED'] ?? 1);
const newFolder = temporaryFolders();

it('every changed answer › has a key in the purge list', { timeout: 600_000 }, async () => {
  const seen = { differing: 0, same: 0, needlessly: 0 };
  for (let seed = firstSeed; seed < firstSeed + cases; seed += 1) {
    const { space } = caseFromSeed(seed);
    const later = afterNight(space, seed, EDITS);
    const folder = newFolder();
    const snapshots = join(folder, 'snapshots');
    const build = async (name: string, localized: LocalizedSpace) => {
      writeLocalizedExport(localized, join(folder, name), false);
      return (await buildSnapshot(join(folder, name), snapshots, { files: diskFiles, strict: false })).snapshot;
    };
    const first = localizedSpace(space, seed, false);
    // Of every second night only what one locale has of its own is another: that of another seed.
    const german = {
      ...first,
      spaces: new Map([...first.spaces, ['fr', localizedSpace(space, seed + 1000, false).spaces.get('fr')!]]),
    };
    const second = seed % 2 === 0 ? german : localizedSpace(later, seed, false);
    const [a, b] = [await build('a', first), await build('b', second)];
    const purge = await findPurge(
      await openPair(diskFiles, { folder: snapshots, id: a }, { folder: snapshots, id: b }),
    );
    const keys = await setOf(purge.keys());
    expect(keys.size).toBe(purge.keyCount);
    const [before, after] = [await openSnapshot(diskFiles, snapshots, a), await openSnapshot(diskFiles, snapshots, b)];
    const drawn = drawRequests(first.spaces.get('en')!, seed, 40);
    for (const { code } of LOCALES) {
      const nights = [first, second].flatMap(({ spaces }) => spaces.get(code) ?? []);
      for (const { path, search } of [...drawn, ...askedByValue(nights, seed)]) {
        const request = { path, search: `${search}${search === '' ? '?' : '&'}localeCode=${code}` };
        const old = ask(before, request);
        if (old === undefined) continue;
        const hasKey = old.keys.some((key) => keys.has(key));
        if (ask(after, request)?.document === old.document) {
          seen.same += 1;
          if (hasKey) seen.needlessly += 1;
        } else {
          seen.differing += 1;
          expect(hasKey, `seed ${seed}, ${request.path}${request.search}`).toBe(true);
        }
      }
    }
  }
  console.log(`answers of the night before, in locales: ${JSON.stringify(seen)}`);
  expect(seen.differing).toBeGreaterThan(cases);
  expect(seen.same).toBeGreaterThan(cases);
});
