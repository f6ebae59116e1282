export * from './branded.js';
export { breakingChanges, type ClientView, type FullFields, findEmptiedFields } from './breaking.js';
export * from './content-model.js';
export * from './content-type.js';
export * from './descriptive-texts.js';
export * from './field-types.js';
export * from './fields.js';
export * from './identifiers.js';
export * from './images.js';
export * from './inverses.js';
export * from './json/read.js';
export {
  type FieldOption,
  FREE_TEXTS,
  type ModelProblem,
  OPTIONS_OF_ALL,
  type OptionOfAll,
  optionsOfType,
} from './json/read-members.js';
export * from './json/write.js';
export * from './limits.js';
export * from './link-counts.js';
export * from './locales/collation.js';
export * from './locales/languages.js';
export * from './locales/locale-field.js';
export * from './locales/locales.js';
export * from './locales/localized.js';
export * from './structures/choices.js';
export * from './structures/field-structures.js';
export * from './structures/operator-table.js';
export * from './structures/operators.js';
export * from './tuning.js';
export * from './values/area.js';
export {
  EARTH_RADIUS,
  HALF_ANGLE,
  haversine,
  haversineOfMetres,
  longitudeDistance,
  longitudeScale,
  metresOfHaversine,
  type Origin,
  originOf,
  unitsOfDegrees,
} from './values/distance.js';
export * from './values/instant.js';
export * from './values/location.js';
export * from './values/numbers.js';
export * from './values/percent-encoding.js';
export * from './values/text.js';
