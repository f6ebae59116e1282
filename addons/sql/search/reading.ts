/**
 * What one answer reads of the words of a load. The lists it needs are fetched when its work comes to them; the work is then
 * done again from its beginning, by the code that searches snapshots.
 */
import type { ContentType } from '../../../src/content/model/index.js';
import type { SearchedSegment } from '../../../src/engine/query/index.js';
import { BlocksAbsent } from '../../../src/format/index.js';
import type { PlannedSearch, SearchIndex } from '../../../src/index/search/index.js';
import type { Ask } from '../statements/parameters.js';
import type { TypeSource } from '../statements/source.js';
import type { FetchedBlob } from './fetched-blob.js';
import { type LoadedSearches, readingOf } from './loaded-searches.js';

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
  async of(source: TypeSource, local: ContentType, locale: number): Promise<SearchedSource> {
    const { type, items: size } = source;
    const opened = await this.#searches.of(this.#ask, type, locale, size);
    const { index, blobs } = readingOf(opened);
    for (const blob of blobs) this.#blobs.push({ type: type.name, blob });
    return { type: local, search: index, arena: opened.arena, source, size };
  }

  /**
   * @param types whose arenas the work uses
   * @param work  whatever it gives must not lie in these
   * @param want  says what else it will need, when it has come to the first list that is not there
   */
  async run<Result>(
    types: readonly SearchedSource[],
    work: () => Result,
    want = (): void => undefined,
  ): Promise<Result> {
    for (;;) {
      const marks = types.map(({ arena }) => arena.mark());
      try {
        return work();
      } catch (error) {
        if (!(error instanceof BlocksAbsent)) throw error;
      } finally {
        for (const [place, { arena }] of types.entries()) arena.release(marks[place]!);
      }
      want();
      await this.#fetch();
    }
  }

  async #fetch(): Promise<void> {
    const taken = this.#blobs.map(({ type, blob }) => ({ type, ...blob.take() }));
    const slices = taken.flatMap(({ type, slices: own }) => own.map((slice) => ({ type, ...slice })));
    const bytes = await this.#searches.slices(this.#ask, slices);
    let next = 0;
    for (const { slices: own, give } of taken) {
      give(bytes.slice(next, next + own.length));
      next += own.length;
    }
  }
}

/** Says that these lists will be looked at. */
export function wantLists({ tables: { postings } }: SearchIndex, lists: Iterable<number>): void {
  for (const list of lists) postings.blob.want(postings.offsets.at(list), postings.offsets.at(list + 1));
}

/** All that answers, and all that phrases are made of; not where the words of a phrase stand, which few docs are asked. */
export function wantPlanned(index: SearchIndex, { matched: answered, filters: marks }: PlannedSearch): void {
  const matches = answered.flatMap((expansion) => expansion.matches);
  const phrases = [...matches.map(({ phrase }) => phrase), ...(marks?.required ?? []), ...(marks?.excluded ?? [])];
  wantLists(index, [
    ...matches.map(({ list }) => list),
    ...phrases.flatMap((phrase) => phrase?.flatMap(({ stems }) => stems) ?? []),
  ]);
}
