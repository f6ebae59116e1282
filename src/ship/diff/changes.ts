/**
 * The changes of a content type from one snapshot to the next, as a comparison reports them.
 */
import type { MarkedValue } from '../../jsonapi/index.js';

export interface FieldChanges {
  readonly name: string;
  /** Items whose value changed. */
  readonly items: number;
}

export interface ChangedItem {
  /** As a JSON string, quotes included. */
  readonly id: string;
  /** In the model's order. */
  readonly fields: readonly string[];
}

/** The changes in one locale. */
export interface LocaleChanges {
  /** Undefined of the default locale, and where there are no locales. */
  readonly code: string | undefined;
  /** Changed docs of the earlier snapshot, ascending. */
  readonly changed: Uint32Array;
  readonly fields: readonly FieldChanges[];
  /**
   * Calls back with every field of an item that differs, and how to read, while it is called, the values that only one
   * of the snapshots has; read while they are walked.
   */
  readonly eachChange: (found: (field: string, values: () => readonly MarkedValue[]) => void) => void;
}

/** Docs are ascending, which is the export's order. */
export interface TypeChanges {
  readonly name: string;
  /** How many items there were, and are; undefined where the model has no such type. */
  readonly itemsBefore: number | undefined;
  readonly itemsAfter: number | undefined;
  /** Docs after. */
  readonly added: Uint32Array;
  /** Docs before. */
  readonly changed: Uint32Array;
  /** Docs before. */
  readonly removed: Uint32Array;
  /** Whether the common items are in another order. */
  readonly reordered: boolean;
  /** Fields with changes in any locale, in the order of the model. */
  readonly fields: readonly FieldChanges[];
  /** The default locale, and where fields are localized the others that both snapshots have. */
  readonly locales: readonly LocaleChanges[];
  /** Ids of `added`, as JSON strings; read while they are walked, as those of the next two. */
  readonly addedIds: () => Iterable<string>;
  readonly changedItems: () => Iterable<ChangedItem>;
  readonly removedIds: () => Iterable<string>;
}
