/**
 * The search work of one answer: runs the search code of snapshots on indexes whose lists are fetched on demand.
 *
 * When the work comes to a list that was not fetched, it stops, the requested lists are fetched with one statement, and the
 * work starts again from the beginning.
 */
import type { ContentType } from '../../../src/content/model/index.js';
import type { SearchedSegment } from '../../../src/engine/query/index.js';
import { BlocksAbsent } from '../../../src/format/index.js';
import type { PlannedSearch, SearchIndex } from '../../../src/index/search/index.js';
import type { Ask } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';
import type { FetchedBlob } from './fetched-blob.js';
import { createReading, type LoadedSearches } from './loaded-searches.js';

/** A searched content type: its index, and its tables for filters and sorts. */
export interface SearchedSource extends SearchedSegment {
  readonly search: SearchIndex;
  readonly source: TypeSource;
  readonly size: number;
}

export class SearchReading {
  readonly #searches: LoadedSearches;
  readonly #ask: Ask;
  readonly #blobs: { readonly type: string; readonly blob: FetchedBlob }[] = [];

  constructor(searches: LoadedSearches, ask: Ask) {
    this.#searches = searches;
    this.#ask = ask;
  }

  /** @param local the type with the names and rules of its locale */
  async openType(source: TypeSource, local: ContentType, locale: number): Promise<SearchedSource> {
    const { type, itemCount: size } = source;
    const opened = await this.#searches.load(this.#ask, type, locale, size);
    const { index, blobs } = createReading(opened);
    for (const blob of blobs) this.#blobs.push({ type: type.name, blob });
    return { type: local, search: index, arena: opened.arena, source, size };
  }

  /**
   * @param types        types whose arenas the work uses
   * @param work         repeated until all its lists are fetched; its result must not be in an arena
   * @param requestLists requests further lists that the work will need, once it meets a missing one
   */
  async run<Result>(
    types: readonly SearchedSource[],
    work: () => Result,
    requestLists = (): void => undefined,
  ): Promise<Result> {
    for (;;) {
      const phraseFilters = types.map(({ arena }) => arena.mark());
      try {
        return work();
      } catch (error) {
        if (!(error instanceof BlocksAbsent)) throw error;
      } finally {
        for (const [place, { arena }] of types.entries()) arena.release(phraseFilters[place]!);
      }
      requestLists();
      await this.#fetch();
    }
  }

  async #fetch(): Promise<void> {
    const requests = this.#blobs.map(({ type, blob }) => ({ type, ...blob.takeRequests() }));
    const slices = requests.flatMap(({ type, slices: ownSlices }) => ownSlices.map((slice) => ({ type, ...slice })));
    const bytes = await this.#searches.slices(this.#ask, slices);
    let next = 0;
    for (const { slices: own, storeBytes: give } of requests) {
      give(bytes.slice(next, next + own.length));
      next += own.length;
    }
  }
}

/** Requests posting lists. */
export function requestLists({ tables: { postings } }: SearchIndex, lists: Iterable<number>): void {
  for (const list of lists) postings.blob.want(postings.offsets.at(list), postings.offsets.at(list + 1));
}

/** Requests the lists of all matching words and of all words of phrases. Word positions are requested for few docs, later. */
export function requestPlannedLists(
  index: SearchIndex,
  { matched: matchedExpansions, filters: marks }: PlannedSearch,
): void {
  const matches = matchedExpansions.flatMap((expansion) => expansion.matches);
  const spellings = [...(marks?.required ?? []), ...(marks?.excluded ?? [])].flat();
  const phrases = [...matches.map(({ phrase }) => phrase), ...spellings];
  requestLists(index, [
    ...matches.map(({ list }) => list),
    ...phrases.flatMap((phrase) => phrase?.flatMap(({ stems }) => stems) ?? []),
  ]);
}
