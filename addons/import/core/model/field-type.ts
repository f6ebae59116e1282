/**
 * The type of a field: decided by the declaration of the source and the statistics of the values.
 *
 * A type is chosen if all values fit it, or nine tenths of ten and more; the other values are lost and reported. Otherwise the
 * field is a text, or `json` if a text would lose something (objects, lists of numbers).
 */
import { DEFAULT_INSTANT_FORM, entryOfType, type FieldType } from '../../../../src/content/model/index.js';
import { type FieldShape, INSTANT, type ModelField } from '../declarations/shape.js';
import type { ValueStatistics } from '../intake/value-statistics.js';

/** `to`: the source's keys of the types; the types of untyped links are added later. */
export type FieldDecision = Pick<ModelField, 'type' | 'format' | 'precision' | 'options' | 'many' | 'to'>;

const precisionMaximum = 100;

export function decideFieldType(shape: FieldShape | undefined, statistics: ValueStatistics): FieldDecision {
  if (statistics.places > 0 && statistics.places === statistics.populated) return { type: 'location' };
  if (shape === undefined) return inferred(statistics);
  switch (shape.type) {
    case 'boolean':
    case 'integer':
    case 'json':
    case 'textMultiline':
    case 'markdown':
      return fits(shape.type, statistics) ? { type: shape.type } : inferred(statistics);
    case 'decimal':
      return fits('decimal', statistics) ? { type: 'decimal', precision: statistics.precision } : inferred(statistics);
    case INSTANT.type:
      return statistics.populated === 0 ? { ...INSTANT, format: DEFAULT_INSTANT_FORM } : inferred(statistics, true);
    case 'text':
      if (!areWords(statistics, shape.many === true)) return inferred(statistics);
      return { type: 'text', ...(shape.many === true && { many: true }) };
    case 'select':
      if (!areWords(statistics, shape.many === true)) return inferred(statistics);
      return { type: 'select', options: shape.options, ...(shape.many === true && { many: true }) };
    case 'asset':
      return asset(statistics, shape.many);
    case 'link':
      return { type: 'relationship', to: union(shape.to ?? [], statistics.targets), many: shape.many };
  }
}

const union = (declared: readonly string[], statistics: ReadonlySet<string>): readonly string[] => [
  ...new Set([...declared, ...[...statistics].sort()]),
];

const countOf = (
  statistics: ValueStatistics,
  kind: 'boolean' | 'number' | 'text' | 'link' | 'asset' | 'json',
): number => statistics.kinds.get(kind) ?? 0;

/** Whether all values have the declared type. */
function fits(
  type: 'boolean' | 'integer' | 'decimal' | 'json' | 'textMultiline' | 'markdown',
  statistics: ValueStatistics,
): boolean {
  const singles = [...statistics.kinds.values()].reduce((sum, count) => sum + count, 0);
  if (type === 'json') return true;
  if (statistics.lists > 0) return false;
  if (type === 'boolean') return countOf(statistics, 'boolean') + statistics.truths === singles;
  if (type === 'integer')
    return allNumbers(statistics, singles) && statistics.fractions === 0 && statistics.unsafeIntegers === 0;
  if (type === 'decimal') return allNumbers(statistics, singles) && statistics.precision <= precisionMaximum;
  return statistics.texts === singles;
}

/** Whether a text can represent each value without loss: no objects, and lists only if the field has many values. */
const areWords = (statistics: ValueStatistics, many: boolean): boolean =>
  (many || statistics.lists === 0) &&
  countOf(statistics, 'json') + countOf(statistics, 'link') + countOf(statistics, 'asset') === 0;

const allNumbers = (statistics: ValueStatistics, singles: number): boolean =>
  countOf(statistics, 'number') + statistics.decimalTexts === singles;

function asset(statistics: ValueStatistics, many: boolean): FieldDecision {
  if (statistics.files === 0) return { type: 'image', ...(many && { many: true }) };
  if (!many) return { type: 'file' };
  return statistics.targets.size > 0
    ? { type: 'relationship', to: [...statistics.targets].sort(), many: true }
    : { type: 'json' };
}

/** @param instants whether texts may be times although the source has types for texts */
function inferred(statistics: ValueStatistics, instants = false): FieldDecision {
  const many = statistics.lists > 0;
  const singles = [...statistics.kinds.values()].reduce((sum, count) => sum + count, 0);
  const only = (kind: 'boolean' | 'number' | 'text' | 'link' | 'asset' | 'json'): boolean =>
    countOf(statistics, kind) === singles;
  if (singles === 0) return many ? { type: 'json' } : { type: 'text' };
  if (only('link')) return { type: 'relationship', to: [...statistics.targets].sort(), many };
  if (only('asset')) return asset(statistics, many);
  if (countOf(statistics, 'json') + countOf(statistics, 'link') + countOf(statistics, 'asset') > 0)
    return { type: 'json' };
  if (many) return only('text') && statistics.multiline === 0 ? { type: 'text', many: true } : { type: 'json' };
  return scalar(statistics, singles, instants);
}

const titled =
  /(?:^|[a-z\d](?=[A-Z])|[_-])(?:name|(?:sub-?_?)?title|headline|heading|tagline|subject|question|answer|summary|description|excerpt|teaser|abstract|caption|quote|intro|bio|body|content|text)s?$/i;
const ofMachines = /(?:file|path|user|class|template|component|host|domain|icon)[_-]?name$/i;

/** Whether a field is searched by default: names, titles and texts that people read. */
export const isSearched = (name: string, type: FieldType, isMany: boolean, statistics: ValueStatistics): boolean =>
  entryOfType(type).holding === 'renderedTexts' ||
  (type === 'text' &&
    !isMany &&
    ((titled.test(name) && !ofMachines.test(name)) || statistics.prose * 2 > statistics.texts));

/** Whether `count` of `total` values decide a type: all of them, or nine tenths of ten and more. */
export const isMost = (count: number, total: number): boolean =>
  count === total || (total >= 10 && count >= total * 0.9);

function scalar(statistics: ValueStatistics, singles: number, instants: boolean): FieldDecision {
  const isLoose = statistics.loose === statistics.texts;
  if (statistics.markdown > 0) return { type: 'markdown' };
  if (isMost(countOf(statistics, 'boolean') + (isLoose ? statistics.truths : 0), singles)) return { type: 'boolean' };
  // Texts are numbers in a format without types, next to real numbers, or as amounts with equally many digits.
  const amounts = statistics.precision > 0 && statistics.leastPrecision === statistics.precision;
  const numbers = countOf(statistics, 'number') + statistics.decimalTexts;
  // If some texts only begin like numbers, such as 12a and 01234, all are names.
  if (
    isMost(numbers, singles) &&
    statistics.numberish === 0 &&
    (isLoose || countOf(statistics, 'number') > 0 || amounts)
  ) {
    if (statistics.fractions === 0 && statistics.unsafeIntegers === 0) return { type: 'integer' };
    if (statistics.precision <= precisionMaximum) return { type: 'decimal', precision: statistics.precision };
  }
  if (isMost(statistics.instants, singles) && (instants || statistics.texts === singles)) {
    return { ...INSTANT, format: statistics.dates === statistics.instants ? 'date' : DEFAULT_INSTANT_FORM };
  }
  return { type: statistics.multiline > 0 ? 'textMultiline' : 'text' };
}
