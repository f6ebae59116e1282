/**
 * A request after parsing and checking: everything that its document depends on, without HTTP.
 *
 * Elsewhere: parsing (parse-request), answering (respond/responder, and engines behind engine-space).
 */
import { type ContentType, LIMITS, type RelationshipField } from '../../content/model/index.js';
import type { Counting, ListQuery, Window } from '../../engine/query/index.js';
import type { SearchQuery } from '../../index/search/index.js';
import type { RequestLocale } from './parameter.js';

/**
 * A place in the include tree, and the parts of resources that it shows: the primary data at the root, the resources
 * reached through `author` at `includes.get('author')`, and so on.
 */
export interface Shape {
  /** Windows of to-many linkage that `page[…]` requests, by relationship; other relationships show the default window. */
  readonly windows: ReadonlyMap<string, Window>;
  /** Relationships to include from this place, in the order first requested. */
  readonly includes: ReadonlyMap<string, Shape>;
  /** Number of fields of the primary data of which passages are shown. */
  readonly highlightedFieldCount?: number;
}

/** The resource alone, with default windows and nothing included. */
export const BARE_SHAPE: Shape = Object.freeze({ windows: new Map(), includes: new Map() });

/** The window of a to-many relationship without a `page[…]`, if the model does not set another. */
export const DEFAULT_WINDOW: Window = Object.freeze({ skip: 0, limit: LIMITS.relationshipLimitDefault });

/** The parts of a to-many relationship that determine its window. */
export type Windowed = Pick<RelationshipField, 'name' | 'page'>;

/** @returns the window of a to-many relationship: the requested one, or else the default one of the model */
export function windowAt({ windows }: Shape, { name, page }: Windowed): Window {
  const requestedWindow = windows.get(name);
  if (requestedWindow !== undefined) return requestedWindow;
  return page === undefined ? DEFAULT_WINDOW : { skip: 0, limit: page.limit };
}

/** By content type, the fields that `fields[<type>]` selects; a type that is absent shows all its fields. */
export type Fieldsets = ReadonlyMap<string, ReadonlySet<string>>;

interface RequestBase {
  readonly complexity: number;
  /**
   * The request's query in its canonical encoding, `''` or beginning with `?`: parameters in the order sent, every
   * name and value percent-encoded again (RFC 3986 unreserved characters unchanged).
   */
  readonly search: string;
  /** `localeCode`; absent if the request does not name a locale. */
  readonly locale?: RequestLocale;
}

interface ShapedRequest extends RequestBase {
  readonly shape: Shape;
  /** Whether the request has `include`, even an empty one: then the document has `included`. */
  readonly hasInclude: boolean;
  readonly fieldsets: Fieldsets;
}

/** The facets and statistics of a list. */
export interface RequestedCounting extends Counting {
  /** The facets, by relationship, whose counted items are included. */
  readonly included: ReadonlySet<string>;
}

interface ListParameters extends ListQuery {
  /** `filter[_search]`. */
  readonly words?: SearchQuery | undefined;
  /** `_highlight`: searched fields of the primary data; empty without a search. */
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
/** Items of several types that match a search, the best first. */
export interface SearchRequest extends ShapedRequest, ListParameters {
  readonly kind: 'search';
  /** The searched types, at least one, in the model's order. */
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
/** The related items themselves. For a to-one relationship: no filter, no sort, and the default page. */
export interface RelatedRequest extends ShapedRequest, ListParameters, RelationshipAddress {
  readonly kind: 'related';
}
/** Resource identifiers only. For a to-one relationship: the default page. */
export interface LinkageRequest extends RequestBase, RelationshipAddress {
  readonly kind: 'linkage';
  readonly page: Window;
}

/** A request for a list of whole items; a related request for a to-one relationship is answered with one item. */
export type ListRequest = CollectionRequest | SearchRequest | RelatedRequest;

export const isListRequest = (request: ParsedRequest): request is ListRequest =>
  request.kind === 'collection' || request.kind === 'search' || request.kind === 'related';

export type ParsedRequest = RootRequest | ListRequest | SuggestRequest | ItemRequest | LinkageRequest;
