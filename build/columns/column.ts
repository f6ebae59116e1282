/**
 * Columns: one per field of a type, each with the builder of its index.
 *
 * A field whose values are in no index has a column of kind `none`. Elsewhere: the builders (text-column, link-column, …),
 * reading the blocks of values (build/read).
 */
import { InvariantError } from '../../src/content/errors/index.js';
import {
  type ContentType,
  collationOf,
  type Field,
  isHeldAs,
  isIndexed,
  isListOfTexts,
  isNatural,
  isOn,
  isRelationship,
  isWordsField,
  type NumberField,
  type RelationshipField,
} from '../../src/content/model/index.js';
import type { BlockColumn } from '../read/index.js';
import type { ScratchFolder } from '../work/index.js';
import { InverseColumnBuilder } from './inverse-column.js';
import { LinkColumnBuilder } from './link-column.js';
import { NumberColumnBuilder } from './number-column.js';
import { TextColumnBuilder } from './text-column.js';
import { TextListColumnBuilder } from './text-list-column.js';
import type { TextParts, TextStorage } from './text-sections.js';

/** A field with one text per item. */
export interface TextColumn {
  readonly name: string;
  readonly kind: 'text';
  readonly stored: TextStorage;
  readonly builder: TextColumnBuilder;
}

/** A field with a list of texts per item. */
interface TextListColumn {
  readonly name: string;
  readonly kind: 'textLists';
  readonly builder: TextListColumnBuilder;
}

/** A relationship. */
export interface LinkColumn {
  readonly name: string;
  readonly kind: 'links';
  readonly builder: LinkColumnBuilder;
}

/** A relationship that is derived from another one. */
export interface InverseColumn {
  readonly name: string;
  readonly kind: 'inverse';
  readonly field: RelationshipField;
  readonly builder: InverseColumnBuilder;
}

export type Column = { readonly name: string } & (
  | TextColumn
  | TextListColumn
  | { readonly kind: 'number'; readonly builder: NumberColumnBuilder }
  | LinkColumn
  | InverseColumn
  | { readonly kind: 'none' }
);

/** @param name name of the field, or the section name of its folded values. @returns an empty column */
export const createTextColumn = (
  name: string,
  stored: TextStorage,
  scratch: ScratchFolder,
  parts: TextParts,
): TextColumn => ({
  name,
  kind: 'text',
  stored,
  builder: new TextColumnBuilder(name, scratch, parts),
});

/** @returns the text structures that the model turns on */
export const readTextParts = (field: Field): TextParts => ({
  contains: isOn(field, 'contains'),
  endsWith: isOn(field, 'endsWith'),
});

/** @returns an empty column; kind `none` for images, files and JSON, and for fields with all structures turned off */
export function createColumn(type: ContentType, field: Field, scratch: ScratchFolder): Column {
  const { name } = field;
  if (isRelationship(field) && field.inverseOf !== undefined) {
    return { name, kind: 'inverse', field, builder: new InverseColumnBuilder(type.name, field, scratch) };
  }
  if (isRelationship(field)) return { name, kind: 'links', builder: new LinkColumnBuilder(type, field, scratch) };
  const hasIndex = isIndexed(field);
  const isSearched = isWordsField(field) && field.search !== undefined;
  if (isHeldAs(field, 'nothing') || (!hasIndex && !isSearched)) return { name, kind: 'none' };
  if (isListOfTexts(field)) {
    const builder = new TextListColumnBuilder(name, { indexed: hasIndex, searched: isSearched }, scratch);
    return { name, kind: 'textLists', builder };
  }
  if (isHeldAs(field, 'texts')) {
    const collation = isNatural(field) ? collationOf(type, name) : undefined;
    const parts = { ...readTextParts(field), collation };
    return createTextColumn(name, hasIndex ? 'plain' : 'searched', scratch, parts);
  }
  if (isHeldAs(field, 'renderedTexts')) {
    return createTextColumn(name, hasIndex ? 'rendered' : 'searched', scratch, readTextParts(field));
  }
  return createNumberColumn(field, scratch);
}

const createNumberColumn = ({ name }: NumberField, scratch: ScratchFolder): Column => ({
  name,
  kind: 'number',
  builder: new NumberColumnBuilder(name, scratch),
});

/** A column that is filled with the values of the export. */
export type ReadColumn = Exclude<Column, { readonly kind: 'none' | 'inverse' }>;

export const isReadColumn = (column: Column): column is ReadColumn =>
  column.kind !== 'none' && column.kind !== 'inverse';

/** Appends the values of a block. @throws InvariantError if they are of another kind than the column */
export function appendValues(column: Column, values: BlockColumn | undefined): void {
  if (column.kind === 'text' && values?.kind === 'text') column.builder.append(values.texts);
  else if (column.kind === 'number' && values?.kind === 'number') column.builder.append(values);
  else if (column.kind === 'textLists' && values?.kind === 'textLists') column.builder.append(values);
  else if (column.kind === 'links' && values?.kind === 'links') column.builder.append(values);
  else if (isReadColumn(column)) throw new InvariantError(`a ${column.kind} column was given ${values?.kind}`);
}

/** Appends the case-folded values of a block. @throws InvariantError if the block has none */
export function appendFoldedTexts({ name, builder }: TextColumn, values: BlockColumn | undefined): void {
  if (values?.kind !== 'text' || values.folded === undefined)
    throw new InvariantError(`the block has no folded values of ${name}`);
  builder.append(values.folded);
}
