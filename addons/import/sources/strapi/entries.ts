/**
 * Entries of a Strapi project: the rows of a document, one for each locale, become one item; files become items too.
 *
 * Elsewhere: the types and their fields (content-types), the values of a row (attribute-values).
 */
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { at, type Json, membersOf, textAt } from '../../value/json.js';
import { asValue } from '../../value/value.js';
import { type AttributeHolder, AttributeReader } from './attribute-values.js';
import { type ContentTypes, dates, NOT_PUBLIC } from './content-types.js';
import { FILE_TYPE, knownOf, nameOf, type Project, type Row, systemAttributes, valuesOf } from './project.js';

/** Members of a row that are no attributes. */
const bookkeeping: ReadonlySet<string> = new Set(['id', 'documentId']);

export class EntryReader {
  readonly #project: Project;
  readonly #types: ContentTypes;
  readonly #attributes: AttributeReader;
  readonly #intake: Intake;
  readonly #waiting = new Map<string, { readonly row: Row; readonly data: Json; readonly place: string }[]>();

  constructor(project: Project, types: ContentTypes, intake: Intake) {
    this.#project = project;
    this.#types = types;
    this.#attributes = new AttributeReader(project, types, intake);
    this.#intake = intake;
  }

  async read(entity: Json, place: string): Promise<void> {
    const [type, id, data] = [textAt(entity, 'type') ?? '', String(at(entity, 'id') ?? ''), at(entity, 'data') ?? null];
    if (type === FILE_TYPE) return this.#file(id, data, place);
    if (type.startsWith('api::') && !this.#types.isShown(type))
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
      const localised = this.#types.isLocalised(schema, attribute);
      for (const each of localised ? rows : [main]) {
        const locale = localised ? each.row.locale : undefined;
        const holder: AttributeHolder = {
          schema,
          ref: each.row.id,
          data: each.data,
          id: locale === undefined ? id : `${id}.${locale}`,
          place: each.place,
        };
        values.push({ field: attribute.name, locale, value: await this.#attributes.read(holder, attribute) });
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

  async #file(id: string, data: Json, place: string): Promise<void> {
    const file = this.#project.files.get(id);
    if (file?.kind !== 'asset') return;
    if (
      this.#project.shownTypes !== undefined &&
      !this.#attributes.linkedFiles.has(id) &&
      !this.#intake.isWanted('file')
    )
      return this.#intake.leaveOut('file: items', 'nothing that the public role may read leads to it');
    const known = ['name', 'alternativeText', 'caption', 'createdAt', 'updatedAt'];
    const values = known.map((field): FieldValue => ({ field, value: asValue(at(data, field)) }));
    values.push({ field: file.isImage ? 'image' : 'file', value: file });
    for (const [name, value] of membersOf(data)) {
      const isKnown = [...known, 'documentId', 'url', 'width', 'height', 'mime', 'size', 'ext'].includes(name);
      if (!isKnown && value !== null)
        this.#intake.leaveOut(
          `file: ${name}`,
          name === 'formats' ? 'smaller copies of images' : 'bookkeeping of the CMS',
        );
    }
    await this.#intake.type(FILE_TYPE).add(this.#project.fileId(id, data), values, place);
  }
}
