/**
 * Building one content type's segment: items in, sections out.
 */
import { InvariantError } from '../../src/errors/index.js';
import { GrowingRecords, GrowingU32, type SectionInput, type SegmentInput } from '../../src/format/index.js';
import {
  type AttributeField,
  type ContentType,
  type Field,
  isAttribute,
  type RelationshipField,
} from '../../src/model/index.js';
import { DOCUMENTS, ID_FIELD, TYPE_SEGMENT } from '../../src/segment/index.js';
import { detached } from '../ingest/index.js';
import type { ExportItem, FieldValue, LinkTarget } from '../ingest/item.js';
import { LinkColumnBuilder, type LinkReporter } from './links.js';
import { NumberColumnBuilder } from './numbers.js';
import { renderRecord } from './render.js';
import { TextColumnBuilder } from './texts.js';

type Column =
  | { readonly kind: 'text'; readonly long: boolean; readonly builder: TextColumnBuilder }
  | { readonly kind: 'number'; readonly builder: NumberColumnBuilder }
  | { readonly kind: 'links'; readonly field: RelationshipField; readonly builder: LinkColumnBuilder }
  | { readonly kind: 'none' };

const isLinks = (value: FieldValue): value is readonly LinkTarget[] => Array.isArray(value);

export interface BuiltType {
  readonly segment: SegmentInput;
  /** Relationship → target index → doc in the target's type. */
  readonly joins: ReadonlyMap<string, Uint32Array>;
}

export class TypeBuilder {
  readonly type: ContentType;
  /** Line of each doc in its file, for reports. */
  readonly lines = new GrowingU32();
  /** Doc of each id, for links that lead here. */
  readonly docOf = new Map<string, number>();
  readonly #ids = new TextColumnBuilder(ID_FIELD);
  readonly #columns: readonly Column[];
  readonly #attributes: readonly AttributeField[];
  readonly #attributePlaces: readonly number[];
  readonly #documents = new GrowingRecords();

  constructor(type: ContentType) {
    this.type = type;
    this.#columns = type.fields.map((field) => columnOf(type, field));
    this.#attributes = type.attributes;
    this.#attributePlaces = type.fields.flatMap((field, index) => (isAttribute(field) ? [index] : []));
  }

  get size(): number {
    return this.lines.length;
  }

  add(item: ExportItem): void {
    this.docOf.set(detached(item.id), this.lines.length);
    this.lines.push(item.line);
    this.#ids.add(item.id);
    for (const [index, column] of this.#columns.entries()) addValue(column, item.values[index]);
    const shown = this.#attributePlaces.map((place) => item.values[place]);
    this.#documents.push(renderRecord(item.id, this.#attributes, shown));
  }

  /** Finds out where all links lead, once every type's items are added. */
  resolveLinks(reporter: LinkReporter): void {
    for (const column of this.#columns) if (column.kind === 'links') column.builder.resolve(reporter);
  }

  /** @param onField called before each field, for progress. @throws InvariantError before `resolveLinks` */
  async finish(onField: (field: string) => void): Promise<BuiltType> {
    const joins = new Map<string, Uint32Array>();
    const sections: SectionInput[] = [];
    onField(ID_FIELD);
    sections.push(...(await this.#ids.sections('hashed')));
    for (const [index, column] of this.#columns.entries()) {
      onField(this.type.fields[index]!.name);
      switch (column.kind) {
        case 'text':
          sections.push(...(await column.builder.sections(column.long ? 'rendered' : 'plain')));
          break;
        case 'number':
          sections.push(...column.builder.sections());
          break;
        case 'links': {
          const { field, builder } = column;
          const built = builder.sections();
          sections.push(...built.sections);
          joins.set(field.name, built.targetDocs);
          break;
        }
        case 'none':
          break;
      }
    }
    sections.push(...this.#documents.sections(DOCUMENTS));
    const meta = new Map([['items', this.size]]);
    return { segment: { kind: TYPE_SEGMENT, name: this.type.name, meta, sections }, joins };
  }
}

function columnOf(type: ContentType, field: Field): Column {
  switch (field.type) {
    case 'relationship':
      return { kind: 'links', field, builder: new LinkColumnBuilder(type, field) };
    case 'image':
      return { kind: 'none' };
    case 'text':
    case 'select':
      return { kind: 'text', long: false, builder: new TextColumnBuilder(field.name) };
    case 'textMultiline':
    case 'markdown':
      return { kind: 'text', long: true, builder: new TextColumnBuilder(field.name) };
    case 'boolean':
    case 'integer':
    case 'decimal':
    case 'dateTime':
      return { kind: 'number', builder: new NumberColumnBuilder(field.name) };
  }
}

function addValue(column: Column, value: FieldValue | undefined): void {
  switch (column.kind) {
    case 'text':
      if (value !== undefined && typeof value !== 'string') break;
      column.builder.add(value);
      return;
    case 'number':
      if (typeof value === 'boolean') column.builder.add(value ? 1 : 0);
      else if (value === undefined || typeof value === 'number' || typeof value === 'bigint') column.builder.add(value);
      else break;
      return;
    case 'links':
      if (value !== undefined && !isLinks(value)) break;
      column.builder.add(value);
      return;
    case 'none':
      return;
  }
  throw new InvariantError(`a ${column.kind} column was given a ${typeof value}`);
}
