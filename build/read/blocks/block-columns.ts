/**
 * The items of a block as columns of plain data, which can be sent between threads.
 *
 * Elsewhere: filling the columns from bytes (block-reader) and from items (field-readers), storing them (segment).
 */
import { type ContentType, storedFields } from '../../../src/content/model/index.js';
import type { StoredRecords } from '../../work/index.js';
import type { LinkTarget } from '../item.js';

/** Byte records, concatenated. */
export interface ByteColumn {
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** Their place in a scratch file, if they are already written. */
  readonly stored?: StoredRecords | undefined;
}

/** The values of one stored field. An unpopulated number is NaN; an unpopulated text is empty. */
export type BlockColumn =
  /** `folded`: the case-folded texts, if the field ignores case. */
  | { readonly kind: 'text'; readonly texts: ByteColumn; readonly folded: ByteColumn | undefined }
  | ({ readonly kind: 'number' } & NumbersOfBlock)
  | ({ readonly kind: 'links' } & LinksOfBlock)
  | ({ readonly kind: 'textLists' } & TextListsOfBlock)
  /** A field that requests cannot search, such as an image: only the number of items with a value. */
  | { readonly kind: 'none'; readonly populated: number };

export interface NumbersOfBlock {
  readonly values: Float64Array;
  /** Item → a value that a float cannot represent exactly; `values` has NaN for it. */
  readonly bigValues: ReadonlyMap<number, bigint>;
  /** Instants with more digits than milliseconds, if they are not yet reported. */
  readonly cutInstants: CutInstants | undefined;
}

export interface CutInstants {
  /** The first item of the block with a cut instant. */
  readonly item: number;
  /** The instant of that item, as the export writes it. */
  readonly value: string;
  readonly count: number;
}

export interface TextListsOfBlock {
  /** Per item: the number of its texts. */
  readonly counts: Uint32Array;
  /** The texts of all items, concatenated; some may be empty. */
  readonly texts: ByteColumn;
}

export interface LinksOfBlock {
  /** Per item: the number of its links. */
  readonly counts: Uint32Array;
  readonly targets: LinkTargets;
}

/** The link targets of all items, in their order. */
export interface LinkTargets {
  readonly ids: ByteColumn;
  /** Per link: the place of the type in the field's `to`, plus 1; 0 if the export gives only an id. */
  readonly types: Uint8Array;
}

/** The localized attributes of a block's items, by locale. */
export interface LocalRecords {
  /** Localized attributes that differ from the default locale's, in the layout of src/index/documents/document-store. */
  readonly records: ByteColumn;
  /**
   * For each locale after the default one, per item: the place of its record in `records`, plus 1; 0 if its attributes equal
   * those of the default locale.
   */
  readonly places: readonly Uint32Array[];
  /** The distinct sets of locales in which items have values of their own, as JSON. */
  readonly localeSets: readonly string[];
  /** Per item: the place of its locale set in `sets`. */
  readonly localeSetOfItem: Uint32Array;
}

/** Items as columns, independent of their place in the file. */
export interface ItemColumns {
  readonly ids: ByteColumn;
  /** One per stored field, in their order. */
  readonly columns: readonly BlockColumn[];
  /** The rendered items, in the layout of src/index/documents/document-store. */
  readonly records: ByteColumn;
  /** Undefined if the type has no localized fields. */
  readonly local: LocalRecords | undefined;
  /** Distinct images that are resources, in the order of the items. */
  readonly images: readonly LinkTarget[];
}

/** The items of a block. */
export interface BlockColumns extends ItemColumns {
  /** Lines of the block, including blank ones. */
  readonly lineCount: number;
  /** Per item: its line within the block, from 0. */
  readonly lines: Uint32Array;
}

/** The cut instants of one field in a block, to be reported. */
export interface FieldCut {
  readonly field: string;
  /** Line of the first one within the block, from 0. */
  readonly line: number;
  readonly value: string;
  readonly count: number;
}

/** @returns the fields with cut instants, ordered by the line of the first one, then by field */
export function findCutInstants(type: ContentType, { columns, lines }: BlockColumns): readonly FieldCut[] {
  const cuts: FieldCut[] = [];
  for (const [place, { field }] of storedFields(type).entries()) {
    const column = columns[place];
    if (column?.kind !== 'number' || column.cutInstants === undefined) continue;
    const { item, value, count } = column.cutInstants;
    cuts.push({ field: field.name, line: lines[item]!, value, count });
  }
  return cuts.sort((a, b) => a.line - b.line);
}
