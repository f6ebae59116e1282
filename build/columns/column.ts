/**
 * What a type's items are collected in, field by field: each column takes the values of its own kind, those of several
 * items at once.
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
} from '../../src/content/model/index.js';
import type { BlockColumn } from '../read/index.js';
import type { Scratch } from '../work/index.js';
import { LinkColumnBuilder } from './link-column.js';
import { NumberColumnBuilder } from './number-column.js';
import { TextColumnBuilder, type TextParts, type TextStorage } from './text-column.js';
import { TextListColumnBuilder } from './text-list-column.js';

export interface TextColumn {
  readonly name: string;
  readonly kind: 'text';
  readonly stored: TextStorage;
  readonly builder: TextColumnBuilder;
}

interface TextListColumn {
  readonly name: string;
  readonly kind: 'textLists';
  readonly builder: TextListColumnBuilder;
}

export interface LinkColumn {
  readonly name: string;
  readonly kind: 'links';
  readonly builder: LinkColumnBuilder;
}

export type Column = { readonly name: string } & (
  | TextColumn
  | TextListColumn
  | { readonly kind: 'number'; readonly builder: NumberColumnBuilder }
  | LinkColumn
  | { readonly kind: 'none' }
);

/**
 * @param name of the field; of folded values what their sections are named after
 */
export const textColumn = (name: string, stored: TextStorage, scratch: Scratch, parts: TextParts): TextColumn => ({
  name,
  kind: 'text',
  stored,
  builder: new TextColumnBuilder(name, scratch, parts),
});

/** @returns what the model says of a text's parts */
export const textPartsOf = (field: Field): TextParts => ({
  contains: isOn(field, 'contains'),
  endsWith: isOn(field, 'endsWith'),
});

/** @returns an empty column; of images, files and JSON, and of what the model turns off, none, as nothing finds them */
export function columnOf(type: ContentType, field: Field, scratch: Scratch): Column {
  const { name } = field;
  const isSearched = isWordsField(field) && field.search !== undefined;
  const indexed = isIndexed(field);
  if (isRelationship(field)) return { name, kind: 'links', builder: new LinkColumnBuilder(type, field, scratch) };
  if (isHeldAs(field, 'nothing') || (!indexed && !isSearched)) return { name, kind: 'none' };
  if (isListOfTexts(field)) {
    const builder = new TextListColumnBuilder(name, { indexed, searched: isSearched }, scratch);
    return { name, kind: 'textLists', builder };
  }
  if (isHeldAs(field, 'texts')) {
    return textColumn(name, indexed ? 'plain' : 'searched', scratch, {
      ...textPartsOf(field),
      collation: isNatural(field) ? collationOf(type, name) : undefined,
    });
  }
  if (isHeldAs(field, 'renderedTexts')) {
    return textColumn(name, indexed ? 'rendered' : 'searched', scratch, textPartsOf(field));
  }
  return numberColumn(field, scratch);
}

const numberColumn = ({ name }: NumberField, scratch: Scratch): Column => ({
  name,
  kind: 'number',
  builder: new NumberColumnBuilder(name, scratch),
});

/** @throws InvariantError where the values are of another kind */
export function appendValues(column: Column, values: BlockColumn | undefined): void {
  if (column.kind === 'text' && values?.kind === 'text') column.builder.append(values.texts);
  else if (column.kind === 'number' && values?.kind === 'number') column.builder.append(values);
  else if (column.kind === 'textLists' && values?.kind === 'textLists') column.builder.append(values);
  else if (column.kind === 'links' && values?.kind === 'links') column.builder.append(values);
  else if (column.kind !== 'none') throw new InvariantError(`a ${column.kind} column was given ${values?.kind}`);
}

/** @throws InvariantError where the block has no folded values of the field */
export function appendFolded({ name, builder }: TextColumn, values: BlockColumn | undefined): void {
  if (values?.kind !== 'text' || values.folded === undefined) throw new InvariantError(`no block folded ${name}`);
  builder.append(values.folded);
}

// How many items of a type have a value in each attribute, counted while they are added: images, which no column holds,
// among them.
//
// Elsewhere: relationships, whose links may yet be dropped (link-column).

export class PopulatedCounts {
  readonly #counts: number[];

  constructor(type: ContentType) {
    this.#counts = type.fields.map(() => 0);
  }

  /** @param columns of a block, one per field */
  append(columns: readonly BlockColumn[]): void {
    for (const [place, column] of columns.entries()) this.#counts[place]! += populatedIn(column);
  }

  /** @param place of the field in the model */
  of(place: number): number {
    return this.#counts[place] ?? 0;
  }
}

function populatedIn(column: BlockColumn): number {
  let populated = 0;
  switch (column.kind) {
    case 'text':
      for (const length of column.texts.lengths) if (length > 0) populated += 1;
      return populated;
    case 'number':
      for (const value of column.values) if (!Number.isNaN(value)) populated += 1;
      return populated + column.long.size;
    case 'textLists': {
      const { counts, texts } = column;
      let text = 0;
      for (const count of counts) {
        let has = 0;
        for (const end = text + count; text < end; text += 1) if (texts.lengths[text]! > 0) has = 1;
        populated += has;
      }
      return populated;
    }
    case 'links':
      return 0;
    case 'none':
      return column.populated;
  }
}
