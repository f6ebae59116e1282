/**
 * Every choice forced the other way: small worlds with everything in them, and requests drawn by a seed, give the same bytes in
 * each way; and each way of each choice is taken in the run. Choices of builds have a run of their own (builds).
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { CHOICES, type TakenChoice, THRESHOLDS, withChoicesAsync } from '../../../src/content/choices/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { Bitset } from '../../../src/index/docset/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { caseFromSeed } from '../../../testing/oracle/arbitraries/index.js';
import { writeExport } from '../../../testing/oracle/index.js';
import { describeForced, type ForcedDifference, Forcing, type SeenWays, waysNotTaken } from './forcing.js';
import { Requests } from './requests.js';
import { buildWorld, LOW, openIn, RARE } from './world.js';

const newFolder = temporaryFolders();
const first = Number(process.env['STELE_SEED'] ?? 1);
const seen: SeenWays = new Map();

async function openRandom(seed: number): Promise<Space> {
  const folder = newFolder();
  writeExport(caseFromSeed(seed).space, join(folder, 'export'));
  await withChoicesAsync({ thresholds: LOW }, () =>
    buildSnapshot(join(folder, 'export'), join(folder, 'snapshots'), { files: diskFiles, strict: false }),
  );
  return openCurrent(diskFiles, join(folder, 'snapshots'));
}

describe('forced choices', () => {
  const worlds: { readonly compiled: Space; readonly plain: Space }[] = [];
  const told = ({ name, taken }: TakenChoice): unknown => seen.set(`${name} ${taken}`, 1);
  const random: Space[] = [];
  beforeAll(async () => {
    for (let seed = first; seed < first + amount(3, 2); seed += 1) {
      const snapshots = await buildWorld(seed, newFolder());
      worlds.push({ compiled: await openIn('one', snapshots, told), plain: await openIn('buffers', snapshots, told) });
    }
    for (let seed = first; seed < first + amount(20, 6); seed += 1) random.push(await openRandom(seed));
  });

  it('content with all features › equal bytes', { timeout: 240_000 }, () => {
    let behind = 0;
    for (const [place, { compiled, plain }] of worlds.entries()) {
      const seed = first + place;
      const requests = new Requests(plain, seed);
      const forcing = new Forcing(compiled, LOW, seed, 2, seen);
      const count = amount(400, 100);
      for (let i = 0; i < count; i += 1) {
        const difference = forcing.ask(RARE[i] ?? requests.next(), plain);
        if (difference !== undefined) expect.fail(describeForced(difference, seed));
      }
      behind += requests.behind;
      expect(forcing.refused).toBeLessThan(count / 4);
      expect(forcing.answers).toBeGreaterThan(count * 3);
    }
    expect(behind).toBeGreaterThanOrEqual((worlds.length * (amount(400, 100) - RARE.length)) / 5);
  });

  it('random models › the same bytes', { timeout: 240_000 }, () => {
    for (const [place, space] of random.entries()) {
      const seed = first + place;
      const forcing = new Forcing(space, LOW, seed, 1, seen);
      for (const { path, search } of caseFromSeed(seed).requests) {
        const difference = forcing.ask(`${path}${search}`);
        if (difference !== undefined) expect.fail(describeForced(difference, seed));
      }
    }
  });

  it('each option of each choice › was taken', () => {
    expect(waysNotTaken(seen, (name) => !CHOICES[name].file.startsWith('build/'))).toEqual([]);
  });

  it('each threshold › is changed', () => {
    expect(Object.keys(LOW).sort()).toEqual(Object.keys(THRESHOLDS).sort());
  });

  it('a broken loop that only some options use › is found, and reported with a minimal case', () => {
    const broken = vi.spyOn(Bitset.prototype, 'toggleAll').mockImplementation(() => undefined);
    try {
      const { plain } = worlds[0]!;
      const requests = new Requests(plain, first);
      const forcing = new Forcing(plain, LOW, first, 2);
      let difference: ForcedDifference | undefined;
      for (let i = 0; i < 1000 && difference === undefined; i += 1) difference = forcing.ask(requests.next());
      expect([1, 2, 3]).toContain(Object.keys(difference?.forced ?? {}).length);
      expect(describeForced(difference!, first)).toMatch(/^seed \d+: another answer to \/[\s\S]*forced: \{"/);
    } finally {
      broken.mockRestore();
    }
  });
});
