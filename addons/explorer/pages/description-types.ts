/**
 * The form of `/explore/model.json`, which describes the spaces to the explorer. The explorer imports these types.
 */
import type { DescriptiveTexts, Field, LIMITS, Operator } from '../../../src/content/model/index.js';

/** A field of the model, with the requests that it allows. */
export type DescribedField = Field & {
  readonly operators: readonly Operator[];
  readonly sortable: boolean;
  /** Whether `_facet` can count its values. */
  readonly facet: boolean;
  /** Whether its values do not distinguish items: there is only one value, or few items have one. */
  readonly dull?: true;
};

export interface DescribedType extends DescriptiveTexts {
  readonly name: string;
  /** Number of items. */
  readonly items: number;
  /** Whether `filter[_search]` is allowed. */
  readonly search: boolean;
  /** Whether items have a list of similar items. */
  readonly similar: boolean;
  readonly fields: readonly DescribedField[];
  /** The counts of links, as integer fields: `reviews._count`. */
  readonly counts: readonly DescribedField[];
  /** The field `_locale` of filters and facets; absent if no field is localized. */
  readonly localeField?: DescribedField;
}

export interface DescribedSpace {
  readonly name: string;
  /** Path of the delivery root, relative to the explorer's page: without a slash at the beginning. */
  readonly root: string;
  /** Codes of the locales, the default one first; empty if the space has none. */
  readonly locales: readonly string[];
  /** Locale → its label; absent if no locale has one. */
  readonly localeLabels?: Readonly<Record<string, string>>;
  /** Locale → the locale that it falls back to. */
  readonly fallbacks: Readonly<Record<string, string>>;
  /** Id of the snapshot; null if none is loaded, and then there are no types. */
  readonly snapshot: string | null;
  readonly types: readonly DescribedType[];
}

export interface Description {
  readonly spaces: readonly DescribedSpace[];
  /** Operators of a filter on `id`. */
  readonly idOperators: readonly Operator[];
  readonly limits: typeof LIMITS;
  /** False if pictures from other hosts are forbidden. */
  readonly pictures?: false;
  /** True for `stele serve --dev`, which builds the export after each change. */
  readonly dev?: true;
  /** True if `/openapi.json` and the guides are served. */
  readonly docs?: true;
}
