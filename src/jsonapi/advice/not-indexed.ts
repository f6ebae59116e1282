/**
 * What to say where a request needs a structure that the model turns off: which, where, and what to write instead.
 */
import { list } from '../../errors/index.js';
import { type ContentType, type Field, isOn, STRUCTURES, type Structure } from '../../model/index.js';

/** @returns the types whose field of that name goes without the structure */
export const typesWithout = (
  types: readonly ContentType[],
  name: string,
  isWithout: (field: Field) => boolean,
): readonly ContentType[] =>
  types.filter(({ fieldByName }) => {
    const field = fieldByName.get(name);
    return field !== undefined && isWithout(field);
  });

/** @returns the key that turns the structure off, of this field: parts of texts go with the filter */
const keyOf = (field: Field | undefined, structure: Structure): Structure =>
  field?.filter === false && STRUCTURES.indexOf(structure) > STRUCTURES.indexOf('sort') ? 'filter' : structure;

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
  const field = types[0]?.fieldByName.get(name);
  const keys = [...new Set(needed.map((structure) => keyOf(field, structure)))].map((key) => `"${key}"`);
  const are = keys.length === 1 ? 'is' : 'are';
  const wanted = keys.length === 1 ? `${keys[0]}: true` : `${keys.join(': true or ')}: true`;
  return `${what} is not answered on "${name}": ${keys.join(' and ')} ${are} false in model.json, on the field of ${list(types.map((type) => type.name))}, so its index was not built. Write ${wanted} there and build again.`;
}

/** @returns what turns the operator of the field off, where something does */
export const isOff = (field: Field, needed: readonly Structure[]): boolean =>
  !needed.some((structure) => isOn(field, structure));
