/**
 * A Contentful space: the JSON that `contentful space export` writes.
 *
 * Read twice: first for types, locales, and what links lead to; then the entries, one at a time.
 */
import type { FieldValue, Intake, Locale, Source } from '../../frame/source.js';
import { firstText, textOf } from '../../input/bytes.js';
import { type Found, valuesIn } from '../../input/json-stream.js';
import { refuseInput } from '../../input/wrong-input.js';
import { addressOf, assetValue } from '../../value/image.js';
import { at, type Json, listAt, membersOf, textAt } from '../../value/json.js';
import { asValue, link, list, markdown, text, type Value } from '../../value/value.js';
import { richTextToMarkdown, type Target } from './rich-text.js';
import {
  ASSET_TYPE,
  type ContentfulField,
  type ContentfulType,
  readFile,
  readLocales,
  readType,
  TAG_TYPE,
  unpublished,
} from './space.js';

const EXPECTED = 'the JSON file that "contentful space export" writes, with "contentTypes" and "entries"';

export const contentful: Source = {
  space: 'contentful',
  async read(input, intake) {
    const reader = new SpaceReader(input, intake);
    await reader.survey();
    reader.declare();
    await reader.items();
    return undefined;
  },
};

/** Settings of the space, which are no content. */
const settings: ReadonlySet<string> = new Set(['editorInterfaces', 'webhooks', 'roles', 'concepts', 'conceptSchemes']);
const sysDates = ['createdAt', 'updatedAt', 'publishedAt', 'firstPublishedAt'] as const;

class SpaceReader {
  readonly #input: string;
  readonly #intake: Intake;
  readonly #types = new Map<string, ContentfulType>();
  #locales: readonly Locale[] = [];
  /** What is published, by id: the type of an entry, and how a link in a text shows it. */
  readonly #entries = new Map<string, { readonly type: string; readonly titles: ReadonlyMap<string, string> }>();
  readonly #assets = new Map<string, Json>();
  readonly #tags = new Set<string>();

  constructor(input: string, intake: Intake) {
    this.#input = input;
    this.#intake = intake;
  }

  #values(step: string): AsyncGenerator<Found> {
    const texts = textOf(this.#input, (done, total) => this.#intake.progress(step, done, total));
    return valuesIn(texts, ['$.*', '$.*.*'], this.#input);
  }

  async survey(): Promise<void> {
    const types: Json[] = [];
    const locales: Json[] = [];
    const markdownFields = new Set<string>();
    const members = new Set<string>();
    // Another system's file is told as such, not by its first character.
    if (!/^\s*\{/.test(await firstText(this.#input))) await refuseInput(this.#input, EXPECTED);
    const drafts: Json[] = [];
    for await (const { path, value } of this.#values('looking at the space')) {
      const [member, index] = path;
      if (typeof member !== 'string') break;
      members.add(member);
      if (index === undefined) continue;
      if (member === 'contentTypes') types.push(value);
      else if (member === 'locales') locales.push(value);
      else if (member === 'editorInterfaces') markdownEditors(value, markdownFields);
      else if (member === 'entries') drafts.push(entryHead(value));
      else if (member === 'assets') this.#surveyAsset(value);
      else if (member === 'tags') this.#surveyTag(value);
      if (settings.has(member)) this.#intake.leaveOut(member, 'a setting of the space, no content');
      else if (!['contentTypes', 'locales', 'entries', 'assets', 'tags'].includes(member)) {
        this.#intake.lose(member, 'not known in an export of a space');
      }
    }
    if (!members.has('contentTypes') || !members.has('entries')) await refuseInput(this.#input, EXPECTED);
    // Without editorInterfaces, an editor is the default one, which is that of Markdown.
    const known = members.has('editorInterfaces');
    for (const type of types) {
      const all = known
        ? markdownFields
        : new Set(listAt(type, 'fields').map((field) => `${textAt(type, 'sys', 'id')}.${textAt(field, 'id')}`));
      const read = readType(type, all);
      if (read !== undefined) this.#types.set(read.id, read);
    }
    this.#locales = readLocales(locales);
    for (const entry of drafts) this.#surveyEntry(entry);
  }

  #surveyAsset(asset: Json): void {
    const id = textAt(asset, 'sys', 'id');
    const why = unpublished(at(asset, 'sys'));
    if (id === undefined) return;
    if (why !== undefined) this.#intake.leaveOut('assets', why);
    else this.#assets.set(id, asset);
  }

  #surveyTag(tag: Json): void {
    const id = textAt(tag, 'sys', 'id');
    if (id === undefined) return;
    if (textAt(tag, 'sys', 'visibility') === 'public') this.#tags.add(id);
    else this.#intake.leaveOut('tags', 'a private tag, which is not delivered');
  }

  #surveyEntry(entry: Json): void {
    const id = textAt(entry, 'sys', 'id');
    const type = textAt(entry, 'sys', 'contentType', 'sys', 'id');
    if (id === undefined || type === undefined || unpublished(at(entry, 'sys')) !== undefined) return;
    const display = this.#types.get(type)?.displayField;
    const titles = display === undefined ? [] : membersOf(at(entry, 'fields', display));
    const texts = titles.flatMap(([code, title]): [string, string][] =>
      typeof title === 'string' ? [[code, title]] : [],
    );
    this.#entries.set(id, { type, titles: new Map(texts) });
  }

  declare(): void {
    this.#intake.locales(this.#locales);
    for (const type of this.#types.values()) {
      const taken = this.#intake.type(type.id);
      for (const field of type.fields) {
        if (field.omitted || field.shape === undefined) continue;
        taken.field(field.id, { name: field.name, shape: field.shape, localized: field.localized });
      }
      this.#declareSys(type.id);
    }
    if (this.#assets.size > 0) {
      const assets = this.#intake.type(ASSET_TYPE, 'asset');
      assets.field('title', { shape: { type: 'text' }, localized: true });
      assets.field('description', { shape: { type: 'textMultiline' }, localized: true });
      this.#declareSys(ASSET_TYPE);
    }
    if (this.#tags.size > 0) this.#intake.type(TAG_TYPE, 'tag').field('name', { shape: { type: 'text' } });
  }

  #declareSys(type: string): void {
    for (const date of sysDates)
      this.#intake.type(type).field(`sys.${date}`, { name: date, shape: { type: 'dateTime' } });
    if (this.#tags.size > 0) {
      this.#intake
        .type(type)
        .field('metadata.tags', { name: 'tags', shape: { type: 'link', many: true, to: [TAG_TYPE] } });
    }
  }

  async items(): Promise<void> {
    for await (const { path, value } of this.#values('reading the space')) {
      const [member, index] = path;
      if (index === undefined) continue;
      if (member === 'entries') await this.#entry(value);
      else if (member === 'tags') await this.#tag(value);
    }
    for (const [id, asset] of this.#assets) await this.#asset(id, asset);
  }

  async #tag(tag: Json): Promise<void> {
    const id = textAt(tag, 'sys', 'id');
    if (id === undefined || !this.#tags.has(id)) return;
    await this.#intake.type(TAG_TYPE).add(id, [{ field: 'name', value: asValue(at(tag, 'name')) }], `tag ${id}`);
  }

  async #entry(entry: Json): Promise<void> {
    const sys = at(entry, 'sys');
    const id = textAt(sys, 'id') ?? '';
    const typeId = textAt(sys, 'contentType', 'sys', 'id') ?? '';
    const type = this.#types.get(typeId);
    const why = unpublished(sys);
    if (type === undefined) return this.#intake.lose(`${typeId}: items`, 'the space has no such content type');
    if (why !== undefined) return this.#intake.leaveOut(`${this.#intake.type(typeId).name}: items`, why);
    const [version, published] = [at(sys, 'version'), at(sys, 'publishedVersion')];
    if (typeof version === 'number' && typeof published === 'number' && version > published + 1) {
      this.#intake.note(
        `${this.#intake.type(typeId).name}: items changed since they were published; the export has the changed state`,
      );
    }
    const byId = new Map(type.fields.map((field) => [field.id, field]));
    const values: FieldValue[] = [];
    for (const [fieldId, byLocale] of membersOf(at(entry, 'fields'))) {
      const field = byId.get(fieldId) ?? type.fields.find(({ name }) => name === fieldId);
      const what = `${this.#intake.type(typeId).name}.${fieldId}`;
      if (field === undefined) {
        this.#intake.lose(what, 'the content type has no such field', membersOf(byLocale).length);
      } else if (field.omitted) {
        this.#intake.leaveOut(what, 'omitted from delivery in the content type', membersOf(byLocale).length);
      } else {
        for (const [locale, value] of membersOf(byLocale)) {
          if (textAt(sys, 'fieldStatus', '*', locale) === 'draft')
            this.#intake.leaveOut(what, `the locale ${locale} is a draft`);
          else this.#addValue(values, field, locale, this.#value(field, value, locale, what), what);
        }
      }
    }
    values.push(...this.#sys(entry));
    await this.#intake.type(typeId).add(id, values, `entry ${id}`);
  }

  /** A field that is not localised has a value of the default locale; what others have of it is not delivered. */
  #addValue(
    values: FieldValue[],
    field: ContentfulField,
    locale: string,
    value: Value | undefined,
    what: string,
  ): void {
    const [first] = this.#locales;
    if (!field.localized && locale !== first?.code) {
      this.#intake.leaveOut(what, `a value of the locale ${locale}, and the field is not localised`);
    } else {
      values.push({ field: field.id, locale: field.localized && this.#locales.length > 1 ? locale : undefined, value });
    }
  }

  #value(field: ContentfulField, value: Json, locale: string, what: string): Value | undefined {
    if (value === null) return undefined;
    if (field.type === 'RichText') {
      const told = richTextToMarkdown(value, {
        target: (linkType, id) => this.#target(linkType, id, locale),
        lost: (reason) => this.#intake.lose(what, reason),
      });
      return told === undefined ? undefined : markdown(told);
    }
    if (field.type === 'Link') return this.#link(value, locale, what);
    if (field.type === 'Array' && field.shape?.type !== 'text' && field.shape?.type !== 'select') {
      return list(listAt(value).flatMap((each) => this.#link(each, locale, what) ?? []));
    }
    return asValue(value);
  }

  #link(value: Json, locale: string, what: string): Value | undefined {
    const id = textAt(value, 'sys', 'id');
    if (id === undefined) return asValue(value);
    if (textAt(value, 'sys', 'linkType') !== 'Asset') return link(id, this.#entries.get(id)?.type);
    const asset = this.#assets.get(id);
    const file = asset === undefined ? undefined : this.#file(asset, locale);
    if (file === undefined) this.#intake.lose(what, 'links to assets that are not in the export');
    return file;
  }

  #localised(value: Json | undefined, locale: string): Json | undefined {
    const tried = new Set<string>();
    for (let code: string | undefined = locale; code !== undefined && !tried.has(code); ) {
      const found = at(value, code);
      if (found !== undefined && found !== null) return found;
      tried.add(code);
      code = this.#locales.find((each) => each.code === code)?.fallback;
    }
    return undefined;
  }

  #file(asset: Json, locale: string): Value | undefined {
    const fields = at(asset, 'fields');
    const told = (name: string): string | undefined => {
      const found = this.#localised(at(fields, name), locale);
      return typeof found === 'string' && found !== '' ? found : undefined;
    };
    const file = readFile(
      this.#localised(at(fields, 'file'), locale),
      told('description') ?? told('title'),
      this.#intake,
    );
    return file === undefined ? undefined : assetValue(file, link(textAt(asset, 'sys', 'id') ?? '', ASSET_TYPE));
  }

  #target(linkType: 'Entry' | 'Asset', id: string, locale: string): Target | undefined {
    const [first] = this.#locales;
    if (linkType === 'Entry') {
      const entry = this.#entries.get(id);
      if (entry === undefined) return undefined;
      const title = entry.titles.get(locale) ?? entry.titles.get(first?.code ?? '') ?? id;
      return { title, url: this.#intake.path(entry.type, id), isImage: false };
    }
    const asset = this.#assets.get(id);
    const value = asset === undefined ? undefined : this.#file(asset, locale);
    if (value?.kind !== 'asset') return undefined;
    const { url, altText, fileName } = value.asset;
    return { title: altText ?? fileName ?? id, url: addressOf(url, this.#intake.assetsUrl), isImage: value.isImage };
  }

  async #asset(id: string, asset: Json): Promise<void> {
    const values: FieldValue[] = [];
    const locales = this.#locales.length > 1;
    for (const [name, byLocale] of membersOf(at(asset, 'fields'))) {
      for (const [locale, value] of membersOf(byLocale)) {
        const own = locales ? locale : undefined;
        if (name !== 'file') {
          values.push({ field: name, locale: own, value: typeof value === 'string' ? text(value) : asValue(value) });
          continue;
        }
        const file = this.#file(asset, locale);
        if (file?.kind === 'asset') values.push({ field: file.isImage ? 'image' : 'file', locale: own, value: file });
        else this.#intake.lose('assets: file', 'the file was never processed and has no address');
      }
    }
    await this.#intake.type(ASSET_TYPE).add(id, [...values, ...this.#sys(asset)], `asset ${id}`);
  }

  #sys(item: Json): readonly FieldValue[] {
    const dates = sysDates.map((date): FieldValue => ({ field: `sys.${date}`, value: asValue(at(item, 'sys', date)) }));
    for (const [name] of membersOf(at(item, 'sys'))) {
      if (!sysDates.some((date) => date === name) && name !== 'id' && name !== 'contentType') {
        this.#intake.leaveOut(`sys.${name}`, 'bookkeeping of the CMS');
      }
    }
    const ids = listAt(item, 'metadata', 'tags').flatMap((tag) => textAt(tag, 'sys', 'id') ?? []);
    const shown = ids.filter((id) => this.#tags.has(id));
    this.#intake.leaveOut('metadata.tags', 'private tags, which are not delivered', ids.length - shown.length);
    const concepts = listAt(item, 'metadata', 'concepts').flatMap((each) => textAt(each, 'sys', 'id') ?? []);
    return [
      ...dates,
      ...(shown.length > 0 ? [{ field: 'metadata.tags', value: list(shown.map((id) => link(id, TAG_TYPE))) }] : []),
      ...(concepts.length > 0 ? [{ field: 'metadata.concepts', value: list(concepts.map(text)) }] : []),
    ];
  }
}

/** What of an entry must be known before others are read: that it is there, and the texts that may be its title. */
const entryHead = (entry: Json): Json => {
  const short = membersOf(at(entry, 'fields')).filter(([, values]) =>
    membersOf(values).every(([, value]) => typeof value === 'string' && value.length <= 300),
  );
  return { sys: at(entry, 'sys') ?? null, fields: Object.fromEntries(short) };
};

function markdownEditors(editor: Json, into: Set<string>): void {
  const type = textAt(editor, 'sys', 'contentType', 'sys', 'id');
  for (const control of listAt(editor, 'controls')) {
    const widget = textAt(control, 'widgetId');
    if (widget === undefined || widget === 'markdown') into.add(`${type}.${textAt(control, 'fieldId')}`);
  }
}
