/**
 * How long does it take to complete what is typed, over the titles of four types?
 *
 * `npm run bench:search -- --suggest --items 1000000`; nothing is recorded.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import { Random } from '../../data/generate/random.js';
import { Lexicon, Prose } from '../../data/generate/words.js';
import { parseRequest, Responder } from '../../src/api/jsonapi/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { BASE } from '../harness/input/render.js';
import { duration, right, terminalTable } from '../harness/results/tables.js';
import { CACHE_FOLDER } from '../harness/root.js';
import { measure } from '../harness/timing/measure.js';
import type { SearchDocument } from './contestants/contestant.js';
import { drawQuestions, readVocabulary } from './questions.js';

/** Types, and how many of fifty titles each has. */
const TYPES = [
  ['article', 35],
  ['book', 10],
  ['person', 4],
  ['event', 1],
] as const;
/** Nobody types more into such a box. */
const tooLong = ['ten words', 'twenty words'];
const FIELDS = [{ name: 'title', type: 'text', search: true }];

function* titles(items: number, seed: number): Generator<SearchDocument> {
  const random = new Random(seed, 'suggest/titles');
  const prose = new Prose(new Lexicon(seed), random);
  for (let item = 0; item < items; item += 1) yield { id: `t${item}`, texts: [prose.title(24 + random.below(28))] };
}

function writeExport(folder: string, documents: Iterable<SearchDocument>): void {
  const owners = TYPES.flatMap(([name, share]) => Array.from({ length: share }, () => name));
  const lines = new Map(TYPES.map(([name]): [string, string[]] => [name, []]));
  for (const { id, texts } of documents) {
    const line = `${JSON.stringify({ id, title: texts[0] })}\n`;
    lines.get(owners[Number(id.slice(1)) % owners.length]!)?.push(line);
  }
  for (const [name, own] of lines) writeFileSync(join(folder, `${name}.ndjson`), own.join(''));
  const contentTypes = TYPES.map(([name]) => ({ name, fields: FIELDS }));
  writeFileSync(join(folder, 'model.json'), JSON.stringify({ space: 'suggest', language: 'en', contentTypes }));
}

/** @returns a table of the classes, and the slowest 99th percentile in microseconds */
export async function runSuggest(items: number, seed: number, budgetMs: number): Promise<readonly [string, number]> {
  mkdirSync(CACHE_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(CACHE_FOLDER, 'suggest-'));
  try {
    const plainDocuments = () => titles(items, seed);
    writeExport(folder, plainDocuments());
    const snapshots = join(folder, 'snapshots');
    await buildSnapshot(folder, snapshots, { files: diskFiles, strict: true, threads: availableParallelism() });
    const space = await openCurrent(diskFiles, snapshots);
    const responder = new Responder(space, BASE);
    const random = new Random(seed, 'suggest/questions');
    const corpus = {
      name: 'titles',
      fields: [],
      language: 'english',
      documents: plainDocuments,
      plainDocuments,
    } as const;
    const asked = drawQuestions(readVocabulary(corpus, random), 1000, random).filter(
      ({ questionClass: { name } }) => !tooLong.includes(name),
    );
    const rows: string[][] = [];
    let slowest = 0;
    for (const { questionClass, questions } of asked) {
      const runs = questions.map(({ words }) => () => {
        return responder.answer(parseRequest(space.model, '/_suggest', `?q=${encodeURIComponent(words)}`));
      });
      const effort = { budgetMs, slices: 10, samplesMinimum: 20 };
      const timing = (await measure([{ name: 'stele', runs }], effort, random)).get('stele')!;
      slowest = Math.max(slowest, timing.p99Us);
      rows.push([questionClass.name, String(questions.length), duration(timing.p50Us), duration(timing.p99Us)]);
    }
    const columns = [{ title: 'typed' }, right('questions'), right('p50'), right('p99')];
    return [terminalTable({ columns, rows }), slowest];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
