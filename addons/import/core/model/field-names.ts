/**
 * The name of each field of a type in the export: allowed as a name, and each once.
 *
 * Elsewhere: names that the user gives (declarations/overrides).
 */
import { makeName, Names } from '../declarations/names.js';
import type { SourceField } from '../intake/source-type.js';

const preferredName = ({ declaration, key }: SourceField): string => declaration.name ?? key;

/** Fields of a lower rank take their name first: those with an allowed name, and among them those that keep the source's name. */
function nameRank(field: SourceField): number {
  const name = preferredName(field);
  const isAllowed = makeName(name) === name;
  return (isAllowed ? 0 : 2) + (name === field.key ? 0 : 1);
}

/** @returns a name for each field, each once; of equal ranks, the field whose key is first in the alphabet chooses first */
export function chooseFieldNames(fields: Iterable<SourceField>): ReadonlyMap<SourceField, string> {
  const names = new Names('field');
  const fieldsByRank = [...fields].sort((a, b) => nameRank(a) - nameRank(b) || (a.key < b.key ? -1 : 1));
  return new Map(fieldsByRank.map((field) => [field, names.take(preferredName(field))]));
}
