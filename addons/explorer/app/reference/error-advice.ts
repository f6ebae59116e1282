/**
 * The errors that a parameter can get, and how to correct each. A test compares the texts with docs/ask/errors.md.
 */
import { splitName } from '../query/query.js';

export interface ErrorAdvice {
  readonly code: string;
  readonly when: string;
  readonly advice: string;
}

const ADVICE = {
  InvalidParameter: {
    when: 'a parameter is malformed, misplaced or sent twice, or the path is not UTF-8',
    advice: 'write the parameter as `detail` says',
  },
  UnknownField: { when: 'there is no such field or relationship', advice: 'correct the name' },
  UnsupportedOperator: { when: 'the field does not take this operator', advice: "choose one of the field's operators" },
  NotIndexed: {
    when: 'the model turns off what the request needs',
    advice: 'turn it on in the model and build again',
  },
  InvalidValue: { when: 'the value has the wrong form', advice: 'write the value as its type requires' },
  QueryTooComplex: { when: 'the score is above 5000', advice: 'lower `page[limit]`, or include less' },
  QueryTooCostly: { when: 'the answer would take too long', advice: 'add a filter, or use a longer pattern' },
  TooManyConditions: {
    when: 'there are more than 64 filter conditions, or 100 values in a list',
    advice: 'use `_in`, or split the request',
  },
} as const;

type Code = keyof typeof ADVICE;

/** Beginning of a parameter's name → codes, in the order in which they are likely. */
const CODES: Readonly<Record<string, readonly Code[]>> = {
  filter: ['InvalidValue', 'UnsupportedOperator', 'NotIndexed', 'TooManyConditions', 'QueryTooCostly'],
  sort: ['UnknownField', 'NotIndexed'],
  include: ['UnknownField', 'QueryTooComplex'],
  page: ['InvalidValue', 'QueryTooComplex'],
  fields: ['UnknownField'],
  _facet: ['InvalidValue', 'UnknownField', 'NotIndexed', 'QueryTooComplex'],
  _stats: ['UnknownField', 'NotIndexed', 'QueryTooComplex'],
  _highlight: ['UnknownField', 'InvalidParameter'],
  _match: ['InvalidValue', 'InvalidParameter'],
  localeCode: ['InvalidValue'],
};
const OTHER_CODES: readonly Code[] = ['InvalidParameter', 'InvalidValue'];

/** All errors of parameters, for the test. */
export const PARAMETER_ERRORS: readonly ErrorAdvice[] = Object.entries(ADVICE).map(([code, texts]) => ({
  code,
  ...texts,
}));

/** @param name name of a parameter, such as `filter[price][_lt]` */
export function listErrorAdvice(name: string): readonly ErrorAdvice[] {
  const [head = name] = splitName(name) ?? [name];
  const codes = Object.hasOwn(CODES, head) ? CODES[head] : undefined;
  return (codes ?? OTHER_CODES).map((code) => ({ code, ...ADVICE[code] }));
}
