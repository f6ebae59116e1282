/**
 * The options of queries for a list, an item, a search and suggestions, typed by the names of the content.
 *
 * Elsewhere: query objects without these types (jsonapi/query-object).
 */
import type { FacetObject, PageObject } from '../../jsonapi/query-object/index.js';
import type { ContentOf, FieldsQuery, TypeName } from './content.js';

/** Options of a query for one item, and of every list. */
export interface ItemQuery<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string,
  Fields = FieldsQuery<Content>,
> {
  /** Paths of relationships whose items to include. */
  readonly include?: readonly Path[] | undefined;
  /** The pages of to-many relationships, by their path as in `include`; by default the first 20 items. */
  readonly relatedPage?: { readonly [Each in Content[Type]['include']]?: PageObject | undefined } | undefined;
  /** The code of a locale; by default the default locale. */
  readonly locale?: Content[Type]['locale'] | undefined;
  /** The fields to show, by content type. */
  readonly fields?: (Fields & { readonly [Other in Exclude<keyof Fields, TypeName<Content>>]: never }) | undefined;
}

/** Options of a search of all types. */
export interface SearchQuery<Content extends ContentOf<Content>, Path extends string, Fields = FieldsQuery<Content>>
  extends ItemQuery<Content, TypeName<Content>, Path, Fields> {
  readonly filter: { readonly _search: string; readonly type?: { readonly _in: readonly TypeName<Content>[] } };
  /** At most 100 items; by default 20. */
  readonly page?: PageObject | undefined;
  /** Maximum number of types in the facet. */
  readonly facets?: { readonly type: number } | undefined;
  readonly highlight?: readonly Content[TypeName<Content>]['highlight'][] | undefined;
}

/** Options of a query for a list. */
export interface ListQuery<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string,
  Fields = FieldsQuery<Content>,
> extends ItemQuery<Content, Type, Path, Fields> {
  readonly filter?: Content[Type]['filter'] | undefined;
  /** The primary key first; `-` for descending. */
  readonly sort?: readonly Content[Type]['sort'][] | undefined;
  /** At most 100 items; by default 20. */
  readonly page?: PageObject | undefined;
  /** By field: the maximum number of values, or an object with it and options. */
  readonly facets?: { readonly [Each in Content[Type]['facet']]?: number | FacetObject | undefined } | undefined;
  readonly stats?: readonly Content[Type]['statistic'][] | undefined;
  /** With `filter._search`: the fields whose best matching passages to show. */
  readonly highlight?: readonly Content[Type]['highlight'][] | undefined;
  /** With `filter._search`: `all` selects only items that have all its words. */
  readonly match?: 'all' | undefined;
}

/** Options of suggestions; by default from all searched types. */
export interface SuggestOptions<Type extends string> {
  readonly types?: readonly Type[] | undefined;
  readonly locale?: string | undefined;
}

/** A suggestion for typed text. */
export interface Suggestion {
  readonly text: string;
  readonly kind: 'word' | 'title';
  /** The content type with the most items that contain the text. */
  readonly type: string;
  readonly count: number;
}
