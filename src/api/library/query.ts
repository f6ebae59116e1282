/**
 * What a list and an item can be asked, with the names of the content.
 */
import type { FacetObject, PageObject } from '../jsonapi/index.js';
import type { ContentOf, TypeName } from './content.js';

export interface ItemQuery<Content extends ContentOf<Content>, Type extends TypeName<Content>, Path extends string> {
  /** Paths of relationships whose items are included. */
  readonly include?: readonly Path[] | undefined;
  /** Which part of to-many relationships is shown, by the paths of `include`; 20 items each where not given. */
  readonly relatedPage?: { readonly [Each in Content[Type]['include']]?: PageObject | undefined } | undefined;
  /** The code of a locale; the default one where not given. */
  readonly locale?: Content[Type]['locale'] | undefined;
  /** Which fields are shown, by content type. */
  readonly fields?:
    | { readonly [Each in TypeName<Content>]?: readonly Content[Each]['field'][] | undefined }
    | undefined;
}

export interface ListQuery<Content extends ContentOf<Content>, Type extends TypeName<Content>, Path extends string>
  extends ItemQuery<Content, Type, Path> {
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
}
