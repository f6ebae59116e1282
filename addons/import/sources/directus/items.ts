/**
 * Second pass over a Directus project: adds each row as an item, with its translations, links, and links from other rows.
 *
 * Elsewhere: reading rows (content), collections and fields (schema), the Public policy (policy).
 */
import type { SourceTexts } from '../../core/declarations/descriptive-texts.js';
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { htmlToMarkdown } from '../../text/converter.js';
import { resolveAddress } from '../../value/image.js';
import { type Json, type JsonObject, memberAt, readMembers, textAt } from '../../value/json.js';
import { json, link, list, markdown, toValue, type Value } from '../../value/value.js';
import { type Content, readKey } from './content.js';
import {
  chooseShape,
  FILES,
  type Field,
  findHiddenReason,
  isHtml,
  type Relation,
  readTexts,
  type Schema,
} from './schema.js';

const HIDDEN_REASON = 'the Public policy does not show it';
const LEFT_OUT_ITEM = 'of an item that is left out';

const isSet = (value: Json | undefined): boolean => value !== undefined && value !== null;

/** Fields of a translation that are not part of its text. */
const isBookkeeping = ({ name, special, isKey }: Field): boolean =>
  isKey || name === 'status' || name === 'sort' || special.some((flag) => /^(?:user|date)-/.test(flag));

export class ItemReader {
  readonly #schema: Schema;
  readonly #content: Content;
  readonly #intake: Intake;
  readonly #defaultLocale: string | undefined;
  /** Language of the labels. */
  readonly #language: string | undefined;
  readonly #itemCollections: ReadonlySet<string>;
  /** Number of translations of the items of a collection. */
  readonly #translationCounts = new Map<string, number>();

  constructor(schema: Schema, content: Content, intake: Intake, defaultLocale: string | undefined) {
    this.#schema = schema;
    this.#content = content;
    this.#intake = intake;
    this.#defaultLocale = defaultLocale;
    this.#language = defaultLocale ?? intake.options.language;
    const translations = schema.translationCollections;
    this.#itemCollections = new Set(
      schema.collections.filter(
        (collection) =>
          !translations.has(collection) &&
          !schema.isPureJunction(collection) &&
          content.findVisibleFields(collection) !== undefined,
      ),
    );
  }

  declareTypes(): void {
    for (const collection of this.#itemCollections) {
      const type = this.#intake.type(collection);
      type.describe(this.#schema.readCollectionTexts(collection, this.#language));
      const translated = this.#findTranslatedFields(collection);
      for (const field of this.#schema.findFields(collection)) this.#declareField(collection, field, translated);
      for (const [name, field] of translated) {
        const isOwnField = this.#schema.findFields(collection).some((ownField) => ownField.name === name);
        if (!isOwnField) type.field(name, { ...this.#readTexts(field), shape: chooseShape(field), localized: true });
      }
    }
    if (this.#content.files.size > 0) this.#intake.type(FILES, 'file').field('title', { shape: { type: 'text' } });
  }

  #readTexts(field: Field): SourceTexts {
    return readTexts(memberAt(field.json, 'meta'), this.#language);
  }

  #declareField(collection: string, field: Field, translated: ReadonlyMap<string, Field>): void {
    const type = this.#intake.type(collection);
    if (field.isKey || findHiddenReason(field) !== undefined) return;
    if (!this.#isVisible(collection, this.#content.findVisibleFields(collection), field.name)) return;
    const texts = this.#readTexts(field);
    const relation = this.#schema.findRelation(collection, field.name);
    if (relation !== undefined) {
      const many = false;
      if (relation.related === FILES) type.field(field.name, { ...texts, shape: { type: 'asset', many } });
      else if (relation.related === undefined)
        type.field(field.name, { ...texts, shape: { type: 'link', many, to: relation.allowed } });
      else if (this.#itemCollections.has(relation.related))
        type.field(field.name, { ...texts, shape: { type: 'link', many, to: [relation.related] } });
    } else if (field.type !== 'alias') {
      type.field(field.name, {
        ...texts,
        shape: chooseShape(field),
        localized: translated.has(field.name),
        unique: field.isUnique,
      });
    } else this.#declareAlias(collection, field);
  }

  /** Declares the other side of a many to one. A junction of two collections has links of its own. */
  #declareAlias(collection: string, aliasField: Field): void {
    const { name, special } = aliasField;
    const relation = this.#schema.findAliasRelation(collection, name);
    if (relation === undefined || special.includes('translations')) return;
    const { collection: type, field, sortField: sort } = relation;
    if (!this.#itemCollections.has(type)) return;
    const shape = { type: 'link', many: true, to: [type] } as const;
    this.#intake.type(collection).field(name, {
      ...this.#readTexts(aliasField),
      shape,
      backwardsOf: { type, field, sort },
    });
  }

  /** Whether visitors see a field, or `--with` names it. */
  #isVisible(collection: string, fields: ReadonlySet<string> | undefined, name: string): boolean {
    const isShown = fields?.has('*') === true || fields?.has(name) === true;
    return isShown || this.#intake.isWanted(`${collection}.${name}`);
  }

  #findTranslatedFields(collection: string): ReadonlyMap<string, Field> {
    const translations = this.#schema.findTranslations(collection);
    if (translations === undefined) return new Map();
    const { relation, language } = translations;
    const visibleFields = this.#content.findVisibleFields(relation.collection);
    const translatedFields = new Map<string, Field>();
    for (const field of this.#schema.findFields(relation.collection)) {
      const isText = !isBookkeeping(field) && field.type !== 'alias';
      const isLink = field.name === relation.field || field.name === language;
      if (isText && !isLink && this.#isVisible(collection, visibleFields, field.name))
        translatedFields.set(field.name, field);
    }
    return translatedFields;
  }

  async readAll(): Promise<void> {
    for (const collection of this.#schema.collections) {
      if (this.#itemCollections.has(collection)) {
        for await (const row of this.#content.readRows(collection)) await this.#addItem(collection, row);
        this.#reportOrphans(collection);
      } else if (this.#content.findVisibleFields(collection) === undefined) {
        let count = 0;
        for await (const _ of this.#content.readRows(collection)) count += 1;
        this.#intake.leaveOut(`${collection}: items`, HIDDEN_REASON, count);
      } else if (!this.#schema.translationCollections.has(collection)) {
        const count = this.#content.joiningRows.get(collection)?.size ?? 0;
        this.#intake.leaveOut(`${collection}: items`, 'rows that only join two collections; the links are kept', count);
      }
    }
    for (const [id, { value, row }] of this.#content.files) await this.#addFile(id, value, row);
  }

  async #addItem(collection: string, row: JsonObject): Promise<void> {
    const key = readKey(row, this.#schema.findKeyName(collection));
    const verdict = this.#schema.judgeRow(collection, row, this.#intake, true);
    if (key === undefined) return this.#intake.lose(`${collection}: items`, 'a row without a key');
    const translationCount = this.#countTranslations(collection, key);
    const place = `content/${collection}.json, item ${key}`;
    if (verdict.is !== 'public') {
      this.#intake.leaveOut(`${collection}: translations`, LEFT_OUT_ITEM, translationCount);
      return this.#intake.keepOut(collection, key, verdict, place);
    }
    const visibleFields = this.#content.findShownFields(collection, row, `${collection}: items`);
    if (visibleFields === undefined)
      return this.#intake.leaveOut(`${collection}: translations`, LEFT_OUT_ITEM, translationCount);
    const translatedFields = this.#findTranslatedFields(collection);
    const translations = this.#readTranslations(collection, key);
    const defaultTranslation = this.#defaultLocale === undefined ? undefined : translations.get(this.#defaultLocale);
    const values: FieldValue[] = [];
    for (const field of this.#schema.findFields(collection)) {
      if (!this.#isVisible(collection, visibleFields, field.name)) {
        this.#reportHidden(collection, field, row);
        continue;
      }
      const value = this.#readValue(collection, field, row, key);
      if (value === undefined) continue;
      const isTranslated = translatedFields.has(field.name);
      if (isTranslated && isSet(memberAt(defaultTranslation, field.name)))
        this.#intake.note(`${collection}.${field.name}: values replaced by the translation into the default language`);
      else values.push({ field: field.name, locale: isTranslated ? this.#defaultLocale : undefined, value });
    }
    for (const [locale, translation] of translations) {
      for (const [name, field] of translatedFields)
        values.push({ field: name, locale, value: this.#readValue(collection, field, translation, key) });
    }
    values.push(...this.#readUndescribed(collection, row, visibleFields));
    await this.#intake.type(collection).add(key, values, place);
  }

  /** Counts the translations of an item, also if it is left out. @returns their number */
  #countTranslations(collection: string, key: string): number {
    const relation = this.#schema.findTranslations(collection)?.relation;
    const count = relation === undefined ? 0 : this.#content.findLinkingKeys(relation, key).length;
    this.#translationCounts.set(collection, (this.#translationCounts.get(collection) ?? 0) + count);
    return count;
  }

  #reportHidden(collection: string, { name, special }: Field, row: JsonObject): void {
    // Translations are separate rows, for which the policy has separate rules.
    if (isSet(row[name]) && !special.includes('translations'))
      this.#intake.leaveOut(`${collection}.${name}`, HIDDEN_REASON);
  }

  /** Reads the visible members of a row that the schema has no field for. */
  #readUndescribed(collection: string, row: JsonObject, visibleFields: ReadonlySet<string>): readonly FieldValue[] {
    const describedNames = new Set(this.#schema.findFields(collection).map(({ name }) => name));
    const undescribedNames = Object.keys(row).filter(
      (name) => !describedNames.has(name) && this.#isVisible(collection, visibleFields, name),
    );
    return undescribedNames.map((name) => ({ field: name, value: toValue(row[name]) }));
  }

  /** Reports translations of items that do not exist. */
  #reportOrphans(collection: string): void {
    const translated = this.#schema.findTranslations(collection)?.relation.collection;
    const count = translated === undefined ? 0 : (this.#content.joiningRows.get(translated)?.size ?? 0);
    const orphanCount = count - (this.#translationCounts.get(collection) ?? 0);
    if (orphanCount > 0)
      this.#intake.lose(`${collection}: translations`, 'of items that are not in the export', orphanCount);
  }

  /** @returns the public translations, by language */
  #readTranslations(collection: string, key: string): ReadonlyMap<string, JsonObject> {
    const translations = this.#schema.findTranslations(collection);
    const byLanguage = new Map<string, JsonObject>();
    if (translations === undefined) return byLanguage;
    const { relation, language } = translations;
    const languages = this.#schema.findRelation(relation.collection, language)?.related ?? '';
    for (const id of this.#content.findLinkingKeys(relation, key)) {
      const row = this.#content.joiningRows.get(relation.collection)?.get(id);
      if (row === undefined) continue;
      const translation = this.#readTranslation(collection, relation, id, row);
      if (translation === undefined) continue;
      const code = readKey(row[language], this.#schema.findKeyName(languages));
      if (code === undefined) this.#intake.lose(`${collection}: translations`, 'a translation without a language');
      else if (byLanguage.has(code)) this.#intake.lose(`${collection}: translations`, `two translations into ${code}`);
      else byLanguage.set(code, translation);
    }
    return byLanguage;
  }

  /** @returns the visible members of a translation; undefined if it is not public, which is reported */
  #readTranslation(collection: string, relation: Relation, id: string, row: JsonObject): JsonObject | undefined {
    const subject = `${collection}: translations`;
    const verdict = this.#schema.judgeRow(relation.collection, row, this.#intake, true);
    if (verdict.is !== 'public') {
      if (verdict.is === 'private') this.#intake.leaveOut(subject, verdict.reason);
      else this.#intake.keepOut(relation.collection, undefined, verdict, `row ${id}`);
      return undefined;
    }
    const visibleFields = this.#content.findShownFields(relation.collection, row, subject);
    if (visibleFields === undefined) return undefined;
    return Object.fromEntries(readMembers(row).filter(([name]) => this.#isVisible(collection, visibleFields, name)));
  }

  #readValue(collection: string, field: Field, row: JsonObject, key: string): Value | undefined {
    const subject = `${collection}.${field.name}`;
    const value = memberAt(row, field.name);
    const hiddenReason = findHiddenReason(field);
    if (field.isKey) return undefined;
    if (hiddenReason !== undefined) {
      if (value !== undefined && value !== null) this.#intake.leaveOut(subject, hiddenReason);
      return undefined;
    }
    if (field.type === 'alias') return this.#readAlias(collection, field, key, subject);
    const relation = this.#schema.findRelation(field.collection, field.name);
    if (relation !== undefined) return this.#readTarget(relation, row, subject);
    if (value === undefined || value === null) return undefined;
    if (chooseShape(field).type === 'json') return json(value);
    if (isHtml(field) && typeof value === 'string') return this.#convertHtml(value, subject, key);
    return toValue(value);
  }

  #convertHtml(html: string, subject: string, key: string): Value | undefined {
    const report = this.#intake.textReport(subject, `item ${key}`);
    const converted = htmlToMarkdown(this.#resolveFiles(html), report);
    return converted === undefined ? undefined : markdown(converted);
  }

  /** Puts `--assets` before the paths of files. */
  #resolveFiles(html: string): string {
    const { assetsUrl } = this.#intake.options;
    if (assetsUrl === '') return html;
    return html.replace(
      /\b(src|href)="(\/assets\/[^"]*)"/g,
      (_, name: string, path: string) => `${name}="${resolveAddress(path, assetsUrl)}"`,
    );
  }

  /** @returns the link or the file of a foreign key; undefined if the target is not public or missing, which is reported */
  #readTarget(relation: Relation, row: JsonObject, subject: string): Value | undefined {
    const value = row[relation.field];
    if (value === undefined || value === null) return undefined;
    const { collectionField } = relation;
    const namedCollection = collectionField === undefined ? undefined : textAt(row, collectionField);
    const targetCollection = relation.related ?? namedCollection;
    const key = readKey(value, this.#schema.findKeyName(targetCollection ?? ''));
    if (targetCollection === undefined || key === undefined) {
      this.#intake.lose(subject, 'a link without its target collection');
      return undefined;
    }
    if (targetCollection === FILES) return this.#readFile(key, subject);
    if (targetCollection.startsWith('directus_'))
      this.#intake.leaveOut(subject, `links to ${targetCollection}, which is not content`);
    else if (this.#itemCollections.has(targetCollection)) return link(key, targetCollection);
    else if (this.#content.findVisibleFields(targetCollection) === undefined)
      this.#intake.leaveOut(subject, HIDDEN_REASON);
    else this.#intake.lose(subject, `links to ${targetCollection}, which has no items`);
    return undefined;
  }

  /** @param key id of the file, which may have the ending of its name */
  #readFile(key: string, subject: string): Value | undefined {
    const id = key.replace(/\.[A-Za-z0-9]+$/, '');
    const file = this.#content.files.get(id)?.value;
    if (this.#content.hiddenFiles.has(id)) this.#intake.leaveOut(subject, HIDDEN_REASON);
    else if (file === undefined) this.#intake.lose(subject, 'links to files that are not in the export');
    return file;
  }

  /** @returns links to the rows that link to a row, directly or through a junction */
  #readAlias(collection: string, field: Field, key: string, subject: string): Value | undefined {
    if (field.special.includes('translations')) return undefined;
    const relation = this.#schema.findAliasRelation(collection, field.name);
    if (relation === undefined) {
      this.#intake.leaveOut(subject, 'only shown in the app; holds no data');
      return undefined;
    }
    const keys = this.#content.findLinkingKeys(relation, key);
    if (keys.length === 0) return undefined;
    if (this.#content.findVisibleFields(relation.collection) === undefined) {
      this.#intake.leaveOut(subject, HIDDEN_REASON, keys.length);
      return undefined;
    }
    if (!this.#schema.isPureJunction(relation.collection))
      return list(keys.map((linkingKey) => link(linkingKey, relation.collection)));
    const targetRelation =
      relation.junctionField === undefined
        ? undefined
        : this.#schema.findRelation(relation.collection, relation.junctionField);
    const rows = this.#content.joiningRows.get(relation.collection);
    const targets = keys.flatMap((linkingKey) => {
      const row = rows?.get(linkingKey);
      return targetRelation === undefined || row === undefined
        ? []
        : (this.#readTarget(targetRelation, row, subject) ?? []);
    });
    return targets.length > 0 ? list(targets) : undefined;
  }

  async #addFile(id: string, value: Value, row: Json): Promise<void> {
    if (value.kind !== 'asset') return;
    const fields = ['title', 'description', 'tags', 'location', 'created_on', 'modified_on'];
    const values = fields.map((field): FieldValue => ({ field, value: toValue(memberAt(row, field)) }));
    values.push({ field: value.isImage ? 'image' : 'file', value });
    for (const [name, given] of readMembers(row)) {
      const isKnown = [...fields, 'id', 'type', 'width', 'height', 'filesize', 'filename_download'].includes(name);
      if (!isKnown && given !== null) this.#intake.leaveOut(`file: ${name}`, 'bookkeeping of the CMS');
    }
    await this.#intake.type(FILES).add(id, values, `files.json, ${id}`);
  }
}
