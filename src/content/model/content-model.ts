/**
 * The content model: the content types of a space, its locales and its language, as `model.json` defines them.
 *
 * Frozen once made. Elsewhere: reading and checking `model.json` (json/read), writing it (json/write).
 */
import type { ContentType } from './content-type.js';
import type { Language } from './locales/languages.js';
import type { Locale } from './locales/locales.js';
import type { SearchTuning } from './tuning.js';

export interface ContentModel {
  readonly space: string;
  /** Search language of the texts; with locales, the language of the default locale. Undefined: words match as written. */
  readonly language: Language | undefined;
  /** The default locale first; empty if the model has no locales. */
  readonly locales: readonly Locale[];
  /** Search tuning for the language; in a model with locales, each locale has its own. */
  readonly search?: SearchTuning;
  /** Set if image fields are delivered as relationships to resources; absent: as attributes. */
  readonly images?: 'resources';
  /** In the order of the model; derived types come last. */
  readonly contentTypes: ReadonlyMap<string, ContentType>;
}

/** @param images set if images are resources: then `types` has their relationships and their type (images) */
export function contentModel(
  space: string,
  types: readonly ContentType[],
  language?: Language,
  locales: readonly Locale[] = [],
  images?: 'resources',
  search?: SearchTuning,
): ContentModel {
  return Object.freeze({
    space,
    language,
    locales,
    ...(images !== undefined && { images }),
    ...(search !== undefined && { search }),
    contentTypes: new Map(types.map((type) => [type.name, type])),
  });
}

/** The types that an export has a file for. */
export const exportedTypes = (model: ContentModel): readonly ContentType[] =>
  [...model.contentTypes.values()].filter(({ derived }) => derived !== true);
