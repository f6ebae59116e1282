/**
 * The part of the model and of the build's choices that one type's segment depends on.
 */
import {
  type BuildChoices,
  type ContentModel,
  type ContentType,
  choicesToJson,
  contentModelToJson,
  wordTuning,
} from '../../../src/content/model/index.js';

/** @returns JSON of the parts of model and choices that the type's segment depends on; equal parts give equal text */

export function modelPartOf(model: ContentModel, type: ContentType, choices: BuildChoices): string {
  const { contentTypes, locales: allLocales, search: _, ...shared } = contentModelToJson(model);
  // Search tuning that is applied to queries alone changes no segment; nor does any tuning without searched fields.
  const words = type.search && wordTuning(type.search.tuning);
  const locales = allLocales?.map(({ search, ...locale }) => ({ ...locale, words: type.search && wordTuning(search) }));
  // Without localized fields, only the language and the collation reach the segment.
  const localeJson =
    type.locales.length > 0
      ? { locales }
      : locales === undefined
        ? {}
        : { language: model.language, collation: type.collation };
  const chosen = choicesToJson(choices);
  const typeJson = contentTypes.find(({ name }) => name === type.name);
  return JSON.stringify({
    ...shared,
    ...localeJson,
    words,
    ...(chosen && { choices: chosen }),
    // The weight of a type is applied when types are searched together, not stored in its segment.
    type: typeJson && { ...typeJson, search: undefined },
  });
}
