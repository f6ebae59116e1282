/**
 * Entries of a Strapi project: the rows of a document, one for each locale, become one item; components become items of
 * their own, whose ids are made of where they stand.
 */
import { INSTANT } from '../../core/shape.js';
import type { FieldValue, Intake } from '../../core/source.js';
import { HtmlConverter } from '../../text/html.js';
import { at, isObject, type Json, listAt, membersOf, textAt } from '../../value/json.js';
import { asValue, json, link, list, markdown, type Value } from '../../value/value.js';
import { blockHtml } from './blocks.js';
import {
  type Attribute,
  FILE_TYPE,
  knownOf,
  nameOf,
  type Project,
  type Row,
  type Schema,
  shapeOf,
  systemAttributes,
  valuesOf,
} from './project.js';

const NOT_PUBLIC = 'the public role may not read it';
const dates = ['createdAt', 'updatedAt', 'publishedAt'] as const;

/** Of a row, beside its attributes. */
const bookkeeping: ReadonlySet<string> = new Set(['id', 'documentId']);

/** Where an attribute's value is read from. */
interface Holder {
  readonly schema: Schema;
  /** Of the row or the component, as links name it. */
  readonly ref: string;
  readonly data: Json;
  /** Of the item that it becomes. */
  readonly id: string;
  readonly place: string;
}

export class EntryReader {
  readonly #project: Project;
  readonly #intake: Intake;
  readonly #waiting = new Map<string, { readonly row: Row; readonly data: Json; readonly place: string }[]>();
  readonly #localised: boolean;
  /** Rows of the files that what is shown leads to. */
  readonly #shownFiles = new Set<string>();

  constructor(project: Project, intake: Intake) {
    this.#project = project;
    this.#intake = intake;
    this.#localised = project.locales.length > 1;
  }

  declare(): void {
    this.#intake.locales(this.#project.locales);
    const used = new Set<Schema>();
    const use = (schema: Schema): void => {
      if (used.has(schema)) return;
      used.add(schema);
      for (const { json: attribute } of schema.attributes) {
        for (const uid of [at(attribute, 'component'), ...listAt(attribute, 'components')]) {
          const component = this.#project.schemas.get(String(uid));
          if (component?.isComponent === true) use(component);
        }
      }
    };
    for (const schema of this.#project.schemas.values()) {
      if (!this.#isShown(schema.uid)) continue;
      this.#declareType(schema, nameOf(schema.uid));
      use(schema);
    }
    if (this.#project.files.size > 0) {
      const files = this.#intake.type(FILE_TYPE, 'file');
      for (const name of ['name', 'alternativeText', 'caption']) files.field(name, { shape: { type: 'text' } });
      for (const date of ['createdAt', 'updatedAt']) files.field(date, { shape: INSTANT });
    }
    for (const schema of this.#project.schemas.values()) {
      if (schema.isComponent && used.has(schema)) this.#declareType(schema, schema.uid.replaceAll('.', '-'));
    }
  }

  /** Whether visitors may read a content type, or `--with` names it. */
  #isShown(uid: string): boolean {
    const { shownTypes } = this.#project;
    return uid.startsWith('api::') && (shownTypes?.has(uid) !== false || this.#intake.isWanted(nameOf(uid)));
  }

  #declareType(schema: Schema, name: string): void {
    const type = this.#intake.type(schema.uid, name);
    for (const attribute of schema.attributes) {
      if (systemAttributes.has(attribute.name) || hiddenBecause(attribute) !== undefined) continue;
      const shape = shapeOf(attribute);
      type.field(attribute.name, {
        ...(shape !== undefined && { shape }),
        localized: this.#isLocalised(schema, attribute),
      });
    }
    if (schema.isComponent) return;
    for (const date of dates) type.field(`strapi.${date}`, { name: date, shape: INSTANT });
  }

  /** Relations of version 4 lead to rows of their own in each locale, without saying so. */
  #isLocalised(schema: Schema, attribute: Attribute): boolean {
    if (!this.#localised || !schema.localized) return false;
    return attribute.localized || (this.#project.major < 5 && attribute.type === 'relation');
  }

  async read(entity: Json, place: string): Promise<void> {
    const [type, id, data] = [textAt(entity, 'type') ?? '', String(at(entity, 'id') ?? ''), at(entity, 'data') ?? null];
    if (type === FILE_TYPE) return this.#file(id, data, place);
    if (type.startsWith('api::') && !this.#isShown(type))
      return this.#intake.leaveOut(`${nameOf(type)}: items`, NOT_PUBLIC);
    if (!type.startsWith('api::')) {
      if (!this.#project.schemas.get(type)?.isComponent)
        this.#intake.leaveOut(`${type}: items`, 'users, permissions, settings and data of plugins');
      return;
    }
    const row = this.#project.rowAt(type, id);
    if (row?.verdict === undefined) return;
    const verdict =
      row.verdict.is === 'doubt'
        ? row.verdict
        : this.#intake.publication.judge(valuesOf(data), { ...knownOf(type), isSurveyed: true });
    if (verdict.is !== 'public')
      return this.#intake.keepOut(nameOf(type), this.#project.documentIdOf(row), verdict, place);
    const key = `${type} ${this.#project.documentIdOf(row)}`;
    const wanted = this.#project.documents.get(key) ?? [];
    if (!wanted.some((each) => each.id === id))
      return this.#intake.lose(`${type}: rows`, 'a second row of the same document and locale');
    const rows = [...(this.#waiting.get(key) ?? []), { row, data, place }];
    this.#waiting.set(key, rows);
    if (rows.length < wanted.length) return;
    this.#waiting.delete(key);
    await this.#document(rows);
  }

  async #document(rows: readonly { readonly row: Row; readonly data: Json; readonly place: string }[]): Promise<void> {
    const main = rows.find(({ row }) => row.locale === this.#project.defaultLocale) ?? rows[0];
    const schema = main === undefined ? undefined : this.#project.schemas.get(main.row.type);
    if (main === undefined || schema === undefined) return;
    const id = this.#project.documentIdOf(main.row);
    const values: FieldValue[] = [];
    for (const attribute of schema.attributes) {
      if (systemAttributes.has(attribute.name)) continue;
      const localised = this.#isLocalised(schema, attribute);
      for (const each of localised ? rows : [main]) {
        const locale = localised ? each.row.locale : undefined;
        const holder = {
          schema,
          ref: each.row.id,
          data: each.data,
          id: locale === undefined ? id : `${id}.${locale}`,
          place: each.place,
        };
        values.push({ field: attribute.name, locale, value: await this.#value(holder, attribute) });
      }
    }
    for (const [name, given] of rows.flatMap(({ data }) => membersOf(data))) {
      const known = schema.attributes.some((attribute) => attribute.name === name) || bookkeeping.has(name);
      if (!known && given !== null && !systemAttributes.has(name))
        this.#intake.lose(`${this.#intake.type(schema.uid).name}: ${name}`, 'the schema has no such field');
    }
    for (const date of dates) values.push({ field: `strapi.${date}`, value: asValue(at(main.data, date)) });
    for (const name of ['createdBy', 'updatedBy']) {
      if (schema.attributes.some((attribute) => attribute.name === name))
        this.#intake.leaveOut(`${schema.uid}.${name}`, 'bookkeeping of the CMS');
    }
    await this.#intake.type(schema.uid).add(id, values, main.place);
  }

  async #value(holder: Holder, attribute: Attribute): Promise<Value | undefined> {
    const what = `${this.#intake.type(holder.schema.uid).name}.${attribute.name}`;
    const given = at(holder.data, attribute.name);
    const why = hiddenBecause(attribute);
    if (why !== undefined) {
      if (given !== undefined && given !== null) this.#intake.leaveOut(what, why);
      return undefined;
    }
    switch (attribute.type) {
      case 'media':
        return this.#media(holder, attribute, what);
      case 'relation':
        return this.#relation(holder, attribute, what);
      case 'component':
      case 'dynamiczone':
        return this.#components(holder, attribute, given, what);
      case 'richtext':
      case 'blocks':
        return this.#richText(attribute, given, what);
      case 'json':
        return given === undefined || given === null ? undefined : json(given);
      default:
        return asValue(given);
    }
  }

  #richText(attribute: Attribute, given: Json | undefined, what: string): Value | undefined {
    if (given === undefined || given === null) return undefined;
    const converter = new HtmlConverter((reason) => this.#intake.lose(what, reason));
    if (attribute.type === 'blocks') {
      const html = listAt(given).map((node) =>
        blockHtml(node, (type) => this.#intake.loseInMarkdown(what, `blocks of the type ${type}; the text stays`)),
      );
      return markdown(converter.convert(html.join('')), given);
    }
    if (typeof given !== 'string') return asValue(given);
    // Editors that are plugged in write HTML; Strapi's own writes Markdown.
    const isHtml = /^\s*<(?:p|h[1-6]|div|ul|ol|figure|blockquote|table|span|strong|a)\b/i.test(given);
    return markdown(isHtml ? converter.convert(given) : given);
  }

  #media(holder: Holder, attribute: Attribute, what: string): Value | undefined {
    const found = this.#project.linksOf(holder.schema.uid, attribute.name, holder.ref).flatMap(({ type, ref }) => {
      const file = type === FILE_TYPE ? this.#project.files.get(ref) : undefined;
      if (file === undefined) this.#intake.lose(what, 'links to files that are not in the export');
      this.#shownFiles.add(ref);
      return file ?? [];
    });
    return at(attribute.json, 'multiple') === true ? (found.length > 0 ? list(found) : undefined) : found[0];
  }

  #relation(holder: Holder, attribute: Attribute, what: string): Value | undefined {
    const targets = new Map<string, Value>();
    for (const { type, ref } of this.#project.linksOf(holder.schema.uid, attribute.name, holder.ref)) {
      const id = this.#project.documentAt(type, ref);
      if (type.startsWith('api::') && !this.#isShown(type)) this.#intake.leaveOut(what, NOT_PUBLIC);
      else if (id !== undefined) targets.set(`${type} ${id}`, link(id, type));
      else if (type.startsWith('api::')) this.#draftLink(type, ref, what);
      else this.#intake.leaveOut(what, `links to ${type}, which is not content`);
    }
    const found = [...targets.values()];
    if (found.length === 0) return undefined;
    const many = /ToMany$/.test(textAt(attribute.json, 'relation') ?? '');
    return many ? list(found) : found[0];
  }

  #draftLink(type: string, ref: string, what: string): void {
    const isDraft = this.#project.rowAt(type, ref) !== undefined;
    this.#intake.lose(what, `links to ${isDraft ? 'drafts' : 'items that are not in the export'}`);
  }

  async #components(
    holder: Holder,
    attribute: Attribute,
    given: Json | undefined,
    what: string,
  ): Promise<Value | undefined> {
    const single = attribute.type === 'component' && at(attribute.json, 'repeatable') !== true;
    const parts = Array.isArray(given) ? listAt(given) : isObject(given) ? [given] : [];
    const links: Value[] = [];
    for (const [index, part] of parts.entries()) {
      const uid = textAt(part, '__component') ?? textAt(attribute.json, 'component') ?? '';
      const schema = this.#project.schemas.get(uid);
      if (schema === undefined) {
        this.#intake.lose(what, `components of the type ${uid}, which has no schema`);
        continue;
      }
      const id = `${holder.id}.${attribute.name}${single ? '' : `.${index + 1}`}`;
      const inner: Holder = { schema, ref: String(at(part, 'id') ?? ''), data: part, id, place: holder.place };
      const values: FieldValue[] = [];
      for (const each of schema.attributes) values.push({ field: each.name, value: await this.#value(inner, each) });
      for (const [name] of membersOf(part)) {
        const known = schema.attributes.some((each) => each.name === name) || name === 'id' || name === '__component';
        if (!known) this.#intake.lose(`${what}: ${name}`, 'the schema of the component has no such field');
      }
      await this.#intake.type(uid).add(id, values, holder.place);
      links.push(link(id, uid));
    }
    if (single) return links[0];
    return links.length > 0 ? list(links) : undefined;
  }

  async #file(id: string, data: Json, place: string): Promise<void> {
    const file = this.#project.files.get(id);
    if (file?.kind !== 'asset') return;
    if (this.#project.shownTypes !== undefined && !this.#shownFiles.has(id) && !this.#intake.isWanted('file'))
      return this.#intake.leaveOut('file: items', 'nothing that the public role may read leads to it');
    const known = ['name', 'alternativeText', 'caption', 'createdAt', 'updatedAt'];
    const values = known.map((field): FieldValue => ({ field, value: asValue(at(data, field)) }));
    values.push({ field: file.isImage ? 'image' : 'file', value: file });
    for (const [name, value] of membersOf(data)) {
      const told = [...known, 'documentId', 'url', 'width', 'height', 'mime', 'size', 'ext'].includes(name);
      if (!told && value !== null)
        this.#intake.leaveOut(
          `file: ${name}`,
          name === 'formats' ? 'smaller copies of images' : 'bookkeeping of the CMS',
        );
    }
    await this.#intake.type(FILE_TYPE).add(this.#project.fileId(id, data), values, place);
  }
}

/** @returns why nobody is to see an attribute; undefined where all may */
export function hiddenBecause({ type, json: attribute }: Attribute): string | undefined {
  if (type === 'password') return 'a password';
  if (at(attribute, 'private') === true) return 'private in the schema';
  const target = textAt(attribute, 'target') ?? '';
  return type === 'relation' && target !== '' && !target.startsWith('api::')
    ? `links to ${target}, which is not content`
    : undefined;
}
