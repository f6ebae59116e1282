/**
 * What `model.json` says of the structures that a field goes without.
 */

import type { FieldType } from '../field-types.js';
import type { Structure, StructureChoices } from '../fields.js';
import { structuresOfType } from '../structures/field-structures.js';
import type { Members, ModelChecks } from './read-members.js';

/**
 * Only what is off is written out: the model of a snapshot that has all of them stays what it was.
 *
 * @param path of the field
 */
export function readStructures(checks: ModelChecks, path: string, type: FieldType, members: Members): StructureChoices {
  const off = new Set<Structure>();
  for (const name of structuresOfType(type)) {
    if (!members.has(name)) continue;
    const isOn = checks.flag(`${path}.${name}`, members.get(name) ?? null);
    if (isOn === false) off.add(name);
    if (name !== 'filter' && type !== 'relationship' && members.get('many') === true) {
      checks.problem(`${path}.${name}`, `a field with "many" is filtered by equal values alone; remove "${name}"`);
    } else if (isOn === true && (name === 'contains' || name === 'endsWith') && members.get('filter') === false) {
      checks.problem(`${path}.${name}`, `"filter" is false, and "${name}" goes with it; remove one of the two`);
    }
  }
  // What goes with the filter is not said twice, so that equal choices are written alike.
  return {
    ...(off.has('filter') && { filter: false as const }),
    ...(off.has('sort') && { sort: false as const }),
    ...(off.has('contains') && !off.has('filter') && { contains: false as const }),
    ...(off.has('endsWith') && !off.has('filter') && { endsWith: false as const }),
  };
}
