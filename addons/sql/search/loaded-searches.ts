/**
 * The search indexes of a load in the server's memory: term dictionaries, and the offsets of posting lists.
 *
 * A type's dictionary is fetched by its first search and stays in memory; posting lists and word positions stay in the
 * database and are fetched per answer (search-reading).
 */
import { InvariantError, OperationError } from '../../../src/content/errors/index.js';
import { type ContentModel, type ContentType, localSearch } from '../../../src/content/model/index.js';
import {
  isElement,
  isRecord,
  type PagedChunk,
  Records,
  type SectionEntry,
  SectionMap,
} from '../../../src/format/index.js';
import { Arena } from '../../../src/index/docset/index.js';
import { ANALYSER_VERSION, SearchIndex, type SearchTables } from '../../../src/index/search/index.js';
import { localSearchSection, openSearch, SEARCH } from '../../../src/index/segment/index.js';
import { qualifyTable } from '../schema/identifiers.js';
import { countPieces, headId, PIECE_BYTES, pieceId, SEARCH_TABLE, type SearchHead } from '../schema/search-table.js';
import { type Ask, Parameters, type Statement } from '../statements/parameters.js';
import { FetchedBlob, type Slice } from './fetched-blob.js';

/** The search index of one content type in one locale. */
export interface OpenSearch {
  readonly tables: SearchTables;
  readonly docCount: number;
  /** Memory for the work of answers, which run one after another. */
  readonly arena: Arena;
  readonly lists: ListChunks;
}

interface ListChunks {
  readonly postings: readonly PagedChunk[];
  readonly positions: readonly PagedChunk[];
}

/** Rows fetched at a time while a dictionary is read. */
const rowsPerStatement = 8;

export class LoadedSearches {
  readonly #table: string;
  readonly #heads: ReadonlyMap<string, SearchHead>;
  readonly #open = new Map<string, Promise<OpenSearch>>();

  /** @param headsByType search head of each searched content type */
  constructor(table: string, headsByType: ReadonlyMap<string, SearchHead>) {
    this.#table = table;
    this.#heads = headsByType;
  }

  /**
   * Reads the heads of all searched types with one statement.
   *
   * @returns undefined if the words of a type were split by other rules than those of this program
   */
  static async open(ask: Ask, schema: string, model: ContentModel): Promise<LoadedSearches | undefined> {
    const table = qualifyTable(schema, SEARCH_TABLE);
    const types = [...model.contentTypes.values()].filter(({ search }) => search !== undefined);
    const headsByType = new Map<string, SearchHead>();
    if (types.length === 0) return new LoadedSearches(table, headsByType);
    const rows = await fetchRows(
      ask,
      table,
      types.map(({ name }) => headId(name)),
    );
    for (const [place, { name }] of types.entries()) {
      const head = readHead(rows[place]);
      if (head?.analyser !== ANALYSER_VERSION) return undefined;
      headsByType.set(name, head);
    }
    return new LoadedSearches(table, headsByType);
  }

  /**
   * Opens the index of a type. The first call fetches the dictionary, which then stays in memory.
   *
   * @param type   in the model's default locale
   * @param locale position in the type's locales
   * @param size   number of items of the type
   * @throws errors of `ask`
   */
  async load(ask: Ask, type: ContentType, locale: number, size: number): Promise<OpenSearch> {
    const key = `${type.name}/${localSearch(type, locale) === undefined ? 0 : locale}`;
    const pendingSearch = this.#open.get(key);
    if (pendingSearch !== undefined) {
      // The answer that began it may have been cancelled: this one then fetches by itself.
      const opened = await pendingSearch.catch(() => undefined);
      return opened ?? this.load(ask, type, locale, size);
    }
    const opening = this.#fetch(ask, type, locale, size);
    this.#open.set(key, opening);
    opening.catch(() => this.#open.delete(key));
    return opening;
  }

  async #fetch(ask: Ask, type: ContentType, locale: number, size: number): Promise<OpenSearch> {
    const head = this.#heads.get(type.name);
    const name = head?.names[locale] ?? head?.names[0];
    const rules = localSearch(type, locale) ?? type.search;
    if (head === undefined || name === undefined || rules === undefined) {
      throw new InvariantError(`${type.name} has no searched fields`);
    }
    const entries = head.sections.flatMap(([section, element, byteLength]): SectionEntry[] =>
      section.startsWith(`${name}.`) && isElement(element) ? [{ name: section, element, byteLength, crc32: 0 }] : [],
    );
    const isSectionOfList = (list: string, section: string): boolean =>
      section.replace(/#\d+$/, '') === localSearchSection(list, name);
    const listChunks = (list: string): readonly PagedChunk[] =>
      entries.flatMap(({ name: section, byteLength }) =>
        isSectionOfList(list, section) ? [{ section, position: 0, byteLength, sums: new Uint32Array(0) }] : [],
      );
    const lists = { postings: listChunks(SEARCH.postings), positions: listChunks(SEARCH.positions) };
    const unfetchedChunks = [...lists.postings, ...lists.positions];
    const payloads: (Uint8Array | undefined)[] = [];
    for (const entry of entries) {
      const isUnfetched = unfetchedChunks.some(({ section }) => section === entry.name);
      payloads.push(isUnfetched ? undefined : await this.#section(ask, type.name, entry));
    }
    const sections = new SectionMap(type.name, entries, payloads, unfetchedChunks, (chunks) => new FetchedBlob(chunks));
    const { tables } = openSearch(sections, rules, size, name);
    return { tables, docCount: size, arena: new Arena(size), lists };
  }

  async #section(ask: Ask, type: string, { name, byteLength }: SectionEntry): Promise<Uint8Array> {
    const sectionBytes = new Uint8Array(byteLength);
    const ids = Array.from({ length: countPieces(byteLength) }, (_, piece) => pieceId(type, name, piece));
    for (let first = 0; first < ids.length; first += rowsPerStatement) {
      const rows = await fetchRows(ask, this.#table, ids.slice(first, first + rowsPerStatement));
      for (const [place, bytes] of rows.entries()) {
        const start = (first + place) * PIECE_BYTES;
        sectionBytes.set(requireLength(bytes, Math.min(PIECE_BYTES, byteLength - start)), start);
      }
    }
    return sectionBytes;
  }

  /** @returns the bytes of the slices, in their order */
  async slices(ask: Ask, slices: readonly (Slice & { readonly type: string })[]): Promise<readonly Uint8Array[]> {
    if (slices.length === 0) return [];
    const rows = await ask<{ n: number; bytes: Buffer }>(this.#slicesStatement(slices));
    const bytesByNumber = new Map(rows.map(({ n, bytes }) => [n, bytes]));
    return slices.map(({ length }, place) => requireLength(bytesByNumber.get(place + 1), length));
  }

  #slicesStatement(slices: readonly (Slice & { readonly type: string })[]): Statement {
    const parameters = new Parameters();
    const ids = parameters.add(
      slices.map(({ type, section, piece }) => pieceId(type, section, piece)),
      'text[]',
    );
    const [starts, lengths] = [slices.map(({ start }) => start + 1), slices.map(({ length }) => length)].map((list) =>
      parameters.add(list, 'integer[]'),
    );
    return {
      text: `SELECT w.n::integer AS n, substring(s.bytes FROM w.start FOR w.length) AS bytes
        FROM unnest(${ids}, ${starts}, ${lengths}) WITH ORDINALITY AS w (id, start, length, n)
        JOIN ${this.#table} AS s ON s.id = w.id`,
      values: parameters.values,
    };
  }
}

/** @throws OperationError if bytes are missing: only a load writes these rows, so somebody changed them */
function requireLength(bytes: Uint8Array | undefined, byteLength: number): Uint8Array {
  if (bytes?.byteLength === byteLength) return bytes;
  throw new OperationError(
    `the table ${SEARCH_TABLE} does not hold what was loaded: load again, or go back to another load.`,
  );
}

/** @returns the bytes of the rows, in the order of the ids; undefined for a missing row */
async function fetchRows(
  ask: Ask,
  table: string,
  ids: readonly string[],
): Promise<readonly (Uint8Array | undefined)[]> {
  const parameters = new Parameters();
  const text = `SELECT id, bytes FROM ${table} WHERE id = ANY (${parameters.add(ids, 'text[]')})`;
  const rows = await ask<{ id: string; bytes: Buffer }>({ text, values: parameters.values });
  const byId = new Map(rows.map(({ id, bytes }) => [id, bytes]));
  return ids.map((id) => byId.get(id));
}

/** @returns an index for one answer, with blobs for the records that the answer fetches */
export function createReading({ tables, docCount, lists }: OpenSearch): {
  readonly index: SearchIndex;
  readonly blobs: readonly FetchedBlob[];
} {
  const postings = new FetchedBlob(lists.postings);
  const positions = new FetchedBlob(lists.positions);
  const answerTables: SearchTables = {
    ...tables,
    postings: new Records(postings, tables.postings.offsets),
    positions: tables.positions === undefined ? undefined : new Records(positions, tables.positions.offsets),
  };
  return { index: new SearchIndex(answerTables, docCount), blobs: [postings, positions] };
}

function readHead(bytes: Uint8Array | undefined): SearchHead | undefined {
  if (bytes === undefined) return undefined;
  const parsed: unknown = JSON.parse(Buffer.from(bytes).toString());
  if (!isRecord(parsed) || !Array.isArray(parsed['names']) || !Array.isArray(parsed['sections'])) return undefined;
  return {
    analyser: String(parsed['analyser']),
    names: parsed['names'].map(String),
    sections: parsed['sections'].flatMap((section: unknown) =>
      Array.isArray(section) ? [[String(section[0]), String(section[1]), Number(section[2])] as const] : [],
    ),
  };
}
