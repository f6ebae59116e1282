/**
 * Counted fields: the fields that facets and statistics accept, and the check of a field named by `_facet` or `_stats`.
 *
 * Elsewhere: options of facets (facet-options), paths through relationships (check/hops).
 */
import { list } from '../../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  countedRelationship,
  type Field,
  type FieldType,
  isIndexed,
  isListOfTexts,
  LOCALE_FIELD,
  modelTypeOf,
  type Structure,
  structuresOf,
  typesWith,
} from '../../../content/model/index.js';
import type { Problems } from '../../request/problems.js';
import { followHops } from '../hops.js';
import { checkLinkCount } from '../link-counts.js';
import { explainNoLocales } from '../locale-codes.js';
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

/** Whether `_facet` accepts the field: facets need the index of values, which filters and sorts read too. */
export const hasFacet = (field: Field): boolean => canHaveFacet(field) && isIndexed(field);

export const hasStatistics = (field: Field): boolean => canHaveStatistics(field) && isIndexed(field);

const VALUE_STRUCTURES: readonly Structure[] = ['filter', 'sort'];

/** A kind of count: the field types that it accepts, and its words in messages. */
interface CountKind {
  readonly types: readonly FieldType[];
  readonly isAccepted: (field: Field) => boolean;
  readonly subject: string;
  readonly negation: string;
  /** Whether the path may lead through to-many relationships. */
  readonly isManyAllowed: boolean;
}

export const FACET: CountKind = {
  types: FACET_TYPES,
  isAccepted: canHaveFacet,
  subject: 'A facet',
  negation: 'is no facet',
  isManyAllowed: true,
};

export const STATISTICS: CountKind = {
  types: STATISTICS_TYPES,
  isAccepted: canHaveStatistics,
  subject: 'A statistic',
  negation: 'are no statistics',
  isManyAllowed: false,
};

/** @returns the field at the end of the path; undefined if a problem was added */
export function parseCountedField(
  model: ContentModel,
  primary: readonly ContentType[],
  path: string,
  parameter: string,
  { types: acceptedTypes, isAccepted, subject, negation, isManyAllowed }: CountKind,
  problems: Problems,
): Field | undefined {
  const lastHop = followHops(primary, path, { model, parameter, subject, many: isManyAllowed }, problems);
  if (lastHop === undefined) return undefined;
  const { types, name: fieldName } = lastHop;
  const relationship = countedRelationship(fieldName);
  if (relationship !== undefined)
    return checkLinkCount(types, relationship, { parameter, subject, hops: [] }, problems);
  const field = sharedField(types, fieldName);
  if (field === undefined && fieldName === LOCALE_FIELD) {
    return problems.add('InvalidParameter', parameter, () => explainNoLocales(model, types, parameter));
  }
  if (field === undefined) {
    return problems.add('UnknownField', parameter, () => explainMissing(types, fieldName, isAccepted, []));
  }
  if (!isAccepted(field)) {
    return problems.add('InvalidParameter', parameter, () => {
      const manyText = isListOfTexts(field) ? ', with "many": true' : '';
      return `There ${negation} of "${fieldName}" (${modelTypeOf(field)}${manyText}), only of fields of the types ${list(acceptedTypes)}${manyText === '' ? '' : ', without "many"'}.`;
    });
  }
  const typesWithoutIndex = typesWithout(types, fieldName, (other) => !isIndexed(other));
  if (typesWithoutIndex.length === 0) return field;
  const needed = structuresOf(field).filter((structure) => VALUE_STRUCTURES.includes(structure));
  return problems.add('NotIndexed', parameter, () => explainNotIndexed(subject, fieldName, needed, typesWithoutIndex));
}
