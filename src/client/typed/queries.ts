/**
 * Queries for a list, an item, a search and suggestions, typed by the names of the content.
 *
 * Elsewhere: the selection of a query, `include` and `fields` (selection), query objects without these types (jsonapi/query-object).
 */
import type { FacetObject, PageObject } from '../../jsonapi/query-object/index.js';
import type { ContentOf, TypeName } from './content.js';

/** A query for one item, without its selection. */
export interface ItemQuery<Content extends ContentOf<Content>, Type extends TypeName<Content>> {
  /**
   * The pages of to-many relationships, by their path as in `include`; by default the first 20 items, or `page` of the model. An item
   * has these items only: `meta.total` of the relationship in the document counts all, and `related` reads them.
   */
  relatedPage?: { [Each in Content[Type]['include']]?: PageObject | undefined } | undefined;
  /** The code of a locale; by default the default locale. */
  locale?: Content[Type]['locale'] | undefined;
}

/** A search of all types, without its selection. */
export interface SearchQuery<Content extends ContentOf<Content>> extends ItemQuery<Content, TypeName<Content>> {
  filter: { _search: string; type?: { _in: readonly TypeName<Content>[] } | undefined };
  /** At most 100 items; by default 20. */
  page?: PageObject | undefined;
  /** Maximum number of types in the facet. */
  facets?: { type: number } | undefined;
  highlight?: readonly Content[TypeName<Content>]['highlight'][] | undefined;
}

/**
 * A query for a list, without its selection. A program can build it step by step, and give `include` and `fields` in the call,
 * `find({ ...query, include: ['author'] })`: then the items have the exact members.
 */
export interface ListQuery<Content extends ContentOf<Content>, Type extends TypeName<Content>>
  extends ItemQuery<Content, Type> {
  filter?: Content[Type]['filter'] | undefined;
  /** The primary key first; `-` for descending. */
  sort?: readonly Content[Type]['sort'][] | undefined;
  /** At most 100 items; by default 20. */
  page?: PageObject | undefined;
  /** By field: the maximum number of values, or an object with it and options. */
  facets?: { [Each in Content[Type]['facet']]?: number | FacetObject | undefined } | undefined;
  stats?: readonly Content[Type]['statistic'][] | undefined;
  /** With `filter._search`: the fields whose best matching passages to show. */
  highlight?: readonly Content[Type]['highlight'][] | undefined;
  /** With `filter._search`: `all` selects only items that have all its words. */
  match?: 'all' | undefined;
}

/** Options of suggestions; by default from all searched types. */
export interface SuggestOptions<Type extends string> {
  types?: readonly Type[] | undefined;
  locale?: string | undefined;
}

/** A suggestion for typed text. */
export interface Suggestion {
  readonly text: string;
  readonly kind: 'word' | 'title';
  /** The content type with the most items that contain the text. */
  readonly type: string;
  readonly count: number;
}
