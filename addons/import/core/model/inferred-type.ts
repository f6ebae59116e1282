/**
 * The type of a field by its values alone, for fields without a declared type, or whose values do not fit the declared type.
 *
 * A type is chosen if all values fit it, or at least 90 % of at least 10 values; the other values are lost and reported.
 * Otherwise the field is a text, or `json` if a text would lose something (objects, lists of numbers).
 */
import { DEFAULT_INSTANT_FORM } from '../../../../src/content/model/index.js';
import { type FieldDecision, INSTANT } from '../declarations/shape.js';
import type { ValueStatistics } from '../intake/value-statistics.js';
import { countValues, hasAllOfKind, hasObjectsOrLinks, isMost, PRECISION_LIMIT } from './value-kinds.js';

/**
 * Whether texts next to values of other kinds may be times. They may if the source declares a time; otherwise only a field of
 * texts alone can have times.
 */
export type TimeRule = 'textsMayBeTimes' | 'onlyIfAllAreTexts';

export function inferFieldType(statistics: ValueStatistics, timeRule: TimeRule): FieldDecision {
  const hasLists = statistics.lists > 0;
  if (countValues(statistics) === 0) return { type: hasLists ? 'json' : 'text' };
  if (hasAllOfKind(statistics, 'link'))
    return { type: 'relationship', to: [...statistics.linkedTypes].sort(), many: hasLists };
  if (hasAllOfKind(statistics, 'asset')) return assetType(statistics, hasLists);
  if (hasObjectsOrLinks(statistics)) return { type: 'json' };
  if (hasLists) {
    const areShortTexts = hasAllOfKind(statistics, 'text') && statistics.multilineTexts === 0;
    return areShortTexts ? { type: 'text', many: true } : { type: 'json' };
  }
  return inferSingleType(statistics, timeRule);
}

/** @returns an image, or a file if some values are no images; several files have no type of their own */
export function assetType(statistics: ValueStatistics, isMany: boolean): FieldDecision {
  const areImages = statistics.files === 0;
  if (!isMany) return { type: areImages ? 'image' : 'file' };
  if (areImages) return { type: 'image', many: true };
  const fileTypes = [...statistics.linkedTypes].sort();
  return fileTypes.length > 0 ? { type: 'relationship', to: fileTypes, many: true } : { type: 'json' };
}

/** The type of a field without lists, objects and links. */
function inferSingleType(statistics: ValueStatistics, timeRule: TimeRule): FieldDecision {
  if (statistics.markdownTexts > 0) return { type: 'markdown' };
  const total = countValues(statistics);
  const booleanTexts = haveTextsNoType(statistics) ? statistics.booleanTexts : 0;
  if (isMost(countValues(statistics, 'boolean') + booleanTexts, total)) return { type: 'boolean' };
  const numberType = inferNumberType(statistics);
  if (numberType !== undefined) return numberType;
  const canBeTimes = timeRule === 'textsMayBeTimes' || hasAllOfKind(statistics, 'text');
  if (canBeTimes && isMost(statistics.instants, total)) {
    const areDates = statistics.dates === statistics.instants;
    return { ...INSTANT, format: areDates ? 'date' : DEFAULT_INSTANT_FORM };
  }
  return { type: statistics.multilineTexts > 0 ? 'textMultiline' : 'text' };
}

/** Whether all texts come from a format without types, such as CSV, in which each value is a text. */
const haveTextsNoType = ({ untypedTexts, texts }: ValueStatistics): boolean => untypedTexts === texts;

/** @returns undefined if the values are not numbers */
function inferNumberType(statistics: ValueStatistics): FieldDecision | undefined {
  const realNumbers = countValues(statistics, 'number');
  if (!isMost(realNumbers + statistics.decimalTexts, countValues(statistics))) return undefined;
  // If some texts only begin like numbers, such as 12a and 01234, all are names.
  if (statistics.numberLikeTexts > 0) return undefined;
  const { minimumPrecision, maximumPrecision } = statistics;
  // Amounts such as 12.50 have equally many digits after the point; versions such as 1.10 do not.
  const areAmounts = maximumPrecision > 0 && minimumPrecision === maximumPrecision;
  const mayTextsBeNumbers = haveTextsNoType(statistics) || realNumbers > 0 || areAmounts;
  if (!mayTextsBeNumbers) return undefined;
  if (statistics.fractionalNumbers === 0 && statistics.unsafeIntegers === 0) return { type: 'integer' };
  return maximumPrecision <= PRECISION_LIMIT ? { type: 'decimal', precision: maximumPrecision } : undefined;
}
