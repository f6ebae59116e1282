/**
 * What the explorer is told of the spaces: the shape of `/explore/model.json`.
 */
import type { Field, LIMITS, Operator } from '../../../src/content/model/index.js';

/** A field of model.json, and what can be asked of it. */
export type DescribedField = Field & {
  readonly operators: readonly Operator[];
  readonly sortable: boolean;
  /** Whether `_facet` counts its values. */
  readonly facet: boolean;
  /** Its values tell no items apart: there is but one, or hardly an item has any. */
  readonly dull?: true;
};

export interface DescribedType {
  readonly name: string;
  /** How many there are. */
  readonly items: number;
  /** Whether `filter[_search]` is answered. */
  readonly search: boolean;
  /** Whether the items most like one are known. */
  readonly similar: boolean;
  readonly fields: readonly DescribedField[];
}

export interface DescribedSpace {
  readonly name: string;
  /** Of its delivery root, without a slash at the beginning: it is relative to the explorer's page. */
  readonly root: string;
  /** Codes of its locales, the default one first; none where it has none. */
  readonly locales: readonly string[];
  /** The locale whose value counts where one has none. */
  readonly fallbacks: Readonly<Record<string, string>>;
  /** Null while none is loaded; then there are no types. */
  readonly snapshot: string | null;
  readonly types: readonly DescribedType[];
}

export interface Description {
  readonly spaces: readonly DescribedSpace[];
  /** What a filter on `id` takes. */
  readonly idOperators: readonly Operator[];
  readonly limits: typeof LIMITS;
  /** Whether pictures of other hosts may be loaded; they may, unless there. */
  readonly pictures?: false;
  /** Whether what is served is built here, again after each change. */
  readonly dev?: true;
  /** Whether `/openapi.json` and the guides are served. */
  readonly docs?: true;
}
