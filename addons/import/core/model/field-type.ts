/**
 * The type of a field, from what the source says of it and what its values have in common.
 *
 * A type is taken where all values have it, or of many nearly all: the others are lost, and told of. Otherwise the field is a
 * text, and where a text would lose something (objects, lists of numbers), `json`, which keeps all as it is.
 */
import { DEFAULT_INSTANT_FORM, entryOfType, type FieldType } from '../../../../src/content/model/index.js';
import { type FieldShape, INSTANT, type ModelField } from '../declarations/shape.js';
import type { ValueStatistics } from '../intake/value-statistics.js';

/** `to`: the source's keys of the types; those that untyped links lead to are added later. */
export type FieldDecision = Pick<ModelField, 'type' | 'format' | 'precision' | 'options' | 'many' | 'to'>;

const precisionMaximum = 100;

export function decideFieldType(shape: FieldShape | undefined, seen: ValueStatistics): FieldDecision {
  if (seen.places > 0 && seen.places === seen.populated) return { type: 'location' };
  if (shape === undefined) return inferred(seen);
  switch (shape.type) {
    case 'boolean':
    case 'integer':
    case 'json':
    case 'textMultiline':
    case 'markdown':
      return fits(shape.type, seen) ? { type: shape.type } : inferred(seen);
    case 'decimal':
      return fits('decimal', seen) ? { type: 'decimal', precision: seen.precision } : inferred(seen);
    case INSTANT.type:
      return seen.populated === 0 ? { ...INSTANT, format: DEFAULT_INSTANT_FORM } : inferred(seen, true);
    case 'text':
      if (!areWords(seen, shape.many === true)) return inferred(seen);
      return { type: 'text', ...(shape.many === true && { many: true }) };
    case 'select':
      if (!areWords(seen, shape.many === true)) return inferred(seen);
      return { type: 'select', options: shape.options, ...(shape.many === true && { many: true }) };
    case 'asset':
      return asset(seen, shape.many);
    case 'link':
      return { type: 'relationship', to: union(shape.to ?? [], seen.targets), many: shape.many };
  }
}

const union = (declared: readonly string[], seen: ReadonlySet<string>): readonly string[] => [
  ...new Set([...declared, ...[...seen].sort()]),
];

const countOf = (seen: ValueStatistics, kind: 'boolean' | 'number' | 'text' | 'link' | 'asset' | 'json'): number =>
  seen.kinds.get(kind) ?? 0;

/** Whether all values have the type that the source says. */
function fits(
  type: 'boolean' | 'integer' | 'decimal' | 'json' | 'textMultiline' | 'markdown',
  seen: ValueStatistics,
): boolean {
  const singles = [...seen.kinds.values()].reduce((sum, count) => sum + count, 0);
  if (type === 'json') return true;
  if (seen.lists > 0) return false;
  if (type === 'boolean') return countOf(seen, 'boolean') + seen.truths === singles;
  if (type === 'integer') return allNumbers(seen, singles) && seen.fractions === 0 && seen.unsafeIntegers === 0;
  if (type === 'decimal') return allNumbers(seen, singles) && seen.precision <= precisionMaximum;
  return seen.texts === singles;
}

/** Whether a text can hold each value without losing anything: no objects, and lists only where the field takes them. */
const areWords = (seen: ValueStatistics, many: boolean): boolean =>
  (many || seen.lists === 0) && countOf(seen, 'json') + countOf(seen, 'link') + countOf(seen, 'asset') === 0;

const allNumbers = (seen: ValueStatistics, singles: number): boolean =>
  countOf(seen, 'number') + seen.decimalTexts === singles;

function asset(seen: ValueStatistics, many: boolean): FieldDecision {
  if (seen.files === 0) return { type: 'image', ...(many && { many: true }) };
  if (!many) return { type: 'file' };
  return seen.targets.size > 0 ? { type: 'relationship', to: [...seen.targets].sort(), many: true } : { type: 'json' };
}

/** @param instants whether texts are times even where the source has types for texts */
function inferred(seen: ValueStatistics, instants = false): FieldDecision {
  const many = seen.lists > 0;
  const singles = [...seen.kinds.values()].reduce((sum, count) => sum + count, 0);
  const only = (kind: 'boolean' | 'number' | 'text' | 'link' | 'asset' | 'json'): boolean =>
    countOf(seen, kind) === singles;
  if (singles === 0) return many ? { type: 'json' } : { type: 'text' };
  if (only('link')) return { type: 'relationship', to: [...seen.targets].sort(), many };
  if (only('asset')) return asset(seen, many);
  if (countOf(seen, 'json') + countOf(seen, 'link') + countOf(seen, 'asset') > 0) return { type: 'json' };
  if (many) return only('text') && seen.multiline === 0 ? { type: 'text', many: true } : { type: 'json' };
  return scalar(seen, singles, instants);
}

const titled =
  /(?:^|[a-z\d](?=[A-Z])|[_-])(?:name|(?:sub-?_?)?title|headline|heading|tagline|subject|question|answer|summary|description|excerpt|teaser|abstract|caption|quote|intro|bio|body|content|text)s?$/i;
const ofMachines = /(?:file|path|user|class|template|component|host|domain|icon)[_-]?name$/i;

/** Whether words in it are searched unless somebody says otherwise: names, titles and what people read. */
export const isSearched = (name: string, type: FieldType, isMany: boolean, seen: ValueStatistics): boolean =>
  entryOfType(type).holding === 'renderedTexts' ||
  (type === 'text' && !isMany && ((titled.test(name) && !ofMachines.test(name)) || seen.prose * 2 > seen.texts));

/** Whether a type follows from so many of the values: from all, or of ten and more from nine of ten. */
export const isMost = (count: number, of: number): boolean => count === of || (of >= 10 && count >= of * 0.9);

function scalar(seen: ValueStatistics, singles: number, instants: boolean): FieldDecision {
  const isLoose = seen.loose === seen.texts;
  if (seen.markdown > 0) return { type: 'markdown' };
  if (isMost(countOf(seen, 'boolean') + (isLoose ? seen.truths : 0), singles)) return { type: 'boolean' };
  // Texts that are numbers: of a format without types, beside numbers, or amounts with the same digits each.
  const amounts = seen.precision > 0 && seen.leastPrecision === seen.precision;
  const numbers = countOf(seen, 'number') + seen.decimalTexts;
  // Where others begin like numbers, as 12a and 01234 do, all are names.
  if (isMost(numbers, singles) && seen.numberish === 0 && (isLoose || countOf(seen, 'number') > 0 || amounts)) {
    if (seen.fractions === 0 && seen.unsafeIntegers === 0) return { type: 'integer' };
    if (seen.precision <= precisionMaximum) return { type: 'decimal', precision: seen.precision };
  }
  if (isMost(seen.instants, singles) && (instants || seen.texts === singles)) {
    return { ...INSTANT, format: seen.dates === seen.instants ? 'date' : DEFAULT_INSTANT_FORM };
  }
  return { type: seen.multiline > 0 ? 'textMultiline' : 'text' };
}
