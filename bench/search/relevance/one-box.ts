/**
 * The one box over all types, beside the list of the right type alone: each collection becomes a type of one snapshot, and
 * each query, judged on its own collection, is asked of both. What the box shows of other types counts as not relevant.
 *
 * One more type is there that nobody asks for, of so few items that any word is rare in them.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../../build/publish/index.js';
import { Random } from '../../../data/generate/random.js';
import { answer, parseRequest } from '../../../src/api/jsonapi/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { BASE } from '../../harness/input/render.js';
import { CACHE_FOLDER } from '../../harness/root.js';
import type { Corpus, SearchDocument } from '../contestants/contestant.js';
import { openCorpus } from '../corpora/corpus-file.js';
import type { Collection } from './collection.js';
import { type Difference, differenceOf, ndcg } from './results.js';

/** Every so many-th document of the last collection is also in the small type. */
const SMALL_EVERY = 500;
const DEPTH = 100;

export interface BoxMeans {
  readonly name: string;
  readonly queries: number;
  readonly alone: number;
  readonly box: number;
  /** Of the box less the list alone, in nDCG@10. */
  readonly ahead: Difference;
}

interface Typed {
  readonly type: string;
  readonly corpus: Corpus;
  readonly documents: () => Iterable<SearchDocument>;
}

function* sampled(corpus: Corpus): Generator<SearchDocument> {
  let number = 0;
  for (const document of corpus.documents()) {
    if (number % SMALL_EVERY === 0) yield { ...document, id: `small-${document.id}` };
    number += 1;
  }
}

async function built(types: readonly Typed[], folder: string): Promise<Space> {
  const source = join(folder, 'export');
  mkdirSync(source, { recursive: true });
  const contentTypes = types.map(({ type, corpus }) => ({
    name: type,
    fields: corpus.fields.map(({ name, weight, markdown }) => ({
      name,
      type: markdown ? 'markdown' : 'textMultiline',
      search: { weight },
    })),
  }));
  writeFileSync(join(source, 'model.json'), JSON.stringify({ space: 'box', language: 'en', contentTypes }));
  for (const { type, corpus, documents } of types) {
    const lines = Array.from(documents(), ({ id, texts }) => {
      const members = corpus.fields.flatMap(({ name }, place) => (texts[place] ? [[name, texts[place]]] : []));
      return JSON.stringify(Object.fromEntries([['id', id], ...members]));
    });
    writeFileSync(join(source, `${type}.ndjson`), `${lines.join('\n')}\n`);
  }
  await buildSnapshot(source, join(folder, 'snapshots'), { files: diskFiles, strict: false });
  return openCurrent(diskFiles, join(folder, 'snapshots'));
}

/** @returns ids of the type that is judged; others stand as what no judgement has */
function idsOf(space: Space, path: string, words: string, type: string): readonly string[] {
  const search = `?filter[_search]=${encodeURIComponent(words)}&page[limit]=${DEPTH}&fields[${type}]=`;
  const document: unknown = JSON.parse(answer(space, parseRequest(space.model, path, search), BASE).toString());
  if (typeof document !== 'object' || document === null || !('data' in document) || !Array.isArray(document.data)) {
    throw new Error('The answer is no list.');
  }
  return document.data.map((item: { type: string; id: string }) =>
    item.type === type ? item.id : `${item.type}/${item.id}`,
  );
}

/** @param all of which the first and the last are asked: they have nothing in common. Cost: a build of all of them, and two answers a query */
export async function oneBox(all: readonly Collection[], say: (line: string) => void): Promise<BoxMeans[]> {
  const collections = [...new Set([all[0], all.at(-1)])].filter((one) => one !== undefined);
  const folder = join(CACHE_FOLDER, `one-box-${process.pid}.tmp`);
  const types = collections.map(({ corpusFolder }, place): Typed => {
    const corpus = openCorpus(corpusFolder);
    return { type: `type${place}`, corpus, documents: () => corpus.documents() };
  });
  const last = types.at(-1);
  if (last === undefined) return [];
  const small = { type: 'small', corpus: last.corpus, documents: () => sampled(last.corpus) };
  try {
    say('building all types, and asking');
    const space = await built([small, ...types], folder);
    return collections.flatMap(({ sets }, place) => {
      const type = `type${place}`;
      return sets.map(({ name, judged: { queries, grades } }): BoxMeans => {
        const qualities = (path: string): number[] =>
          queries.map(({ id, text }) => ndcg(idsOf(space, path, text, type), grades.get(id) ?? new Map(), 10));
        const [alone, box] = [qualities(`/${type}`), qualities('/_search')];
        const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
        const ahead = differenceOf(box, alone, new Random(1, `one-box/${place}/${name}`));
        return {
          name: `${name} (${types[place]?.corpus.name})`,
          queries: queries.length,
          alone: mean(alone),
          box: mean(box),
          ahead,
        };
      });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
