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
  /** Which language the texts are searched in, with locales those of the default one; undefined: as they are written. */
  readonly language: Language | undefined;
  /** The default one first; none where the model names none. */
  readonly locales: readonly Locale[];
  /** How texts in the language are searched; of a model with locales each has its own. */
  readonly search?: SearchTuning;
  /** That image fields are relationships to resources; attributes unless there. */
  readonly images?: 'resources';
  /** In the model's order, derived ones behind the others. */
  readonly contentTypes: ReadonlyMap<string, ContentType>;
}

/** @param images that they are resources: then `types` are such (images) */
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

/** The types that an export has files of. */
export const exportedTypes = (model: ContentModel): readonly ContentType[] =>
  [...model.contentTypes.values()].filter(({ derived }) => derived !== true);
