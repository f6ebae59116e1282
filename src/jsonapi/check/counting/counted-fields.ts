/**
 * The fields that facets and statistics can count, and the check of a field named by `_facet` or `_stats`.
 */
import { list } from '../../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  type Field,
  type FieldType,
  isIndexed,
  isListOfTexts,
  modelTypeOf,
  type Structure,
  structuresOf,
  typesWith,
} from '../../../content/model/index.js';
import type { Problems } from '../../request/problems.js';
import { follow } from '../hops.js';
import { explainNotIndexed, typesWithout } from '../not-indexed.js';
import { explainMissing, sharedField } from '../shared-fields.js';

const STATISTICS_TYPES = typesWith(({ holding }) => holding === 'numbers' || holding === 'texts');

export const LINK_TYPES = typesWith(({ holding }) => holding === 'links');

export const PLACE_TYPES = typesWith(({ holding }) => holding === 'locations');

export const FACET_TYPES = [
  ...typesWith(({ holding }) => holding === 'numbers' || holding === 'texts' || holding === 'links'),
  ...PLACE_TYPES,
];

const canHaveFacet = (field: Field): boolean => FACET_TYPES.includes(modelTypeOf(field));

const canHaveStatistics = (field: Field): boolean => STATISTICS_TYPES.includes(field.type) && !isListOfTexts(field);

/** Whether `_facet` takes the field: it counts by the index of values, which filters and sorts read too. */
export const hasFacet = (field: Field): boolean => canHaveFacet(field) && isIndexed(field);

export const hasStatistics = (field: Field): boolean => canHaveStatistics(field) && isIndexed(field);

const VALUE_STRUCTURES: readonly Structure[] = ['filter', 'sort'];

/** A kind of count: the field types it takes, and its name in messages. */
interface CountKind {
  readonly types: readonly FieldType[];
  readonly isWanted: (field: Field) => boolean;
  readonly subject: string;
  readonly negation: string;
  /** Whether items may have several values. */
  readonly many: boolean;
}

export const FACET: CountKind = {
  types: FACET_TYPES,
  isWanted: canHaveFacet,
  subject: 'A facet',
  negation: 'is no facet',
  many: true,
};

export const STATISTICS: CountKind = {
  types: STATISTICS_TYPES,
  isWanted: canHaveStatistics,
  subject: 'A statistic',
  negation: 'are no statistics',
  many: false,
};

/** @returns undefined when a problem was added */
export function parseCountedField(
  model: ContentModel,
  primary: readonly ContentType[],
  path: string,
  parameter: string,
  { types: wanted, isWanted, subject, negation, many }: CountKind,
  problems: Problems,
): Field | undefined {
  const end = follow(primary, path, { model, parameter, subject: subject, many }, problems);
  if (end === undefined) return undefined;
  const { types, name: fieldName } = end;
  const field = sharedField(types, fieldName);
  if (field === undefined) {
    return problems.add('UnknownField', parameter, () => explainMissing(types, fieldName, isWanted, []));
  }
  if (!isWanted(field)) {
    return problems.add('InvalidParameter', parameter, () => {
      const many = isListOfTexts(field) ? ', with "many": true' : '';
      return `There ${negation} of "${fieldName}" (${modelTypeOf(field)}${many}), only of fields of the types ${list(wanted)}${many === '' ? '' : ', without "many"'}.`;
    });
  }
  const without = typesWithout(types, fieldName, (other) => !isIndexed(other));
  if (without.length === 0) return field;
  const needed = structuresOf(field).filter((structure) => VALUE_STRUCTURES.includes(structure));
  return problems.add('NotIndexed', parameter, () => explainNotIndexed(subject, fieldName, needed, without));
}
