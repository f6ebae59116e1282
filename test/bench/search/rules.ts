/**
 * Judgements by rule: whether an artwork answers a question depends on the museum's record of it, one subject,
 * the title and the inscription at a time, and not by words of a text put together.
 *
 * A rule is written in the queries' file, for grade 2 and for grade 1: alternatives, each of conditions that must all be
 * true. A condition is a letter and a regular expression without regard to case: `s:` one of the subjects' names, `t:`
 * the title, `i:` the inscription.
 */

import type { SearchDocument } from '../../../bench/search/contestants/contestant.js';
import { OperationError } from '../../../src/content/errors/index.js';

/** Grade → alternatives → conditions. */
export type Rule = Readonly<Record<'1' | '2', readonly (readonly string[])[]>>;

/** Texts by place in the Tate corpus's fields; each subject is a line. */
const FIELD: ReadonlyMap<string, number> = new Map([
  ['t', 0],
  ['s', 1],
  ['i', 2],
]);

type Condition = (document: SearchDocument) => boolean;

/** @throws OperationError if a condition is not one */
function conditionOf(text: string): Condition {
  const field = FIELD.get(text.charAt(0));
  if (field === undefined || text.charAt(1) !== ':') {
    throw new OperationError(`"${text}" is no condition: write s:, t: or i: and a regular expression.`);
  }
  const pattern = new RegExp(text.slice(2), 'iu');
  return ({ texts }) => (texts[field] ?? '').split(field === 1 ? '\n' : /(?!)/).some((part) => pattern.test(part));
}

/** @returns a function that grades a document: 2, 1 or 0 */
export function judgeOf(rule: Rule): (document: SearchDocument) => number {
  const made = (grade: '1' | '2') => rule[grade].map((conditions) => conditions.map(conditionOf));
  const [two, one] = [made('2'), made('1')];
  const satisfies = (alternatives: readonly (readonly Condition[])[], document: SearchDocument): boolean =>
    alternatives.some((conditions) => conditions.every((isTrue) => isTrue(document)));
  return (document) => (satisfies(two, document) ? 2 : satisfies(one, document) ? 1 : 0);
}
