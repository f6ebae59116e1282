/**
 * A request after parsing and checking: everything a document is made from, nothing of HTTP left.
 */
import { type ContentType, LIMITS, type RelationshipField } from '../../content/model/index.js';
import type { Counting, ListQuery, Window } from '../../engine/query/index.js';
import type { SearchQuery } from '../../index/search/index.js';
import type { RequestLocale } from './parameter.js';

/**
 * The parts of resources that are shown at one place of the include tree: the primary data at its root, the resources
 * reached through `author` at `includes.get('author')`, and so on.
 */
export interface Shape {
  /** To-many linkage windows asked for by `page[…]`, by relationship name; others show the default. */
  readonly windows: ReadonlyMap<string, Window>;
  /** Relationships followed from here, in the order first asked for. */
  readonly includes: ReadonlyMap<string, Shape>;
  /** Of how many fields of the primary data passages are shown. */
  readonly highlightedFieldCount?: number;
}

/** Nothing but the resource itself, as it is by default. */
export const BARE_SHAPE: Shape = Object.freeze({ windows: new Map(), includes: new Map() });

/** The default window of a to-many relationship, without a `page[…]`. */
export const DEFAULT_WINDOW: Window = Object.freeze({ skip: 0, limit: LIMITS.relationshipLimitDefault });

/** Per content type, the fields `fields[<type>]` keeps; a type that is absent keeps all. */
export type Fieldsets = ReadonlyMap<string, ReadonlySet<string>>;

interface RequestBase {
  readonly complexity: number;
  /**
   * The request's query in its canonical encoding, `''` or beginning with `?`: parameters in the order sent, every
   * name and value percent-encoded anew (RFC 3986 unreserved characters kept).
   */
  readonly search: string;
  /** `localeCode`; absent: the default locale. */
  readonly locale?: RequestLocale;
}

interface ShapedRequest extends RequestBase {
  readonly shape: Shape;
  /** Whether `include` was given at all, even empty: then `included` exists. */
  readonly hasInclude: boolean;
  readonly fieldsets: Fieldsets;
}

/** The facets and statistics of a list. */
export interface RequestedCounting extends Counting {
  /** The relationships whose counted items are included. */
  readonly included: ReadonlySet<string>;
}

interface ListParameters extends ListQuery {
  /** `filter[_search]`. */
  readonly words?: SearchQuery | undefined;
  /** `_highlight`: searched fields of all types of the primary data; none without a search. */
  readonly highlight?: readonly string[];
  /** `_facet` and `_stats`. */
  readonly counting?: RequestedCounting | undefined;
}

export interface RootRequest extends RequestBase {
  readonly kind: 'root';
}
export interface CollectionRequest extends ShapedRequest, ListParameters {
  readonly kind: 'collection';
  readonly type: ContentType;
}
/** Items of several types that answer a search, the best first. */
export interface SearchRequest extends ShapedRequest, ListParameters {
  readonly kind: 'search';
  /** Which are searched, at least one, in the model's order. */
  readonly types: readonly ContentType[];
  readonly words: SearchQuery;
}
/** A request for suggestions: the text typed so far. */
export interface SuggestRequest extends RequestBase {
  readonly kind: 'suggest';
  readonly types: readonly ContentType[];
  readonly text: string;
}
interface ItemAddress {
  readonly type: ContentType;
  readonly id: string;
}
interface RelationshipAddress extends ItemAddress {
  readonly relationship: RelationshipField;
}
export interface ItemRequest extends ShapedRequest, ItemAddress {
  readonly kind: 'item';
}
/** The related items themselves. Of a to-one relationship: no filter, no sort, and the default page. */
export interface RelatedRequest extends ShapedRequest, ListParameters, RelationshipAddress {
  readonly kind: 'related';
}
/** Resource identifiers only. Of a to-one relationship: the default page. */
export interface LinkageRequest extends RequestBase, RelationshipAddress {
  readonly kind: 'linkage';
  readonly page: Window;
}

/** A request whose answer is a list of whole items, if its relationship is not to-one. */
export type ListRequest = CollectionRequest | SearchRequest | RelatedRequest;

export const isListRequest = (request: ParsedRequest): request is ListRequest =>
  request.kind === 'collection' || request.kind === 'search' || request.kind === 'related';

export type ParsedRequest = RootRequest | ListRequest | SuggestRequest | ItemRequest | LinkageRequest;
