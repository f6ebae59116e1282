/**
 * The list of guides, in the order to read them in: the pages that `docs/README.md` links, in its parts.
 *
 * Decisions and results are not guides: they explain the project, not its use. A page added to the README becomes a
 * guide at the next compilation.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

const README = 'README.md';
/** Folders whose pages stay in the source repository. */
const EXCLUDED = /^(?:decisions|results)\//;

/**
 * `ask/lists.md` → `lists`; `import/README.md` → `import`
 *
 * @param file path of the page in `docs`
 */
export const nameGuide = (file) => (basename(file) === README ? basename(dirname(file)) : basename(file, '.md'));

/**
 * @returns the file of the page that a page is listed below: the README of its folder, if that is a guide
 *
 * A reader needs one page of `import`, so the contents fold them under one entry.
 */
function findParent(file, files) {
  const parent = posix.join(posix.dirname(file), README);
  return parent !== file && files.has(parent) ? parent : undefined;
}

/**
 * @param docs folder of the Markdown files
 * @returns    parts with a title and guides; a guide has a name, its file, a summary if the README has one, and the name of
 *             its parent if it is listed below another guide
 * @throws     Error if two guides would have one address
 */
export function listGuides(docs) {
  const parts = [];
  const files = new Set();
  const names = new Set();
  // An entry may continue on the next line, which is indented.
  const text = readFileSync(join(docs, README), 'utf8').replaceAll(/\n {2,}/g, ' ');
  for (const line of text.split('\n')) {
    const [, title] = /^## (.+)/.exec(line) ?? [];
    if (title !== undefined) parts.push({ title, guides: [] });
    if (!/^\d+\. /.test(line)) continue;
    const links = [...line.matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, path]) => posix.normalize(path));
    const [, summary = ''] = /^\d+\. \[[^\]]*\]\([^)]*\):? ?(.*)/.exec(line) ?? [];
    for (const [place, file] of links.entries()) {
      if (file.startsWith('..') || EXCLUDED.test(file) || files.has(file)) continue;
      const name = nameGuide(file);
      if (names.has(name)) throw new Error(`two pages of docs would be the guide "${name}": rename ${file}`);
      files.add(file);
      names.add(name);
      const hasSummary = place === 0 && !summary.includes('](');
      const parent = findParent(file, files);
      parts.at(-1).guides.push({
        name,
        file,
        summary: hasSummary ? summary.replaceAll('`', '') : '',
        ...(parent !== undefined && { parent: nameGuide(parent) }),
      });
    }
  }
  return parts.filter(({ guides }) => guides.length > 0);
}
