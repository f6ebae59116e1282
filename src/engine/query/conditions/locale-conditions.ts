/**
 * Conditions on the locale field → sources: the docs with values of their own in a locale, or in any of several.
 *
 * Elsewhere: the stored sets (index/segment/locale-index), lists of texts (link-conditions).
 */
import { entryOf } from '../../../content/model/index.js';
import * as ns from '../../../index/costs/index.js';
import type { Arena } from '../../../index/docset/index.js';
import type { LocaleIndex } from '../../../index/segment/index.js';
import type { Condition, Operand } from '../query-tree.js';
import { docList } from '../sources/list-source.js';
import { setSource, storedSetSource } from '../sources/set-source.js';
import type { Source } from '../sources/source.js';
import { mismatchError } from './mismatch.js';

const structure = 'docs by locale';

/** Cost: O(docs / 32) for each listed locale. */
export function localeSource(index: LocaleIndex, condition: Condition, arena: Arena): Source {
  const terms = termsOf(index, condition);
  const [first, ...otherTerms] = terms;
  if (first === undefined) return docList(new Uint32Array(0), structure);
  const derivation = index.isDerivationDue ? (index.codes.length + 1) * ns.TALLY_DOC * arena.size : 0;
  arena.budget.spend(derivation + (terms.length + 1) * ns.COMBINE_STORED * arena.size);
  if (otherTerms.length === 0) return storedSetSource(index.docsOf(first), structure, arena);
  const bits = arena.bitset();
  bits.setTo(index.docsOf(first));
  for (const term of otherTerms) arena.routines.or(bits.words, bits.words, index.docsOf(term));
  return setSource(bits, bits.count(), `${structure}, of ${terms.length} locales`);
}

/** @returns the terms of the condition's codes, each once; a code that is no locale of the index has none */
function termsOf(index: LocaleIndex, condition: Condition): readonly number[] {
  const { operand } = condition;
  const { meaning } = entryOf(condition.operator);
  const isList = operand.kind === 'list';
  const isFitting = isList ? meaning.asks === 'membership' && meaning.isIn : condition.operator === '_eq';
  if (!isFitting) throw mismatchError(condition, index);
  const values: readonly Operand[] = isList ? operand.values : [operand];
  const terms = new Set<number>();
  for (const value of values) {
    if (value.kind !== 'text') throw mismatchError(condition, index);
    const term = index.codes.indexOf(Buffer.from(value.bytes).toString());
    if (term >= 0) terms.add(term);
  }
  return [...terms];
}
