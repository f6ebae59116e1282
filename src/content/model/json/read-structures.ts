/**
 * Reading the keys of a field that turn structures off: `filter`, `sort`, `contains`, `endsWith`.
 */

import type { FieldType } from '../field-types.js';
import type { Structure, StructureChoices } from '../fields.js';
import { structuresOfType } from '../structures/field-structures.js';
import type { Members, ModelChecks } from './read-members.js';

/**
 * Only structures that are off have a key, so a model without these keys keeps its normalised form.
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
  // Without a filter, `contains` and `endsWith` are off too: they get no key, so that equal models have equal JSON.
  return {
    ...(off.has('filter') && { filter: false as const }),
    ...(off.has('sort') && { sort: false as const }),
    ...(off.has('contains') && !off.has('filter') && { contains: false as const }),
    ...(off.has('endsWith') && !off.has('filter') && { endsWith: false as const }),
  };
}
