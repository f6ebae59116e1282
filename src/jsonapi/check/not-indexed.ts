/**
 * NotIndexed problems: the request needs an index structure that `model.json` turns off for a field.
 */
import { list } from '../../content/errors/index.js';
import { type ContentType, type Field, queriedField, type Structure } from '../../content/model/index.js';

/**
 * @param types     every one has a field of that name
 * @param isMissing whether a field lacks the structure
 * @returns the types whose field lacks the structure
 */
export const typesWithout = (
  types: readonly ContentType[],
  name: string,
  isMissing: (field: Field) => boolean,
): readonly ContentType[] => types.filter((type) => isMissing(queriedField(type, name)!));

/**
 * @param subject of the sentence, such as `The operator "_contains"`
 * @param needed  structures, any one of which is enough
 * @param types   whose field has none of them, at least one
 * @returns the detail of a NotIndexed problem
 */
export function explainNotIndexed(
  subject: string,
  name: string,
  needed: readonly Structure[],
  types: readonly ContentType[],
): string {
  const keys = needed.map((structure) => `"${structure}"`);
  const verb = keys.length === 1 ? 'is' : 'are';
  const remedy = `${keys.join(': true or ')}: true`;
  return `${subject} is not answered on "${name}": ${keys.join(' and ')} ${verb} false in model.json, on the field of ${list(types.map((type) => type.name))}, so its index was not built. Write ${remedy} there and build again.`;
}
