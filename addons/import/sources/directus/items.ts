/**
 * Items of a Directus project: each row with its translations, its links, and the rows that link to it.
 *
 * Elsewhere: reading rows (content), collections and fields (schema), the Public policy (policy).
 */
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { htmlToMarkdown } from '../../text/converter.js';
import { addressOf } from '../../value/image.js';
import { at, type Json, type JsonObject, membersOf, textAt } from '../../value/json.js';
import { asValue, json, link, list, markdown, type Value } from '../../value/value.js';
import { type Content, keyText } from './content.js';
import { FILES, type Field, hiddenField, isHtml, type Relation, type Schema, shapeOf } from './schema.js';

const HIDDEN = 'the Public policy does not show it';

/** Fields of a translation that are not part of its text. */
const isBookkeeping = ({ name, special, isKey }: Field): boolean =>
  isKey || name === 'status' || name === 'sort' || special.some((each) => /^(?:user|date)-/.test(each));

export class ItemReader {
  readonly #schema: Schema;
  readonly #content: Content;
  readonly #intake: Intake;
  readonly #defaultLocale: string | undefined;
  readonly #own: ReadonlySet<string>;
  /** Collection → how many translations its items have. */
  readonly #toldTranslations = new Map<string, number>();

  constructor(schema: Schema, content: Content, intake: Intake, defaultLocale: string | undefined) {
    this.#schema = schema;
    this.#content = content;
    this.#intake = intake;
    this.#defaultLocale = defaultLocale;
    const translations = schema.translationCollections;
    this.#own = new Set(
      schema.collections.filter(
        (each) => !translations.has(each) && !schema.isPureJunction(each) && content.fieldsShown(each) !== undefined,
      ),
    );
  }

  declare(): void {
    for (const collection of this.#own) {
      const type = this.#intake.type(collection);
      const translated = this.#translatedFields(collection);
      for (const field of this.#schema.fieldsOf(collection)) this.#declareField(collection, field, translated);
      for (const [name, field] of translated) {
        const own = this.#schema.fieldsOf(collection).some((each) => each.name === name);
        if (!own) type.field(name, { shape: shapeOf(field), localized: true });
      }
    }
    if (this.#content.files.size > 0) this.#intake.type(FILES, 'file').field('title', { shape: { type: 'text' } });
  }

  #declareField(collection: string, field: Field, translated: ReadonlyMap<string, Field>): void {
    const type = this.#intake.type(collection);
    if (field.isKey || hiddenField(field) !== undefined) return;
    if (!this.#shows(collection, this.#content.fieldsShown(collection), field.name)) return;
    const relation = this.#schema.relationOf(collection, field.name);
    if (relation !== undefined) {
      const many = false;
      if (relation.related === FILES) type.field(field.name, { shape: { type: 'asset', many } });
      else if (relation.related === undefined)
        type.field(field.name, { shape: { type: 'link', many, to: relation.allowed } });
      else if (this.#own.has(relation.related))
        type.field(field.name, { shape: { type: 'link', many, to: [relation.related] } });
    } else if (field.type !== 'alias') {
      type.field(field.name, { shape: shapeOf(field), localized: translated.has(field.name) });
    }
  }

  /** Whether visitors see a field, or `--with` names it. */
  #shows(collection: string, fields: ReadonlySet<string> | undefined, name: string): boolean {
    const isShown = fields?.has('*') === true || fields?.has(name) === true;
    return isShown || this.#intake.isWanted(`${collection}.${name}`);
  }

  #translatedFields(collection: string): ReadonlyMap<string, Field> {
    const found = this.#schema.translationsOf(collection);
    if (found === undefined) return new Map();
    const { relation, language } = found;
    const shown = this.#content.fieldsShown(relation.collection);
    return new Map(
      this.#schema
        .fieldsOf(relation.collection)
        .filter(
          (field) =>
            this.#shows(collection, shown, field.name) &&
            !isBookkeeping(field) &&
            field.name !== relation.field &&
            field.name !== language &&
            field.type !== 'alias',
        )
        .map((field) => [field.name, field]),
    );
  }

  async read(): Promise<void> {
    for (const collection of this.#schema.collections) {
      if (this.#own.has(collection)) {
        for await (const row of this.#content.rows(collection)) await this.#item(collection, row);
        this.#tellOrphans(collection);
      } else if (this.#content.fieldsShown(collection) === undefined) {
        let count = 0;
        for await (const _ of this.#content.rows(collection)) count += 1;
        this.#intake.leaveOut(`${collection}: items`, HIDDEN, count);
      } else if (!this.#schema.translationCollections.has(collection)) {
        const count = this.#content.kept.get(collection)?.size ?? 0;
        this.#intake.leaveOut(`${collection}: items`, 'rows that only join two collections; the links are kept', count);
      }
    }
    for (const [id, { value, row }] of this.#content.files) await this.#file(id, value, row);
  }

  async #item(collection: string, row: JsonObject): Promise<void> {
    const key = keyText(row, this.#schema.keyOf(collection));
    const verdict = this.#schema.verdictOf(collection, row, this.#intake, true);
    if (key === undefined) return this.#intake.lose(`${collection}: items`, 'a row without a key');
    const translated = this.#schema.translationsOf(collection)?.relation;
    const count = translated === undefined ? 0 : this.#content.leadingTo(translated, key).length;
    this.#toldTranslations.set(collection, (this.#toldTranslations.get(collection) ?? 0) + count);
    if (verdict.is !== 'public') {
      this.#intake.leaveOut(`${collection}: translations`, 'of an item that is left out', count);
      return this.#intake.keepOut(collection, key, verdict, `content/${collection}.json, item ${key}`);
    }
    const shown = this.#content.shown(collection, row, `${collection}: items`);
    if (shown === undefined)
      return this.#intake.leaveOut(`${collection}: translations`, 'of an item that is left out', count);
    const values: FieldValue[] = [];
    const fields = this.#translatedFields(collection);
    const translations = this.#translations(collection, key);
    for (const field of this.#schema.fieldsOf(collection)) {
      if (!this.#shows(collection, shown, field.name)) {
        const isEmpty = row[field.name] === null || row[field.name] === undefined;
        // Translations are rows of their own, with their own rule.
        if (!isEmpty && !field.special.includes('translations'))
          this.#intake.leaveOut(`${collection}.${field.name}`, HIDDEN);
        continue;
      }
      const value = this.#value(collection, field, row, key);
      const own = fields.has(field.name) ? this.#defaultLocale : undefined;
      const isTold =
        own !== undefined &&
        at(translations.get(own), field.name) !== undefined &&
        at(translations.get(own), field.name) !== null;
      if (value === undefined) continue;
      if (!isTold) values.push({ field: field.name, locale: own, value });
      else
        this.#intake.note(`${collection}.${field.name}: values replaced by the translation into the default language`);
    }
    for (const [locale, translation] of translations) {
      for (const [name, field] of fields) {
        values.push({
          field: name,
          locale,
          value: this.#value(collection, { ...field, collection: field.collection }, translation, key),
        });
      }
    }
    for (const [name] of membersOf(row)) {
      const known = this.#schema.fieldsOf(collection).some((field) => field.name === name);
      if (!known && this.#shows(collection, shown, name)) values.push({ field: name, value: asValue(row[name]) });
    }
    await this.#intake.type(collection).add(key, values, `content/${collection}.json, item ${key}`);
  }

  /** Reports translations of items that do not exist. */
  #tellOrphans(collection: string): void {
    const translated = this.#schema.translationsOf(collection)?.relation.collection;
    const count = translated === undefined ? 0 : (this.#content.kept.get(translated)?.size ?? 0);
    const lost = count - (this.#toldTranslations.get(collection) ?? 0);
    if (lost > 0) this.#intake.lose(`${collection}: translations`, 'of items that are not in the export', lost);
  }

  /** @returns the public translations, by language */
  #translations(collection: string, key: string): ReadonlyMap<string, JsonObject> {
    const found = this.#schema.translationsOf(collection);
    const byLanguage = new Map<string, JsonObject>();
    if (found === undefined) return byLanguage;
    const { relation, language } = found;
    const languages = this.#schema.relationOf(relation.collection, language)?.related ?? '';
    for (const id of this.#content.leadingTo(relation, key)) {
      const row = this.#content.kept.get(relation.collection)?.get(id);
      const code = keyText(row?.[language], this.#schema.keyOf(languages));
      if (row === undefined) continue;
      const verdict = this.#schema.verdictOf(relation.collection, row, this.#intake, true);
      const shown =
        verdict.is !== 'public'
          ? undefined
          : this.#content.shown(relation.collection, row, `${collection}: translations`);
      if (verdict.is === 'private') this.#intake.leaveOut(`${collection}: translations`, verdict.reason);
      else if (verdict.is !== 'public') this.#intake.keepOut(relation.collection, undefined, verdict, `row ${id}`);
      else if (shown === undefined) continue;
      else if (code === undefined) this.#intake.lose(`${collection}: translations`, 'a translation without a language');
      else if (byLanguage.has(code)) this.#intake.lose(`${collection}: translations`, `two translations into ${code}`);
      else
        byLanguage.set(
          code,
          Object.fromEntries(membersOf(row).filter(([name]) => this.#shows(collection, shown, name))),
        );
    }
    return byLanguage;
  }

  #value(collection: string, field: Field, row: JsonObject, key: string): Value | undefined {
    const what = `${collection}.${field.name}`;
    const given = at(row, field.name);
    const why = hiddenField(field);
    if (field.isKey) return undefined;
    if (why !== undefined) {
      if (given !== undefined && given !== null) this.#intake.leaveOut(what, why);
      return undefined;
    }
    if (field.type === 'alias') return this.#alias(collection, field, key, what);
    const relation = this.#schema.relationOf(field.collection, field.name);
    if (relation !== undefined) return this.#target(relation, row, what);
    if (given === undefined || given === null) return undefined;
    if (shapeOf(field).type === 'json') return json(given);
    if (isHtml(field) && typeof given === 'string') return this.#html(given, what, key);
    return asValue(given);
  }

  #html(html: string, what: string, key: string): Value | undefined {
    const { assetsUrl } = this.#intake.options;
    const withAddresses =
      assetsUrl === ''
        ? html
        : html.replace(
            /\b(src|href)="(\/assets\/[^"]*)"/g,
            (_, name: string, path: string) => `${name}="${addressOf(path, assetsUrl)}"`,
          );
    const converted = htmlToMarkdown(withAddresses, this.#intake.textReport(what, `item ${key}`));
    return converted === undefined ? undefined : markdown(converted);
  }

  /** @returns the link or the file that a key means */
  #target(relation: Relation, row: JsonObject, what: string): Value | undefined {
    const given = row[relation.field];
    if (given === undefined || given === null) return undefined;
    const related =
      relation.related ?? (relation.collectionField === undefined ? undefined : textAt(row, relation.collectionField));
    const key = keyText(given, this.#schema.keyOf(related ?? ''));
    if (related === undefined || key === undefined) {
      this.#intake.lose(what, 'a link without its target collection');
      return undefined;
    }
    if (related === FILES) {
      const file = this.#content.files.get(key.replace(/\.[A-Za-z0-9]+$/, ''))?.value;
      const id = key.replace(/\.[A-Za-z0-9]+$/, '');
      if (this.#content.hiddenFiles.has(id)) this.#intake.leaveOut(what, HIDDEN);
      else if (file === undefined) this.#intake.lose(what, 'links to files that are not in the export');
      return file;
    }
    if (related.startsWith('directus_')) this.#intake.leaveOut(what, `links to ${related}, which is not content`);
    else if (this.#own.has(related)) return link(key, related);
    else if (this.#content.fieldsShown(related) === undefined) this.#intake.leaveOut(what, HIDDEN);
    else this.#intake.lose(what, `links to ${related}, which has no items`);
    return undefined;
  }

  /** @returns links to the rows that link to a row, directly or through a junction */
  #alias(collection: string, field: Field, key: string, what: string): Value | undefined {
    if (field.special.includes('translations')) return undefined;
    const relation = this.#schema.aliasOf(collection, field.name);
    if (relation === undefined) {
      this.#intake.leaveOut(what, 'only shown in the app; holds no data');
      return undefined;
    }
    const keys = this.#content.leadingTo(relation, key);
    if (keys.length === 0) return undefined;
    if (this.#content.fieldsShown(relation.collection) === undefined) {
      this.#intake.leaveOut(what, HIDDEN, keys.length);
      return undefined;
    }
    if (!this.#schema.isPureJunction(relation.collection))
      return list(keys.map((each) => link(each, relation.collection)));
    const second =
      relation.junctionField === undefined
        ? undefined
        : this.#schema.relationOf(relation.collection, relation.junctionField);
    const rows = this.#content.kept.get(relation.collection);
    const targets = keys.flatMap((each) => {
      const row = rows?.get(each);
      return second === undefined || row === undefined ? [] : (this.#target(second, row, what) ?? []);
    });
    return targets.length > 0 ? list(targets) : undefined;
  }

  async #file(id: string, value: Value, row: Json): Promise<void> {
    if (value.kind !== 'asset') return;
    const fields = ['title', 'description', 'tags', 'location', 'created_on', 'modified_on'];
    const values = fields.map((field): FieldValue => ({ field, value: asValue(at(row, field)) }));
    values.push({ field: value.isImage ? 'image' : 'file', value });
    for (const [name, given] of membersOf(row)) {
      const told = [...fields, 'id', 'type', 'width', 'height', 'filesize', 'filename_download'].includes(name);
      if (!told && given !== null) this.#intake.leaveOut(`file: ${name}`, 'bookkeeping of the CMS');
    }
    await this.#intake.type(FILES).add(id, values, `files.json, ${id}`);
  }
}
