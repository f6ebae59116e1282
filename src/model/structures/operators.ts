/**
 * The operator matrix: which filter operator each field type answers. It stands nowhere else.
 */
import { type Field, type FieldType, isListOfTexts, type Structure } from '../content.js';
import { isImageLink } from '../images.js';
import { isOn } from './structures.js';

/** Those that pay no regard to upper and lower case, and what each is on case-folded texts. */
export const UNFOLDED = Object.freeze({
  _ieq: '_eq',
  _icontains: '_contains',
  _istartsWith: '_startsWith',
  _iendsWith: '_endsWith',
} as const);

export type FoldingOperator = keyof typeof UNFOLDED;

export const OPERATORS = [
  '_exists',
  '_eq',
  '_neq',
  '_gt',
  '_gte',
  '_lt',
  '_lte',
  '_contains',
  '_startsWith',
  '_endsWith',
  '_in',
  '_nin',
  '_ieq',
  '_icontains',
  '_istartsWith',
  '_iendsWith',
] as const;

export type Operator = (typeof OPERATORS)[number];

const ORDERED = ['_exists', '_eq', '_neq', '_gt', '_gte', '_lt', '_lte'] as const;
const PATTERNS = ['_contains', '_startsWith', '_endsWith'] as const;
const FOLDED_PATTERNS = ['_icontains', '_istartsWith', '_iendsWith'] as const;
const LISTS = ['_in', '_nin'] as const;
const SHORT_TEXT = [...ORDERED, ...PATTERNS, ...LISTS, '_ieq', ...FOLDED_PATTERNS] as const;
const LONG_TEXT = ['_exists', ...PATTERNS, ...FOLDED_PATTERNS] as const;

/** What is asked of a list of texts: whether any of them is equal. What else there is would not say of which of them. */
const LISTED: readonly Operator[] = ['_exists', '_eq', '_in'];

/** All that a field of the type may take; a folding operator only where the field is folded. */
export const OPERATORS_BY_TYPE: Readonly<Record<FieldType, readonly Operator[]>> = Object.freeze({
  boolean: ['_exists', '_eq', ...LISTS],
  dateTime: [...ORDERED, ...LISTS],
  decimal: [...ORDERED, ...LISTS],
  file: [],
  image: [],
  integer: [...ORDERED, ...LISTS],
  json: [],
  markdown: LONG_TEXT,
  relationship: ['_eq', ...LISTS],
  select: SHORT_TEXT,
  text: SHORT_TEXT,
  textMultiline: LONG_TEXT,
});

const operatorNames: ReadonlySet<string> = new Set(OPERATORS);

export const isOperator = (name: string): name is Operator => operatorNames.has(name);

export const isFolding = (operator: Operator): operator is FoldingOperator => Object.hasOwn(UNFOLDED, operator);

/** Those that take a list of values. */
export type ListOperator = (typeof LISTS)[number];

export const isListOperator = (name: string | undefined): name is ListOperator => name === '_in' || name === '_nin';

const unfolded = (operators: readonly Operator[]): readonly Operator[] =>
  operators.filter((operator) => !isFolding(operator));

const WITHOUT_FOLDING: Readonly<Record<FieldType, readonly Operator[]>> = Object.freeze({
  ...OPERATORS_BY_TYPE,
  markdown: unfolded(LONG_TEXT),
  select: unfolded(SHORT_TEXT),
  text: unfolded(SHORT_TEXT),
  textMultiline: unfolded(LONG_TEXT),
});

/** What answers an operator besides the index of values. */
export function structureFor(operator: Operator): Structure {
  switch (operator) {
    case '_contains':
    case '_icontains':
      return 'contains';
    case '_endsWith':
    case '_iendsWith':
      return 'endsWith';
    default:
      return 'filter';
  }
}

/** What a filter on the field takes. */
export function operatorsOf(field: Field): readonly Operator[] {
  const all = allOperatorsOf(field);
  const isWhole = field.filter !== false && field.contains !== false && field.endsWith !== false;
  return isWhole ? all : all.filter((operator) => isOn(field, structureFor(operator)));
}

/** What a filter on the field would take if nothing of it were off. */
export function allOperatorsOf(field: Field): readonly Operator[] {
  if (isListOfTexts(field)) return LISTED;
  if (isImageLink(field)) return OPERATORS_BY_TYPE.image;
  const folds = 'fold' in field && field.fold === true;
  return (folds ? OPERATORS_BY_TYPE : WITHOUT_FOLDING)[field.type];
}

/** What `filter[id]` takes: an id behaves as a text field that is always populated and is not folded. */
export const ID_OPERATORS: readonly Operator[] = WITHOUT_FOLDING.text;

const UNORDERED: readonly FieldType[] = ['file', 'image', 'json', 'relationship'];

/** Whether `sort` takes the field: not where an item may have several values, nor where it is off. */
export const isSortable = (field: Field): boolean => hasOrder(field) && isOn(field, 'sort');

/** Whether `sort` would take the field if nothing of it were off. */
export const hasOrder = (field: Field): boolean => !UNORDERED.includes(field.type) && !isListOfTexts(field);
