/**
 * The checked query tree: the query of one content type, with every name and value already checked against the
 * model. It is declarative: the planner and the executor work from it, and so does the engine for SQL.
 */
import type { Area, Location, Operator } from '../../content/model/index.js';
import type { FacetQuery } from '../facets/index.js';

/** One value that a condition compares with. */
export type Value =
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Integer and decimal: exactly `digits / 10^scale`, of any length. */
  | { readonly kind: 'number'; readonly digits: bigint; readonly scale: number }
  /** Date/Time: milliseconds since 1970-01-01T00:00:00Z. */
  | { readonly kind: 'instant'; readonly ms: number }
  /** Text, also of `id`: UTF-8. */
  | { readonly kind: 'text'; readonly bytes: Uint8Array }
  /** `_near` and `_within`. */
  | { readonly kind: 'area'; readonly area: Area }
  /** `filter[<relationship>][id][_eq]`: UTF-8. */
  | { readonly kind: 'itemId'; readonly bytes: Uint8Array };

/** The operand of a condition. */
export type Operand =
  | Value
  /** `_exists` */
  | { readonly kind: 'populated'; readonly value: boolean }
  /** `_in` and `_nin`: at least one value, all of one kind. */
  | { readonly kind: 'list'; readonly values: readonly Value[] };

/** A comparison of one field with an operand. */
export interface Condition {
  readonly kind: 'condition';
  /** A field's name, or `id`. */
  readonly field: string;
  readonly operator: Operator;
  readonly operand: Operand;
}

/** AND of all, or OR of any, of at least one child. */
export interface Group {
  readonly kind: 'and' | 'or';
  readonly children: readonly Filter[];
}

/** The items that the child does not select, items without a value included. */
export interface Complement {
  readonly kind: 'not';
  readonly child: Filter;
}

/** Items with at least one related item that the child selects. */
export interface Through {
  readonly kind: 'through';
  readonly relationship: string;
  /** The related item's type; undefined: any type that the relationship leads to. */
  readonly type: string | undefined;
  /** Undefined: any related item. */
  readonly child: Filter | undefined;
}

export type Filter = Condition | Group | Complement | Through;

/** One key of an order. */
export interface SortKey {
  /** A sortable field's name, or `id`; behind to-one relationships a path with dots, such as `author.name`. */
  readonly field: string;
  readonly descending: boolean;
  /** For a location: the origin of distances; at most one key has it. */
  readonly from?: Location;
}

/** The slice `[skip, skip + limit)` of the ordered result. */
export interface Window {
  readonly skip: number;
  readonly limit: number;
}

/** The counts of a list: facets, and statistics of fields. */
export interface Counting {
  readonly facets: readonly FacetQuery[];
  /** Fields with statistics, named like sort keys. */
  readonly statistics: readonly string[];
}

/** The query of a list, without the type of its items. */
export interface ListQuery {
  readonly filter: Filter | undefined;
  /** Primary key first; ties keep the export's order. */
  readonly sort: readonly SortKey[];
  readonly page: Window;
  readonly counting?: Counting | undefined;
}

/** The query of a list of one type. */
export interface CollectionQuery extends ListQuery {
  readonly type: string;
}
