/**
 * Compares the labels and descriptions of two content models. No answer depends on them, so nothing is purged for them.
 *
 * Elsewhere: all other differences of models (compare-models).
 */
import {
  type ContentModel,
  type DescriptiveTexts,
  type Field,
  pickDescriptiveTexts,
} from '../../content/model/index.js';

const isEqual = (before: DescriptiveTexts, after: DescriptiveTexts): boolean =>
  JSON.stringify(pickDescriptiveTexts(before)) === JSON.stringify(pickDescriptiveTexts(after));

/**
 * @returns the types, fields (`type.field`) and locales of both models whose label or description differs, in the order of
 * `before`. Cost: O(bytes of the models).
 */
export function findChangedTexts(before: ContentModel, after: ContentModel): readonly string[] {
  const names: string[] = [];
  for (const locale of before.locales) {
    const localeAfter = after.locales.find(({ code }) => code === locale.code);
    if (localeAfter !== undefined && localeAfter.label !== locale.label) names.push(`locale ${locale.code}`);
  }
  for (const type of before.contentTypes.values()) {
    const typeAfter = after.contentTypes.get(type.name);
    if (typeAfter === undefined) continue;
    if (!isEqual(type, typeAfter)) names.push(type.name);
    const hasOtherText = (field: Field): boolean => {
      const fieldAfter = typeAfter.fieldByName.get(field.name);
      return fieldAfter !== undefined && !isEqual(field, fieldAfter);
    };
    names.push(...type.fields.filter(hasOtherText).map(({ name }) => `${type.name}.${name}`));
  }
  return names;
}
