/**
 * What the profiles hand to the writer: items as the export holds them, made one at a time.
 */

interface ImageRecord {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly altText: string;
}

interface LinkRecord {
  readonly type: string;
  readonly id: string;
}

type FieldRecord =
  | string
  | number
  | boolean
  | null
  | undefined
  | ImageRecord
  | LinkRecord
  | readonly string[]
  | readonly LinkRecord[];

/** One line of an export. Fields that are undefined are left out. */
export interface ItemRecord {
  readonly id: string;
  readonly [field: string]: FieldRecord;
}

export interface TypeSource {
  readonly type: string;
  /** How many records there will be. */
  readonly items: number;
  /** The same records in the same order, each time it is called. */
  records(): Iterable<ItemRecord>;
}
