/**
 * The options of queries for a list, an item, a search and suggestions, typed by the names of the content.
 *
 * Elsewhere: query objects without these types (jsonapi/query-object).
 */
import type { FacetObject, PageObject } from '../../jsonapi/query-object/index.js';
import type { ContentOf, TypeName } from './content.js';
import type { Selection } from './selection.js';

/** Options of a query for one item and of every list, except its selection. */
export interface ItemOptions<Content extends ContentOf<Content>, Type extends TypeName<Content>> {
  /** The pages of to-many relationships, by their path as in `include`; by default the first 20 items, or `page` of the model. */
  relatedPage?: { [Each in Content[Type]['include']]?: PageObject | undefined } | undefined;
  /** The code of a locale; by default the default locale. */
  locale?: Content[Type]['locale'] | undefined;
}

/** Options of a search of all types, except its selection. */
export interface SearchOptions<Content extends ContentOf<Content>> extends ItemOptions<Content, TypeName<Content>> {
  filter: { _search: string; type?: { _in: readonly TypeName<Content>[] } | undefined };
  /** At most 100 items; by default 20. */
  page?: PageObject | undefined;
  /** Maximum number of types in the facet. */
  facets?: { type: number } | undefined;
  highlight?: readonly Content[TypeName<Content>]['highlight'][] | undefined;
}

/** Options of a query for a list, except its selection. */
export interface ListOptions<Content extends ContentOf<Content>, Type extends TypeName<Content>>
  extends ItemOptions<Content, Type> {
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

/** A query for one item. */
export interface ItemQuery<Content extends ContentOf<Content>, Type extends TypeName<Content>>
  extends ItemOptions<Content, Type>,
    Selection<Content, Type> {}

/** A query for a list. A program can build it step by step. */
export interface ListQuery<Content extends ContentOf<Content>, Type extends TypeName<Content>>
  extends ListOptions<Content, Type>,
    Selection<Content, Type> {}

/** A search of all types. */
export interface SearchQuery<Content extends ContentOf<Content>>
  extends SearchOptions<Content>,
    Selection<Content, TypeName<Content>> {}

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
