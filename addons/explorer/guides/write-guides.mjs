/**
 * Writes the guides, `/docs/guide`: the Markdown pages of `docs` as HTML, and a snapshot of their sections to search.
 *
 * Elsewhere: the order (list-guides), a page's content (render-guide), its frame (write-page), the search (search-export).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listGuides } from './list-guides.mjs';
import { renderGuide } from './render-guide.mjs';
import { writeContentsPage, writeMissingPage, writePage } from './write-page.mjs';

export { buildSearchSnapshot } from './search-export.mjs';

/** Name of the page of contents in the list of pages. */
const CONTENTS = 'index';
/** Name of the page of wrong addresses in the list of pages. */
const MISSING = 'missing';

/**
 * @param docs         folder of the Markdown files
 * @param files        names of the bundled icon, script and style
 * @param inlineScript element that sets the theme before the first paint
 * @returns            `pages`, name → HTML; and `guides` in reading order, with their sections
 */
export function writeGuides({ Marked, docs, files, inlineScript }) {
  const listed = listGuides(docs);
  const names = new Map(listed.flatMap(({ guides }) => guides.map(({ file, name }) => [file, name])));
  const parts = listed.map(({ title, guides }) => ({
    title,
    guides: guides.map((guide) => {
      const markdown = readFileSync(join(docs, guide.file), 'utf8');
      return { ...guide, ...renderGuide({ Marked, file: guide.file, markdown, names }) };
    }),
  }));
  const site = { files, inlineScript, parts };
  const guides = parts.flatMap((part) => part.guides);
  const pages = new Map([
    [CONTENTS, writeContentsPage(site)],
    [MISSING, writeMissingPage(site)],
    ...guides.map((guide) => [guide.name, writePage(site, { guide }, guide.html)]),
  ]);
  return { guides, pages };
}
