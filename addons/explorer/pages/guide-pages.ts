/**
 * The routes of the guides: `/docs/guide`, a page for each guide, and `/docs/guide/search.json`.
 *
 * The guides are open on a server with keys, because they contain nothing of its content.
 * Elsewhere: writing the pages (guides/), answering a search (guide-search).
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParameterizedContext } from 'koa';
import { RequestError } from '../../../src/content/errors/index.js';
import { packageRoot } from '../../../src/format/files/index.js';
import {
  type Mount,
  NO_STORE,
  type Overload,
  type Page,
  REVALIDATED,
  type RequestState,
  type StaticFile,
  sendFile,
  splitTarget,
  staticFile,
} from '../../../src/server/index.js';
import { type ExplorerBundle, HTML_TYPE } from './bundle.js';
import { escapeHtml, writeNoResults, writeRefusal, writeResults } from './guide-results.js';
import { createGuideSearch, type FoundSections } from './guide-search.js';

/** Name of the page of contents in the bundle. */
const CONTENTS = 'index';
/** Name of the page of wrong addresses in the bundle. */
const MISSING = 'missing';
/** Space of the sample content, whose requests the guides have as examples. */
const SAMPLE_SPACE = 'bookshop';
const GUIDE_PATH = '/docs/guide';
const JSON_API_TYPE = 'application/vnd.api+json';

/** Number of sections below the search input, and on the page of results. */
const HITS = 8;
const RESULTS = 30;
/** Mark in the pages with examples. */
const BOOKSHOP_MARK = '{{bookshop}}';
const PICTURE_NAME = /^[\w-]+\.png$/;
/** `Cache-Control` of pictures, whose names do not change with their content. */
const PICTURE_CACHE = 'public, max-age=3600';

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

/**
 * `GET /docs/guide/images/{file}`: the pictures of the guides, read from the folder of the documentation.
 */
const picturePage = (folder: string): Page => ({
  name: 'guide/images',
  path: `${GUIDE_PATH}/images/:file`,
  paths: [],
  isOpen: true,
  async handler(ctx, next) {
    const name = ctx.path.slice(ctx.path.lastIndexOf('/') + 1);
    const bytes = PICTURE_NAME.test(name) ? await readFile(join(folder, name)).catch(() => undefined) : undefined;
    if (bytes === undefined) return next();
    ctx.set({ 'Content-Type': 'image/png', 'Cache-Control': PICTURE_CACHE });
    ctx.body = bytes;
    return undefined;
  },
});

/** Whether a browser shows the answer to a reader. */
const wantsHtml = (ctx: ParameterizedContext<RequestState>): boolean => ctx.get('Accept').includes('text/html');

/** Finds the delivery root of the sample content, without the slash before it; empty if it is not served. */
const findSampleRoot = (mounts: readonly Mount[]): string =>
  mounts.find(({ served }) => served.space?.model.space === SAMPLE_SPACE)?.path.slice(1) ?? '';

/** Fills the mark of the sample's root into a page, and keeps the last filled page. */
function fillSampleRoot(page: StaticFile): (root: string) => StaticFile {
  const html = page.bytes.toString();
  let filled: { readonly root: string; readonly file: StaticFile } | undefined;
  return (root) => {
    if (!html.includes(BOOKSHOP_MARK)) return page;
    if (filled?.root !== root)
      filled = {
        root,
        file: staticFile(
          HTML_TYPE,
          html.replace(BOOKSHOP_MARK, () => escapeHtml(root)),
        ),
      };
    return filled.file;
  };
}

interface GuideOptions {
  /** The spaces of the server; none if a key is needed to read them, because the guides need none. */
  readonly mounts: readonly Mount[];
  readonly overload: Overload;
}

/** @returns the routes; none if the package was compiled without guides */
export function guidePages(
  { guides, guideScript, guideSearchFolder }: Pick<ExplorerBundle, 'guides' | 'guideScript' | 'guideSearchFolder'>,
  { mounts, overload }: GuideOptions,
): readonly Page[] {
  const contents = guides.get(CONTENTS);
  if (contents === undefined) return [];
  const headers = {
    'Content-Security-Policy': guidePolicy(guideScript),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
  const guideSearch = createGuideSearch(guideSearchFolder);
  const search = (query: string, limit: number): Promise<FoundSections> => {
    if (overload.hasTime()) return guideSearch.search(query, limit);
    throw new RequestError([{ code: 'Unavailable', detail: 'The server is busy; try again later.' }]);
  };
  /** Words that were sent are finished, so that their synonyms match; if nothing matches, the last word is a beginning. */
  const writeAllResults = async (query: string): Promise<string> => {
    const finishedSections = await search(`${query} `, RESULTS);
    const sections = finishedSections.total > 0 ? finishedSections : await search(query, RESULTS);
    return sections.total > 0 ? writeResults(query, sections) : writeNoResults(query);
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
      const { document } = await search(query, HITS);
      ctx.status = 200;
      ctx.set('Content-Type', JSON_API_TYPE);
      ctx.set('Cache-Control', NO_STORE);
      ctx.body = document;
    },
  };
  const guidePage = ([name, file]: readonly [string, StaticFile]): Page => {
    const fill = fillSampleRoot(file);
    return {
      name: 'guide',
      path: `${GUIDE_PATH}/${name}`,
      isOpen: true,
      handler: (ctx) => sendFile(ctx, fill(findSampleRoot(mounts)), REVALIDATED, headers),
    };
  };
  const missingHtml = guides.get(MISSING)?.bytes.toString() ?? '';
  const missingPage: Page = {
    name: 'guide',
    path: `${GUIDE_PATH}/{:name}`,
    paths: [],
    isOpen: true,
    handler(ctx, next) {
      if (!wantsHtml(ctx)) return next();
      ctx.status = 404;
      ctx.set({ ...headers, 'Content-Type': HTML_TYPE, 'Cache-Control': NO_STORE });
      ctx.body = Buffer.from(missingHtml.replace('{{address}}', () => escapeHtml(ctx.path)));
      return undefined;
    },
  };
  const guideNames = [...guides].filter(([name]) => name !== CONTENTS && name !== MISSING);
  return [
    contentsPage,
    answersPage,
    picturePage(join(packageRoot(), 'docs', 'images')),
    ...guideNames.map(guidePage),
    missingPage,
  ];
}
