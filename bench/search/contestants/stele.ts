/**
 * Stele as a search engine of the benchmark: a snapshot of one content type, with requests as a client would send them.
 *
 * `indexBytes` counts the structures of the search and the ids, not the structures for filters, sorts and documents.
 */

import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../../build/publish/index.js';
import { docId } from '../../../src/content/model/index.js';
import { executeSearch } from '../../../src/engine/query/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import type { RecordPlaces } from '../../../src/index/documents/index.js';
import { readSearch } from '../../../src/index/search/index.js';
import type { TypeSegment } from '../../../src/index/segment/index.js';
import { inspectSpace, openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { parseRequest, Responder } from '../../../src/jsonapi/index.js';
import { BASE } from '../../harness/input/render.js';
import type { Corpus, OpenedIndex, Question, SearchEngine } from './contestant.js';

const typeName = 'item';

function writeExport(corpus: Corpus, folder: string): void {
  const model = {
    space: 'bench',
    ...(corpus.language === 'english' ? { language: 'en' } : {}),
    contentTypes: [
      {
        name: typeName,
        fields: corpus.fields.map(({ name, weight, markdown }) => ({
          name,
          // The title decides the order: other fields are not one line.
          type: name === 'title' ? 'text' : markdown ? 'markdown' : 'textMultiline',
          search: { weight },
        })),
      },
    ],
  };
  writeFileSync(join(folder, 'model.json'), JSON.stringify(model));
  const file = openSync(join(folder, `${typeName}.ndjson`), 'w');
  try {
    for (const { id, texts } of corpus.documents()) {
      const members = corpus.fields.flatMap(({ name }, place) => (texts[place] ? [[name, texts[place]]] : []));
      writeSync(file, `${JSON.stringify(Object.fromEntries([['id', id], ...members]))}\n`);
    }
  } finally {
    closeSync(file);
  }
}

/** The URL that a client would send; it requests only the ids of items. */
const queryOf = ({ words }: Question, limit: number): string =>
  `?filter[_search]=${encodeURIComponent(words)}&fields[${typeName}]=&page[limit]=${limit}`;

function segmentOf(space: Space): TypeSegment {
  const type = space.types.get(typeName);
  if (type === undefined) throw new Error('The snapshot is not what was built for this.');
  return type.segment;
}

class SteleIndex implements OpenedIndex {
  readonly #space: Space;
  readonly #responder: Responder;
  readonly #places: RecordPlaces;
  /** Buffer from which ids were last read, and its text form. */
  #bytes: Uint8Array | undefined;
  fetched = 0;
  #text: Buffer = Buffer.alloc(0);

  constructor(space: Space) {
    this.#space = space;
    this.#responder = new Responder(space, BASE);
    this.#places = segmentOf(space).documents.newPlaces();
  }

  search({ words }: Question, limit: number): readonly string[] {
    const segment = segmentOf(this.#space);
    const query = readSearch(words, segment.type.search?.language);
    const page = { skip: 0, limit: Math.min(limit, segment.size) };
    const { docs } = executeSearch(segment, query, { filter: undefined, sort: [], page });
    // Reads that do not depend on each other are waited for together, as where an answer is put together.
    this.fetched = segment.documents.prefetchOffsets(docs);
    const ids: string[] = [];
    for (let place = 0; place < docs.length; place += 1) ids.push(this.#idOf(segment, docs[place] ?? 0));
    return ids;
  }

  #idOf({ documents }: TypeSegment, doc: number): string {
    documents.locate(docId(doc), this.#places);
    const { chunk, idStart, idEnd } = this.#places;
    if (chunk.bytes !== this.#bytes) {
      this.#bytes = chunk.bytes;
      this.#text = Buffer.from(chunk.bytes.buffer, chunk.bytes.byteOffset, chunk.bytes.byteLength);
    }
    return this.#text.toString('utf8', idStart, idEnd);
  }

  readonly respond = (question: Question, limit: number): unknown =>
    this.#responder.answer(parseRequest(this.#space.model, `/${typeName}`, queryOf(question, limit)));

  close(): void {}
}

export const steleSearch = (): SearchEngine => ({
  name: 'stele',
  version: '',
  rule: { begins: 'last', exactWords: Number.POSITIVE_INFINITY, enough: 100, beyond: 'more' },
  responds: true,
  forgivesTypos: true,
  hitsMaximum: Number.POSITIVE_INFINITY,
  build: async (corpus, folder) => {
    const source = join(folder, 'export');
    mkdirSync(source);
    writeExport(corpus, source);
    await buildSnapshot(source, join(folder, 'snapshots'), { files: diskFiles, strict: true, threads: 1 });
    rmSync(source, { recursive: true });
  },
  open: async (_corpus, folder) => new SteleIndex(await openCurrent(diskFiles, join(folder, 'snapshots'))),
  indexBytes: async (folder) => {
    const { types } = inspectSpace(await openCurrent(diskFiles, join(folder, 'snapshots')));
    return types
      .flatMap(({ structures, fields }) => [
        ...structures.filter(({ name }) => name === 'search'),
        ...(fields.find(({ type }) => type === 'id')?.structures ?? []),
      ])
      .reduce((sum, { byteLength }) => sum + byteLength, 0);
  },
});
