/**
 * The operator matrix: which filter operator each field type answers. It stands nowhere else.
 */
import type { FieldType } from './content.js';

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
] as const;

export type Operator = (typeof OPERATORS)[number];

const ORDERED = ['_exists', '_eq', '_neq', '_gt', '_gte', '_lt', '_lte'] as const;
const PATTERNS = ['_contains', '_startsWith', '_endsWith'] as const;

export const OPERATORS_BY_TYPE: Readonly<Record<FieldType, readonly Operator[]>> = Object.freeze({
  boolean: ['_exists', '_eq', '_in'],
  dateTime: [...ORDERED, '_in'],
  decimal: [...ORDERED, '_in'],
  image: [],
  integer: [...ORDERED, '_in'],
  markdown: ['_exists', ...PATTERNS],
  relationship: ['_eq', '_in'],
  select: [...ORDERED, ...PATTERNS, '_in'],
  text: [...ORDERED, ...PATTERNS, '_in'],
  textMultiline: ['_exists', ...PATTERNS],
});

/** What `filter[id]` takes: an id behaves as a text field that is always populated. */
export const ID_OPERATORS: readonly Operator[] = OPERATORS_BY_TYPE.text;

const operatorNames: ReadonlySet<string> = new Set(OPERATORS);

export const isOperator = (name: string): name is Operator => operatorNames.has(name);

/** Whether `sort` takes a field of this type. */
export const isSortable = (type: FieldType): boolean => type !== 'image' && type !== 'relationship';
