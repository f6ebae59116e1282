/**
 * What one answer reads of the words of a load. The lists it needs are fetched when its work comes to them; the work is then
 * done again from its beginning, by the code that searches snapshots.
 */
import type { ContentType } from '../../../src/content/model/index.js';
import type { SearchedSegment } from '../../../src/engine/query/index.js';
import { BlocksAbsent } from '../../../src/format/index.js';
import type { PlannedSearch, SearchIndex } from '../../../src/index/search/index.js';
import type { Ask } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';
import type { FetchedBlob } from './fetched-blob.js';
import { createReading, type LoadedSearches } from './loaded-searches.js';

/** A content type as a search sees it. */
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

  /** @param source of a searched type, as its locale has it. @param local the type as that locale has it */
  async openType(source: TypeSource, local: ContentType, locale: number): Promise<SearchedSource> {
    const { type, itemCount: size } = source;
    const opened = await this.#searches.load(this.#ask, type, locale, size);
    const { index, blobs } = createReading(opened);
    for (const blob of blobs) this.#blobs.push({ type: type.name, blob });
    return { type: local, search: index, arena: opened.arena, source, size };
  }

  /**
   * @param types whose arenas the work uses
   * @param work  whatever it gives must not lie in these
   * @param requestLists  says what else it will need, when it has come to the first list that is not there
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

/** Says that these lists will be looked at. */
export function requestLists({ tables: { postings } }: SearchIndex, lists: Iterable<number>): void {
  for (const list of lists) postings.blob.want(postings.offsets.at(list), postings.offsets.at(list + 1));
}

/** All that answers, and all that phrases are made of; not where the words of a phrase stand, which few docs are asked. */
export function requestPlannedLists(
  index: SearchIndex,
  { matched: matchedExpansions, filters: marks }: PlannedSearch,
): void {
  const matches = matchedExpansions.flatMap((expansion) => expansion.matches);
  const phrases = [...matches.map(({ phrase }) => phrase), ...(marks?.required ?? []), ...(marks?.excluded ?? [])];
  requestLists(index, [
    ...matches.map(({ list }) => list),
    ...phrases.flatMap((phrase) => phrase?.flatMap(({ stems }) => stems) ?? []),
  ]);
}
