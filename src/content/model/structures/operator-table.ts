/**
 * The table of filter operators. All code that depends on an operator reads this table, or is checked against it by the
 * compiler.
 *
 * Elsewhere: the operators that a field takes (operators), answering them from an index (src/engine/query/conditions) and in SQL
 * (addons/sql).
 */

import { type FieldType, typesWith } from '../field-types.js';
import type { Area } from '../values/area.js';

/** Comparison of a value with the operand, in the notation of SQL. */
export type Sign = '=' | '<>' | '>' | '>=' | '<' | '<=';

/** Position of the operand in a text. */
export type Place = 'anywhere' | 'start' | 'end';

/** The condition that an operator puts on a value. */
export type Meaning =
  | { readonly asks: 'populated' }
  | { readonly asks: 'order'; readonly sign: Sign }
  | { readonly asks: 'part'; readonly place: Place }
  | { readonly asks: 'membership'; readonly isIn: boolean }
  | { readonly asks: 'area'; readonly shape: Area['shape'] };

interface OperatorEntry {
  readonly meaning: Meaning;
  readonly types: readonly FieldType[];
  /** Set if a field with several texts takes the operator: its answer does not depend on the order of the texts. */
  readonly ofLists?: true;
  /** Of a case-insensitive operator: its case-sensitive counterpart, applied to case-folded texts. */
  readonly unfolded?: `_${string}`;
  /** The operator that selects the remaining populated items. */
  readonly opposite?: `_${string}`;
  /** The condition as a sentence whose subject is the field, for OpenAPI and the explorer. */
  readonly sentence: string;
  /** Label in the explorer, between the field and the value. */
  readonly label: string;
  /** Names of this operator in other interfaces, for suggestions: lower case, letters only. */
  readonly calledElsewhere: string;
}

const SHORT_TEXTS = typesWith(({ holding }) => holding === 'texts');
const TEXTS = typesWith(({ value }) => value === 'text');
const PLACES = typesWith(({ holding }) => holding === 'locations');
const NUMBERS = typesWith(({ holding }) => holding === 'numbers');
const ORDERED = [...NUMBERS.filter((type) => type !== 'boolean'), ...SHORT_TEXTS];
const LINKS = typesWith(({ holding }) => holding === 'links');
const COMPARED = [...NUMBERS, ...SHORT_TEXTS, ...LINKS];

const order = (sign: Sign): Meaning => ({ asks: 'order', sign });
const part = (place: Place): Meaning => ({ asks: 'part', place });

/** Messages and documents list operators in this order. */
export const OPERATOR_TABLE = Object.freeze({
  _exists: {
    meaning: { asks: 'populated' },
    types: typesWith(({ holding }) => holding !== 'nothing'),
    ofLists: true,
    sentence: 'Whether the field is populated.',
    label: 'has a value',
    calledElsewhere: 'exist populated present defined',
  },
  _eq: {
    meaning: order('='),
    types: COMPARED,
    ofLists: true,
    sentence: 'Equals the value.',
    label: 'is',
    calledElsewhere: 'equal equals is',
  },
  _neq: {
    meaning: order('<>'),
    types: ORDERED,
    opposite: '_eq',
    sentence: 'Has another value.',
    label: 'is not',
    calledElsewhere: 'ne not noteq notequal notequals isnot',
  },
  _gt: {
    meaning: order('>'),
    types: ORDERED,
    sentence: 'Is greater than the value.',
    label: '>',
    calledElsewhere: 'greater greaterthan after above',
  },
  _gte: {
    meaning: order('>='),
    types: ORDERED,
    sentence: 'Is greater than the value, or equals it.',
    label: '≥',
    calledElsewhere: 'ge min from since',
  },
  _lt: {
    meaning: order('<'),
    types: ORDERED,
    sentence: 'Is less than the value.',
    label: '<',
    calledElsewhere: 'less lessthan before below',
  },
  _lte: {
    meaning: order('<='),
    types: ORDERED,
    sentence: 'Is less than the value, or equals it.',
    label: '≤',
    calledElsewhere: 'le max until',
  },
  _contains: {
    meaning: part('anywhere'),
    types: TEXTS,
    sentence: 'Contains the value.',
    label: 'contains',
    calledElsewhere: 'like contain includes match matches search',
  },
  _startsWith: {
    meaning: part('start'),
    types: TEXTS,
    sentence: 'Begins with the value.',
    label: 'starts with',
    calledElsewhere: 'start starts startwith prefix beginswith sw',
  },
  _endsWith: {
    meaning: part('end'),
    types: TEXTS,
    sentence: 'Ends with the value.',
    label: 'ends with',
    calledElsewhere: 'end ends endwith suffix ew',
  },
  _in: {
    meaning: { asks: 'membership', isIn: true },
    types: COMPARED,
    ofLists: true,
    sentence: 'Equals one of the values.',
    label: 'is one of',
    calledElsewhere: 'any anyof oneof among',
  },
  _nin: {
    meaning: { asks: 'membership', isIn: false },
    types: COMPARED,
    opposite: '_in',
    sentence: 'Has a value that is not one of these.',
    label: 'is none of',
    calledElsewhere: 'notin none noneof notanyof except exclude',
  },
  _near: {
    meaning: { asks: 'area', shape: 'circle' },
    types: PLACES,
    sentence: 'Is at most so many metres away from a place: `<latitude>,<longitude>,<metres>`.',
    label: 'is near',
    calledElsewhere: 'around distance radius nearby withinradius geodistance',
  },
  _within: {
    meaning: { asks: 'area', shape: 'box' },
    types: PLACES,
    sentence: 'Lies within `<west>,<south>,<east>,<north>`, over the antimeridian where west is greater than east.',
    label: 'is within',
    calledElsewhere: 'box bbox bounds inside boundingbox geowithin',
  },
  _ieq: {
    meaning: order('='),
    types: SHORT_TEXTS,
    unfolded: '_eq',
    sentence: 'Equals the value, whatever the case.',
    label: 'is (any case)',
    calledElsewhere: 'eqi iequal iequals equalsi eqci',
  },
  _icontains: {
    meaning: part('anywhere'),
    types: TEXTS,
    unfolded: '_contains',
    sentence: 'Contains the value, whatever the case.',
    label: 'contains (any case)',
    calledElsewhere: 'ilike icontain iincludes containsi imatch',
  },
  _istartsWith: {
    meaning: part('start'),
    types: TEXTS,
    unfolded: '_startsWith',
    sentence: 'Begins with the value, whatever the case.',
    label: 'starts with (any case)',
    calledElsewhere: 'istart istarts istartwith iprefix startswithi',
  },
  _iendsWith: {
    meaning: part('end'),
    types: TEXTS,
    unfolded: '_endsWith',
    sentence: 'Ends with the value, whatever the case.',
    label: 'ends with (any case)',
    calledElsewhere: 'iend iends iendwith isuffix endswithi',
  },
} as const satisfies Readonly<Record<`_${string}`, OperatorEntry>>);

export type Operator = keyof typeof OPERATOR_TABLE;

/** The operators that take a list of values. */
export type ListOperator = {
  [Name in Operator]: (typeof OPERATOR_TABLE)[Name]['meaning']['asks'] extends 'membership' ? Name : never;
}[Operator];

type Folded = { [Name in Operator]: (typeof OPERATOR_TABLE)[Name] extends { unfolded: Operator } ? Name : never };

/** The case-insensitive operators. */
export type FoldingOperator = Folded[Operator];

/** An entry whose references are checked to be operators of the table. */
interface CheckedEntry extends OperatorEntry {
  readonly unfolded?: Operator;
  readonly opposite?: Operator;
}

const entries: Readonly<Record<Operator, CheckedEntry>> = OPERATOR_TABLE;

export const entryOf = (operator: Operator): CheckedEntry => entries[operator];

export const isOperator = (name: string): name is Operator => Object.hasOwn(OPERATOR_TABLE, name);

export const OPERATORS: readonly Operator[] = Object.freeze(Object.keys(OPERATOR_TABLE).filter(isOperator));

export const isFolding = (operator: Operator): operator is FoldingOperator => entryOf(operator).unfolded !== undefined;

/** The kind of operand: a flag, one value, a list of values, or an area. */
export function operandKind(operator: Operator): 'flag' | 'value' | 'list' | Area['shape'] {
  const { meaning } = entryOf(operator);
  switch (meaning.asks) {
    case 'populated':
      return 'flag';
    case 'membership':
      return 'list';
    case 'area':
      return meaning.shape;
    case 'order':
    case 'part':
      return 'value';
  }
}

/** Whether the name is an operator that takes a list of values. */
export const isListOperator = (name: string | undefined): name is Operator =>
  name !== undefined && isOperator(name) && operandKind(name) === 'list';

/**
 * @returns the operator whose example values also suit this operator: `_eq` for `_neq` and `_ieq`, `_gte` for `_gt`; the
 *   operator itself if there is none
 */
export function operatorOfExamples(operator: Operator): Operator {
  const { meaning, unfolded, opposite } = entryOf(operator);
  const similar = unfolded ?? opposite ?? '';
  if (isOperator(similar)) return similar;
  if (meaning.asks !== 'order') return operator;
  if (meaning.sign === '>') return '_gte';
  return meaning.sign === '<' ? '_lte' : operator;
}
