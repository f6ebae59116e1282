/**
 * Similar items beside a search by the item's title, judged by tags that neither sees: works of the Tate are built
 * without their subjects, and what is listed for one is like it as far as it has the same subjects.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../../build/publish/index.js';
import { Random } from '../../../data/generate/random.js';
import { answer, parseRequest } from '../../../src/api/jsonapi/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { isRecord } from '../../../src/format/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { BASE } from '../../harness/input/render.js';
import type { Table } from '../../harness/results/tables.js';
import { right } from '../../harness/results/tables.js';
import { CACHE_FOLDER } from '../../harness/root.js';
import { recordsOf, TATE_FOLDER } from '../corpora/tate.js';
import { digits, interval } from './report.js';
import { differenceOf } from './results.js';

/** Every so many-th work is taken; the weights were chosen on others. */
const EVERY = 4;
const FIRST = 2;
const DEPTH = 10;

type Work = ReadonlyMap<string, unknown>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const subjectsOf = (work: Work | undefined): ReadonlySet<unknown> => {
  const subjects = work?.get('subjects');
  return new Set(Array.isArray(subjects) ? subjects : []);
};

/** The share of the subjects of either that both have. */
function overlap(one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): number {
  const both = [...one].filter((subject) => other.has(subject)).length;
  return both === 0 ? 0 : both / (one.size + other.size - both);
}

function writeExport(works: readonly Work[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  const model = JSON.parse(readFileSync(join(TATE_FOLDER, 'model.json'), 'utf8'));
  const type = model.contentTypes.find(({ name }: { name: string }) => name === 'artwork');
  type.similar = true;
  type.fields = type.fields.flatMap((field: { name: string }) => {
    if (field.name === 'subjects') return [];
    const weight = { title: 3, inscription: 1 }[field.name];
    return [weight === undefined ? field : { ...field, search: { weight } }];
  });
  writeFileSync(join(folder, 'model.json'), JSON.stringify({ ...model, language: 'en' }));
  const lines = works.map((work) => JSON.stringify({ ...Object.fromEntries(work), subjects: undefined }));
  writeFileSync(join(folder, 'artwork.ndjson'), `${lines.join('\n')}\n`);
  for (const name of readdirSync(TATE_FOLDER)) {
    if (name.endsWith('.ndjson.gz') && !name.startsWith('artwork'))
      copyFileSync(join(TATE_FOLDER, name), join(folder, name));
  }
}

/** Cost: a build, and two answers a work. */
export async function similarTable(): Promise<Table> {
  const works = [...recordsOf('artwork')].filter((_, number) => number % EVERY === FIRST);
  const byId = new Map(works.map((work) => [textOf(work.get('id')), work]));
  const folder = join(CACHE_FOLDER, `similar-${process.pid}.tmp`);
  const [source, snapshots] = [join(folder, 'export'), join(folder, 'snapshots')];
  try {
    writeExport(works, source);
    await buildSnapshot(source, snapshots, { files: diskFiles, strict: false });
    const space = await openCurrent(diskFiles, snapshots);
    const random = new Random(1, 'similar');
    const judged = works.filter((work) => subjectsOf(work).size > 0);
    const qualities = (listed: (id: string, work: Work) => readonly string[]): number[] =>
      judged.map((work) => {
        const id = textOf(work.get('id'));
        const others = listed(id, work).filter((other) => other !== id);
        const own = subjectsOf(work);
        return (
          others.slice(0, DEPTH).reduce((sum, other) => sum + overlap(own, subjectsOf(byId.get(other))), 0) / DEPTH
        );
      });
    const ask = (path: string, search: string): readonly string[] => {
      const document: unknown = JSON.parse(answer(space, parseRequest(space.model, path, search), BASE).toString());
      const data = isRecord(document) && Array.isArray(document['data']) ? document['data'] : [];
      return data.map(({ id }: { id: string }) => id);
    };
    const similar = qualities((id) => ask(`/artwork/${encodeURIComponent(id)}/_similar`, '?fields[artwork]='));
    const byTitle = qualities((_, work) => {
      const title = textOf(work.get('title')).replaceAll(/["“”„«»-]/g, ' ');
      if (title.trim() === '') return [];
      return ask(
        '/artwork',
        `?filter[_search]=${encodeURIComponent(`${title} `)}&fields[artwork]=&page[limit]=${DEPTH + 1}`,
      );
    });
    const chance = qualities(() => Array.from({ length: DEPTH }, () => textOf(random.pick(works).get('id'))));
    const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
    return {
      columns: [{ title: 'shared subjects' }, ...['works', 'similar', 'by title', 'chance', 'ahead'].map(right)],
      rows: [
        [
          `of ${works.length} works`,
          String(judged.length),
          ...[similar, byTitle, chance].map((values) => digits(mean(values))),
          interval(differenceOf(similar, byTitle, random)),
        ],
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
