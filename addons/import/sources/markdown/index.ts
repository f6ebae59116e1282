/**
 * A folder of Markdown with front matter, as static site generators have it: a folder is a type, a file an item.
 *
 * Elsewhere: languages and places that paths name (languages, places), pages (page-reader), data files (data-files).
 */
import { buildLocales, type Locale, sortByFrequency } from '../../core/declarations/locales.js';
import type { Source } from '../../core/intake/source.js';
import { findInputFiles, kindOf } from '../../input/bytes.js';
import { refuseInput } from '../../input/wrong-input.js';
import { DataReader, isDataFile } from './data-files.js';
import { findLanguages } from './languages.js';
import { type LocatedPage, PageReader } from './page-reader.js';
import { parsePlace } from './places.js';

const EXPECTED = 'a folder of content with .md or .mdx files';
const isPage = (name: string): boolean => /\.(?:mdx?|markdown)$/i.test(name);
/** Files at the top of a folder that describe a program, and are no content. */
const PROJECT_FILE = /^(?:readme|changelog|contributing|code_of_conduct|licen[sc]e|security|support)\.mdx?$/i;
/** @returns the name of a folder of tools, never of content, that the file is in; undefined if it is in none */
const findToolFolder = (name: string): string | undefined =>
  /(?:^|\/)(node_modules|_site|dist|public)\//.exec(name)?.[1];
const readEnding = (name: string): string => /\.[A-Za-z0-9]+$/.exec(name)?.[0] ?? '(nothing)';

export const markdownFolder: Source = {
  space: 'markdown',
  infersLinks: true,
  options: ['locales', 'defaultLocale'],
  async read(input, intake) {
    if ((await kindOf(input)) !== 'folder') await refuseInput(input, EXPECTED);
    const allFiles = await findInputFiles(input, intake);
    const files = allFiles.filter((name) => findToolFolder(name) === undefined);
    for (const name of allFiles.filter(isPage)) {
      const toolFolder = findToolFolder(name);
      if (toolFolder !== undefined) intake.leaveOut(`pages in ${toolFolder}`, 'a folder of tools, not of content');
    }
    const pageFiles = files.filter(isPage);
    if (pageFiles.length === 0) await refuseInput(input, EXPECTED, 'a folder without Markdown files');
    if (pageFiles.every((name) => PROJECT_FILE.test(name)))
      await refuseInput(
        input,
        EXPECTED,
        `a folder whose only Markdown files describe a project (${pageFiles.join(', ')})`,
      );
    const { locales: declared, defaultLocale } = intake.options;
    const pages = locatePages(pageFiles, declared);
    const locales = findLocales(pages, declared, defaultLocale);
    intake.locales(locales);
    const collections = [...new Set(pages.map(({ place }) => place.collection))].sort();
    for (const collection of collections) {
      const type = intake.type(collection);
      type.field('slug', { shape: { type: 'text' } });
      type.field('body', { shape: { type: 'markdown' }, localized: locales.length > 1 });
    }
    const pageReader = new PageReader(input, pages, locales, intake);
    await pageReader.survey();
    await pageReader.readAll();
    const dataReader = new DataReader(input, intake);
    for (const name of files) {
      if (isPage(name)) continue;
      const isRead = isDataFile(name) && (await dataReader.read(name));
      if (!isRead)
        intake.leaveOut(`files ending in ${readEnding(name)}`, 'not Markdown; the files stay where they are');
    }
    return undefined;
  },
};

function locatePages(names: readonly string[], declared: readonly string[]): readonly LocatedPage[] {
  const languages = findLanguages(names, declared);
  return names.map((name) => {
    const { language, path = name } = languages.get(name) ?? {};
    return { name, language, place: parsePlace(path) };
  });
}

/**
 * The default is the one of `--default-locale`, otherwise the language of most files. If a page exists both with a language
 * and without one, the language of files without one is `en`.
 */
function findLocales(
  pages: readonly LocatedPage[],
  declared: readonly string[],
  defaultLocale: string | undefined,
): readonly Locale[] {
  const counts = new Map<string, number>(declared.map((code) => [code, 0]));
  const localizedKeys = new Set<string>();
  for (const { place, language } of pages) {
    if (language === undefined) continue;
    counts.set(language, (counts.get(language) ?? 0) + 1);
    localizedKeys.add(`${place.collection}/${place.slug}`);
  }
  const isUnlabelled = ({ place, language }: LocatedPage): boolean =>
    language === undefined && localizedKeys.has(`${place.collection}/${place.slug}`);
  const codes = sortByFrequency(counts);
  const hasUnlabelledLanguage = pages.some(isUnlabelled);
  return buildLocales(codes, defaultLocale ?? (hasUnlabelledLanguage ? 'en' : codes[0]));
}
