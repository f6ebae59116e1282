/**
 * The items of a block of lines as columns of plain data, such as may move from thread to thread.
 */

/** Records of bytes, one behind the other. */
export interface ByteColumn {
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
}

/** What the items have in one field; a number is NaN, a text empty where it is unpopulated. */
export type BlockColumn =
  /** `folded`: the texts case-folded, where the field is. */
  | { readonly kind: 'text'; readonly texts: ByteColumn; readonly folded: ByteColumn | undefined }
  | { readonly kind: 'number'; readonly values: Float64Array }
  | ({ readonly kind: 'links' } & LinksOfBlock)
  /** Of images nothing is kept but how many items have one. */
  | { readonly kind: 'none'; readonly populated: number };

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

export interface BlockColumns {
  /** Lines of the block, blank ones too. */
  readonly lineCount: number;
  /** Per item: its line within the block, from 0. */
  readonly lines: Uint32Array;
  readonly ids: ByteColumn;
  /** One per field, in the model's order. */
  readonly columns: readonly BlockColumn[];
  /** The items as they are stored (src/store/documents). */
  readonly records: ByteColumn;
}
