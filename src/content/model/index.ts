export * from './area.js';
export { breakingChanges } from './breaking.js';
export * from './content.js';
export * from './field-types.js';
export * from './identifiers.js';
export * from './images.js';
export * from './instant.js';
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
export * from './locales.js';
export * from './localized.js';
export * from './location.js';
export * from './numbers.js';
export * from './structures/choices.js';
export * from './structures/operator-table.js';
export * from './structures/operators.js';
export * from './text.js';
export * from './tuning.js';
