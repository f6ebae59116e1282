/**
 * The sections of the guides as an export of stele, and its snapshot: the guides are searched by stele itself.
 *
 * The snapshot is built when the package is compiled, and opened at the first search.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listTerms } from './search-terms.mjs';

/** The fields are only searched, so the snapshot has no other index of them. */
const SEARCHED_ONLY = { filter: false, sort: false, contains: false, endsWith: false };

/**
 * Titles and headings have more weight than texts, and only their words forgive typing mistakes: in all words of all texts,
 * nearly every word has a neighbour. An operator leads to the table that explains it.
 * Synonyms and terms lead from words of other products to those of the guides.
 */
const MODEL = {
  space: 'guides',
  language: 'en',
  search: {
    synonyms: [
      { from: 'typo', to: ['typing mistake'] },
      { from: ['auth', 'authentication', 'authorization'], to: ['access key'] },
      { from: 'rate limit', to: ['TooManyRequests'] },
      { from: 'order by', to: ['sort'] },
      { from: 'less than', to: ['lt'] },
      { from: 'greater than', to: ['gt'] },
      { from: 'group by', to: ['facet'] },
      { from: 'i18n', to: ['locale', 'language'] },
      { from: 'docker', to: ['in containers'] },
      { from: 'RAM', to: ['memory'] },
      { from: ['install', 'installation', 'getting started', 'quickstart'], to: ['first steps'] },
    ],
  },
  contentTypes: [
    {
      name: 'section',
      fields: [
        { name: 'guide', type: 'text', search: { weight: 3 }, ...SEARCHED_ONLY },
        { name: 'heading', type: 'text', search: { weight: 6, phrases: true }, ...SEARCHED_ONLY },
        { name: 'operators', type: 'text', search: { weight: 40, typos: false }, ...SEARCHED_ONLY },
        { name: 'terms', type: 'text', search: { weight: 40 }, ...SEARCHED_ONLY },
        { name: 'text', type: 'textMultiline', search: { phrases: true, typos: false }, ...SEARCHED_ONLY },
        { name: 'examples', type: 'textMultiline', search: { phrases: true, typos: false }, ...SEARCHED_ONLY },
        { name: 'lead', type: 'text', ...SEARCHED_ONLY },
        { name: 'address', type: 'text', ...SEARCHED_ONLY },
      ],
    },
  ],
};

/** Longest beginning of a section that is shown with a result, in characters. */
const LEAD_MAXIMUM = 180;

/** @returns the first sentence of the section, shown if no word of its text matches */
function findLead(text) {
  const [sentence = ''] = /^.*?[^.]\.(?=\s|$)/s.exec(text.trim()) ?? [text.trim()];
  const line = sentence.replace(/\s+/g, ' ');
  return line.length <= LEAD_MAXIMUM ? line : `${line.slice(0, line.lastIndexOf(' ', LEAD_MAXIMUM))} …`;
}

/** Whether a section is only an example, such as the help of a command: another section explains it, and is found instead. */
const isOnlyExample = ({ text, examples }, place) => place > 0 && text.trim() === '' && examples.trim() !== '';

/** @returns the items of the export, in reading order. @param guides each with name, title and sections */
export function listSectionItems(guides) {
  const items = guides.flatMap(({ name, sections }) =>
    sections.flatMap((section, place) => (isOnlyExample(section, place) ? [] : [sectionItem(name, sections, place)])),
  );
  const terms = listTerms(items.map(({ address }) => address));
  return items.map((item) => ({ ...item, terms: (terms.get(item.address) ?? []).join(', ') }));
}

function sectionItem(name, sections, place) {
  const { id, heading, text, examples, operators } = sections[place];
  return {
    id: `${name}/${id}`,
    guide: sections[0].heading,
    heading,
    operators: operators.join(' '),
    text: text.trim(),
    examples: examples.trim(),
    lead: findLead(text),
    address: place === 0 ? name : `${name}#${id}`,
  };
}

/**
 * @param out  folder of the snapshots, which is created
 * @param dist folder of the compiled server, whose `build` room builds the snapshot
 */
export async function buildSearchSnapshot(guides, out, dist) {
  const folder = mkdtempSync(join(tmpdir(), 'stele-guides-'));
  try {
    const lines = listSectionItems(guides).map((item) => `${JSON.stringify(item)}\n`);
    writeFileSync(join(folder, 'model.json'), JSON.stringify(MODEL));
    writeFileSync(join(folder, 'section.ndjson'), lines.join(''));
    mkdirSync(out, { recursive: true });
    const moduleOf = (path) => import(pathToFileURL(join(dist, path)).href);
    const { buildSnapshot } = await moduleOf('build/publish/index.js');
    const { diskFiles } = await moduleOf('src/format/files/index.js');
    const { COMPANION_FILES } = await moduleOf('src/index/snapshot/index.js');
    const { snapshot } = await buildSnapshot(folder, out, { files: diskFiles, strict: true });
    // The files next to a snapshot contain times, and the package must have equal bytes whenever it is compiled.
    for (const name of COMPANION_FILES) rmSync(join(out, snapshot, name), { force: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
