/**
 * NotIndexed problems: the request needs an index structure that `model.json` turns off for a field.
 */
import { list } from '../../content/errors/index.js';
import type { ContentType, Field, Structure } from '../../content/model/index.js';

/** @returns the types, all of which have a field of that name, whose field goes without the structure */
export const typesWithout = (
  types: readonly ContentType[],
  name: string,
  isWithout: (field: Field) => boolean,
): readonly ContentType[] => types.filter(({ fieldByName }) => isWithout(fieldByName.get(name)!));

/**
 * @param what    in words, such as `The operator "_contains"`
 * @param needed  structures of which any would do
 * @param types   whose field has none of them, at least one
 * @returns the detail of a NotIndexed
 */
export function explainNotIndexed(
  what: string,
  name: string,
  needed: readonly Structure[],
  types: readonly ContentType[],
): string {
  const keys = needed.map((structure) => `"${structure}"`);
  const are = keys.length === 1 ? 'is' : 'are';
  const wanted = `${keys.join(': true or ')}: true`;
  return `${what} is not answered on "${name}": ${keys.join(' and ')} ${are} false in model.json, on the field of ${list(types.map((type) => type.name))}, so its index was not built. Write ${wanted} there and build again.`;
}
