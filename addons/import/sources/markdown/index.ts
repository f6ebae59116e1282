/**
 * A folder of Markdown with front matter, as static site generators have it: a folder is a type, a file an item.
 */
import { join } from 'node:path';
import { OperationError } from '../../../../src/content/errors/index.js';
import type { Locale } from '../../core/declarations/locales.js';
import { byCount, fallingBack } from '../../core/declarations/locales.js';
import type { FieldValue, Intake, Source } from '../../core/intake/source.js';
import { bytesOf, decoded, filesBelow, kindOf } from '../../input/bytes.js';
import { refuseInput } from '../../input/wrong-input.js';
import { membersOf, textAt } from '../../value/json.js';
import { asValue, boolean, loose, markdown, text, type Value } from '../../value/value.js';
import { plainTime } from '../../value/written-times.js';
import { type Page, readPage } from './front-matter.js';
import { languagesIn, languagesInside, type Place, placeOf } from './places.js';
import { SILENT } from './yaml.js';

const EXPECTED = 'a folder with .md or .mdx files';
const isPage = (name: string): boolean => /\.(?:mdx?|markdown)$/i.test(name);
/** Folders of tools, never of content. */
const isForeign = (name: string): boolean => /(?:^|\/)(?:node_modules|\.git|_site|dist|public|\.[^/]+)\//.test(name);

interface Located {
  readonly name: string;
  readonly place: Place;
}

export const markdownFolder: Source = {
  space: 'markdown',
  infersLinks: true,
  async read(input, intake) {
    if ((await kindOf(input)) !== 'folder') await refuseInput(input, EXPECTED);
    const all = await filesBelow(input);
    const names = all.filter((name) => isPage(name) && !isForeign(name));
    if (names.length === 0) await refuseInput(input, EXPECTED, 'a folder without Markdown files');
    for (const name of all) {
      if (!isPage(name) && !isForeign(name))
        intake.leaveOut(`files ending in ${ending(name)}`, 'not Markdown; the files stay where they are');
    }
    const languages = languagesIn(names);
    const inside = languagesInside(names);
    const located = names.map((name): Located => {
      const { language, path = name } = inside.get(name) ?? {};
      const place = placeOf(path, languages);
      return { name, place: { ...place, language: language ?? place.language } };
    });
    const locales = localesOf(located);
    intake.locales(locales);
    const collections = [...new Set(located.map(({ place }) => place.collection))].sort();
    for (const collection of collections) {
      const type = intake.type(collection);
      type.field('slug', { shape: { type: 'text' } });
      type.field('body', { shape: { type: 'markdown' }, localized: locales.length > 1 });
    }
    await survey(input, located, intake);
    await readAll(input, located, locales, intake);
    return undefined;
  },
};

const ending = (name: string): string => /\.[A-Za-z0-9]+$/.exec(name)?.[0] ?? '(nothing)';

/** The language that most files are in, or that those without one are in, is the default. */
function localesOf(located: readonly Located[]): readonly Locale[] {
  const counts = new Map<string, number>();
  for (const { place } of located)
    if (place.language !== undefined) counts.set(place.language, (counts.get(place.language) ?? 0) + 1);
  const unsaid = located.some(({ place }) => place.language === undefined);
  return fallingBack(byCount(counts), unsaid ? 'en' : undefined);
}

async function textOfFile(input: string, name: string): Promise<string> {
  let content = '';
  for await (const chunk of decoded(bytesOf(join(input, name)), name)) content += chunk;
  return content;
}

/** Names that may speak of publication or of something else, as other files of the collection say. */
const mayDecide = /(?:status|state|access|stage|visibility)["']?[ \t]*[:=]/i;

/** Looks at the files that have a field of such a name, before any item is judged by it. */
async function survey(input: string, located: readonly Located[], intake: Intake): Promise<void> {
  for (const { name, place } of located) {
    if (place.isDraft) continue;
    const text = await textOfFile(input, name).catch(() => '');
    if (!mayDecide.test(text)) continue;
    try {
      const { matter } = readPage(text, SILENT);
      intake.publication.look(intake.type(place.collection).name, membersOf(matter), 'pages');
    } catch (error) {
      // Told when it is read.
      if (!(error instanceof OperationError)) throw error;
    }
  }
}

async function readAll(
  input: string,
  located: readonly Located[],
  locales: readonly Locale[],
  intake: Intake,
): Promise<void> {
  const items = new Map<string, Located[]>();
  for (const given of located) {
    if (given.place.isDraft) {
      // Whatever stands in it: nobody publishes it.
      intake.keepOut(intake.type(given.place.collection).name, given.place.slug, DRAFT, given.name);
      continue;
    }
    const keyOf = ({ place }: Located): string => `${place.collection}/${place.slug}`;
    const { language, date } = given.place;
    const isOther = items.get(keyOf(given))?.some(({ place }) => place.language === language && place.date !== date);
    // Posts of two days may have the same name: the path that Jekyll gives them has the date.
    const each = isOther === true && date !== undefined ? { ...given, place: withDate(given.place, date) } : given;
    items.set(keyOf(each), [...(items.get(keyOf(each)) ?? []), each]);
  }
  let done = 0;
  for (const group of items.values()) {
    const pages: { readonly located: Located; readonly page: Page }[] = [];
    for (const each of group) {
      done += 1;
      intake.progress('reading the files', done, located.length);
      let page: Page;
      try {
        page = readPage(await textOfFile(input, each.name), {
          repeatedName: (key) =>
            intake.note(`names that a front matter has twice, the last of which counts, such as ${key}`),
          lenient: (reason) => intake.note(`front matter that YAML 1.2 refuses, read as js-yaml reads it: ${reason}`),
        });
      } catch (error) {
        if (!(error instanceof OperationError)) throw error;
        intake.faulty(each.name, error.message.replace(`${each.name} `, ''));
        continue;
      }
      const type = intake.type(each.place.collection).name;
      const known = { type, customs: 'pages', day: each.place.date, isSurveyed: true } as const;
      const verdict = intake.publication.judge(membersOf(page.matter), known);
      if (verdict.is === 'public') pages.push({ located: each, page });
      else intake.keepOut(type, each.place.slug, verdict, each.name);
    }
    await addItem(pages, locales, intake);
  }
}

const withDate = (place: Place, date: string): Place => ({
  ...place,
  slug: place.slug.replace(/[^/]*$/, (name) => `${date}-${name}`),
});

const DRAFT = 'a draft';

async function addItem(
  pages: readonly { readonly located: Located; readonly page: Page }[],
  locales: readonly Locale[],
  intake: Intake,
): Promise<void> {
  const [first] = locales;
  const taken = new Set<string | undefined>();
  const values: FieldValue[] = [];
  for (const { located, page } of pages) {
    const { place, name } = located;
    const locale = locales.length > 1 ? (place.language ?? first?.code) : undefined;
    if (taken.has(locale)) {
      intake.lose(
        `${intake.type(place.collection).name}: items`,
        `two files with the same name and language, such as ${name}`,
      );
      continue;
    }
    taken.add(locale);
    const type = intake.type(place.collection);
    if (taken.size === 1) values.push({ field: 'slug', value: text(place.slug) });
    for (const [field, value] of membersOf(page.matter)) {
      if (field === 'draft' || (field === 'slug' && textAt(page.matter, 'slug') === place.slug)) continue;
      values.push({ field: field === 'slug' ? 'ownSlug' : field, locale, value: matterValue(field, asValue(value)) });
    }
    if (place.date !== undefined && page.matter['date'] === undefined)
      values.push({ field: 'date', locale, value: text(place.date) });
    if (page.body !== '') values.push({ field: 'body', locale, value: markdown(page.body) });
    noteCodes(page.body, name, `${type.name}.body`, intake);
  }
  const main = pages[0]?.located;
  if (main !== undefined) await intake.type(main.place.collection).add(main.place.slug, values, main.name);
}

const namesTime = /date|time|published|updated|created|modified|lastmod/i;

function matterValue(field: string, value: Value | undefined): Value | undefined {
  if (field === 'published' && value?.kind === 'boolean') return boolean(value.value);
  if (value?.kind !== 'text') return value;
  if (/^\d{4}-\d{2}-\d{2}/.test(value.text)) return loose(plainTime(value.text));
  const time = namesTime.test(field) ? plainTime(value.text) : value.text;
  return time === value.text ? value : loose(time);
}

/** What generators run when they build a page stays as it is written. */
function noteCodes(body: string, name: string, what: string, intake: Intake): void {
  for (const [, hugo] of body.matchAll(/\{\{[<%]\s*(?:\/\s*)?([\w/-]+)/g))
    intake.note(`${what}: shortcodes kept as they are written: ${hugo}`);
  for (const [, liquid] of body.matchAll(/\{%-?\s*(\w+)/g))
    intake.note(`${what}: tags kept as they are written: ${liquid}`);
  if (/\.mdx$/i.test(name) && /^(?:import|export)\s|<[A-Z]\w*/m.test(body))
    intake.note(`${what}: files with components of MDX, kept as they are written`);
}
