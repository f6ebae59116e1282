/**
 * The changes of one content type between two snapshots: the data that a comparison returns.
 */
import type { MarkedValue } from '../../jsonapi/index.js';

export interface FieldChanges {
  readonly name: string;
  /** Number of items whose value changed. */
  readonly items: number;
}

export interface ChangedItem {
  /** A JSON string, including its quotes. */
  readonly id: string;
  /** In the model's order. */
  readonly fields: readonly string[];
}

/** The changes in one locale. */
export interface LocaleChanges {
  /** Code of the locale; undefined for the default locale, and if the space has no locales. */
  readonly code: string | undefined;
  /** Changed docs of the earlier snapshot, ascending. */
  readonly changed: Uint32Array;
  readonly fields: readonly FieldChanges[];
  /**
   * Calls `onChange` for every changed field of every changed item. `values` reads the values that only one of the two
   * snapshots has; it is valid only during the call.
   */
  readonly eachChange: (onChange: (field: string, values: () => readonly MarkedValue[]) => void) => void;
}

/** The changes of one type. Lists of docs are ascending, which is the order of the export. */
export interface TypeChanges {
  readonly name: string;
  /** Number of items before and after; undefined if that model has no such type. */
  readonly itemsBefore: number | undefined;
  readonly itemsAfter: number | undefined;
  /** Docs of the later snapshot. */
  readonly added: Uint32Array;
  /** Docs before. */
  readonly changed: Uint32Array;
  /** Docs before. */
  readonly removed: Uint32Array;
  /** Whether the common items are in another order. */
  readonly reordered: boolean;
  /** Fields with changes in any locale, in the order of the model. */
  readonly fields: readonly FieldChanges[];
  /** Whether an item has values of its own in other locales than before. */
  readonly hasOtherLocales: boolean;
  /** The default locale; if fields are localized, also the other locales that both snapshots have. */
  readonly locales: readonly LocaleChanges[];
  /** Ids of `added`, as JSON strings. Like the next two lists, it is read during the iteration. */
  readonly addedIds: () => Iterable<string>;
  readonly changedItems: () => Iterable<ChangedItem>;
  readonly removedIds: () => Iterable<string>;
}
