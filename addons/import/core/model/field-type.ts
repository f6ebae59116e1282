/**
 * The type of a field: the type that the source declares, if the values fit it, and otherwise a type by the values alone.
 *
 * Elsewhere: types by the values alone (inferred-type), counts over the values (intake/value-statistics).
 */
import { DEFAULT_INSTANT_FORM } from '../../../../src/content/model/index.js';
import { type FieldDecision, type FieldShape, INSTANT } from '../declarations/shape.js';
import type { ValueStatistics } from '../intake/value-statistics.js';
import { assetType, inferFieldType } from './inferred-type.js';
import { countValues, hasAllOfKind, hasObjectsOrLinks, PRECISION_LIMIT } from './value-kinds.js';

/**
 * Locations go first: no source declares them, but its values may all be locations.
 *
 * @param shape the declared type; undefined if the source declares none
 */
export function decideFieldType(shape: FieldShape | undefined, statistics: ValueStatistics): FieldDecision {
  if (statistics.locations > 0 && statistics.locations === statistics.populated) return { type: 'location' };
  const declaredType = shape === undefined ? undefined : declaredFieldType(shape, statistics);
  if (declaredType !== undefined) return declaredType;
  const timeRule = shape?.type === INSTANT.type ? 'textsMayBeTimes' : 'onlyIfAllAreTexts';
  return inferFieldType(statistics, timeRule);
}

/** @returns the declared type; undefined if a value does not fit it, or if the values decide the form of a time */
function declaredFieldType(shape: FieldShape, statistics: ValueStatistics): FieldDecision | undefined {
  switch (shape.type) {
    case 'json':
      return { type: 'json' };
    case 'boolean':
      return areBooleans(statistics) ? { type: 'boolean' } : undefined;
    case 'integer':
      return areIntegers(statistics) ? { type: 'integer' } : undefined;
    case 'decimal':
      return areDecimals(statistics) ? { type: 'decimal', precision: statistics.maximumPrecision } : undefined;
    case 'textMultiline':
    case 'markdown':
      return areSingleTexts(statistics) ? { type: shape.type } : undefined;
    case INSTANT.type:
      return statistics.populated === 0 ? { ...INSTANT, format: DEFAULT_INSTANT_FORM } : undefined;
    case 'text':
      return areWords(statistics, shape.many) ? { type: 'text', ...manyIfTrue(shape.many) } : undefined;
    case 'select': {
      const select: FieldDecision = { type: 'select', options: shape.options, ...manyIfTrue(shape.many) };
      return areWords(statistics, shape.many) ? select : undefined;
    }
    case 'asset':
      return assetType(statistics, shape.many);
    case 'link': {
      const linkedTypes = [...(shape.to ?? []), ...[...statistics.linkedTypes].sort()];
      return { type: 'relationship', to: [...new Set(linkedTypes)], many: shape.many };
    }
  }
}

const manyIfTrue = (many: boolean | undefined): { readonly many?: true } => (many === true ? { many } : {});

const areBooleans = (statistics: ValueStatistics): boolean =>
  statistics.lists === 0 && countValues(statistics, 'boolean') + statistics.booleanTexts === countValues(statistics);

const areNumbers = (statistics: ValueStatistics): boolean =>
  statistics.lists === 0 && countValues(statistics, 'number') + statistics.decimalTexts === countValues(statistics);

const areIntegers = (statistics: ValueStatistics): boolean =>
  areNumbers(statistics) && statistics.fractionalNumbers === 0 && statistics.unsafeIntegers === 0;

const areDecimals = (statistics: ValueStatistics): boolean =>
  areNumbers(statistics) && statistics.maximumPrecision <= PRECISION_LIMIT;

const areSingleTexts = (statistics: ValueStatistics): boolean =>
  statistics.lists === 0 && hasAllOfKind(statistics, 'text');

/** Whether a text can represent each value without loss: no objects, and lists only if the field has many values. */
const areWords = (statistics: ValueStatistics, isMany: boolean | undefined): boolean =>
  (isMany === true || statistics.lists === 0) && !hasObjectsOrLinks(statistics);
