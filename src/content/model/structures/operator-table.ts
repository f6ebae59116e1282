/**
 * The filter operators, one entry each: what else speaks of an operator reads it here, or is held to this table by types.
 *
 * Elsewhere: which of them a field of a model takes (operators), how a meaning is answered from an index
 * (query/plan/conditions) and in SQL (postgres/sql/condition).
 */

import { type FieldType, typesWith } from '../field-types.js';
import type { Area } from '../values/area.js';

/** How a value lies to the operand in the order of values; as SQL writes it, too. */
export type Sign = '=' | '<>' | '>' | '>=' | '<' | '<=';

/** Where in a text the operand stands. */
export type Place = 'anywhere' | 'start' | 'end';

/** What an operator asks of a value. */
export type Meaning =
  | { readonly asks: 'populated' }
  | { readonly asks: 'order'; readonly sign: Sign }
  | { readonly asks: 'part'; readonly place: Place }
  | { readonly asks: 'membership'; readonly isIn: boolean }
  | { readonly asks: 'area'; readonly shape: Area['shape'] };

interface OperatorEntry {
  readonly meaning: Meaning;
  readonly types: readonly FieldType[];
  /** Whether a field with several texts takes it: the answer must not depend on which of them is meant. */
  readonly ofLists?: true;
  /** The operator that it is on case-folded texts; only of those that pay no regard to upper and lower case. */
  readonly unfolded?: `_${string}`;
  /** The operator that selects the other items that have a value. */
  readonly opposite?: `_${string}`;
  /** What it asks, as a sentence of the field; for descriptions of the interface. */
  readonly sentence: string;
  /** What stands between the field and the value in the explorer. */
  readonly label: string;
  /** What other interfaces call it: lower case, letters only. */
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

/** In the order in which they are listed. */
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

/** Those that take a list of values. */
export type ListOperator = {
  [Name in Operator]: (typeof OPERATOR_TABLE)[Name]['meaning']['asks'] extends 'membership' ? Name : never;
}[Operator];

type Folded = { [Name in Operator]: (typeof OPERATOR_TABLE)[Name] extends { unfolded: Operator } ? Name : never };

/** Those that pay no regard to upper and lower case. */
export type FoldingOperator = Folded[Operator];

/** An entry, with its references held to operators that exist. */
interface CheckedEntry extends OperatorEntry {
  readonly unfolded?: Operator;
  readonly opposite?: Operator;
}

const entries: Readonly<Record<Operator, CheckedEntry>> = OPERATOR_TABLE;

export const entryOf = (operator: Operator): CheckedEntry => entries[operator];

export const isOperator = (name: string): name is Operator => Object.hasOwn(OPERATOR_TABLE, name);

export const OPERATORS: readonly Operator[] = Object.freeze(Object.keys(OPERATOR_TABLE).filter(isOperator));

export const isFolding = (operator: Operator): operator is FoldingOperator => entryOf(operator).unfolded !== undefined;

/** What an operator compares a field with: whether it has a value, one value, several, or an area. */
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

/** Whether it takes a list of values. @param name of anything */
export const isListOperator = (name: string | undefined): name is Operator =>
  name !== undefined && isOperator(name) && operandKind(name) === 'list';
