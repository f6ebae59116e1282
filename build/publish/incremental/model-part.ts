/**
 * The part of the model and of the build's choices that one type's segment depends on.
 *
 * A segment of an earlier snapshot can be reused only if this part is equal.
 */
import {
  type BuildChoices,
  type ContentModel,
  type ContentType,
  choicesToJson,
  contentModelToJson,
  isInverse,
  withoutDescriptiveTexts,
  wordTuning,
} from '../../../src/content/model/index.js';

/** @returns JSON of the parts of model and choices that the type's segment depends on; equal parts give equal text */
export function modelPartOf(model: ContentModel, type: ContentType, choices: BuildChoices): string {
  const {
    contentTypes,
    locales: allLocales,
    search: _,
    ...shared
  } = withoutDescriptiveTexts(contentModelToJson(model));
  // Search tuning that is applied to queries alone changes no segment; nor does any tuning without searched fields.
  const words = type.search && wordTuning(type.search.tuning);
  const locales = allLocales?.map(({ search, ...locale }) => ({ ...locale, words: type.search && wordTuning(search) }));
  let localeJson: object = {};
  if (type.locales.length > 0) localeJson = { locales };
  // A type without localized fields depends only on the language and the collation.
  else if (locales !== undefined) localeJson = { language: model.language, collation: type.collation };
  const choicesJson = choicesToJson(choices);
  const typeJson = contentTypes.find(({ name }) => name === type.name);
  // An inverse is stored in the segments of the types that have it, not of the type that declares it.
  const fields = typeJson?.fields.map(({ inverse: _inverse, ...field }) => field);
  const inverses = type.relationships.filter(isInverse).map(({ name, inverseOf }) => ({ name, ...inverseOf }));
  return JSON.stringify({
    ...shared,
    ...localeJson,
    words,
    ...(choicesJson && { choices: choicesJson }),
    // The weight of a type is applied when types are searched together, not stored in its segment.
    type: typeJson && { ...typeJson, fields, search: undefined },
    ...(inverses.length > 0 && { inverses }),
  });
}
