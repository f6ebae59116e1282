/**
 * `sort=a,-b.c`: the sort keys, primary first. A key is a field, a field behind to-one relationships, or a distance.
 *
 * Elsewhere: paths through relationships (hops), ordering (engine/query/page).
 */
import { excerpt } from '../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  countedRelationship,
  hasLinkCount,
  hasOrder,
  isHeldAs,
  isListOfTexts,
  isLocaleField,
  isOn,
  isRelatedPath,
  isSortable,
  LIMITS,
  linkCountName,
  modelTypeOf,
  readOrigin,
} from '../../content/model/index.js';
import type { SortKey } from '../../engine/query/index.js';
import { type Detail, replacing } from '../request/explained.js';
import { FORMS } from '../request/heads.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';
import { followHops } from './hops.js';
import { checkLinkCount } from './link-counts.js';
import { explainNotIndexed, typesWithout } from './not-indexed.js';
import { explainMissing, sharedField } from './shared-fields.js';

const UNSORTED: readonly SortKey[] = [];

/**
 * @param types of the primary data
 * @returns the keys without a problem; each field once
 */
export function parseSort(
  model: ContentModel,
  types: readonly ContentType[],
  parameter: Parameter | undefined,
  problems: Problems,
): readonly SortKey[] {
  if (parameter === undefined) return UNSORTED;
  const keys: SortKey[] = [];
  for (const part of splitKeys(parameter.value)) {
    const descending = part.startsWith('-');
    const name = descending ? part.slice(1) : part;
    const distanceAt = name.endsWith(')') ? name.indexOf(DISTANCE) : -1;
    if (distanceAt < 0) {
      if (checkKey(model, types, name, keys, problems)) keys.push({ field: name, descending });
      continue;
    }
    const key = distanceKey(
      types,
      name.slice(0, distanceAt),
      name.slice(distanceAt + DISTANCE.length, -1),
      keys,
      problems,
    );
    if (key !== undefined) keys.push({ ...key, descending });
  }
  return keys;
}

const DISTANCE = '.distance(';
export const DISTANCE_FORM = '<field>.distance(<latitude>,<longitude>)';

/** @returns the texts between commas, except commas in parentheses */
function splitKeys(value: string): readonly string[] {
  if (!value.includes('(')) return value.split(',');
  const parts: string[] = [];
  let isInParentheses = false;
  let part = '';
  for (const character of value) {
    if (character === ',' && !isInParentheses) {
      parts.push(part);
      part = '';
      continue;
    }
    if (character === '(' || character === ')') isInParentheses = character === '(';
    part += character;
  }
  return [...parts, part];
}

/** @returns the key of a distance; undefined if a problem was added */
function distanceKey(
  types: readonly ContentType[],
  name: string,
  origin: string,
  keys: readonly SortKey[],
  problems: Problems,
): Pick<SortKey, 'field' | 'from'> | undefined {
  if (name.includes('.')) {
    return problems.add('InvalidParameter', 'sort', () => {
      return `"${excerpt(name)}" is a field of related items; distances are measured only to locations of the items themselves.`;
    });
  }
  const field = sharedField(types, name);
  if (field === undefined) {
    return problems.add('UnknownField', 'sort', () =>
      explainMissing(types, name, (candidate) => isHeldAs(candidate, 'locations'), []),
    );
  }
  if (!isHeldAs(field, 'locations')) {
    return problems.add('InvalidParameter', 'sort', () => {
      return `"${name}" has no distance: it is of type ${modelTypeOf(field)}, and only a location has one.`;
    });
  }
  const typesWithoutIndex = typesWithout(types, name, (typeField) => !isOn(typeField, 'sort'));
  if (typesWithoutIndex.length > 0) {
    return problems.add('NotIndexed', 'sort', () => explainNotIndexed('A sort', name, ['sort'], typesWithoutIndex));
  }
  if (keys.some(({ from }) => from !== undefined)) {
    return problems.add('InvalidParameter', 'sort', () => '"sort" has two distances; measure one of them.');
  }
  const from = readOrigin(origin);
  if (typeof from !== 'string') return { field: name, from };
  return problems.add('InvalidParameter', 'sort', () => {
    return `"${excerpt(`${name}${DISTANCE}${origin})`)}" is not a distance from a place: the form is ${DISTANCE_FORM}, such as ${name}.distance(52.52,13.405). ${from}.`;
  });
}

/** @returns the question for a direction after the name, such as `title:desc`; empty if the key has none */
function suggestDirection(types: readonly ContentType[], name: string, path: string): Detail {
  const [suffix = '', direction = ''] = /[:\s](asc|desc)$/i.exec(name) ?? [];
  if (suffix === '' || sharedField(types, name.slice(0, -suffix.length)) === undefined) return '';
  const sign = direction.toLowerCase() === 'desc' ? '-' : '';
  const key = `${sign}${path.slice(0, -suffix.length)}`;
  return replacing(` Did you mean sort=${sign}${excerpt(path.slice(0, -suffix.length))}?`, path, key);
}

/** Whether the path may be the next key; if not, a problem was added. */
function checkKey(
  model: ContentModel,
  primary: readonly ContentType[],
  path: string,
  keys: readonly SortKey[],
  problems: Problems,
): boolean {
  const refuse = (detail: () => string): false => {
    problems.add('InvalidParameter', 'sort', detail);
    return false;
  };
  if (path === '') return refuse(() => `"sort" has an empty entry: the form is ${FORMS.sort}.`);
  // A location has no fields, so whatever follows it was meant as a distance.
  const [first = '', ...steps] = path.split('.');
  const located = sharedField(primary, first);
  const isLocated = steps.length > 0 && located !== undefined && isHeldAs(located, 'locations');
  if (path.includes(DISTANCE) || isLocated)
    return refuse(() => `"${excerpt(path)}" is not a distance from a place: the form is ${DISTANCE_FORM}.`);
  if (keys.some((key) => key.field === path)) return refuse(() => `"sort" names "${path}" more than once.`);
  // Each key behind relationships needs memory for one number per item.
  if (isRelatedPath(path) && keys.filter(({ field }) => isRelatedPath(field)).length === LIMITS.hops) {
    return refuse(
      () => `"${excerpt(path)}" is one key too many: at most ${LIMITS.hops} may lead through relationships.`,
    );
  }
  const lastHop = path.includes('.')
    ? followHops(primary, path, { model, parameter: 'sort', subject: 'A sort', many: false }, problems)
    : { types: primary, name: path };
  if (lastHop === undefined) return false;
  const { types, name } = lastHop;
  if (name === 'id') return true;
  const relationship = countedRelationship(name);
  if (relationship !== undefined) {
    return (
      checkLinkCount(types, relationship, { parameter: 'sort', subject: 'A sort', hops: [] }, problems) !== undefined
    );
  }
  const field = sharedField(types, name);
  if (field === undefined) {
    problems.add('UnknownField', 'sort', () =>
      explainMissing(types, name, isSortable, undefined, suggestDirection(types, name, path)),
    );
    return false;
  }
  const typesWithoutIndex = hasOrder(field) ? typesWithout(types, name, (typeField) => !isOn(typeField, 'sort')) : [];
  if (typesWithoutIndex.length > 0) {
    problems.add('NotIndexed', 'sort', () => explainNotIndexed('A sort', name, ['sort'], typesWithoutIndex));
    return false;
  }
  if (isSortable(field)) return true;
  const reason = isHeldAs(field, 'locations')
    ? `it is a location; write the origin of the distance: ${name}.distance(<latitude>,<longitude>)`
    : isLocaleField(field)
      ? 'an item may have values of its own in several locales'
      : isListOfTexts(field)
        ? 'it has "many": true in the model, and no order is defined on lists'
        : `no order is defined on a field of type ${modelTypeOf(field)}`;
  const advice = hasLinkCount(field) ? ` To sort by the number of its items, write sort=${linkCountName(path)}.` : '';
  return refuse(() => `A list cannot be sorted by "${path}": ${reason}.${advice}`);
}
