/**
 * Every choice and threshold of a build: those that decide how something is made leave the bytes of the snapshot as they are;
 * those that decide what is stored leave the answers.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import {
  CHOICE_NAMES,
  CHOICES,
  type ChoiceName,
  type ForcedWays,
  type SetThresholds,
  type TakenChoice,
  THRESHOLDS,
  type ThresholdName,
  withChoicesAsync,
} from '../../../src/content/choices/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { isWhole } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { Forcing, forcedWays, type SeenWays, waysNotTaken } from './forcing.js';
import { Requests } from './requests.js';
import { LOW, worldFiles } from './world.js';

const newFolder = temporaryFolders();
const seed = Number(process.env['STELE_SEED'] ?? 1);
const seen: SeenWays = new Map();

const isOfBuild = (name: ChoiceName): boolean => CHOICES[name].file.startsWith('build/');
const isStored = (name: ChoiceName): boolean => 'stores' in CHOICES[name];
const names = CHOICE_NAMES.filter(isOfBuild);
const thresholds = (Object.keys(THRESHOLDS) as ThresholdName[]).filter((name) => name in LOW);
const storing = Object.fromEntries(
  thresholds.filter((name) => 'stores' in THRESHOLDS[name]).map((name) => [name, LOW[name]]),
);
const lowerable = thresholds.filter(
  (name) => THRESHOLDS[name].file.startsWith('build/') && !('stores' in THRESHOLDS[name]),
);

let source: string;
beforeAll(() => {
  source = writeFiles(join(newFolder(), 'export'), worldFiles(seed, 30));
});

/** @returns the folder of snapshots, by default a new one. @param from folder of the export */
async function built(
  ways: ForcedWays,
  lowered: SetThresholds,
  memoryBytes = 2 ** 24,
  folder = newFolder(),
  from = source,
): Promise<string> {
  const told = ({ name, taken }: TakenChoice): unknown => seen.set(`${name} ${taken}`, 1);
  await withChoicesAsync({ ways, thresholds: { ...storing, ...lowered }, onChoice: told }, () =>
    buildSnapshot(from, folder, { files: diskFiles, strict: false, memoryBytes }),
  );
  return folder;
}

/** The files of the current snapshot, by name: names have the hash of what is in them. */
function filesOf(snapshots: string): ReadonlyMap<string, string> {
  const id = readFileSync(join(snapshots, 'CURRENT'), 'utf8').trim();
  const folder = join(snapshots, id);
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.segment'))
      .map((name) => [name, readFileSync(join(folder, name)).toString('latin1')]),
  );
}

/** So little that only thresholds say how much is in memory at once. */
const few = 2 ** 12;
/** In `npm test` all of them at once are enough. */
const making = isWhole ? lowerable : [];
const trials = names.flatMap((name) => CHOICES[name].ways.map((way) => [name, way] as const));

describe('choices of a build', () => {
  let planned: ReadonlyMap<string, string>;
  let space: Space;
  beforeAll(async () => {
    const folder = await built({}, {});
    planned = filesOf(folder);
    expect(planned.size).toBeGreaterThan(3);
    space = await openCurrent(diskFiles, folder);
  });

  it.each(isWhole ? trials.filter(([name]) => !isStored(name)) : [])('%s %s › equal bytes', async (name, way) => {
    expect(filesOf(await built(forcedWays({ [name]: way }), {}))).toEqual(planned);
  });

  it.each(making)('%s, lowered › the same bytes', async (name) => {
    expect(filesOf(await built({}, { [name]: LOW[name]! }, few))).toEqual(planned);
  });

  it('all thresholds lowered, and each choice forced either way › equal bytes', async () => {
    const lowered = Object.fromEntries(lowerable.map((name) => [name, LOW[name]]));
    const plain = names.filter((name) => !isStored(name));
    for (const at of [0, 1]) {
      const ways = forcedWays(Object.fromEntries(plain.map((name) => [name, CHOICES[name].ways.at(at) ?? ''])));
      expect(filesOf(await built(ways, lowered, few))).toEqual(planned);
    }
  });

  describe('after an earlier snapshot whose makers had other names', () => {
    let earlier: string;
    beforeAll(async () => {
      const from = writeFiles(join(newFolder(), 'export'), worldFiles(seed, 30));
      const path = join(from, 'maker.ndjson');
      const makers = readFileSync(path, 'utf8').split('\n');
      makers[9] = '{"id":"maker-9","name":"stones of old"}';
      makers.splice(4, 1);
      writeFileSync(path, makers.join('\n'));
      earlier = await built({}, {}, undefined, newFolder(), from);
      expect(filesOf(earlier)).not.toEqual(planned);
    });

    const onDisk: ForcedWays = { 'scratch.settle': 'write', 'scratch.finish': 'file' };
    const inMemory: ForcedWays = { 'scratch.settle': 'gather', 'scratch.finish': 'memory' };
    const forced: readonly ForcedWays[] = [
      { 'substring.tree': 'patched', 'sort.order': 'known', ...onDisk },
      { 'substring.tree': 'patched', 'sort.order': 'known', ...inMemory },
      { 'substring.tree': 'sorted', 'sort.order': 'runs' },
      { 'substring.tree': 'patched', 'sort.order': 'runs' },
      { 'substring.tree': 'sorted', 'sort.order': 'known' },
    ];
    it.each(forced)('%j › equal bytes', async (ways) => {
      const folder = newFolder();
      cpSync(earlier, folder, { recursive: true });
      expect(filesOf(await built(ways, { 'substring.copy': LOW['substring.copy']! }, undefined, folder))).toEqual(
        planned,
      );
      for (const name of ['substring.tree', 'sort.order'] as const)
        expect(seen.has(`${name} ${ways[name]}`)).toBe(true);
    });
  });

  it.each(trials.filter(([name]) => isStored(name)))('%s %s, stored › equal answers', async (name, way) => {
    const other = await openCurrent(diskFiles, await built(forcedWays({ [name]: way }), {}));
    const requests = new Requests(space, seed);
    const forcing = new Forcing(space, LOW, seed, 0);
    for (let i = 0; i < 100; i += 1) expect(forcing.compare(requests.next(), other)).toBeUndefined();
  });

  it('each option of each choice › was taken', () => {
    expect(names.length).toBeGreaterThan(0);
    expect(waysNotTaken(seen, isOfBuild)).toEqual([]);
  });
});
