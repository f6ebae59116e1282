/**
 * Nights of a real collection: a few works of the Tate are edited, so that the trees of their texts are patched, and each
 * snapshot is the one of a full build. Nodes and buckets have their real sizes; only the choice to patch is forced, which a
 * build takes for the same edits of the whole collection.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { type TakenChoice, withChoicesAsync } from '../../../../src/content/choices/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { listProblems, verifySnapshots } from '../../../../src/index/verify/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { picker } from '../../../../testing/oracle/arbitraries/picking.js';
import { modelOf } from '../../../../testing/samples/model.js';
import { sharedPath } from '../../../../testing/shared.js';

const tate = sharedPath('datasets/tate', 'nights of the Tate collection, with patched trees') ?? '';

const model = modelOf({
  artwork: {
    title: { type: 'text', fold: 'accents' },
    medium: 'textMultiline',
    creditLine: 'textMultiline',
    dateFrom: 'integer',
  },
});
const texts = ['title', 'medium', 'creditLine'];
/** One work of this many is built. */
const oneIn = 40;
const nights = 3;
const editsPerNight = 5;

const newFolder = temporaryFolders();

const ways = { 'substring.tree': 'patched' } as const;

type Work = Readonly<Record<string, unknown>>;

function readWorks(): Work[] {
  const lines = gunzipSync(readFileSync(join(tate, 'artwork.ndjson.gz')))
    .toString()
    .trimEnd()
    .split('\n');
  const works = lines.filter((_, index) => index % oneIn === 0).map((line): Work => JSON.parse(line));
  const names = ['id', ...texts, 'dateFrom'];
  return works.map((work) => Object.fromEntries(names.map((name) => [name, work[name]])));
}

function writeExport(folder: string, works: readonly Work[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.json'), JSON.stringify(model));
  writeFileSync(join(folder, 'artwork.ndjson'), works.map((work) => `${JSON.stringify(work)}\n`).join(''));
}

/** Changes, removes, adds and moves works; some texts become those of other works, or vanish with the last work that has them. */
function edit(works: Work[], removed: Work[], pick: (below: number) => number): void {
  for (let done = 0; done < editsPerNight; done += 1) {
    const at = pick(works.length);
    const work = works[at] ?? {};
    const other = works[pick(works.length)] ?? {};
    const field = texts[pick(texts.length)] ?? '';
    switch (pick(6)) {
      case 0:
        removed.push(...works.splice(at, 1));
        break;
      case 1:
        works.splice(at, 0, removed.pop() ?? { ...work, id: `copy-${works.length}` });
        break;
      case 2:
        works.splice(pick(works.length), 0, ...works.splice(at, 1));
        break;
      case 3:
        works[at] = { ...work, [field]: other[field] };
        break;
      case 4:
        works[at] = {
          ...work,
          [field]: `${String(work[field] ?? '')} é日😀 ${String(other['title'] ?? '').slice(0, 20)}`,
        };
        break;
      default:
        works[at] = { ...work, [field]: String(other[field] ?? '').slice(2) };
    }
  }
}

describe.runIf(tate !== '')(
  `${nights} nights of a part of the Tate collection, ${editsPerNight} works edited in each`,
  () => {
    it('trees of texts are patched › each snapshot is the one of a full build, and undamaged', {
      timeout: 60_000,
    }, async () => {
      const pick = picker(7);
      const folder = newFolder();
      const source = join(folder, 'export');
      const snapshots = join(folder, 'snapshots');
      const whole = join(folder, 'whole');
      const build = async (out: string, full: boolean): Promise<string> =>
        (await buildSnapshot(source, out, { files: diskFiles, strict: true, full })).snapshot;
      const works = readWorks();
      const removed: Work[] = [];
      const taken: string[] = [];
      const onChoice = (choice: TakenChoice): void => {
        if (choice.name === 'substring.tree') taken.push(choice.taken);
      };
      writeExport(source, works);
      await build(snapshots, true);
      for (let night = 0; night < nights; night += 1) {
        edit(works, removed, pick);
        writeExport(source, works);
        const snapshot = await withChoicesAsync({ ways, onChoice }, () => build(snapshots, false));
        expect(snapshot, `night ${night}`).toBe(await build(whole, true));
      }
      expect(taken.filter((way) => way === 'patched').length).toBeGreaterThanOrEqual(2 * nights);
      expect(listProblems(await verifySnapshots(diskFiles, snapshots))).toEqual([]);
    });
  },
);
