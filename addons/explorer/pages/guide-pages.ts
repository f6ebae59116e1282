/**
 * The routes of the guides: `/docs/guide`, a page for each guide, and `/docs/guide/search.json`.
 *
 * The guides are open on a server with keys, because they contain nothing of its content.
 * Elsewhere: writing the pages (guides/), answering a search (guide-search).
 */
import { RequestError } from '../../../src/content/errors/index.js';
import {
  NO_STORE,
  type Overload,
  type Page,
  REVALIDATED,
  type StaticFile,
  sendFile,
  splitTarget,
  staticFile,
} from '../../../src/server/index.js';
import { type ExplorerBundle, HTML_TYPE } from './bundle.js';
import { countSections, escapeHtml, writeRefusal, writeResults } from './guide-results.js';
import { createGuideSearch, guideSearchTarget } from './guide-search.js';

/** Name of the page of contents in the bundle. */
const CONTENTS = 'index';
const GUIDE_PATH = '/docs/guide';
const JSON_API_TYPE = 'application/vnd.api+json';

/** Number of sections below the search input, and on the page of results. */
const HITS = 8;
const RESULTS = 30;
/** Longest search, in UTF-16 units. */
const QUERY_MAXIMUM = 200;

/** The Content-Security-Policy of the guides: files and requests of this server, and the script that sets the theme. */
export const guidePolicy = (script: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' '${script}'`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

function readQuery(url: string): string {
  const query = new URLSearchParams(splitTarget(url).search).get('q') ?? '';
  return query.trim() === '' ? '' : query.slice(0, QUERY_MAXIMUM);
}

/** @returns the routes; none if the package was compiled without guides */
export function guidePages(
  { guides, guideScript, guideSearchFolder }: Pick<ExplorerBundle, 'guides' | 'guideScript' | 'guideSearchFolder'>,
  overload: Overload,
): readonly Page[] {
  const contents = guides.get(CONTENTS);
  if (contents === undefined) return [];
  const headers = {
    'Content-Security-Policy': guidePolicy(guideScript),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
  const guideSearch = createGuideSearch(guideSearchFolder);
  const search = (query: string, limit: number): Promise<Buffer> => {
    if (overload.hasTime()) return guideSearch.search(query, limit);
    throw new RequestError([{ code: 'Unavailable', detail: 'The server is busy; try again later.' }]);
  };
  /** Words that were sent are finished, so that their synonyms match; if nothing matches, the last word is a beginning. */
  const writeAllResults = async (query: string): Promise<string> => {
    const finished = `${query} `;
    const answer = await search(finished, RESULTS);
    if (countSections(answer) > 0) return writeResults(query, answer, guideSearchTarget(finished, RESULTS));
    return writeResults(query, await search(query, RESULTS), guideSearchTarget(query, RESULTS));
  };
  const contentsHtml = contents.bytes.toString();
  const fillContents = (query: string, results: string): StaticFile =>
    staticFile(
      HTML_TYPE,
      contentsHtml.replace('{{query}}', () => escapeHtml(query)).replace('{{results}}', () => results),
    );
  const plainContents = fillContents('', '');

  const contentsPage: Page = {
    name: 'guide',
    path: GUIDE_PATH,
    isOpen: true,
    async handler(ctx) {
      const query = readQuery(ctx.url);
      if (query === '') return sendFile(ctx, plainContents, REVALIDATED, headers);
      let results: string;
      try {
        results = await writeAllResults(query);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        results = writeRefusal(error.problems[0]?.detail ?? 'The search was refused.');
      }
      return sendFile(ctx, fillContents(query, results), REVALIDATED, headers);
    },
  };
  const answersPage: Page = {
    name: 'guide/search',
    path: `${GUIDE_PATH}/search.json`,
    isOpen: true,
    async handler(ctx) {
      const query = readQuery(ctx.url);
      if (query === '') {
        const detail = 'Give the searched words, as in /docs/guide/search.json?q=facet.';
        throw new RequestError([{ code: 'InvalidParameter', detail, parameter: 'q' }]);
      }
      const answer = await search(query, HITS);
      ctx.status = 200;
      ctx.set('Content-Type', JSON_API_TYPE);
      ctx.set('Cache-Control', NO_STORE);
      ctx.body = answer;
    },
  };
  const guidePage = ([name, file]: readonly [string, StaticFile]): Page => ({
    name: 'guide',
    path: `${GUIDE_PATH}/${name}`,
    isOpen: true,
    handler: (ctx) => sendFile(ctx, file, REVALIDATED, headers),
  });
  return [contentsPage, answersPage, ...[...guides].filter(([name]) => name !== CONTENTS).map(guidePage)];
}
