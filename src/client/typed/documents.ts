/**
 * The types of parsed JSON:API documents, for lists and for single items.
 */
import type { ContentOf, TypeName } from './content.js';

export interface ListLinks {
  readonly self: string;
  readonly first?: string;
  readonly prev?: string;
  readonly next?: string;
  readonly last?: string;
}

/** One value of a facet, and the number of items that have it. */
export interface FacetValue {
  readonly value:
    | boolean
    | number
    | string
    | { readonly type: string; readonly id: string }
    | { readonly from?: number | string; readonly to?: number | string };
  readonly count: number;
}

export interface Facet {
  readonly values: readonly FacetValue[];
  readonly total: number;
  readonly missing: number;
}

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
  readonly included?: readonly Content[TypeName<Content>]['resource'][];
  /** Absent if the list is the target of a to-one relationship. */
  readonly meta?: {
    readonly total: number;
    readonly search?: { readonly words: readonly { readonly word: string; readonly matches: readonly string[] }[] };
    readonly facets?: { readonly [Field in Content[Type]['facet']]?: Facet };
    readonly stats?: { readonly [Field in Content[Type]['statistic']]?: Statistics };
  };
}

export interface ItemDocument<Content extends ContentOf<Content>, Type extends TypeName<Content>> {
  readonly jsonapi: { readonly version: string };
  readonly links: { readonly self: string };
  readonly data: Content[Type]['resource'];
  readonly included?: readonly Content[TypeName<Content>]['resource'][];
}
