/**
 * Reading `inverse` of a relationship: its own keys first, and the names and sort keys once all types are read.
 *
 * Elsewhere: the relationships that inverses give to the types (inverses).
 */
import { didYouMean, list } from '../../errors/index.js';
import type { ContentType } from '../content-type.js';
import type { InverseOption } from '../fields.js';
import { type DeclaredInverse, declaredInverses, readInverseSort } from '../inverses.js';
import { hasOrder, isSortable } from '../structures/operators.js';
import { readDescriptiveTexts } from './read-descriptive-texts.js';
import { FREE_TEXTS, type Members, type ModelChecks, quoted } from './read-members.js';

const OPTION_FORM = 'write an object such as {"name": "books", "sort": "-published"}';
const SORT_FORM = 'write fields separated by commas, such as "-published,title"';

/** @param path of the field. @returns the option; empty if it is absent or has no valid name */
export function readInverse(
  checks: ModelChecks,
  path: string,
  members: Members,
): { readonly inverse?: Readonly<InverseOption> } {
  const value = members.get('inverse');
  if (value === undefined) return {};
  const option = checks.object(`${path}.inverse`, value, OPTION_FORM);
  if (option === undefined) return {};
  checks.checkKeys(`${path}.inverse`, option, ['name', 'sort', ...FREE_TEXTS]);
  if (members.get('localized') === true) {
    checks.problem(
      `${path}.inverse`,
      'a localized relationship has other links in each locale, so it has no inverse; remove "inverse" or "localized"',
    );
  }
  const name = checks.fieldName(`${path}.inverse.name`, option.get('name'));
  const sort = readSort(checks, `${path}.inverse.sort`, option.get('sort'));
  const texts = readDescriptiveTexts(checks, `${path}.inverse`, option);
  return name === undefined ? {} : { inverse: Object.freeze({ name, ...(sort !== undefined && { sort }), ...texts }) };
}

/** @returns the keys without spaces around them; undefined if there are none or they are invalid */
function readSort(checks: ModelChecks, path: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const keys = typeof value === 'string' ? value.split(',').map((key) => key.trim()) : [];
  if (keys.length > 0 && keys.every((key) => key !== '' && key !== '-')) return keys.join(',');
  checks.problem(path, `${quoted(value)} is not a sort; ${SORT_FORM}, or leave "sort" out: in the order of the export`);
  return undefined;
}

/**
 * Checks the inverses of all types: each name is free in each target type, and each sort key is sortable.
 *
 * @param types all types, without derived relationships
 * @param pathOf returns the path of a field in `model.json`
 */
export function checkInverses(
  checks: ModelChecks,
  types: readonly ContentType[],
  pathOf: (type: string, field: string) => string,
): void {
  const typeByName = new Map(types.map((type) => [type.name, type]));
  /** Target type and name of an inverse → the relationship that it belongs to. */
  const owners = new Map<string, string>();
  for (const inverse of declaredInverses(types)) {
    const { type, field } = inverse;
    const path = `${pathOf(type.name, field.name)}.inverse`;
    const own = `${type.name}.${field.name}`;
    const { name } = field.inverse;
    for (const target of field.to) {
      const key = `${target}.${name}`;
      const otherOwner = owners.get(key);
      if (typeByName.get(target)?.fieldByName.has(name) === true) {
        checks.problem(
          `${path}.name`,
          `${target} has a field "${name}" of its own; give the inverse of ${own} another name, or remove the field`,
        );
      } else if (otherOwner !== undefined) {
        checks.problem(
          `${path}.name`,
          `"${name}" of ${target} is the inverse of ${otherOwner} already; give the inverse of ${own} another name`,
        );
      } else owners.set(key, own);
    }
    checkSort(checks, path, inverse);
  }
}

function checkSort(checks: ModelChecks, path: string, { type, field }: DeclaredInverse): void {
  const sortedFields = new Set<string>();
  for (const { field: key } of readInverseSort(field.inverse.sort)) {
    const reason = sortedFields.has(key) ? `"${key}" is there twice; remove one of the two` : explainKey(type, key);
    sortedFields.add(key);
    if (reason !== undefined) checks.problem(`${path}.sort`, reason);
  }
}

/** @returns the reason why the linking items cannot be sorted by the key, and the correction; undefined if they can */
function explainKey(type: ContentType, key: string): string | undefined {
  if (key === 'id') return undefined;
  const field = type.fieldByName.get(key);
  if (field !== undefined && isSortable(field)) return undefined;
  const sortable = ['id', ...type.fields.filter(isSortable).map(({ name }) => name)];
  const possible = `items of ${type.name} are sorted by ${list(sortable)}`;
  if (field !== undefined && hasOrder(field)) {
    return `"sort" of ${type.name}.${key} is off; turn it on, or sort by another field: ${possible}`;
  }
  if (field !== undefined) {
    const kind = 'many' in field && field.many === true ? `${field.type} with "many"` : field.type;
    return `${type.name}.${key} has the type ${kind}, which has no order; ${possible}`;
  }
  if (key.includes('.')) return `"${key}" leads to other items; ${possible}, without a path`;
  return `${type.name} has no field ${quoted(key)}; ${possible}.${didYouMean(key, sortable)}`;
}
