/**
 * The types of parsed JSON:API documents, for lists and for single items.
 */
import type { ContentOf, TargetName, TypeName } from './content.js';

export interface ListLinks {
  readonly self: string;
  readonly first?: string;
  readonly prev?: string;
  readonly next?: string;
  readonly last?: string;
}

/** A value of a facet by any field. */
type AnyFacetValue =
  | boolean
  | number
  | string
  | { readonly type: string; readonly id: string }
  | { readonly from?: number | string; readonly to?: number | string };

/** One value of a facet, and the number of items that have it. */
export interface FacetValue<Value = AnyFacetValue> {
  readonly value: Value;
  readonly count: number;
}

export interface Facet<Value = AnyFacetValue> {
  readonly values: readonly FacetValue<Value>[];
  /** Number of all values, also of those that are not shown. */
  readonly total: number;
  /** Number of items without a value. */
  readonly missing: number;
}

/** The type of the values of a facet: of a field, or of a field of related items. Any value if the types do not have it. */
export type FacetValueOf<Content extends ContentOf<Content>, Type extends TypeName<Content>, Field> =
  Type extends TypeName<Content>
    ? Content[Type] extends { readonly facetValues: infer Values }
      ? Field extends keyof Values
        ? Values[Field]
        : Field extends `${infer Hop}.${infer Later}`
          ? FacetValueOf<Content, TargetName<Content, Type, Hop>, Later>
          : AnyFacetValue
      : AnyFacetValue
    : never;

export interface Statistics {
  readonly count: number;
  readonly missing: number;
  readonly min: boolean | number | string | null;
  readonly max: boolean | number | string | null;
  readonly sum?: string;
  readonly mean?: string | null;
}

export interface ListDocument<Content extends ContentOf<Content>, Type extends TypeName<Content>> {
  readonly jsonapi: { readonly version: string };
  readonly links: ListLinks;
  readonly data: readonly Content[Type]['resource'][];
  /** Of a to-many relationship, the items in its `data` only: its `meta.total` counts all, and `related` reads them. */
  readonly included?: readonly Content[TypeName<Content>]['resource'][];
  readonly meta: {
    readonly total: number;
    readonly search?: { readonly words: readonly { readonly word: string; readonly matches: readonly string[] }[] };
    readonly facets?: { readonly [Field in Content[Type]['facet']]?: Facet<FacetValueOf<Content, Type, Field>> };
    readonly stats?: { readonly [Field in Content[Type]['statistic']]?: Statistics };
  };
}

export interface ItemDocument<Content extends ContentOf<Content>, Type extends TypeName<Content>> {
  readonly jsonapi: { readonly version: string };
  readonly links: { readonly self: string };
  readonly data: Content[Type]['resource'];
  readonly included?: readonly Content[TypeName<Content>]['resource'][];
}

/** The document of a to-one relationship. It has no total. */
export interface ToOneDocument<Content extends ContentOf<Content>, Type extends TypeName<Content>> {
  readonly jsonapi: { readonly version: string };
  readonly links: { readonly self: string };
  readonly data: Content[Type]['resource'] | null;
  readonly included?: readonly Content[TypeName<Content>]['resource'][];
  readonly meta?: undefined;
}

/** The document of a relationship: of a list for a to-many one; of either form if the content has no generated types. */
export type RelatedDocument<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Name extends string,
> = Name extends keyof Content[Type]['related']
  ? Content[Type]['related'][Name] extends { readonly many: unknown }
    ? ListDocument<Content, TargetName<Content, Type, Name>>
    : ToOneDocument<Content, TargetName<Content, Type, Name>>
  : ListDocument<Content, TypeName<Content>> | ToOneDocument<Content, TypeName<Content>>;
