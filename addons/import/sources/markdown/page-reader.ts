/**
 * Reads the pages of a site as items: files of one page in several languages become one item with localized fields.
 *
 * Elsewhere: front matter (front-matter), what folders hand down (cascades), languages and places that paths name (languages, places).
 */
import { join } from 'node:path';
import { OperationError } from '../../../../src/content/errors/index.js';
import type { Locale } from '../../core/declarations/locales.js';
import { Redirects } from '../../core/intake/redirects.js';
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { bytesOf, decoded } from '../../input/bytes.js';
import { isList, type Json, readMembers, textAt } from '../../value/json.js';
import { boolean, link, markdown, text, toValue, untypedText, type Value } from '../../value/value.js';
import { normalizeTime } from '../../value/written-times.js';
import { Cascades, isBranch } from './cascades.js';
import { type Page, readPage } from './front-matter.js';
import type { Place } from './places.js';
import { SILENT, type YamlNotes } from './yaml.js';

/** A file, and the meaning of its path. */
export interface LocatedPage {
  /** The path below the input. */
  readonly name: string;
  readonly language: string | undefined;
  readonly place: Place;
}

interface ReadPage extends LocatedPage {
  readonly page: Page;
}

const DRAFT = 'a draft';
/** Fields that concern publication in some collections only. Repetitions are bounded: a page may repeat such a word without end. */
const ambiguousField =
  /(?:stat\w{0,20}|access|stage|visib\w{0,20}|sichtbarkeit|zichtbaarheid|estado|estatus|zustand|tilstand|stav|tila|durum|situa\S{1,9}|step\w{0,20}|[^\x00-\x7f]{2})["']?[ \t]*[:=]/i;

interface PublicMark {
  /** Finds the mark in the text of a page. */
  readonly pattern: RegExp;
  /** Its name in the report. */
  readonly name: string;
}

/** Marks of the systems that publish only pages that have one: Digital Garden, a plugin of Obsidian, and Logseq. */
const publicMarks: readonly PublicMark[] = [
  { pattern: /^dg-publish:[ \t]*["']?true/m, name: 'dg-publish' },
  { pattern: /^public::[ \t]*true/m, name: 'public' },
];

const buildItemKey = ({ place }: LocatedPage): string => `${place.collection}/${place.slug}`;

export class PageReader {
  readonly #input: string;
  readonly #pages: readonly LocatedPage[];
  readonly #locales: readonly Locale[];
  readonly #intake: Intake;
  readonly #redirects: Redirects;
  readonly #yamlNotes: YamlNotes;
  readonly #cascades = new Cascades();
  /** The mark of public pages, if one has it: pages without it are not public. */
  #mark: PublicMark | undefined;

  /** @param locales the default one first; none or one of a site in one language */
  constructor(input: string, pages: readonly LocatedPage[], locales: readonly Locale[], intake: Intake) {
    this.#input = input;
    this.#pages = pages;
    this.#locales = locales;
    this.#intake = intake;
    this.#redirects = new Redirects(intake);
    this.#yamlNotes = {
      repeatedName: (name) =>
        intake.note(`names that a front matter has twice, the last of which counts, such as ${name}`),
      lenient: (reason) => intake.note(`front matter that YAML 1.2 refuses, read as js-yaml reads it: ${reason}`),
    };
  }

  /** Looks at pages with ambiguous fields, and at what folders hand down, before any item is judged by them. */
  async survey(): Promise<void> {
    for (const { name, place } of this.#pages) {
      if (place.isDraft) continue;
      const content = await this.#readText(name).catch(() => '');
      this.#mark ??= publicMarks.find(({ pattern }) => pattern.test(content));
      const handsDown = isBranch(name) && content.includes('cascade');
      if (!handsDown && !ambiguousField.test(content)) continue;
      try {
        const { values } = readPage(content, SILENT);
        if (handsDown) this.#cascades.add(name, values);
        this.#intake.publication.survey(this.#intake.type(place.collection).name, readMembers(values), 'pages');
      } catch (error) {
        // `readAll` reports it.
        if (!(error instanceof OperationError)) throw error;
      }
    }
  }

  async readAll(): Promise<void> {
    let done = 0;
    for (const files of this.#groupByItem().values()) {
      const publicPages: ReadPage[] = [];
      for (const file of files) {
        done += 1;
        this.#intake.progress('reading the files', done, this.#pages.length);
        const page = await this.#readPublicPage(file);
        if (page !== undefined) publicPages.push({ ...file, page });
      }
      await this.#addItem(publicPages);
    }
  }

  async #readText(name: string): Promise<string> {
    let content = '';
    for await (const chunk of decoded(bytesOf(join(this.#input, name)), name)) content += chunk;
    return content;
  }

  /** @returns files of the same item together, in the order of their names; drafts are reported, and missing */
  #groupByItem(): ReadonlyMap<string, readonly LocatedPage[]> {
    const items = new Map<string, LocatedPage[]>();
    for (const page of this.#pages) {
      const { collection, slug, date, isDraft, draftFolder } = page.place;
      if (draftFolder !== undefined && !isDraft && !this.#intake.isWanted(draftFolder)) {
        const reason = `in a folder called ${draftFolder}; --with ${draftFolder} keeps them`;
        this.#intake.keepOut(this.#intake.type(collection).name, slug, reason, page.name);
        continue;
      }
      if (isDraft) {
        this.#intake.keepOut(this.#intake.type(collection).name, slug, DRAFT, page.name);
        continue;
      }
      const isTaken = items
        .get(buildItemKey(page))
        ?.some(({ place, language }) => language === page.language && place.date !== date);
      // Posts of two days may have the same name: Jekyll's path of a post has the date.
      const uniquePage = isTaken === true && date !== undefined ? { ...page, place: addDate(page.place, date) } : page;
      const files = items.get(buildItemKey(uniquePage));
      if (files === undefined) items.set(buildItemKey(uniquePage), [uniquePage]);
      else files.push(uniquePage);
    }
    return items;
  }

  /** @returns undefined for a page that cannot be read or is not public, as is reported */
  async #readPublicPage({ name, place }: LocatedPage): Promise<Page | undefined> {
    let page: Page;
    try {
      page = readPage(await this.#readText(name), this.#yamlNotes);
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      this.#intake.faulty(name, error.message.replace(`${name} `, ''));
      return undefined;
    }
    const type = this.#intake.type(place.collection).name;
    const own = readMembers(page.values);
    const verdict = this.#intake.publication.judge([...own, ...this.#cascades.inheritedBy(name, own)], {
      type,
      itemKind: 'pages',
      day: place.day,
      isSurveyed: true,
    });
    if (verdict.is !== 'public') {
      this.#intake.keepOut(type, place.slug, verdict, name);
      return undefined;
    }
    const markName = this.#mark?.name;
    if (markName === undefined || own.some(([field, value]) => field === markName && value === true)) return page;
    this.#intake.keepOut(type, place.slug, `without ${markName}: true, which other pages have`, name);
    return undefined;
  }

  async #addItem(pages: readonly ReadPage[]): Promise<void> {
    const [first] = pages;
    if (first === undefined) return;
    const type = this.#intake.type(first.place.collection);
    const values: FieldValue[] = [{ field: 'slug', value: text(first.place.slug) }];
    const readLocales = new Set<string | undefined>();
    const addedPages: ReadPage[] = [];
    for (const page of pages) {
      const locale = this.#findLocale(page);
      if (readLocales.has(locale)) {
        const reason = `two files with the same name and language, such as ${page.name}`;
        this.#intake.lose(`${type.name}: items`, reason);
        continue;
      }
      readLocales.add(locale);
      addedPages.push(page);
      values.push(...readPageValues(page, locale));
      noteCodes(page, `${type.name}.body`, this.#intake);
    }
    await type.add(first.place.slug, values, first.name);
    const defaultLocale = this.#locales[0]?.code;
    addedPages.sort(
      (a, b) => Number(this.#findLocale(b) === defaultLocale) - Number(this.#findLocale(a) === defaultLocale),
    );
    for (const page of addedPages) await this.#addRedirects(page);
  }

  #findLocale({ language }: LocatedPage): string | undefined {
    return this.#locales.length > 1 ? (language ?? this.#locales[0]?.code) : undefined;
  }

  async #addRedirects(page: ReadPage): Promise<void> {
    const { collection, slug } = page.place;
    for (const path of readOldPaths(readMembers(page.page.values)))
      await this.#redirects.add(path, link(slug, collection), page.name, this.#findLocale(page));
  }
}

const addDate = (place: Place, date: string): Place => ({
  ...place,
  slug: place.slug.replace(/[^/]*$/, (name) => `${date}-${name}`),
});

function readPageValues({ page, place }: ReadPage, locale: string | undefined): readonly FieldValue[] {
  const values: FieldValue[] = [];
  for (const [field, value] of readMembers(page.values)) {
    const isSlug = field === 'slug';
    if (field === 'draft' || (isSlug && textAt(page.values, 'slug') === place.slug)) continue;
    values.push({ field: isSlug ? 'ownSlug' : field, locale, value: readFieldValue(field, toValue(value)) });
  }
  if (place.date !== undefined && page.values['date'] === undefined)
    values.push({ field: 'date', locale, value: text(place.date) });
  if (page.body !== '') values.push({ field: 'body', locale, value: markdown(page.body) });
  return values;
}

/** Fields of Hugo (`aliases`) and of Jekyll's and Docusaurus' plugins that hold old addresses of a page. */
const redirectField = /^(?:redirect_?from|aliases)$/i;

/** @returns addresses; of `aliases` only texts that are paths, as notes have other titles in a field of this name */
function readOldPaths(members: readonly (readonly [string, Json])[]): readonly string[] {
  const paths = new Set<string>();
  for (const [field, value] of members) {
    if (!redirectField.test(field)) continue;
    const isAlias = field.toLowerCase() === 'aliases';
    for (const path of isList(value) ? value : [value]) {
      if (typeof path === 'string' && path !== '' && (!isAlias || /\/|\.html?$/.test(path))) paths.add(path);
    }
  }
  return [...paths];
}

const timeField = /date|time|published|updated|created|modified|lastmod/i;

function readFieldValue(field: string, value: Value | undefined): Value | undefined {
  if (field === 'published' && value?.kind === 'boolean') return boolean(value.value);
  if (value?.kind !== 'text') return value;
  if (/^\d{4}-\d{2}-\d{2}/.test(value.text)) return untypedText(normalizeTime(value.text));
  const time = timeField.test(field) ? normalizeTime(value.text) : value.text;
  return time === value.text ? value : untypedText(time);
}

/** Notes shortcodes, tags and components, which generators run when they build a page; they stay as they are written. */
function noteCodes({ page: { body }, name }: ReadPage, field: string, intake: Intake): void {
  for (const [, shortcode] of body.matchAll(/\{\{[<%]\s*(?:\/\s*)?([\w/-]+)/g))
    intake.note(`${field}: shortcodes kept as they are written: ${shortcode}`);
  for (const [, tag] of body.matchAll(/\{%-?\s*(\w+)/g)) intake.note(`${field}: tags kept as they are written: ${tag}`);
  if (/\.mdx$/i.test(name) && /^(?:import|export)\s|<[A-Z]\w*/m.test(body))
    intake.note(`${field}: files with components of MDX, kept as they are written`);
}
