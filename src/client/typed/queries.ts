/**
 * The options of a list, an item, a search and suggestions, with the names of the content.
 */
import type { FacetObject, PageObject } from '../../jsonapi/query-object/index.js';
import type { ContentOf, FieldsQuery, TypeName } from './content.js';

export interface ItemQuery<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string,
  Fields = FieldsQuery<Content>,
> {
  /** Paths of relationships whose items are included. */
  readonly include?: readonly Path[] | undefined;
  /** Which part of to-many relationships is shown, by the paths of `include`; 20 items each where not given. */
  readonly relatedPage?: { readonly [Each in Content[Type]['include']]?: PageObject | undefined } | undefined;
  /** The code of a locale; the default one where not given. */
  readonly locale?: Content[Type]['locale'] | undefined;
  /** Which fields are shown, by content type. */
  readonly fields?: (Fields & { readonly [Other in Exclude<keyof Fields, TypeName<Content>>]: never }) | undefined;
}

/** Options of a search of all types. */
export interface SearchQuery<Content extends ContentOf<Content>, Path extends string, Fields = FieldsQuery<Content>>
  extends ItemQuery<Content, TypeName<Content>, Path, Fields> {
  readonly filter: { readonly _search: string; readonly type?: { readonly _in: readonly TypeName<Content>[] } };
  /** At most 100 items; 20 where not given. */
  readonly page?: PageObject | undefined;
  /** How many types are counted. */
  readonly facets?: { readonly type: number } | undefined;
  readonly highlight?: readonly Content[TypeName<Content>]['highlight'][] | undefined;
}

export interface ListQuery<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string,
  Fields = FieldsQuery<Content>,
> extends ItemQuery<Content, Type, Path, Fields> {
  readonly filter?: Content[Type]['filter'] | undefined;
  /** The primary key first; `-` for descending. */
  readonly sort?: readonly Content[Type]['sort'][] | undefined;
  /** At most 100 items; 20 where not given. */
  readonly page?: PageObject | undefined;
  /** How many values of a field are counted, or that and options. */
  readonly facets?: { readonly [Each in Content[Type]['facet']]?: number | FacetObject | undefined } | undefined;
  readonly stats?: readonly Content[Type]['statistic'][] | undefined;
  /** Beside `filter._search`: of which fields the passages are shown that answer it. */
  readonly highlight?: readonly Content[Type]['highlight'][] | undefined;
  /** Beside `filter._search`: whether items must have all its words. */
  readonly match?: 'all' | undefined;
}

/** Which content completions come from: that of all searched types where none are named. */
export interface SuggestOptions<Type extends string> {
  readonly types?: readonly Type[] | undefined;
  readonly locale?: string | undefined;
}

/** A suggestion for typed text. */
export interface Suggestion {
  readonly text: string;
  readonly kind: 'word' | 'title';
  /** The content type that has it most often. */
  readonly type: string;
  readonly count: number;
}
