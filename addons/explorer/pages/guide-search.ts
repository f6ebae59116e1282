/**
 * The search of the guides: a snapshot of their sections, which stele itself answers from.
 *
 * The package contains the snapshot. It is opened at the first search, so a server that is never asked spends neither
 * time nor memory on it. Without a snapshot, the guides are served and every search says that it is missing.
 */
import { OperationError, RequestError } from '../../../src/content/errors/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { answer, parseTarget } from '../../../src/jsonapi/index.js';

/** The answer to a search. */
export interface FoundSections {
  /** JSON:API document of the sections, the best first, with the matched passages. */
  readonly document: Buffer;
  /** Path and query of the document's request. */
  readonly target: string;
  /** Number of all matching sections. */
  readonly total: number;
  /** Whether each section has all words; false if no section has all of them, and these have some. */
  readonly hasAllWords: boolean;
}

export interface GuideSearch {
  /**
   * Cost: the first call opens the snapshot (tens of milliseconds); later calls take about a millisecond.
   *
   * @param text  the searched words, not empty; a space at the end finishes the last word
   * @param limit number of sections
   * @returns     sections with all words; if there are none, sections with some of them
   * @throws RequestError if the search is refused, or there is no snapshot
   */
  search(text: string, limit: number): Promise<FoundSections>;
}

/** Hyphens before a word exclude it from a search, but in guides they begin an option: `--max-shrink`. */
const withoutLeadingHyphens = (text: string): string => text.replace(/(^|\s)-+(?=\S)/g, '$1');

/** The request below the delivery root of the snapshot. */
const guideSearchTarget = (text: string, limit: number, needsAllWords: boolean): string =>
  `/section?filter[_search]=${encodeURIComponent(withoutLeadingHyphens(text))}${needsAllWords ? '&_match=all' : ''}&_highlight=heading,text&fields[section]=guide,heading,address,lead&page[limit]=${limit}`;

const missing = (): RequestError =>
  new RequestError([
    { code: 'Unavailable', detail: 'This installation has no index of the guides. Run npm run compile to make it.' },
  ]);

/** @param folder folder of the snapshot */
export function createGuideSearch(folder: string): GuideSearch {
  let opening: Promise<Space> | undefined;
  const open = async (): Promise<Space> => {
    opening ??= openCurrent(diskFiles, folder);
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw error instanceof OperationError ? missing() : error;
    }
  };
  return {
    async search(text, limit) {
      const space = await open();
      const searchFor = (needsAllWords: boolean): FoundSections => {
        const target = guideSearchTarget(text, limit, needsAllWords);
        const document = answer(space, parseTarget(space.model, target), '');
        const { meta }: { readonly meta: { readonly total: number } } = JSON.parse(document.toString());
        return { document, target, total: meta.total, hasAllWords: needsAllWords };
      };
      const sections = searchFor(true);
      return sections.total > 0 ? sections : searchFor(false);
    },
  };
}
