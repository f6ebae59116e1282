/**
 * Second pass over a Strapi project: the rows of a document, one for each locale, become one item; files become items too.
 *
 * Elsewhere: the types and their fields (content-types), the values of a row (attribute-values).
 */
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { type Json, memberAt, readMembers, textAt } from '../../value/json.js';
import { toValue } from '../../value/value.js';
import { type AttributeHolder, AttributeReader } from './attribute-values.js';
import { type ContentTypes, DATE_ATTRIBUTES, NOT_PUBLIC } from './content-types.js';
import {
  buildFacts,
  FILE_TYPE,
  type Project,
  type Row,
  readTypeName,
  readValuesToJudge,
  systemAttributes,
} from './project.js';

/** Members of a row that are not attributes. */
const bookkeeping: ReadonlySet<string> = new Set(['id', 'documentId']);

export class EntryReader {
  readonly #project: Project;
  readonly #types: ContentTypes;
  readonly #attributes: AttributeReader;
  readonly #intake: Intake;
  readonly #rowsByDocument = new Map<string, { readonly row: Row; readonly data: Json; readonly place: string }[]>();

  constructor(project: Project, types: ContentTypes, intake: Intake) {
    this.#project = project;
    this.#types = types;
    this.#attributes = new AttributeReader(project, types, intake);
    this.#intake = intake;
  }

  async read(entity: Json, place: string): Promise<void> {
    const [type, id, data] = [
      textAt(entity, 'type') ?? '',
      String(memberAt(entity, 'id') ?? ''),
      memberAt(entity, 'data') ?? null,
    ];
    if (type === FILE_TYPE) return this.#addFile(id, data, place);
    if (type.startsWith('api::') && !this.#types.isPublicType(type))
      return this.#intake.leaveOut(`${readTypeName(type)}: items`, NOT_PUBLIC);
    if (!type.startsWith('api::')) {
      if (!this.#project.schemas.get(type)?.isComponent)
        this.#intake.leaveOut(`${type}: items`, 'users, permissions, settings and data of plugins');
      return;
    }
    const row = this.#project.findRow(type, id);
    if (row?.verdict === undefined) return;
    const verdict =
      row.verdict.is === 'doubt'
        ? row.verdict
        : this.#intake.publication.judge(readValuesToJudge(data), { ...buildFacts(type), isSurveyed: true });
    if (verdict.is !== 'public')
      return this.#intake.keepOut(readTypeName(type), this.#project.findDocumentId(row), verdict, place);
    const key = `${type} ${this.#project.findDocumentId(row)}`;
    const documentRows = this.#project.documents.get(key) ?? [];
    if (!documentRows.some((documentRow) => documentRow.id === id))
      return this.#intake.lose(`${type}: rows`, 'a second row of the same document and locale');
    const rows = [...(this.#rowsByDocument.get(key) ?? []), { row, data, place }];
    this.#rowsByDocument.set(key, rows);
    if (rows.length < documentRows.length) return;
    this.#rowsByDocument.delete(key);
    await this.#addItem(rows);
  }

  async #addItem(rows: readonly { readonly row: Row; readonly data: Json; readonly place: string }[]): Promise<void> {
    const mainRow = rows.find(({ row }) => row.locale === this.#project.defaultLocale) ?? rows[0];
    const schema = mainRow === undefined ? undefined : this.#project.schemas.get(mainRow.row.type);
    if (mainRow === undefined || schema === undefined) return;
    const id = this.#project.findDocumentId(mainRow.row);
    const values: FieldValue[] = [];
    for (const attribute of schema.attributes) {
      if (systemAttributes.has(attribute.name)) continue;
      const isLocalized = this.#types.isLocalizedAttribute(schema, attribute);
      for (const each of isLocalized ? rows : [mainRow]) {
        const locale = isLocalized ? each.row.locale : undefined;
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
    for (const [name, value] of rows.flatMap(({ data }) => readMembers(data))) {
      const isKnown = schema.attributes.some((attribute) => attribute.name === name) || bookkeeping.has(name);
      if (!isKnown && value !== null && !systemAttributes.has(name))
        this.#intake.lose(`${this.#intake.type(schema.uid).name}: ${name}`, 'the schema has no such field');
    }
    for (const date of DATE_ATTRIBUTES)
      values.push({ field: `strapi.${date}`, value: toValue(memberAt(mainRow.data, date)) });
    for (const name of ['createdBy', 'updatedBy']) {
      if (schema.attributes.some((attribute) => attribute.name === name))
        this.#intake.leaveOut(`${schema.uid}.${name}`, 'bookkeeping of the CMS');
    }
    await this.#intake.type(schema.uid).add(id, values, mainRow.place);
  }

  async #addFile(id: string, data: Json, place: string): Promise<void> {
    const file = this.#project.files.get(id);
    if (file?.kind !== 'asset') return;
    if (
      this.#project.publicTypes !== undefined &&
      !this.#attributes.linkedFiles.has(id) &&
      !this.#intake.isWanted('file')
    )
      return this.#intake.leaveOut('file: items', 'nothing that the public role may read leads to it');
    const fields = ['name', 'alternativeText', 'caption', 'createdAt', 'updatedAt'];
    const values = fields.map((field): FieldValue => ({ field, value: toValue(memberAt(data, field)) }));
    values.push({ field: file.isImage ? 'image' : 'file', value: file });
    for (const [name, value] of readMembers(data)) {
      const isKnown = [...fields, 'documentId', 'url', 'width', 'height', 'mime', 'size', 'ext'].includes(name);
      if (!isKnown && value !== null)
        this.#intake.leaveOut(
          `file: ${name}`,
          name === 'formats' ? 'smaller copies of images' : 'bookkeeping of the CMS',
        );
    }
    await this.#intake.type(FILE_TYPE).add(this.#project.readFileId(id, data), values, place);
  }
}
