/**
 * The items of a block as columns of plain data, which can move between threads.
 */
import { type ContentType, storedFields } from '../../../src/content/model/index.js';
import type { StoredRecords } from '../../work/index.js';
import type { LinkTarget } from '../item.js';

/** Records of bytes, one behind the other. */
export interface ByteColumn {
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** Where they stand in a file already. */
  readonly stored?: StoredRecords | undefined;
}

/** What the items have in one field; a number is NaN, a text empty where it is unpopulated. */
export type BlockColumn =
  /** `folded`: the texts case-folded, where the field is. */
  | { readonly kind: 'text'; readonly texts: ByteColumn; readonly folded: ByteColumn | undefined }
  | ({ readonly kind: 'number' } & NumbersOfBlock)
  | ({ readonly kind: 'links' } & LinksOfBlock)
  /** Of lists of texts: how many each item has, and all of them; some may be empty. */
  | ({ readonly kind: 'textLists' } & TextListsOfBlock)
  /** Of what nothing finds, such as images, nothing is kept but how many items have a value. */
  | { readonly kind: 'none'; readonly populated: number };

export interface NumbersOfBlock {
  readonly values: Float64Array;
  /** Item → a value that no float holds exactly; it is NaN above. */
  readonly long: ReadonlyMap<number, bigint>;
  /** Of instants that were more exact than a millisecond, where there are any that nobody has told of. */
  readonly cut: CutInstants | undefined;
}

export interface CutInstants {
  /** The first item of the block that has one … */
  readonly item: number;
  /** … as it is written there. */
  readonly value: string;
  readonly count: number;
}

export interface TextListsOfBlock {
  readonly counts: Uint32Array;
  /** One behind the other. */
  readonly texts: ByteColumn;
}

export interface LinksOfBlock {
  /** Per item: how many links it has. */
  readonly counts: Uint32Array;
  readonly targets: LinkTargets;
}

/** One behind the other. */
export interface LinkTargets {
  readonly ids: ByteColumn;
  /** Per link: 0 where only an id was given, else the place of the type in the field's `to`, plus 1. */
  readonly types: Uint8Array;
}

/** What the items of a block have in each locale. */
export interface LocalRecords {
  /** The localized attributes of an item, as they are stored (src/index/documents/documents). */
  readonly records: ByteColumn;
  /**
   * For each locale behind the default one, per item: 0 where it has what the default locale has, otherwise the place of
   * its record above, plus 1.
   */
  readonly places: readonly Uint32Array[];
  /** Each different set of locales in which an item has values of its own, as JSON … */
  readonly sets: readonly string[];
  /** … and per item which of them. */
  readonly own: Uint32Array;
}

/** Items, wherever they stand. */
export interface ItemColumns {
  readonly ids: ByteColumn;
  /** One per stored field, in their order. */
  readonly columns: readonly BlockColumn[];
  /** The items as they are stored (src/index/documents/documents). */
  readonly records: ByteColumn;
  /** Where the type has localized fields. */
  readonly local: LocalRecords | undefined;
  /** Images that are resources, in the order in which items have them, each once. */
  readonly images: readonly LinkTarget[];
}

/** The items of a block. */
export interface BlockColumns extends ItemColumns {
  /** Lines of the block, blank ones too. */
  readonly lineCount: number;
  /** Per item: its line within the block, from 0. */
  readonly lines: Uint32Array;
}

/** What is to be told of the instants of one field in a block. */
export interface FieldCut {
  readonly field: string;
  /** Of the first, within the block, from 0. */
  readonly line: number;
  readonly value: string;
  readonly count: number;
}

/** @returns the fields with instants that were cut, in the order in which lines and fields meet them */
export function cutsOf(type: ContentType, { columns, lines }: BlockColumns): readonly FieldCut[] {
  const cuts = storedFields(type).flatMap(({ field: { name } }, place): readonly FieldCut[] => {
    const column = columns[place];
    if (column?.kind !== 'number' || column.cut === undefined) return [];
    const { item, value, count } = column.cut;
    return [{ field: name, line: lines[item]!, value, count }];
  });
  return cuts.sort((a, b) => a.line - b.line);
}
