/**
 * `sort=a,-b`: the keys of the order, primary first.
 */
import { excerpt } from '../../../content/errors/index.js';
import {
  type ContentType,
  hasOrder,
  isListOfTexts,
  isOn,
  isSortable,
  modelTypeOf,
} from '../../../content/model/index.js';
import type { SortKey } from '../../../engine/query/index.js';
import { explainNotIndexed, typesWithout } from '../advice/not-indexed.js';
import type { Parameter } from '../request/parameter.js';
import { FORMS } from '../request/parameter-forms.js';
import type { Problems } from '../request/problems.js';
import { explainMissing, sharedField } from './shared-fields.js';

const UNSORTED: readonly SortKey[] = [];

/**
 * @param types of the primary data
 * @returns the keys that are right; each field once
 */
export function parseSort(
  types: readonly ContentType[],
  parameter: Parameter | undefined,
  problems: Problems,
): readonly SortKey[] {
  if (parameter === undefined) return UNSORTED;
  const keys: SortKey[] = [];
  for (const part of parameter.value.split(',')) {
    const descending = part.startsWith('-');
    const field = descending ? part.slice(1) : part;
    if (isKey(types, field, keys, problems)) keys.push({ field, descending });
  }
  return keys;
}

/** Whether the name may be the next key; a problem is added where not. */
function isKey(types: readonly ContentType[], name: string, keys: readonly SortKey[], problems: Problems): boolean {
  const bad = (detail: () => string): false => {
    problems.add('InvalidParameter', 'sort', detail);
    return false;
  };
  if (name === '') return bad(() => `"sort" has an empty place where a field belongs: the form is ${FORMS.sort}.`);
  if (keys.some((key) => key.field === name)) return bad(() => `"sort" names "${name}" more than once.`);
  if (name === 'id') return true;
  const field = sharedField(types, name);
  if (field === undefined) {
    if (name.includes('.')) {
      return bad(
        () => `"${excerpt(name)}" cannot be sorted by: "sort" takes the items' own fields, not those of related items.`,
      );
    }
    problems.add('UnknownField', 'sort', () => explainMissing(types, name, isSortable));
    return false;
  }
  const without = hasOrder(field) ? typesWithout(types, name, (one) => !isOn(one, 'sort')) : [];
  if (without.length > 0) {
    problems.add('NotIndexed', 'sort', () => explainNotIndexed('A sort', name, ['sort'], without));
    return false;
  }
  if (isSortable(field)) return true;
  const why = isListOfTexts(field)
    ? 'it has "many": true in the model, and no order is defined on lists'
    : `no order is defined on a field of type ${modelTypeOf(field)}`;
  return bad(() => `"${name}" cannot be sorted by: ${why}.`);
}
