/**
 * What changed between two snapshots, against a comparison of the items themselves, on random models, items and
 * edits. `STELE_CASES=500 STELE_SEED=7 npx vitest run test/ship/diff/types.property.test.ts` runs more, or others.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { choosePair, compareSnapshots, openPair } from '../../../src/ship/diff/index.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { caseFromSeed } from '../../../testing/oracle/arbitraries/index.js';
import { type OracleSpace, writeExport } from '../../../testing/oracle/index.js';
import { type NaiveChanges, naiveChanges } from './naive.js';
import { afterNight } from './night.js';

const cases = Number(process.env['STELE_CASES'] ?? amount(20, 5));
const firstSeed = Number(process.env['STELE_SEED'] ?? 1);
const newFolder = temporaryFolders();

/** Builds both into one folder, and finds what differs. */
async function found(before: OracleSpace, after: OracleSpace): Promise<readonly NaiveChanges[]> {
  const folder = newFolder();
  for (const [name, space] of Object.entries({ before, after })) {
    writeExport(space, join(folder, name));
    await buildSnapshot(join(folder, name), join(folder, 'snapshots'), { files: diskFiles, strict: false });
  }
  const snapshots = join(folder, 'snapshots');
  const chosen = await choosePair(diskFiles, snapshots);
  expect(chosen.isGuessed).toBe(false);
  const changes: NaiveChanges[] = [];
  const idOf = (json: string): string => JSON.parse(json);
  for await (const type of compareSnapshots(await openPair(diskFiles, chosen.before, chosen.after))) {
    const changed = Array.from(type.changedItems(), ({ id, fields }) => [idOf(id), fields] as const);
    for (const { name, items } of type.fields) {
      expect(changed.filter(([, fields]) => fields.includes(name))).toHaveLength(items);
    }
    changes.push({
      name: type.name,
      itemsBefore: type.itemsBefore ?? -1,
      itemsAfter: type.itemsAfter ?? -1,
      added: Array.from(type.addedIds(), idOf),
      changed,
      removed: Array.from(type.removedIds(), idOf),
      reordered: type.reordered,
    });
    expect([type.added.length, type.changed.length, type.removed.length]).toEqual(
      [type.addedIds(), type.changedItems(), type.removedIds()].map((items) => [...items].length),
    );
  }
  return changes;
}

describe(`changes of a night, seeds ${firstSeed} to ${firstSeed + cases - 1}`, () => {
  it('every item added, changed or removed, every field, every order › is found, and no other', {
    timeout: 600_000,
  }, async () => {
    const seen = { nights: 0, added: 0, changed: 0, removed: 0, reordered: 0, untouched: 0 };
    for (let seed = firstSeed; seed < firstSeed + cases; seed += 1) {
      const { space } = caseFromSeed(seed);
      const after = afterNight(space, seed);
      const expected = naiveChanges(space, after);
      const total = (type: NaiveChanges): number => type.added.length + type.changed.length + type.removed.length;
      for (const type of expected) {
        seen.added += type.added.length;
        seen.changed += type.changed.length;
        seen.removed += type.removed.length;
        if (type.reordered) seen.reordered += 1;
        else if (total(type) === 0) seen.untouched += 1;
      }
      if (!expected.some((type) => type.reordered || total(type) > 0)) continue;
      expect(await found(space, after), `seed ${seed}`).toEqual(expected);
      seen.nights += 1;
    }
    console.log(`nights compared: ${JSON.stringify(seen)}`);
    expect(seen.nights).toBeGreaterThan(cases / 3);
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(cases / 10);
  });
});
